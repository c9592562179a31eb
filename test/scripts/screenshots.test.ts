import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BROWSER_MISSING } from '#test/clients/oauth/owner-browser.ts';
import { ownFolder } from '#test/own.ts';

describe.skipIf(BROWSER_MISSING !== null)(`pictures of the window ${BROWSER_MISSING ?? ''}`, () => {
  it('are taken of every view that docs/screenshots has', async () => {
    const folder = ownFolder('screenshots');
    await promisify(execFile)(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      'scripts/screenshots.ts',
      '--look',
      'light',
      '--into',
      folder,
    ]);
    expect(readdirSync(folder).toSorted()).toEqual(
      readdirSync('docs/screenshots')
        .filter((name) => name.endsWith('-light.png'))
        .toSorted(),
    );
  });
});
