import { useSyncExternalStore } from 'react';

/** As the style sheets have it: the frame stands above the content. */
const NARROW = window.matchMedia('(max-width: 720px)');

/** True where the window has no room for a sidebar. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(changed: () => void): () => void {
  NARROW.addEventListener('change', changed);
  return () => NARROW.removeEventListener('change', changed);
}
