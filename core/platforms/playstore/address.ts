import type { PastedUrl, TargetParams, Writing } from '#core/platform-api/define.ts';
import { orNull } from '#core/platform-api/item.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';

const STORE = 'play.google.com';
const FORWARDER = 'play.app.goo.gl';
const SHORT = 'g.co';
const APP_PATH = /^\/(?:store\/(?:apps|games)|work\/apps)\/details(?:\/|$)/;
const PACKAGE = /^\w+(?:\.\w+)*$/;
const SCHEMES = ['market:', 'intent:'];
/** Links into the store's app: `market://details?id=...`, and Android's form of the same. */
const APP_LINKS: ReadonlySet<string> = new Set(SCHEMES);
export const WRITTEN: Writing = { schemes: SCHEMES };

/** The app, and the language and country that the address names; null for anything else (developers, books, films...). */
export function appOf(url: PastedUrl): TargetParams | null {
  const { protocol, host, path, query } = url;
  if (host === FORWARDER) return forwarded(query.get('link'));
  const isStore = !APP_LINKS.has(protocol) && host === STORE && APP_PATH.test(path);
  const isAppLink = APP_LINKS.has(protocol) && (host === 'details' || (host === STORE && APP_PATH.test(path)));
  const app = query.get('id')?.trim() ?? '';
  if (!(isStore || isAppLink) || !PACKAGE.test(app)) return null;
  const [hl, gl] = [orNull(query.get('hl')), orNull(query.get('gl'))];
  return { app, ...(hl === null ? {} : { hl }), ...(gl === null ? {} : { gl }) };
}

/** Google's short link leads anywhere in the store, so that only a request tells. */
export function shortLinkOf({ host, segments, href }: PastedUrl): TargetParams | null {
  return host === SHORT && segments[0] === 'play' && segments.length > 1 ? { short: href } : null;
}

/** The forwarder names its goal in its own address. */
function forwarded(link: string | null): TargetParams | null {
  const url = readableUrl(link ?? '', [{ written: WRITTEN }]);
  return url === null || url.host === FORWARDER ? null : appOf(url);
}
