import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { NODE_FLAGS } from '../../bin/node-flags.js';

const START = /^node (?<flags>.*)core\/main\.js/;

it('scripts start the program under the same flags as the installed command', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
  const starts = Object.values(scripts).flatMap((script) => START.exec(script)?.groups?.['flags'] ?? []);
  expect(starts).toEqual(Array(3).fill(`${NODE_FLAGS.join(' ')} `));
});
