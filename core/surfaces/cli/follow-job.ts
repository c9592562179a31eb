import { setTimeout as delay } from 'node:timers/promises';
import { CommentdockError } from '#core/contract/error.ts';
import { isTerminal, type Job } from '#core/contract/job.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { ProgressLine } from '#core/surfaces/cli/progress-line.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';

/** Often at first, so that the end of a small export is told at once. */
export const FIRST_POLL_MS = 25;
export const POLL_MS = 250;

/** What a command needs to watch an export. */
export interface Watch {
  readonly client: CliClient;
  readonly terminal: Terminal;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Shows the progress of an export until it has ended, or waits for its owner with its window closed. The first Ctrl+C stops it; what it has is kept. */
export async function followJob(guid: string, { client, terminal, signal }: Watch): Promise<Job> {
  const line = new ProgressLine();
  await tellPause({ client, terminal });
  let stopping = false;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, POLL_MS)) {
    const job = await client.call('jobs.get', { guid });
    if (isTerminal(job.status) || (job.needs_you?.window === 'closed' && !stopping)) {
      terminal.clearStatus();
      return job;
    }
    if (!signal.aborted) terminal.showStatus(line.next(job, Date.now()));
    else if (!stopping) {
      stopping = true;
      terminal.showStatus('stopping; what was fetched is kept (Ctrl+C once more quits at once)');
      await stopJob(guid, client);
    }
    await delay(pollMs, undefined, stopping ? {} : { signal }).catch(() => undefined);
  }
}

/** Says where a pause of the running service holds what one waits for. A service of an earlier version cannot be paused. */
export async function tellPause({ client, terminal }: Pick<Watch, 'client' | 'terminal'>): Promise<void> {
  if (client.runsIn !== 'service') return;
  const state = await client.call('service.pausing', {}).catch(() => ({ paused: false }));
  if (state.paused) terminal.printError('All exports are paused. `commentdock resume` lets them go on.');
}

/** Stops an export; it may have ended by itself just then. */
export async function stopJob(guid: string, client: CliClient): Promise<void> {
  await client.call('jobs.stop', { guid }).catch((error: unknown) => {
    if (!(error instanceof CommentdockError) || error.code !== 'INVALID_REQUEST') throw error;
  });
}
