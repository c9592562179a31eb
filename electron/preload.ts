import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge, DesktopState } from '#core/contract/desktop.ts';
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
