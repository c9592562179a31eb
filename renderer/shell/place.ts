import { useSyncExternalStore } from 'react';

/** Views that stand for themselves, by the word in their address; `home` has the bare one. */
export const PLAIN_VIEWS = ['home', 'exports'] as const;
export type PlainView = (typeof PLAIN_VIEWS)[number];

/** Where in the window one is. It stands behind `#`, so that the service has one page only. */
export type Place = { readonly view: PlainView } | { readonly view: 'export'; readonly guid: string };

const EXPORT = /^#\/exports\/([\w-]+)$/;

export function placeOf(hash: string): Place {
  const guid = EXPORT.exec(hash)?.[1];
  if (guid !== undefined) return { view: 'export', guid };
  return { view: PLAIN_VIEWS.find((view) => hash === linkTo({ view })) ?? 'home' };
}

export function linkTo(place: Place): string {
  if (place.view === 'export') return `#/exports/${place.guid}`;
  return place.view === 'home' ? '#/' : `#/${place.view}`;
}

export function goTo(place: Place): void {
  location.hash = linkTo(place);
}

export function usePlace(): Place {
  return placeOf(useSyncExternalStore(subscribe, () => location.hash));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
