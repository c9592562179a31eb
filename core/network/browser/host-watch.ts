import { within } from '#core/network/browser/deadline.ts';
import type { HostContext } from '#core/network/browser/host-context.ts';
import type { HostPage } from '#core/network/browser/host-page.ts';
import { scrollPage } from '#core/network/browser/page-functions.ts';
import { BrowserFailure, type HostCalls, type HostEvent, type VisitedPage, type WatchScrolling } from '#core/network/browser/protocol.ts';
import { Watcher } from '#core/network/browser/watcher.ts';

type Watch = HostCalls['watch'];

/** How often a scroll may bring nothing before the list is at its end. */
const QUIET_ROUNDS = 3;
/** A page that does not even scroll in so long hangs. */
const SCROLL_MS = 20_000;

/** What a running call has of its caller. */
interface WatchCall {
  readonly emit: (event: HostEvent) => void;
  readonly signal: AbortSignal;
  /** Gives the watcher to whoever hears the engine's words. */
  readonly listen: (watcher: Watcher) => void;
}

/** Opens the page (or goes on with it) and lets the engine have the answers that match, until it is content or nothing more comes. */
export async function watch(context: HostContext, input: Watch['in'], call: WatchCall): Promise<Omit<Watch['out'], 'cookies'>> {
  const { place, key, scroll, timeoutMs } = input;
  const page = place === null ? context.livePage(key) : await context.page(key);
  const standing = place === null ? page.watcher : null;
  const watcher = standing ?? new Watcher(input.match);
  if (standing === null) await page.listen(watcher);
  call.listen(watcher);
  watcher.begin(timeoutMs, call.emit);
  try {
    const loading = place === null ? Promise.resolve(null) : visited(page, input, call);
    // The engine may be content before the page is whole.
    const loaded = await Promise.race([loading, untilDone(watcher, call.signal, loading)]);
    if (watcher.isDone) {
      loading.catch(() => {});
      return { page: loaded, ended: 'told' };
    }
    const opened = await loading;
    if (opened !== null && !isTaken(opened.status, input.accept)) return { page: opened, ended: 'refused' };
    // It may have taken longer to open than it may be quiet.
    if (watcher.seen === 0) watcher.restartQuiet();
    const ended =
      scroll === null
        ? await untilQuiet(watcher, input.quietMs ?? timeoutMs, call.signal)
        : await scrollOn(page, watcher, scroll, call.signal);
    return { page: opened, ended };
  } finally {
    watcher.end();
  }
}

function isTaken(status: number, accept: Watch['in']['accept']): boolean {
  return (status >= 200 && status < 300) || accept === 'any' || accept.includes(status);
}

function visited(page: HostPage, { place, timeoutMs }: Watch['in'], { emit }: WatchCall): Promise<VisitedPage | null> {
  if (place === null) return Promise.resolve(null);
  return page.visit(place, [], timeoutMs, (head) => emit({ kind: 'document', head }));
}

/** Null once the engine is content; never, where the page is loaded before. */
async function untilDone(watcher: Watcher, signal: AbortSignal, loading: Promise<unknown>): Promise<null> {
  const isLoaded = new AbortController();
  const stop = (): void => isLoaded.abort();
  loading.then(stop, stop);
  await watcher.done(AbortSignal.any([signal, isLoaded.signal])).catch(() => new Promise<never>(() => {}));
  return null;
}

async function untilQuiet(watcher: Watcher, quietMs: number, signal: AbortSignal): Promise<'told' | 'timeout'> {
  return (await watcher.settle(quietMs, signal)) ? 'told' : 'timeout';
}

async function scrollOn(
  { page }: HostPage,
  watcher: Watcher,
  { container, quietMs }: WatchScrolling,
  signal: AbortSignal,
): Promise<'told' | 'quiet'> {
  // What the page asks for by itself, and what waited since the last call, comes before any scrolling.
  if (await watcher.settle(0, signal)) return 'told';
  for (let quiet = 0; quiet < QUIET_ROUNDS;) {
    const before = watcher.seen;
    watcher.restartQuiet();
    if (!(await within(SCROLL_MS, page.evaluate(scrollPage, { container, by: 'toEnd' as const }))))
      throw new BrowserFailure({ kind: 'action', text: container ?? 'the page' });
    if (await watcher.settle(quietMs, signal)) return 'told';
    if (watcher.seen > before) quiet = 0;
    else {
      quiet += 1;
      // Some lists look only at movement.
      await within(SCROLL_MS, page.evaluate(scrollPage, { container, by: 'back' as const }));
    }
  }
  return 'quiet';
}
