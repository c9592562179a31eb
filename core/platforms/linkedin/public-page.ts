import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { madeUpId, tellApart, type TellApart } from '#core/platform-kit/hash.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull, trimLines } from '#core/platform-api/item.ts';
import { linkedNodeOf } from '#core/platform-kit/linked-data.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { estimateInstant } from '#core/platform-kit/relative-time.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { askSite, SITE } from '#core/platforms/linkedin/ask.ts';
import { commentNumber, timeOf, withoutQuery } from '#core/platforms/linkedin/items.ts';
import type { ThreadCursor } from '#core/platforms/linkedin/thread.ts';
import { type PublicComment, type PublicPost, publicPostSchema, type PublicStatistics } from '#core/platforms/linkedin/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** What a comment says of itself in the page that people see. */
interface Shown {
  readonly id: string | null;
  readonly name: string | null;
  readonly url: string | null;
  readonly avatarUrl: string | null;
  readonly headline: string | null;
  readonly text: string | null;
  /** "2w", "1 semana". */
  readonly age: string | null;
  readonly likes: number | null;
}

type PublicDate = Partial<Pick<Item, 'createdAt' | 'createdAtPrecision' | 'relativeTime'>>;

const PUBLIC_ONLY =
  'LinkedIn shows people without a login the first few comments only. Give the cookies li_at and JSESSIONID of your session (options.cookies) to get all.';
const POSTS = ['SocialMediaPosting', 'VideoObject', 'DiscussionForumPosting', 'Article', 'NewsArticle', 'BlogPosting'];
/** The page's abbreviations in English, as Intl knows them. */
const ENGLISH_AGE = /^(\d+)(mo|[smhdwy])$/;
const ENGLISH_UNITS: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
};

/** The comments that anybody sees: those that the page tells search engines, else those that stand in it. */
export async function publicPage(path: string, session: Session): Promise<Page<ThreadCursor>> {
  const { text, fetchedAt } = await askSite(session, { url: `${SITE}${path}` });
  const post = publicPostIn(text);
  const shown = parseHtml(text)
    .all('section.comment')
    .filter((section) => !section.matches('section.comment section.comment'))
    .map(shownIn);
  const told = post.comment ?? [];
  const setting = { post, seenAt: fetchedAt, apart: tellApart() };
  const items = told.length > 0 ? toldItems(told, shown, setting) : readRows(shown, 'comment', (comment) => shownItem(comment, setting));
  const total = post.commentCount ?? statisticOf('Comment', post.interactionStatistic);
  const missing = total === null ? 0 : Math.max(0, total - rowsGiven(told.length > 0 ? told : items));
  return {
    items,
    total,
    gaps: missing > 0 ? [{ cause: 'login', count: missing, note: PUBLIC_ONLY }] : [],
    door: 'public page',
  };
}

function publicPostIn(html: string): PublicPost {
  const node = linkedNodeOf(html, ...POSTS);
  if (node === undefined)
    throw new PlatformChanged('ld+json', 'The public page says nothing of this post or article. It may be shown after a login only.');
  return readWire(publicPostSchema, node, 'ld+json');
}

function shownIn(section: HtmlElement): Shown {
  const author = section.first('.comment__author');
  return {
    id: commentNumber(section.first('[data-semaphore-content-urn]')?.attribute('data-semaphore-content-urn')) ?? null,
    name: orNull(author?.text()),
    url: withoutQuery(author?.attribute('href')),
    avatarUrl: orNull(section.first('img[data-delayed-url]')?.attribute('data-delayed-url')),
    headline: orNull(section.first('.comment__author-headline')?.text()),
    text: orNull(section.first('.comment__text')?.text({ whiteSpace: 'keepNewlines' })),
    age: orNull(section.first('.comment__duration-since')?.text()),
    likes: reactionsOf(section),
  };
}

/**
 * A comment without reactions shows no count. Beside every count, or in its place, a hidden one waits for the reaction that the visitor may
 * add: it says one more.
 */
function reactionsOf(section: HtmlElement): number | null {
  const counts = section.all('.comment__reactions-count');
  const shown = counts.find((count) => !count.matches('.hidden'));
  if (shown !== undefined) return findCount(shown.text())?.value ?? null;
  return counts.length > 0 ? 0 : null;
}

interface Setting {
  readonly post: PublicPost;
  readonly seenAt: Date;
  readonly apart: TellApart;
}

/** A comment that search engines are told of has no id there: the same comment in the page may have one. Somebody may say the same again. */
function toldItems(told: readonly PublicComment[], shown: readonly Shown[], setting: Setting): Item[] {
  const keyOf = (name: string | null, text: string | null): string => JSON.stringify([name, text]);
  const twins = Map.groupBy(shown.toReversed(), ({ name, text }) => keyOf(name, text));
  return told.map((comment) => {
    const text = trimLines(orNull(comment.text));
    const twin = text === null ? undefined : twins.get(keyOf(orNull(comment.author?.name), text))?.pop();
    return toldItem(comment, twin, setting);
  });
}

function toldItem(comment: PublicComment, twin: Shown | undefined, { post, seenAt, apart }: Setting): Item {
  const name = orNull(comment.author?.name);
  const text = orNull(comment.text);
  const url = withoutQuery(comment.author?.url) ?? twin?.url ?? null;
  const publishedAt = isoFromText(comment.datePublished);
  return publicItem(
    {
      ...twin,
      id: twin?.id ?? apart(madeUpId(comment.datePublished ?? null, url ?? name, text)),
      name,
      url,
      text,
      likes: statisticOf('Like', comment.interactionStatistic) ?? twin?.likes ?? null,
    },
    post,
    publishedAt === null && twin !== undefined ? datedOf(twin, seenAt) : { createdAt: publishedAt },
  );
}

function shownItem(comment: Shown, { post, seenAt, apart }: Setting): Item {
  const id = comment.id ?? apart(madeUpId(comment.url ?? comment.name, comment.text));
  return publicItem({ ...comment, id }, post, datedOf(comment, seenAt));
}

/** The number of a comment tells its time, and without one its age does. */
export function datedOf({ id, age }: Pick<Shown, 'id' | 'age'>, seenAt: Date): PublicDate {
  const createdAt = timeOf(id);
  if (createdAt !== null) return { createdAt };
  const { spanMs: _, ...estimated } = (age === null ? null : estimateInstant(asWords(age), seenAt)) ?? { spanMs: 0 };
  return { ...estimated, relativeTime: age };
}

function publicItem(comment: Partial<Shown> & { readonly id: string }, post: PublicPost, dated: PublicDate): Item {
  const owner = profileOf(post.author?.url);
  const url = comment.url ?? null;
  return makeItem({
    id: comment.id,
    kind: 'comment',
    author: { name: comment.name ?? null, url, avatarUrl: comment.avatarUrl ?? null },
    text: comment.text ?? null,
    ...dated,
    likes: comment.likes ?? null,
    isAuthorPost: owner === null || url === null ? null : owner === profileOf(url),
    extra: { headline: comment.headline ?? undefined },
  });
}

/** How often something was done with a post or a comment, by the word that its kind of action has in it. */
function statisticOf(action: 'Comment' | 'Like', statistics: PublicStatistics): number | null {
  const stated = statistics?.find(({ interactionType }) => JSON.stringify(interactionType)?.includes(action));
  return stated?.userInteractionCount ?? null;
}

/** People stand under the host of their country, and under `www` too. */
function profileOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : null;
}

function asWords(age: string): string {
  const [, amount, unit = ''] = ENGLISH_AGE.exec(age) ?? [];
  return amount === undefined ? age : `${amount} ${ENGLISH_UNITS[unit]}s ago`;
}
