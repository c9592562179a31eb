// The comments of a video come in one answer, as a piece of HTML with the style sheet that holds the pictures of their authors.
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Author, Item } from '#core/contract/item.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { datedByWords } from '#core/platform-kit/dated-words.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { absoluteAddress, withScheme } from '#core/platform-kit/web-address.ts';
import { readZonedTime } from '#core/platforms/rumble/zoned-time.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

const SERVICE = 'https://rumble.com/service.php';
const ITEM = 'li.comment-item[data-comment-id]';
const LISTS = 'ul.comments, ul[class^="comments-"], .comments-create';
const LOGIN_WALL = '#sign-in-to-see-comments';
const OFF = /comments (?:are|have been) (?:disabled|turned off|closed)/i;
const LOGIN =
  'Rumble shows these comments only to people who are logged in. Log in at rumble.com and give the cookie u_s (options.cookies).';
const HELD_BACK = 'Rumble counts more replies to some comments than it gives with them.';
const SITE = 'https://rumble.com';
const PICTURE = /\.user-image--img--id-([\w-]+)[^{}.]*\{[^{}]*?background-image:\s*url\(["']?([^"')]+)/g;
const PICTURE_CLASS = /(?:^|\s)user-image--img--id-([\w-]+)/;

const TIME = '.comments-meta-post-time';
const LIKES = '.rumbles-up-votes';
const DISLIKES = '.rumbles-down-votes';
const VERIFIED = '.verification-badge-icon, .comments-meta-user-badges [alt="Verified"], .comments-meta-user-badge [alt="Verified"]';

/** `css_libs`: a style sheet, several by name, or none. */
const answerSchema = z.object({ html: z.string(), css_libs: z.unknown().optional() });

/** @param page address of the video's page */
export async function commentsPage(embed: string, page: string, session: Session): Promise<Page<never>> {
  const answered = await session.fetch({ url: SERVICE, query: { name: 'comment.list', video: embed }, headers: { referer: page } });
  const answer = answered.json(answerSchema);
  const tree = parseHtml(answer.html);
  if (tree.first(LOGIN_WALL) !== null) throw new PlatformRefusal('LOGIN_REQUIRED', LOGIN);
  const rows = tree.all(ITEM);
  if (rows.length === 0 && OFF.test(tree.text())) throw new PlatformRefusal('COMMENTS_DISABLED');
  if (rows.length === 0 && tree.first(LISTS) === null) throw new PlatformChanged('html');
  const pictures = new Map([...textOf(answer.css_libs).matchAll(PICTURE)].map(([, id = '', url = '']) => [id, url]));
  const items = readRows(rows, ITEM, (row) => commentItem(row, { page, pictures, seenAt: answered.fetchedAt }));
  return {
    items: session.options.replies ? items : items.filter((item) => item.parentId === null),
    gaps: session.options.replies ? gapsOf(rows) : [],
    door: 'comment list',
    total: rowsGiven(items),
  };
}

/** Where more replies are counted than stand below a comment. Nobody says whether those of all levels are counted: how many are missing is not known. */
function gapsOf(rows: readonly HtmlElement[]): Gap[] {
  const isShort = rows.some((row) => (repliesTo(row) ?? 0) > row.all(ITEM).length);
  return isShort ? [{ cause: 'notServed', count: 0, note: HELD_BACK }] : [];
}

function repliesTo(row: HtmlElement): number | null {
  return findCount(row.attribute('data-num-replies') ?? '')?.value ?? null;
}

/** A style sheet as text, or in parts. */
function textOf(sheet: unknown): string {
  if (typeof sheet === 'string') return sheet;
  return typeof sheet === 'object' && sheet !== null ? Object.values(sheet).map(textOf).join('\n') : '';
}

interface Place {
  readonly page: string;
  readonly pictures: ReadonlyMap<string, string>;
  readonly seenAt: Date;
}

function commentItem(row: HtmlElement, { page, pictures, seenAt }: Place): Item {
  const id = row.attribute('data-comment-id') ?? '';
  const own = (selector: string): HtmlElement | null => ownParts(row, id, selector)[0] ?? null;
  const parentId = parentOf(row);
  const time = own(TIME);
  const score = findScore(own('.rumbles-count')?.text() ?? '');
  // What is said against a comment may go by the same name as what is said for it.
  const [up, second] = ownParts(row, id, LIKES);
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      ...authorOf(own('a.comments-meta-author'), row.attribute('data-username'), avatarOf(own, pictures)),
      verified: own(VERIFIED) === null ? null : true,
    },
    text: orNull(own('p.comment-text, .comment-text')?.text()),
    ...momentOf(time, seenAt),
    relativeTime: orNull(time?.text()),
    likes: countIn(up),
    dislikes: countIn(own(DISLIKES) ?? second),
    replyCount: repliesTo(row),
    url: `${page}#comment-${id}`,
    isPinned: own('.pinned-text') !== null,
    isAuthorPost: own('a.comments-meta-author')?.matches('.comments-meta-author-video-owner') ?? null,
    extra: { score: score ?? undefined },
  });
}

/** The title names the instant to the minute; without that the words that show name its age. @throws PlatformChanged where a title is no help */
function momentOf(time: HtmlElement | null, seenAt: Date): Pick<Item, 'createdAt' | 'createdAtPrecision'> {
  const stated = orNull(time?.attribute('title'));
  const exact = readZonedTime(stated ?? '');
  if (exact !== null) return { createdAt: exact, createdAtPrecision: 'minute' };
  const { createdAt, createdAtPrecision } = datedByWords(time?.text(), 'en', seenAt);
  if (stated !== null && createdAt === null) throw new PlatformChanged(TIME);
  return { createdAt, createdAtPrecision };
}

/** The elements of that kind that are the comment's own and not its replies'. */
function ownParts(row: HtmlElement, id: string, selector: string): readonly HtmlElement[] {
  return row.all(selector).filter((part) => part.closest(ITEM)?.attribute('data-comment-id') === id);
}

/** The comment whose list of replies the row stands in. */
function parentOf(row: HtmlElement): string | null {
  return row.closest('.comment-replies, ul')?.closest(ITEM)?.attribute('data-comment-id') ?? null;
}

function authorOf(link: HtmlElement | null, username: string | null, avatarUrl: string | null): Partial<Author> {
  const href = link?.attribute('href') ?? null;
  const url = absoluteAddress(href, SITE);
  const name = orNull(link?.text()) ?? orNull(username);
  return { name, username: orNull(href?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)) ?? orNull(username), url, avatarUrl };
}

/** A picture of its own, or one that the style sheet names for its class. */
function avatarOf(own: (selector: string) => HtmlElement | null, pictures: ReadonlyMap<string, string>): string | null {
  const id = PICTURE_CLASS.exec(own('[class*="user-image--img--id-"]')?.attribute('class') ?? '')?.[1];
  return withScheme(own('img.comments-author-image')?.attribute('src') ?? (id === undefined ? null : pictures.get(id)));
}

function countIn(element: HtmlElement | null | undefined): number | null {
  return element == null ? null : (findCount(element.text())?.value ?? null);
}

/** Likes less dislikes: may lie below zero. */
function findScore(words: string): number | null {
  const count = findCount(words)?.value;
  if (count === undefined) return null;
  return /[-−]\s*\d/.test(words) ? -count : count;
}
