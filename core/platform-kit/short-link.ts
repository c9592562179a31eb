import { PlatformRefusal } from '#core/contract/error.ts';
import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { isRedirect } from '#core/platform-api/refusal.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';
import type { Session } from '#core/platform-api/session.ts';

const MOST_HOPS = 5;

/**
 * Where a short link leads: asked hop by hop until `read` knows an address, which is not asked for any more. Null where none is known.
 * On its way it may pass hosts that nobody knows beforehand.
 * @param leadIn the address that a page names which leads on by a script instead of a redirect; null for any other page
 * @throws CommentdockError what the session throws for an address that answers with neither content nor a redirect
 */
export async function leadOfShortLink<T>(
  session: Session,
  start: string,
  read: (url: PastedUrl) => T | null,
  leadIn: (html: string) => string | null = () => null,
): Promise<T | null> {
  let address = overTls(new URL(start)).href;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const answer = await session.fetch({ url: address, redirect: 'manual', leads: 'anywhere' });
    const location = isRedirect(answer.status) ? answer.headers['location'] : leadIn(answer.text);
    if (location == null || !URL.canParse(location, address)) return null;
    const next = overTls(new URL(location, address));
    // It may lead into an app: whose, `read` knows.
    const url = readableUrl(next.href, next.protocol === 'https:' ? [] : [{ written: { schemes: [next.protocol] } }]);
    const found = url === null ? null : read(url);
    if (found !== null || next.protocol !== 'https:') return found;
    address = next.href;
  }
  return null;
}

/** Links are often older than the site's https. */
function overTls(url: URL): URL {
  if (url.protocol === 'http:') url.protocol = 'https:';
  return url;
}

/**
 * What the first address names that a short link leads to and the platform exports, other short links left out; null where it leads to none.
 * @param placeAt reads every address of the platform; its short links are of the kind `short`
 */
export function placeOfShortLink<P extends NamedPlace<string>>(
  session: Session,
  start: string,
  placeAt: (url: PastedUrl) => P | null,
): Promise<P | null> {
  return leadOfShortLink(session, start, (url) => {
    const place = placeAt(url);
    return place?.kind === 'short' ? null : place;
  });
}

/**
 * The parameters of the place that a short link leads to, see `placeOfShortLink`.
 * @param what for people: `business`
 * @throws PlatformRefusal NOT_FOUND where it leads to none
 */
export async function paramsOfShortLink(
  session: Session,
  start: string,
  placeAt: (url: PastedUrl) => NamedPlace<string> | null,
  what: string,
): Promise<TargetParams> {
  const place = await placeOfShortLink(session, start, placeAt);
  if (place === null) throw new PlatformRefusal('NOT_FOUND', `This link leads to no ${what}.`);
  return place.params;
}
