import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { reportFlags, standingAt } from '#test/chaos/standing-process.ts';
import { ownFolder } from '#test/own.ts';

const BUSY = 'function standsStill() { require("node:fs").writeSync(1, "up"); for (;;); } setImmediate(standsStill);';
const WAITING = 'process.stdout.write("up"); require("node:net").createServer().listen(0, "127.0.0.1"); setTimeout(() => {}, 3_600_000);';
const WITH_THREAD = `new (require("node:worker_threads").Worker)('${BUSY}', { eval: true });`;

it.each([
  ['is at work', BUSY, /^it says nothing: its first thread/],
  ['waits', WAITING, /^first thread: idle; waits for .*tcp .*127\.0\.0\.1/],
  ['has a thread that is at work', WITH_THREAD, /; thread 1: at .*standsStill .*; waits for /],
])('what a process stands at that %s is told', async (_what, code, words) => {
  const folder = ownFolder('reports');
  const child = spawn(process.execPath, [...reportFlags(folder), '--eval', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    expect(await standingAt(child, folder)).toMatch(words);
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
});
