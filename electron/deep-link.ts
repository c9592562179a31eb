import { app } from 'electron';

const SCHEME = 'commentdock';
const MAX_URL_LENGTH = 2_000;
const WEB_PROTOCOLS = new Set(['http:', 'https:']);

/**
 * The place in the window that a link `commentdock://export?url=<address>` leads to: the first view with the address filled in.
 * Nothing is exported until the owner starts it there. Null for every other text.
 */
export function placeOfDeepLink(text: string): string | null {
  const link = URL.parse(text);
  if (link?.protocol !== `${SCHEME}:` || link.host !== 'export') return null;
  const url = link.searchParams.get('url') ?? '';
  const { protocol } = URL.parse(url) ?? {};
  if (url.length > MAX_URL_LENGTH || protocol === undefined || !WEB_PROTOCOLS.has(protocol)) return null;
  return `#/?${new URLSearchParams({ url }).toString()}`;
}

/** The place that a command line leads to: Windows and Linux give links so. */
export function placeOfArguments(words: readonly string[]): string | null {
  return words.map(placeOfDeepLink).find((place) => place !== null) ?? null;
}

/**
 * Makes the system hand links of the scheme to this app, and tells each place that one leads to. macOS tells them by an event, which
 * may come before the app is ready.
 */
export function followDeepLinks(onPlace: (place: string) => void): void {
  // Started from its sources, the program is Electron's own, and other apps use it too.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const place = placeOfDeepLink(url);
    if (place !== null) onPlace(place);
  });
}
