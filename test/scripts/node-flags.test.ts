import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readRunFile } from '#core/config/run-file.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { NODE_FLAGS } from '../../bin/node-flags.js';

const START = /^node (?<flags>.*)core\/main\.js/;

it('scripts start the program under the same flags as the installed command', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
  const starts = Object.values(scripts).flatMap((script) => START.exec(script)?.groups?.['flags'] ?? []);
  expect(starts).toEqual(Array(3).fill(`${NODE_FLAGS.join(' ')} `));
});

it.runIf(process.platform === 'linux')('a service tells its allocator what to give back, however it is started', async () => {
  await using service = await startServiceProcess({ world: {} });
  const { pid } = readRunFile(service.dataDir) ?? { pid: 0 };
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  expect(environment).toContain('MALLOC_MMAP_THRESHOLD_=262144');
});
