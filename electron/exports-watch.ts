import { z } from 'zod';
import type { JobEvent } from '#core/contract/event.ts';
import type { OpenExport, ServiceClient } from '#electron/service-client.ts';

/** What was removed tells no event: the list is asked for anew so often while something is open. */
const REFRESH_MS = 60_000;

/** An export that has ended by itself. */
export interface EndedExport {
  readonly guid: string;
  readonly url: string;
  readonly end: 'finished' | 'failed';
  readonly count: number;
  /** Why it failed. */
  readonly error: string | null;
}

interface WatchListener {
  onChange(open: readonly OpenExport[]): void;
  /** One waits for its owner at a wall, with its window closed. */
  onNeedsYou(waiting: { readonly guid: string; readonly url: string; readonly message: string }): void;
  onEnd(ended: EndedExport): void;
  /** The connection broke, or could not be made. */
  onLost(): void;
}

/** Follows the exports of a service, as far as people in front of the machine want to know. */
export function watchExports(client: ServiceClient, listener: WatchListener): Disposable {
  let open = new Map<string, OpenExport>();
  let isOver = false;
  const tell = (): void => listener.onChange([...open.values()]);
  const refresh = async (): Promise<void> => {
    const listed = await client.openExports().catch(() => null);
    if (isOver || listed === null) return;
    open = new Map(listed.map((job) => [job.guid, job]));
    tell();
  };
  const timer = setInterval(() => {
    if (open.size > 0) void refresh();
  }, REFRESH_MS);
  const stop = client.follow({
    onConnected: () => void refresh(),
    onLost: () => listener.onLost(),
    onEvent(event) {
      const { guid } = event;
      const waiting = needOf(event);
      if (waiting !== null) listener.onNeedsYou(waiting);
      if (event.event === 'job.finished' || event.event === 'job.failed' || event.event === 'job.stopped') {
        open.delete(guid);
        const ended = endOf(event);
        if (ended !== null) listener.onEnd(ended);
      } else {
        const known = open.get(guid);
        const { url, total } = event.details ?? {};
        const stated = typeof total === 'number' ? total : (known?.total ?? null);
        open.set(guid, { guid, url: textOr(url, known?.url ?? ''), current: event.current ?? known?.current ?? 0, total: stated });
      }
      tell();
    },
  });
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearInterval(timer);
      stop();
    },
  };
}

/**
 * How far all of them are together, from 0 to 1; null: none is open; `unknown`: a platform does not say how much there is.
 */
export function fractionOf(open: readonly OpenExport[]): number | 'unknown' | null {
  if (open.length === 0) return null;
  const totals = open.map(({ total }) => total);
  if (totals.some((total) => total === null || total === 0)) return 'unknown';
  const current = open.reduce((sum, job) => sum + Math.min(job.current, job.total ?? 0), 0);
  return current / totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
}

/** Null for samples, and for what the owner stopped. */
function endOf({ event, guid, details }: JobEvent): EndedExport | null {
  if (event === 'job.stopped' || details?.['sandbox'] === true) return null;
  const { totalExported, url, error } = details ?? {};
  return {
    guid,
    url: textOr(url, ''),
    end: event === 'job.failed' ? 'failed' : 'finished',
    count: typeof totalExported === 'number' ? totalExported : 0,
    error: typeof error === 'string' ? error : null,
  };
}

const NEED = z.object({ url: z.string(), needs_you: z.object({ message: z.string(), window: z.literal('closed') }) });

function needOf({ event, guid, details }: JobEvent): { readonly guid: string; readonly url: string; readonly message: string } | null {
  const need = event === 'job.needs_you' ? NEED.safeParse(details).data : undefined;
  return need === undefined ? null : { guid, url: need.url, message: need.needs_you.message };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
