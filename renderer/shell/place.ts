import { useSyncExternalStore } from 'react';

/** Views that stand for themselves, by the word in their address; `home` has the bare one. */
export const PLAIN_VIEWS = [
  'home',
  'exports',
  'schedules',
  'webhooks',
  'api',
  'assistants',
  'platforms',
  'accounts',
  'routes',
  'sentiment',
  'settings',
  'about',
] as const;
export type PlainView = (typeof PLAIN_VIEWS)[number];

/** Where in the window one is. It stands behind `#`, so that the service has one page only. */
export type Place =
  | {
      readonly view: PlainView;
      /** What of the view is meant, where it shows several things: a platform among the accounts. */
      readonly detail?: string;
    }
  | { readonly view: 'export'; readonly guid: string };

const ADDRESS = /^#\/(\w+)(?:\/([\w.-]+))?$/;

export function placeOf(hash: string): Place {
  const [, word, detail] = ADDRESS.exec(hash) ?? [];
  if (word === 'exports' && detail !== undefined) return { view: 'export', guid: detail };
  const view = PLAIN_VIEWS.find((known) => known === word) ?? 'home';
  return detail === undefined ? { view } : { view, detail };
}

export function linkTo(place: Place): string {
  if (place.view === 'export') return `#/exports/${place.guid}`;
  const word = place.view === 'home' ? '' : place.view;
  return place.detail === undefined ? `#/${word}` : `#/${word}/${place.detail}`;
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
