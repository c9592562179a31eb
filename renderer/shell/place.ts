import { useSyncExternalStore } from 'react';

/** Where in the window one is. It stands behind `#`, so that the service has one page only. */
export type Place = { readonly view: 'home' } | { readonly view: 'exports' } | { readonly view: 'export'; readonly guid: string };

const EXPORT = /^#\/exports\/([\w-]+)$/;

export function placeOf(hash: string): Place {
  const guid = EXPORT.exec(hash)?.[1];
  if (guid !== undefined) return { view: 'export', guid };
  return hash === '#/exports' ? { view: 'exports' } : { view: 'home' };
}

export function linkTo(place: Place): string {
  if (place.view === 'export') return `#/exports/${place.guid}`;
  return place.view === 'exports' ? '#/exports' : '#/';
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
