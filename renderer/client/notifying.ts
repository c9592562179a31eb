import { useSyncExternalStore } from 'react';

const STORED = 'commentdock.notify';
const CHANGED = 'commentdock:notify';
const YES = 'yes';

/** Whether this browser is to say by itself when an export ends. */
export function isNotifying(): boolean {
  return localStorage.getItem(STORED) === YES && mayNotify();
}

export function useNotifying(): boolean {
  return useSyncExternalStore(subscribe, isNotifying);
}

/** Asks the reader's leave with it. False: the browser refuses. */
export async function chooseNotifying(isWanted: boolean): Promise<boolean> {
  const isAllowed = !isWanted || (typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted');
  if (isWanted && isAllowed) localStorage.setItem(STORED, YES);
  else localStorage.removeItem(STORED);
  window.dispatchEvent(new Event(CHANGED));
  return isAllowed;
}

function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted';
}

function subscribe(changed: () => void): () => void {
  for (const name of [CHANGED, 'storage']) window.addEventListener(name, changed);
  return () => {
    for (const name of [CHANGED, 'storage']) window.removeEventListener(name, changed);
  };
}
