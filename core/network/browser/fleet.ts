import { CommentdockError } from '#core/contract/error.ts';
import { findBrowser, type FoundBrowser } from '#core/network/browser/find-browser.ts';
import { BrowserHost } from '#core/network/browser/host-client.ts';
import { BrowserFailure, type BrowserCookie, type BrowserRoute } from '#core/network/browser/protocol.ts';

/** How long a browser that nobody uses is kept: another export may come. */
export const IDLE_MS = 30_000;
/** A process may be ending for idleness just when it is wanted. */
const OPENINGS = 3;

/** An export's own part of a browser. */
export interface OpenContext {
  readonly host: Pick<BrowserHost, 'call' | 'pid'>;
  readonly id: number;
}

export interface BrowserFleet {
  /**
   * A fresh context in the browser of this route, which is started where it does not run.
   * @throws CommentdockError BROWSER_MISSING; BrowserFailure `gone`; the signal's reason
   */
  openContext(route: BrowserRoute, signal: AbortSignal): Promise<OpenContext>;
  /**
   * A window that people see, in the browser of this route, on the profile in `folder`.
   * @throws as `openContext`
   */
  openWindow(
    route: BrowserRoute,
    folder: string,
    signal: AbortSignal,
  ): Promise<OpenContext & { readonly cookies: readonly BrowserCookie[] }>;
  /** Closes the windows of all profiles below this folder. */
  closeWindows(below: string): Promise<void>;
  /** Process id of the browsers' process; null where none runs. */
  readonly pid: number | null;
  close(): Promise<void>;
}

interface FleetSetup {
  /** `COMMENTDOCK_BROWSER`; null: the one found on the machine. */
  readonly browser: string | null;
  readonly idleMs?: number;
  /** How long the browsers' process may give no sign of life. */
  readonly patienceMs?: number;
}

/** All browsers of this service, in one process that is started with the first export that needs one. */
export function createFleet({ browser, idleMs = IDLE_MS, patienceMs }: FleetSetup): BrowserFleet {
  let host: BrowserHost | null = null;
  let found: FoundBrowser | null = null;
  let isClosed = false;
  const running = (): BrowserHost => {
    if (host === null || host.isOver) host = new BrowserHost(patienceMs);
    return host;
  };
  /** Has it opened by the browsers' process, which may be ending just then. */
  const opened = async <T>(open: (host: BrowserHost, executable: string) => Promise<T>): Promise<T> => {
    found ??= await findBrowser({ setting: browser });
    const { path } = found;
    for (let opening = 1; ; opening += 1) {
      if (isClosed) throw new BrowserFailure({ kind: 'gone', text: 'Commentdock is shutting down' });
      try {
        return await open(running(), path);
      } catch (error) {
        if (!(error instanceof BrowserFailure)) throw error;
        if (error.kind === 'missing') {
          // Another one may be installed by the time somebody tries again.
          found = null;
          throw doesNotStart(path, error.text);
        }
        if (opening === OPENINGS) throw error;
      }
    }
  };
  return {
    get pid() {
      return host === null || host.isOver ? null : (host.pid ?? null);
    },
    openContext: (route, signal) =>
      opened(async (host, executable) => {
        const { context } = await host.call('openContext', { route, executable, idleMs }, { signal });
        return { host, id: context };
      }),
    openWindow: (route, folder, signal) =>
      opened(async (host, executable) => {
        const { context, cookies } = await host.call('openWindow', { route, executable, idleMs, folder }, { signal });
        return { host, id: context, cookies };
      }),
    async closeWindows(below) {
      if (host === null || host.isOver) return;
      await host.call('closeWindows', { below }, { signal: new AbortController().signal }).catch(() => {});
    },
    async close() {
      isClosed = true;
      await host?.close();
    },
  };
}

function doesNotStart(path: string, reason: string): CommentdockError {
  const hint = /sandbox/i.test(reason)
    ? "Its sandbox is not allowed here: install Chrome, Edge or Chromium from the system's packages."
    : 'Set COMMENTDOCK_BROWSER to another one, or get one with `commentdock browser install`.';
  return new CommentdockError('BROWSER_MISSING', `The browser at ${path} does not start: ${reason.slice(0, 200)}. ${hint}`);
}
