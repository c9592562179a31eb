import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { percentEncoded, withScheme } from '#core/platform-kit/web-address.ts';
import { askFullText, askPage, ORIGIN, refuseIfPrivate, type Shown } from '#core/platforms/letterboxd/ask.ts';
import { BODY, fullTextPath, REVIEW, reviewItem } from '#core/platforms/letterboxd/review.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type FilmCursor = { readonly list: 'added' | 'popular' | 'activity'; readonly slug: string; readonly page: number };
export type MemberCursor = { readonly list: 'reviews' | 'followers' | 'following'; readonly member: string; readonly page: number };

const POPULAR_SECTION = 'section.js-popular-reviews';
const PERSON = '.table-person .person-summary';
/** Signs of reviews, whatever they stand in. */
const ANY_REVIEW = '.js-review-body, [data-viewing-id], [data-object-id^="viewing:"]';
/** How many people a list has, on its selected tab. */
const PEOPLE_COUNT = '.sub-nav .selected a[title]';
/** Reports say that the site turns no further. */
const LAST_PAGE = 256;
const CAPPED = `Letterboxd turns no further than page ${LAST_PAGE} of a list; there may be more. The other order (sort) may show others.`;

/** The reviews of a film by date, or by popularity: those on its own page stand for the first page of the latter. */
export async function filmPage(cursor: FilmCursor, session: Session): Promise<Page<FilmCursor>> {
  const { list, slug, page } = cursor;
  const film = `/film/${percentEncoded(slug)}`;
  if (list !== 'popular') {
    const shown = await askPage(session, `${film}/reviews/by/${list}/page/${page}/`);
    const items = await reviewsIn(shown.page, shown, null, session);
    const further = list === 'added' ? { dateOrder: 'newestFirst' as const } : { mayRepeat: page <= 2 };
    return { ...turned(shown, items, cursor), ...further };
  }
  const shown = await askPage(session, `${film}/`);
  const section = shown.page.first(POPULAR_SECTION);
  const items = section === null ? [] : await reviewsIn(section, shown, null, session);
  const next: FilmCursor = { list: 'activity', slug, page: items.length === 0 ? 1 : 2 };
  return { items, next: [{ cursor: next, role: 'page' }], mayRepeat: true, door: shown.door };
}

/** What a member wrote, newest first, or the people around the member. */
export async function memberPage(cursor: MemberCursor, session: Session): Promise<Page<MemberCursor>> {
  const { list, member, page } = cursor;
  const tab = list === 'reviews' ? 'films/reviews' : list;
  const shown = await askPage(session, `/${percentEncoded(member)}/${tab}/page/${page}/`);
  if (list !== 'reviews') return turned(shown, peopleIn(shown.page, list === 'followers' ? 'follower' : 'following'), cursor);
  return { ...turned(shown, await reviewsIn(shown.page, shown, member, session), cursor), dateOrder: 'newestFirst' };
}

/** The page after this one, where the site links to it. @throws PlatformChanged where it does though nothing was found on this one */
function turned<C extends FilmCursor | MemberCursor>({ page, door }: Shown, items: readonly Item[], cursor: C): Page<C> {
  const goesOn = page.first('a.next') !== null;
  if (items.length === 0) {
    refuseIfPrivate(page);
    if (goesOn) throw new PlatformChanged('a.next');
  }
  const gap: Gap = { cause: 'notServed', count: 0, note: CAPPED };
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }] : [],
    ...(!goesOn && cursor.page >= LAST_PAGE ? { gaps: [gap] } : {}),
    door,
  };
}

async function reviewsIn(place: HtmlElement, { page, fetchedAt }: Shown, member: string | null, session: Session): Promise<Item[]> {
  const articles = place.all(REVIEW);
  if (articles.length === 0 ? place.first(ANY_REVIEW) !== null : place.first(BODY) === null) throw new PlatformChanged(REVIEW);
  const setting = { page, member, fetchedAt };
  const texts = await Promise.all(articles.map(fullTextPath).map((path) => (path === null ? null : askFullText(session, path))));
  return readRows(articles, REVIEW, (article, index) => reviewItem(article, setting, texts[index] ?? null));
}

function peopleIn(page: HtmlElement, kind: 'follower' | 'following'): Item[] {
  const people = page.all(PERSON);
  const stated = findCount(page.first(PEOPLE_COUNT)?.attribute('title') ?? '')?.value ?? 0;
  if (people.length === 0 && (stated > 0 || page.first('.person-summary') !== null)) throw new PlatformChanged(PERSON);
  return readRows(people, 'people', (person) => personItem(person, kind));
}

function personItem(person: HtmlElement, kind: 'follower' | 'following'): Item {
  const link = person.first('a.avatar[href]') ?? person.first('a.name[href]');
  const username = link
    ?.attribute('href')
    ?.split('/')
    .find((part) => part !== '');
  if (username === undefined) throw new PlatformChanged('a.avatar[href]');
  return makeItem({
    id: username,
    kind,
    author: {
      name: orNull(person.first('a.name')?.text()),
      username,
      url: `${ORIGIN}/${username}/`,
      avatarUrl: withScheme(person.first('a.avatar img')?.attribute('src')),
    },
    url: `${ORIGIN}/${username}/`,
    extra: { followersCount: peopleBehind(person, 'followers'), followingCount: peopleBehind(person, 'following') },
  });
}

function peopleBehind(person: HtmlElement, tab: 'followers' | 'following'): number | null {
  return findCount(person.first(`.metadata a[href$="/${tab}/"]`)?.text() ?? '')?.value ?? null;
}
