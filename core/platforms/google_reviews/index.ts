// Google Maps: the call of the search page, open to everybody; then that of the map, then what the page of a place embeds. Fragile: fields
// have positions instead of names, those of the first call shift, and visitors may be shown a few reviews by the second.
import { CommentdockError } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { definePlatform, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { type Place, placeAt } from '#core/platforms/google_reviews/address.ts';
import { askMap, askPage, askSearch, type Given, placeGone, type Question } from '#core/platforms/google_reviews/doors.ts';
import { CONSENT, featureIdIn, GOOGLE_HOSTS, GOOGLE_WALLS } from '#core/platform-kit/google.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Session } from '#core/platform-api/session.ts';

type OpeningCursor = { readonly at: 'opening'; readonly feature: string; readonly page: string | null; readonly sort: number };
type UnnamedCursor = { readonly at: 'unnamed'; readonly page: string; readonly sort: number };
type ShortCursor = { readonly at: 'short'; readonly link: string; readonly sort: number };
/** Behind a door that has opened. */
type ListCursor = { readonly at: DoorName; readonly feature: string; readonly sort: number; readonly token: string };
type Cursor = OpeningCursor | UnnamedCursor | ShortCursor | ListCursor;

type DoorName = 'search' | 'map';

const LISTS: Readonly<Record<DoorName, (session: Session, question: Question) => Promise<Given>>> = { search: askSearch, map: askMap };
const DOORS: Readonly<Record<DoorName | 'page', string>> = { search: 'search call', map: 'map call', page: 'place page' };
const NEWEST = 2;
const SORT_CODES: Readonly<Partial<Record<Sort, number>>> = { new: NEWEST, top: 1, best: 3, controversial: 4 };
const FEW_NOTE =
  "Google shows visitors only a few reviews by the map's own call. Give the cookies of a session that is logged in at google.com (options.cookies) to get all of them.";
const EMBEDDED_NOTE = 'Only the reviews within the page of the place, in its own order: the calls for all of them gave none.';

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'google_reviews',
  name: 'Google Maps reviews',
  homepage: 'https://www.google.com/maps',
  description: 'Reviews of a place, with the answers of its owner.',
  category: 'reviews',
  recorded: '2026-05',
  comparedWith: [{ client: 'insyra', date: '2026-09-13' }],
  withoutTotal: ['reviews'],
  targets: [
    target(
      'place',
      REVIEWS,
      [
        'google.<country>/maps/place/<name>/@...!1s<feature id>',
        'google.<country>/maps?cid=<number>',
        'google.<country>/search?ludocid=<number>',
      ],
      [
        'https://www.google.com/maps/place/Kipriakon/@34.6705953,33.0424567,17z/data=!3m1!4b1!4m6!3m5!1s0x14e732fd76f0d90d:0xe5415928d6702b47!8m2!3d34.6705954!4d33.0424567',
        'https://www.google.com/maps?cid=5756952639713714369',
        'https://maps.google.com/?ftid=0x14e732fd76f0d90d%3A0xe5415928d6702b47',
        'https://www.google.de/search?q=Kipriakon#lrd=0x14e732fd76f0d90d:0xe5415928d6702b47,1,,,',
        'https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sCi9DQUlRQUNvZENo!2m1!1s0x0:0x4fe4cdec96e220c1',
      ],
    ),
    target(
      'unnamed',
      REVIEWS,
      [
        'google.<country>/maps/place/?q=place_id:<place id>',
        'search.google.com/local/reviews?placeid=<place id>',
        'google.<country>/maps/place/<name>',
      ],
      [
        'https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsRUsoyG83frY4',
        'https://search.google.com/local/reviews?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4',
        'https://www.google.co.uk/maps/place/Kipriakon',
      ],
    ),
    target(
      'short',
      REVIEWS,
      ['maps.app.goo.gl/<code>', 'goo.gl/maps/<code>', 'g.page/<name>', 'g.co/kgs/<code>'],
      [
        'https://maps.app.goo.gl/AbCdEfGhIjKlMnOp6',
        'https://goo.gl/maps/AbCdEfGhIjK',
        'https://g.page/kipriakon?share',
        'https://g.co/kgs/AbCdEf',
      ],
    ),
  ],
  sorts: ['new', 'top', 'best', 'controversial'],
  hosts: [...[...GOOGLE_HOSTS].map((host) => `.${host}`), 'maps.app.goo.gl', 'goo.gl', 'g.co', 'g.page'],
  walls: GOOGLE_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.google.com'],
    names: ['SID', 'HSID', 'SSID', 'APISID', 'SAPISID', '__Secure-1PSID'],
    login: 'https://accounts.google.com/ServiceLogin?continue=https%3A%2F%2Fwww.google.com%2Fmaps',
    hint: 'None are needed as long as the call of the search page answers. Log in at google.com and copy the cookies of .google.com from the developer tools (Application, Cookies).',
  },
  pace: { perSecond: 2, concurrency: 1 },

  start({ target: kind, params: { feature = '', page, link = '' } }, options) {
    const sort = SORT_CODES[options.sort ?? 'new'] ?? NEWEST;
    if (kind === 'short') return [{ cursor: { at: 'short', link, sort }, role: 'page' }];
    if (kind === 'unnamed') return [{ cursor: { at: 'unnamed', page: page ?? '', sort }, role: 'page' }];
    return [{ cursor: { at: 'opening', feature, page: page ?? null, sort }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.at === 'short') return behindShortLink(cursor, session);
    if (cursor.at === 'unnamed') return behindPage(cursor, session);
    if (cursor.at === 'opening') return firstPage(cursor, session);
    return listPage(cursor, await LISTS[cursor.at](session, cursor), session);
  },
});

async function behindShortLink({ link, sort }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const placeOf = (url: PastedUrl): Place | null => {
    const found = placeAt(url);
    return found?.kind === 'short' ? null : found;
  };
  const place = await leadOfShortLink(session, link, placeOf, addressIn);
  if (place === null) throw placeGone();
  const { feature, page = null } = place.params;
  if (feature === undefined) return behindPage({ at: 'unnamed', page: page ?? '', sort }, session);
  return firstPage({ at: 'opening', feature, page, sort }, session);
}

/** Some links end at a search, whose page shows the place beside the results. */
function addressIn(html: string): string | null {
  const feature = featureIdIn(html);
  return feature === null ? null : `https://www.google.com/maps?ftid=${feature}`;
}

/** The page of a place tells its id. */
async function behindPage({ page, sort }: UnnamedCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await session.fetch({ url: page, headers: CONSENT, accept: 'any' });
  if (answer.status !== 200) throw refusalOf(answer);
  const feature = featureIdIn(answer.url) ?? featureIdIn(answer.text);
  if (feature === null) throw placeGone();
  return firstPage({ at: 'opening', feature, page, sort }, session);
}

/** One door after another. @throws what the last of them said that is not 404 */
async function firstPage({ feature, page, sort }: OpeningCursor, session: Session): Promise<Page<Cursor>> {
  const shut: CommentdockError[] = [];
  for (const at of ['search', 'map'] as const) {
    const cursor: ListCursor = { at, feature, sort, token: '' };
    const given = await orShut(LISTS[at](session, cursor));
    if (!(given instanceof CommentdockError)) return listPage(cursor, given, session);
    shut.push(given);
  }
  const given = await orShut(askPage(session, feature, page));
  if (given instanceof CommentdockError) throw [...shut, given].findLast(({ code }) => code !== 'NOT_FOUND') ?? given;
  return { items: given.items, door: DOORS.page, gaps: [{ cause: 'blocked', count: 0, note: EMBEDDED_NOTE }] };
}

function listPage(cursor: ListCursor, { items, token }: Given, session: Session): Page<Cursor> {
  const mayBeFew = token === null && cursor.at === 'map' && items.length > 0 && !session.hasCookies;
  return {
    items,
    next: token === null ? [] : [{ cursor: { ...cursor, token }, role: 'page' }],
    ...(mayBeFew ? { gaps: [{ cause: 'login' as const, count: 0, note: FEW_NOTE }] } : {}),
    ...(cursor.sort === NEWEST ? { dateOrder: 'newestFirst' as const } : {}),
    door: DOORS[cursor.at],
  };
}
