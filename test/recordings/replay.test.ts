import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { haveRecordings, RECORDINGS_FOLDER } from '#test/recordings/cases.ts';
import { lackingForBrowser } from '#test/world/browser-trust.ts';

const REPLAY = fileURLToPath(new URL('replay.ts', import.meta.url));
/** Plain clients meet a challenge, and so does the browser that is tried next. */
const IN_A_BROWSER = 'quora/error-cloudflare-challenge-2026-07';

const lacking = await lackingForBrowser();
if (!haveRecordings()) process.stdout.write(`${RECORDINGS_FOLDER} is not here: nothing is replayed.\n`);

interface Replayed {
  readonly exitCode: number;
  readonly lines: readonly string[];
}

function replay(env: NodeJS.ProcessEnv = {}): Promise<Replayed> {
  return new Promise((resolve, reject) => {
    const args = [REPLAY, IN_A_BROWSER, '--door', 'cli', '--door', 'engine'];
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === 'number') resolve({ exitCode, lines: stdout.trimEnd().split('\n') });
      else reject(error);
    });
  });
}

describe.skipIf(!haveRecordings())('a recorded case that a browser reads', () => {
  it.skipIf(lacking !== null)(`passes through every door${lacking === null ? '' : ` (skipped: ${lacking})`}`, async () => {
    expect(await replay()).toMatchObject({ exitCode: 0, lines: expect.arrayContaining(['2 passed, 0 failed']) });
  });

  it('is skipped, and says why, where the machine has no browser or no certutil', async () => {
    const { exitCode, lines } = await replay({ PATH: '/nowhere' });
    expect(lines.filter((line) => /^ +(?:there is no certutil|no Chrome)/.test(line))).toHaveLength(2);
    expect([exitCode, lines.at(-1)]).toEqual([0, '0 passed, 0 failed, 2 skipped']);
  });
});
