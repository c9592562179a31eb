// The plain pages of weibo.cn: blocks of HTML, whose emoticons leave closing tags behind that close too much. So they are cut as text.
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull, trimLines } from '#core/platform-api/item.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { EMOTICONS, userUrl } from '#core/platforms/weibo/items.ts';
import { readWrittenTime } from '#core/platforms/weibo/written-time.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

interface Block {
  /** `C_123`, `M_abc`; null for one without. */
  readonly id: string | null;
  readonly html: string;
  /** Where that begins in the page. */
  readonly at: number;
}

const BLOCK = /<div class="c"(?: id="([^"]*)")?[^<>]*>/g;
const SEPARATOR = '<div class="s">';
const TEXT_START = '<span class="ctt">';
const REASON = /<span class="cmt">转发理由[:：]<\/span>/;
const END_OF_COMMENT = /<a\s(?=[^<>]*href="[^"<>]*\/spam\/)|<span class="cc">|<span class="ct">|<\/div>/;
const END_OF_POST = /<a\s(?=[^<>]*href="[^"<>]*\/attitude\/)|<\/div>|<span class="cmt">赞\[/;
const END_OF_REASON = /<a\s(?=[^<>]*href="[^"<>]*\/attitude\/)/;
/** What the page adds to a text: the number of its pictures, the picture's own address, the rest of a long one. */
const ADDED = /(?:&nbsp;)?\[<a\s[^<>]*>组图共\d+张<\/a>\]|(?:&nbsp;)?<a\s[^<>]*>(?:原图|全文)<\/a>/g;
const CUT_SHORT = /<a\s[^<>]*>全文<\/a>/;
const FIRST_LINK = /<a\s(?=[^<>]*>)[^<>]*href="([^"<>]*)"[^<>]*>((?:(?!<a\s)[\s\S])*?)<\/a>/;
/** Pictures behind a name; that of a verified account is called `V`. */
const BADGES = /^\s*(?:<img\s[^>]*>\s*)+/;
const VERIFIED = /\balt="V"/;
const FUID = /[?&;]fuid=(\d+)/;
const ACCOUNT_PATH = /^(?:https?:\/\/weibo\.cn)?\/(?:u\/(\d+)|([\w-]+))(?:\?[^"]*)?$/;
const TIME = /<span class="ct">((?:(?!<span\s)[\s\S])*?)<\/span>/g;
const TITLE_END = /的微博$/;

export function commentsOf(html: string, now: Date): Item[] {
  return readRows(blocksOf(html), 'div.c', ({ id, html: block }) =>
    id?.startsWith('C_') ? [commentItem(id.slice(2), block, now)] : [],
  ).flat();
}

/** @param uid of whose page it is */
export function postsOf(html: string, uid: string, now: Date): Item[] {
  const name = orNull(parseHtml(html).first('title')?.rawText.trim().replace(TITLE_END, ''));
  return blocksOf(html).flatMap(({ id, html: block }) =>
    id !== null && /^M_\w/.test(id) ? [postItem(id.slice(2), block, { uid, name, now })] : [],
  );
}

/** Who liked or reposted. */
export function reactionsOf(html: string, kind: 'like' | 'share', now: Date): Item[] {
  return blocksOf(html).flatMap(({ id, html: block }) => (id === null ? reactionItem(block, kind, now) : []));
}

/** True for a page that is built of blocks, as all of them are, whatever it shows. */
export function hasBlocks(html: string): boolean {
  return blocksOf(html).length > 0;
}

/** What a page says besides the posts on it, as text. */
export function noticesOf(html: string): string {
  let read = 0;
  let rest = '';
  for (const { id, html: post, at } of blocksOf(html)) {
    if (!id?.startsWith('M_')) continue;
    rest += html.slice(read, at);
    read = at + post.length;
  }
  return htmlToText(rest + html.slice(read));
}

function blocksOf(html: string): Block[] {
  const starts = [...html.matchAll(BLOCK)];
  return starts.map((start, place) => {
    const from = start.index + start[0].length;
    const rest = html.slice(from, starts[place + 1]?.index);
    const end = rest.indexOf(SEPARATOR);
    return { id: start[1] ?? null, html: end === -1 ? rest : rest.slice(0, end), at: from };
  });
}

function commentItem(id: string, block: string, now: Date): Item {
  if (!block.includes(TEXT_START)) throw new PlatformChanged('span.ctt');
  const [, href = '', label = ''] = FIRST_LINK.exec(block) ?? [];
  const uid = FUID.exec(block)?.[1] ?? ACCOUNT_PATH.exec(href)?.[1] ?? null;
  const { verified } = badgesIn(block);
  const { rest, ...time } = timeIn(block, now);
  return makeItem({
    id,
    kind: 'comment',
    author: { name: plain(label), id: uid, url: uid === null ? null : userUrl(uid), verified },
    text: plain(between(block, TEXT_START, END_OF_COMMENT)),
    ...time,
    likes: lastCount(block, '赞'),
    extra: { hot: /<span class="kt">\s*\[热门\]/.test(block) || undefined, source: rest ?? undefined },
  });
}

function postItem(id: string, block: string, { uid, name, now }: { uid: string; name: string | null; now: Date }): Item {
  const reason = REASON.exec(block);
  const own = between(block, TEXT_START, END_OF_POST);
  const words = reason === null ? own : until(block.slice(reason.index + reason[0].length), END_OF_REASON);
  const { rest, ...time } = timeIn(block, now);
  return makeItem({
    id,
    kind: 'post',
    author: { name, id: uid, url: userUrl(uid) },
    text: plain(words),
    ...time,
    likes: lastCount(block, '赞'),
    replyCount: lastCount(block, '评论'),
    url: `https://weibo.com/${uid}/${id}`,
    media: parseHtml(block)
      .all('img.ib')
      .flatMap((picture) => {
        const url = withScheme(picture.attribute('src'));
        return url === null ? [] : [{ type: 'image' as const, url: url.replace('/wap180/', '/large/') }];
      }),
    extra: {
      reposts: lastCount(block, '转发') ?? undefined,
      isRepost: reason !== null,
      originalText: reason === null ? undefined : (plain(own) ?? undefined),
      truncated: CUT_SHORT.test(words ?? '') || undefined,
      source: rest ?? undefined,
    },
  });
}

/** A block is one of the list where it begins with an account and ends with a time. */
function reactionItem(block: string, kind: 'like' | 'share', now: Date): Item[] {
  const link = /^\s*<a\s/.test(block) ? FIRST_LINK.exec(block) : null;
  const path = ACCOUNT_PATH.exec(link?.[1] ?? '');
  if (link === null || path === null || block.search(TIME) === -1) return [];
  const vanity = path[2] ?? '';
  const uid = path[1] ?? FUID.exec(block)?.[1] ?? (/^\d+$/.test(vanity) ? vanity : null);
  const url = uid === null ? `https://weibo.com/${vanity}` : userUrl(uid);
  const { rest, ...time } = timeIn(block, now);
  const { verified, rest: afterName } = badgesIn(block);
  const words = kind === 'share' ? plain(until(afterName, END_OF_COMMENT))?.replace(/^\s*[:：]\s*/, '') : null;
  return [
    makeItem({
      id: uid ?? vanity,
      kind,
      author: { name: plain(link[2] ?? ''), id: uid, username: uid === null ? vanity : null, url, verified },
      ...time,
      url,
      extra: { repostText: orNull(words) ?? undefined, source: rest ?? undefined },
    }),
  ];
}

/** What stands behind the name that a block begins with. */
function badgesIn(block: string): { readonly verified: true | null; readonly rest: string } {
  const link = FIRST_LINK.exec(block);
  const afterName = link === null ? '' : block.slice(link.index + link[0].length);
  const badges = BADGES.exec(afterName)?.[0] ?? '';
  return { verified: VERIFIED.test(badges) ? true : null, rest: afterName.slice(badges.length) };
}

function timeIn(block: string, now: Date) {
  const last = [...block.matchAll(TIME)].at(-1)?.[1] ?? '';
  return readWrittenTime(htmlToText(last), now);
}

/** The last `赞[12]` of a block is its own; those before belong to what it reposts. */
function lastCount(block: string, word: string): number | null {
  const digits = [...block.matchAll(new RegExp(`${word}\\[(\\d+)\\]`, 'g'))].at(-1)?.[1];
  return digits === undefined ? null : Number(digits);
}

function between(block: string, start: string, end: RegExp): string | null {
  const at = block.indexOf(start);
  return at === -1 ? null : until(block.slice(at + start.length), end);
}

function until(html: string, end: RegExp): string {
  const at = html.search(end);
  return at === -1 ? html : html.slice(0, at);
}

function plain(html: string | null): string | null {
  return html === null ? null : orNull(trimLines(htmlToText(html.replace(ADDED, ''), EMOTICONS)));
}
