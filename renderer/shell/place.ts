import { useSyncExternalStore } from 'react';

/** Views that stand for themselves, by the word in their address; `home` has the bare one. */
export const PLAIN_VIEWS = [
  'home',
  'exports',
  'search',
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

const ADDRESS = /^#\/(\w+)(?:\/([\w.-]+))?(?:\?|$)/;
const CHOSEN = 'commentdock:chosen';

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

/** What is chosen of a view: a tab, filters, a row. Null: as it is without a choice. */
export type Choices = Readonly<Record<string, string | null>>;

/**
 * What is chosen, as it stands behind `?` in the address (`#/exports?status=done`), and the way to change some of it: back, a reload, another
 * tab and a copied link lead to the same.
 */
export function useChosen(): readonly [URLSearchParams, typeof choose] {
  const [, said = ''] = useSyncExternalStore(subscribe, () => location.hash).split(/\?(.*)/s);
  return [new URLSearchParams(said), choose];
}

/** One text of what is chosen. @param start what it is as long as nobody chose */
export function useChosenText(name: string, start = ''): readonly [string, (value: string) => void] {
  const [chosen] = useChosen();
  return [chosen.get(name) ?? start, (value) => choose({ [name]: value === start ? null : value })];
}

/** @param step `new`: back leads to what was chosen before; `same`: it takes its place, as with every letter that is typed */
export function choose(changes: Choices, step: 'new' | 'same' = 'same'): void {
  const [path = '', said = ''] = location.hash.split(/\?(.*)/s);
  const chosen = new URLSearchParams(said);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) chosen.delete(name);
    else chosen.set(name, value);
  }
  const hash = `${path === '' ? '#/' : path}${chosen.size === 0 ? '' : `?${chosen.toString()}`}`;
  if (hash === location.hash) return;
  if (step === 'new') history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
  window.dispatchEvent(new Event(CHOSEN));
}

function subscribe(changed: () => void): () => void {
  for (const name of ['hashchange', 'popstate', CHOSEN]) window.addEventListener(name, changed);
  return () => {
    for (const name of ['hashchange', 'popstate', CHOSEN]) window.removeEventListener(name, changed);
  };
}
