// Letterboxd: the pages of its own site, without login. Fragile: everything is read from HTML whose classes change every few months; a
// challenge of Cloudflare may stand before every page; long texts are asked for one by one.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt } from '#core/platforms/letterboxd/address.ts';
import { type FilmCursor, filmPage, type MemberCursor, memberPage } from '#core/platforms/letterboxd/lists.ts';
import type { Session } from '#core/platform-api/session.ts';

/** `sort`: the owner's wish, null where there is none. */
type ShortCursor = { readonly list: 'short'; readonly address: string; readonly sort: 'new' | 'top' | null };
type Cursor = ShortCursor | FilmCursor | MemberCursor;

const REVIEWS = { type: 'reviews' } as const;
const WRITTEN = { type: 'reviews', order: 'served' } as const;
const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'letterboxd',
  name: 'Letterboxd',
  homepage: 'https://letterboxd.com',
  description: 'Reviews of a film; the reviews a member wrote, followers and following.',
  category: 'reviews',
  recorded: '2026-05-29',
  comparedWith: [{ client: 'letterboxdpy', date: '2026-06-03' }],
  withoutTotal: ['reviews', 'following'],
  targets: [
    target(
      'film',
      { own: REVIEWS },
      ['letterboxd.com/film/<slug>', 'letterboxd.com/film/<slug>/reviews'],
      [
        'https://letterboxd.com/film/parasite-2019/',
        'https://letterboxd.com/film/parasite-2019/reviews/',
        'https://letterboxd.com/film/parasite-2019/reviews/by/added/',
        'https://letterboxd.com/film/parasite-2019/reviews/by/activity/page/2/',
        'https://letterboxd.com/film/parasite-2019/reviews/rated/5/',
        'https://letterboxd.com/film/parasite-2019/ratings/',
      ],
    ),
    target(
      'short',
      { own: REVIEWS },
      ['boxd.it/<code>', 'letterboxd.com/imdb/<id>', 'letterboxd.com/tmdb/<id>'],
      ['https://boxd.it/hTha', 'https://letterboxd.com/imdb/tt6751668/', 'https://letterboxd.com/tmdb/496243/'],
    ),
    target(
      'member',
      { own: WRITTEN, followers: FOLLOWERS, following: FOLLOWING },
      ['letterboxd.com/<member>', 'letterboxd.com/<member>/films/reviews'],
      ['https://letterboxd.com/somebody/', 'https://letterboxd.com/somebody/films/reviews/', 'https://letterboxd.com/somebody/reviews/'],
    ),
    target(
      'followers',
      { own: FOLLOWERS, followers: FOLLOWERS, following: FOLLOWING },
      ['letterboxd.com/<member>/followers'],
      ['https://letterboxd.com/somebody/followers/', 'https://letterboxd.com/somebody/followers/page/2/'],
    ),
    target(
      'following',
      { own: FOLLOWING, followers: FOLLOWERS, following: FOLLOWING },
      ['letterboxd.com/<member>/following'],
      ['https://letterboxd.com/somebody/following/'],
    ),
  ],
  sorts: ['new', 'top'],
  hosts: ['.letterboxd.com', 'boxd.it'],
  cookies: {
    need: 'optional',
    domains: ['.letterboxd.com'],
    names: ['letterboxd.user.CURRENT', 'com.xk72.webparts.csrf'],
    aliases: { sessionid: 'letterboxd.user.CURRENT', auth_token: 'letterboxd.user.CURRENT' },
    login: 'https://letterboxd.com/sign-in/',
    hint: "Letterboxd's terms of use (6.11) forbid reading it with programs: whether you do is yours to decide. Needed only for members who show themselves to friends alone: log in at letterboxd.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://letterboxd.com, and copy letterboxd.user.CURRENT and com.xk72.webparts.csrf.",
  },
  pace: { perSecond: 2, concurrency: 3 },

  start({ target, type, params }, options) {
    const sort = options.sort === 'top' || options.sort === 'new' ? options.sort : null;
    if (target === 'short') return [{ cursor: { list: 'short', address: params['address'] ?? '', sort }, role: 'page' }];
    if (target === 'film') return [{ cursor: firstOfFilm(params, sort), role: 'page' }];
    const list = type === 'followers' || type === 'following' ? type : 'reviews';
    return [{ cursor: { list, member: params['member'] ?? '', page: 1 }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return leadPage(cursor, session);
    return 'slug' in cursor ? filmPage(cursor, session) : memberPage(cursor, session);
  },
});

function firstOfFilm({ slug = '', view }: TargetParams, sort: ShortCursor['sort']): FilmCursor {
  const isTop = sort === null ? view === 'popular' : sort === 'top';
  return { list: isTop ? 'popular' : 'added', slug, page: 1 };
}

/** @throws PlatformRefusal NOT_FOUND where it leads to a single review, a list or nothing */
async function leadPage({ address, sort }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const lead = await leadOfShortLink(session, address, (url) => {
    const found = placeAt(url);
    return found?.kind === 'short' || !isHost(url, 'letterboxd.com') ? null : { place: found };
  });
  const place = lead?.place ?? null;
  if (place?.kind !== 'film' && place?.kind !== 'member')
    throw new PlatformRefusal('NOT_FOUND', 'This link leads to no film and no member. Single reviews and lists of films have no export.');
  if (place.kind === 'film') return filmPage(firstOfFilm(place.params, sort), session);
  return memberPage({ list: 'reviews', member: place.params['member'] ?? '', page: 1 }, session);
}
