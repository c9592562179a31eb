// The comments of a video come in one answer, as a piece of HTML with the style sheet that holds the pictures of their authors.
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Author, Item } from '#core/contract/item.ts';
import type { Page } from '#core/platforms/define.ts';
import { parseHtml } from '#core/platforms/kit/html-tree.ts';
import type { HtmlElement } from '#core/platforms/kit/html-tree.ts';
import { makeItem, orNull } from '#core/platforms/kit/item.ts';
import { findCount } from '#core/platforms/kit/numbers.ts';
import { withScheme } from '#core/platforms/kit/web-address.ts';
import { readZonedTime } from '#core/platforms/rumble/zoned-time.ts';
import type { Session } from '#core/platforms/session.ts';

const SERVICE = 'https://rumble.com/service.php';
const ITEM = 'li.comment-item[data-comment-id]';
const LISTS = 'ul.comments, ul[class^="comments-"], .comments-create';
const LOGIN_WALL = '#sign-in-to-see-comments';
const OFF = /comments (?:are|have been) (?:disabled|turned off|closed)/i;
const LOGIN =
  'Rumble shows these comments only to people who are logged in. Log in at rumble.com and give the cookie u_s (options.cookies).';
const SITE = 'https://rumble.com';
const PICTURE = /\.user-image--img--id-([\w-]+)[^{}]*\{[^}]*?background-image:\s*url\(["']?([^"')]+)/g;
const PICTURE_CLASS = /(?:^|\s)user-image--img--id-([\w-]+)/;

/** A list where there is no style sheet. */
const sheets = z.union([z.object({ global: z.unknown().optional() }), z.array(z.unknown())]);
const answerSchema = z.object({ html: z.string(), css_libs: sheets.nullish() });

/** @param page address of the video's page */
export async function commentsPage(embed: string, page: string, session: Session): Promise<Page<never>> {
  const answer = await session.json(answerSchema, {
    url: SERVICE,
    query: { name: 'comment.list', video: embed },
    headers: { referer: page },
  });
  const tree = parseHtml(answer.html);
  if (tree.first(LOGIN_WALL) !== null) throw new PlatformRefusal('LOGIN_REQUIRED', LOGIN);
  const rows = tree.all(ITEM);
  if (rows.length === 0 && OFF.test(tree.text())) throw new PlatformRefusal('COMMENTS_DISABLED');
  if (rows.length === 0 && tree.first(LISTS) === null) throw new PlatformChanged('html');
  const sheet = Array.isArray(answer.css_libs) ? '' : textOf(answer.css_libs?.global);
  const pictures = new Map([...sheet.matchAll(PICTURE)].map(([, id = '', url = '']) => [id, url]));
  const items = rows.map((row) => commentItem(row, page, pictures));
  return {
    items: session.options.replies ? items : items.filter((item) => item.parentId === null),
    door: 'comment list',
    total: items.length,
  };
}

/** A style sheet as text, or in parts. */
function textOf(sheet: unknown): string {
  if (typeof sheet === 'string') return sheet;
  return typeof sheet === 'object' && sheet !== null ? Object.values(sheet).map(textOf).join('\n') : '';
}

function commentItem(row: HtmlElement, page: string, pictures: ReadonlyMap<string, string>): Item {
  const id = row.attribute('data-comment-id') ?? '';
  const own = (selector: string): HtmlElement | null => ownPart(row, id, selector);
  const parentId = parentOf(row);
  const time = own('.comments-meta-post-time');
  const words = orNull(time?.text());
  const createdAt = readZonedTime(time?.attribute('title') ?? '');
  const score = findScore(own('.rumbles-count')?.text() ?? '');
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: authorOf(
      own('a.comments-meta-author'),
      row.attribute('data-username'),
      pictureOf(own('[class*="user-image--img--id-"]'), pictures),
    ),
    text: orNull(own('p.comment-text, .comment-text')?.text()),
    createdAt,
    createdAtPrecision: createdAt === null ? null : 'minute',
    relativeTime: words,
    replyCount: findCount(row.attribute('data-num-replies') ?? '')?.value ?? null,
    url: `${page}#comment-${id}`,
    extra: { score: score ?? undefined, isVerified: own('.verification-badge-icon') === null ? undefined : true },
  });
}

/** The first element of that kind that is the comment's own and not one of its replies'. */
function ownPart(row: HtmlElement, id: string, selector: string): HtmlElement | null {
  return row.all(selector).find((part) => part.closest(ITEM)?.attribute('data-comment-id') === id) ?? null;
}

/** The comment whose list of replies the row stands in. */
function parentOf(row: HtmlElement): string | null {
  return row.closest('.comment-replies, ul')?.closest(ITEM)?.attribute('data-comment-id') ?? null;
}

function authorOf(link: HtmlElement | null, username: string | null, avatarUrl: string | null): Partial<Author> {
  const href = link?.attribute('href') ?? null;
  const url = href === null || !URL.canParse(href, SITE) ? null : new URL(href, SITE).href;
  const name = orNull(link?.text()) ?? orNull(username);
  return { name, username: orNull(href?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)) ?? orNull(username), url, avatarUrl };
}

function pictureOf(picture: HtmlElement | null, pictures: ReadonlyMap<string, string>): string | null {
  const id = PICTURE_CLASS.exec(picture?.attribute('class') ?? '')?.[1];
  return withScheme(id === undefined ? null : pictures.get(id));
}

/** Likes less dislikes: may lie below zero. */
function findScore(words: string): number | null {
  const count = findCount(words)?.value;
  if (count === undefined) return null;
  return /[-−]\s*\d/.test(words) ? -count : count;
}
