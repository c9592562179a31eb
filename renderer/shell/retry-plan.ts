import { useEffect, useSyncExternalStore } from 'react';
import { useChange } from '#renderer/client/queries.ts';

/** Failed exports that are tried again at a time of their own: instants in milliseconds since 1970, by `guid`. */
type RetryPlan = Readonly<Record<string, number>>;

const STORED = 'commentdock.retries';
const CHANGED = 'commentdock:retries';
/** The longest time that a timer of a browser takes. */
const LONGEST_MS = 2 ** 31 - 1;

/** When the export is tried again; null where nothing is planned. */
export function usePlannedRetry(guid: string): number | null {
  return planOf(useSyncExternalStore(subscribe, stored))[guid] ?? null;
}

/** Null takes it back. */
export function planRetry(guid: string, atMs: number | null): void {
  const { [guid]: _former, ...others } = planOf(stored());
  localStorage.setItem(STORED, JSON.stringify(atMs === null ? others : { ...others, [guid]: atMs }));
  window.dispatchEvent(new Event(CHANGED));
}

/** Tries again what has come due, for as long as the window is open; what came due meanwhile, at once. */
export function useRetriesWhenDue(): void {
  const text = useSyncExternalStore(subscribe, stored);
  const { mutate } = useChange('jobs.retry');
  useEffect(() => {
    const [next] = Object.entries(planOf(text)).toSorted(([, a], [, b]) => a - b);
    if (next === undefined) return;
    const [guid, atMs] = next;
    const timer = setTimeout(
      () => {
        planRetry(guid, null);
        mutate({ guid });
      },
      Math.min(LONGEST_MS, Math.max(0, atMs - Date.now())),
    );
    return () => clearTimeout(timer);
  }, [text, mutate]);
}

function stored(): string {
  return localStorage.getItem(STORED) ?? '{}';
}

function planOf(text: string): RetryPlan {
  try {
    return JSON.parse(text) as RetryPlan;
  } catch {
    return {};
  }
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', changed);
  };
}
