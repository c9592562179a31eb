/**
 * Counts how often a whole service asks its platforms, over several exports at once and several kill -9, and holds that against the
 * pace that each platform states.
 *
 *     npm run test:pace -- --seconds 90 --jobs 3 --kills 4
 */
import { parseArgs } from 'node:util';
import { JITTER_MS, measurePace } from '#test/pace/histogram.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '90' },
    jobs: { type: 'string', default: '3' },
    kills: { type: 'string', default: '4' },
    gentle: { type: 'boolean', default: false },
  },
});

const hosts = await measurePace({
  seconds: Number(values.seconds),
  jobs: Number(values.jobs),
  kills: Number(values.kills),
  gentle: values.gentle ? 'on' : 'off',
});
let exceeded = 0;
for (const { host, perSecond, requests, windows, lives } of hosts) {
  process.stdout.write(`${host}: ${requests} requests over ${lives} starts of the service, at most ${perSecond} a second\n`);
  for (const { seconds, most, allowed } of windows) {
    if (most > allowed) exceeded += 1;
    const verdict = most > allowed ? 'EXCEEDED' : 'ok';
    process.stdout.write(
      `  any ${String(seconds).padStart(2)} s: at most ${String(most).padStart(4)} of ${String(allowed).padStart(4)}  ${verdict}\n`,
    );
  }
}
process.stdout.write(
  `${exceeded === 0 ? 'no window exceeded' : `${exceeded} windows exceeded`} (windows shortened by ${JITTER_MS} ms: how late a request may arrive)\n`,
);
process.exitCode = exceeded === 0 ? 0 : 1;
