import { useEffect, useState } from 'react';

const SILENT = 'commentdock:silent';
const ANSWERS = 'commentdock:answers';
const HEALTH = '/health';
/** The service is on this machine, or near: to ask it often costs nothing. */
const LOOK_MS = 1_000;

/** Tells the window that the service gave no answer. */
export function tellSilence(): void {
  window.dispatchEvent(new Event(SILENT));
}

/** Calls back each time the service answers again after it was silent. Returns the way to stop. */
export function onAnswers(goOn: () => void): () => void {
  return listen(ANSWERS, goOn);
}

/** True from an answer that did not come until the service answers again. It is asked in the meantime, and `onBack` called then. */
export function useSilence(onBack: () => void): boolean {
  const [isSilent, setSilent] = useState(false);
  useEffect(() => listen(SILENT, () => setSilent(true)), []);
  useEffect(() => {
    if (!isSilent) return;
    const leaving = new AbortController();
    void untilItAnswers(leaving.signal).then(() => {
      if (leaving.signal.aborted) return;
      setSilent(false);
      window.dispatchEvent(new Event(ANSWERS));
      onBack();
    });
    return () => leaving.abort();
  }, [isSilent, onBack]);
  return isSilent;
}

/** Whether the service answers just now. */
export function answers(signal?: AbortSignal): Promise<boolean> {
  return fetch(HEALTH, { cache: 'no-store', ...(signal === undefined ? {} : { signal }) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function untilItAnswers(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await answers(signal))) await new Promise((goOn) => setTimeout(goOn, LOOK_MS));
}

function listen(name: string, hear: () => void): () => void {
  window.addEventListener(name, hear);
  return () => window.removeEventListener(name, hear);
}
