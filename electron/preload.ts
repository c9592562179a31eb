import { contextBridge, ipcRenderer } from 'electron';
import { CLOSED_WINDOW_MARK } from '#core/contract/closed-window.ts';
import type { DesktopBridge, DesktopRequest, DesktopState } from '#core/contract/desktop.ts';
import { ASK_CHANNEL, STATE_CHANNEL } from '#electron/channels.ts';

// Runs in the sandbox before the page. The page gets these two functions and nothing of Electron's own.
const bridge: DesktopBridge = {
  ask: (request) => ipcRenderer.invoke(ASK_CHANNEL, request),
  onState(listener) {
    const hear = (_event: unknown, state: DesktopState): void => listener(state);
    ipcRenderer.on(STATE_CHANNEL, hear);
    return () => void ipcRenderer.off(STATE_CHANNEL, hear);
  },
};

contextBridge.exposeInMainWorld('commentdockDesktop', bridge);

/** What is needed of the page around this script; a test has none. */
interface PageAround {
  addEventListener?(type: 'DOMContentLoaded', listener: () => void): void;
  readonly document?: { querySelector(selector: string): object | null };
}

// A page that says that the window is closed has no script of its own: it is asked for a new way in here.
const page: PageAround = globalThis;
page.addEventListener?.('DOMContentLoaded', () => {
  const isClosed = (page.document?.querySelector(`meta[name="${CLOSED_WINDOW_MARK}"]`) ?? null) !== null;
  if (isClosed) ipcRenderer.invoke(ASK_CHANNEL, { type: 'enter' } satisfies DesktopRequest).catch(() => undefined);
});
