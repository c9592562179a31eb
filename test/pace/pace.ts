/**
 * Counts how often a whole service asks its platforms, over several exports at once and several kill -9, and holds that against the
 * pace that each platform states.
 *
 *     npm run test:pace -- --seconds 90 --jobs 3 --kills 4
 *
 * With `--workers`, how often so many machines of one database ask one host together, of which some are killed and replaced.
 *
 *     npm run test:pace -- --workers 4 --seconds 60 --kills 2
 */
import { parseArgs } from 'node:util';
import { JITTER_MS, measurePace, type PacedWindow } from '#test/pace/histogram.ts';
import { measureTeamPace } from '#test/pace/machines.ts';

/** Of what one alone is allowed, at least that much has to come of all together. */
const LEAST_SHARE = 0.9;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '90' },
    jobs: { type: 'string', default: '3' },
    kills: { type: 'string' },
    gentle: { type: 'boolean', default: false },
    workers: { type: 'string' },
    'per-second': { type: 'string', default: '10' },
  },
});
const seconds = Number(values.seconds);

// The end of a cluster is waited for by nothing that keeps a process.
const awake = setInterval(() => undefined, 60_000);
const exceeded = values.workers === undefined ? await ofService() : await ofTeam(Number(values.workers));
process.stdout.write(
  `${exceeded === 0 ? 'no window exceeded' : `${exceeded} windows exceeded`} (windows shortened by ${JITTER_MS} ms: how late a request may arrive)\n`,
);
if (exceeded > 0) process.exitCode = 1;
clearInterval(awake);

async function ofService(): Promise<number> {
  const gentle = values.gentle ? 'on' : 'off';
  const hosts = await measurePace({ seconds, jobs: Number(values.jobs), kills: Number(values.kills ?? 4), gentle });
  let all = 0;
  for (const { host, perSecond, requests, windows, lives } of hosts) {
    process.stdout.write(`${host}: ${requests} requests over ${lives} starts of the service, at most ${perSecond} a second\n`);
    all += told(windows);
  }
  return all;
}

async function ofTeam(workers: number): Promise<number> {
  const pace = { perSecond: Number(values['per-second']), concurrency: 4 };
  const { requests, share, byMachine, windows, atOnce, grantP50Ms } = await measureTeamPace({
    workers,
    seconds,
    pace,
    latencyMs: 100,
    kills: Number(values.kills ?? 0),
  });
  process.stdout.write(
    `${workers} machines: ${requests} requests, ${share.toFixed(3)} of what one may send (${byMachine.join(', ')}); at most ${atOnce} of ${pace.concurrency} at once; a turn is given in ${grantP50Ms.toFixed(2)} ms (p50)\n`,
  );
  if (share < LEAST_SHARE || atOnce > pace.concurrency) process.exitCode = 1;
  return told(windows);
}

/** How many are exceeded. */
function told(windows: readonly PacedWindow[]): number {
  for (const { seconds, most, allowed } of windows) {
    const verdict = most > allowed ? 'EXCEEDED' : 'ok';
    process.stdout.write(
      `  any ${String(seconds).padStart(2)} s: at most ${String(most).padStart(4)} of ${String(allowed).padStart(4)}  ${verdict}\n`,
    );
  }
  return windows.filter(({ most, allowed }) => most > allowed).length;
}
