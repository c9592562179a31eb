import { setTimeout as delay } from 'node:timers/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { CliClient, ClientUse } from '#core/surfaces/cli/client.ts';

const POLL_MS = 100;

type Fields = Readonly<Record<string, unknown>>;

/** An operation that starts something and answers before it is over. */
interface BackgroundWork {
  readonly use: ClientUse;
  /** How it stands now; `status` is `processing` until it is over. */
  ask(client: CliClient, started: Fields): Promise<Fields>;
}

/** By name of the operation. */
export const BACKGROUND_WORK: Readonly<Record<string, BackgroundWork>> = {
  'bulk.create': {
    use: 'archives',
    ask: (client, { uuid }) => client.callAsGiven('bulk.get', { uuid }),
  },
  'conversions.start': {
    use: 'records',
    async ask(client, started) {
      const formats = await client.callAsGiven('conversions.options', { guid: started['guid'] });
      return { ...started, ...formats.find(({ format }) => format === started['format']) };
    },
  },
};

/** Remarks on what is done only by a running service. By name of the operation. */
export const NEEDS_SERVICE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['webhooks.create', 'webhooks.update', 'webhooks.toggle', 'webhooks.resend'].map((name) => [
      name,
      'Messages are sent while the service runs: commentdock serve',
    ]),
  ),
  'signin.invite': 'The link works while the service runs (commentdock serve), behind the address of that.',
};

/** Waits until the work is over, since nobody else would finish it once this process has ended. Returns how it ended. */
export async function seeThrough(work: BackgroundWork, started: Fields, client: CliClient, signal: AbortSignal): Promise<Fields> {
  for (;;) {
    const state = await work.ask(client, started);
    if (state['status'] !== 'processing') return state;
    if (signal.aborted) throw new CommentdockError('STOPPED', 'Stopped before it was over.');
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
