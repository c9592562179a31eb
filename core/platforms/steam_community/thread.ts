// The thread of comments that a page of steamcommunity.com holds: what it is asked for with, and its rows.
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Author, Item, Media } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { endOfJson } from '#core/platform-kit/bounded-json.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { wholeLink } from '#core/platform-kit/web-address.ts';
import { countSchema, idSchema, jsonIn, readJsonWithIds, readWire } from '#core/platform-kit/wire.ts';

/** As the page names it. `maker`: whose page, file or topic it is, as a 64-bit id. */
export type Thread = {
  readonly type: string;
  readonly owner: string;
  readonly feature: string;
  readonly feature2: string;
  readonly extended: string;
  readonly total: number;
  readonly title: string | null;
  readonly maker: string | null;
};

export const TOPIC = 'ForumTopic';
/** The kinds of thread that are asked for, where a page has several. */
const TYPES: Readonly<Record<string, string>> = { file: 'PublishedFile_Public', topic: TOPIC, profile: 'Profile', group: 'Clan' };
const CALL = /InitializeCommentThread\(\s{0,9}["'](\w{1,60})["']\s{0,9},\s{0,9}["']([\w-]{1,200})["']\s{0,9},\s{0,9}/g;
/** More threads than any page has. */
const MOST_THREADS = 8;
/** What an account's number among all is added to. */
const FIRST_ACCOUNT = 76_561_197_960_265_728n;
const FILTER = /^https:\/\/steamcommunity\.com\/linkfilter\/\?(?:u|url)=/;
const GONE = '.error_ctn';
const PRIVATE = '.profile_private_info';
const AGE_GATE = '.agegate_birthday_selector, .agegate_text_container, #age_gate_btn_continue';
/** What a page shows that could have comments. */
const KNOWN_PAGE = '.workshopItemTitle, .forum_op, .profile_page, .profile_header, .grouppage_header, .grouppage_logo';

const threadSchema = z.object({
  owner: idSchema.nullish(),
  feature: idSchema.nullish(),
  feature2: idSchema.nullish(),
  total_count: countSchema,
  extended_data: z.unknown(),
});
const extendedSchema = z.object({ original_poster: idSchema.nullish() });

/**
 * The thread of a page.
 * @param kind of the address: `file`, `topic`, `profile` or `group`
 * @throws PlatformRefusal NOT_FOUND, PRIVATE, AGE_RESTRICTED, COMMENTS_DISABLED; PlatformChanged
 */
export function threadOf(html: string, kind: string): Thread {
  const page = parseHtml(html);
  const calls = [...callsIn(html)];
  const call = calls.find(({ type }) => type === TYPES[kind]) ?? calls[0];
  if (call === undefined) throw withoutThread(page);
  const { type, name, data } = call;
  const [owner = '', feature = '-1', feature2 = '-1'] = name.startsWith(`${type}_`) ? name.slice(type.length + 1).split('_') : [];
  const extended = typeof data.extended_data === 'string' ? data.extended_data : JSON.stringify(data.extended_data ?? '');
  const whose = kind === 'topic' ? posterIn(extended) : kind === 'group' ? null : (data.owner ?? owner);
  return {
    type,
    owner: data.owner ?? owner,
    feature: data.feature ?? feature,
    feature2: data.feature2 ?? feature2,
    extended,
    total: data.total_count,
    title: orNull(page.first('.forum_op .topic, .workshopItemTitle')?.text()),
    maker: whose,
  };
}

function* callsIn(html: string) {
  let found = 0;
  for (const call of html.matchAll(CALL)) {
    const start = call.index + call[0].length;
    const end = endOfJson(html, start);
    if (end === null || (found += 1) > MOST_THREADS) return;
    yield {
      type: call[1] ?? '',
      name: call[2] ?? '',
      data: readWire(threadSchema, readJsonWithIds(html.slice(start, end), 'thread'), 'thread'),
    };
  }
}

function withoutThread(page: HtmlElement): Error {
  if (page.first(GONE) !== null) return new PlatformRefusal('NOT_FOUND');
  if (page.first(PRIVATE) !== null) return new PlatformRefusal('PRIVATE');
  if (page.first(AGE_GATE) !== null) return new PlatformRefusal('AGE_RESTRICTED');
  return page.first(KNOWN_PAGE) === null ? new PlatformChanged('thread') : new PlatformRefusal('COMMENTS_DISABLED');
}

function posterIn(extended: string): string | null {
  const poster = checked(extendedSchema, jsonIn(extended)).data?.original_poster;
  return poster && /^\d{1,15}$/.test(poster) ? accountId(poster) : null;
}

function accountId(number: string): string {
  return String(FIRST_ACCOUNT + BigInt(number));
}

/** The comments in a piece of a page. */
export function rowsIn(html: string): readonly HtmlElement[] {
  return parseHtml(html).all('.commentthread_comment[id^="comment_"]');
}

/** @throws PlatformChanged for a row without its moment */
export function commentOf(row: HtmlElement, { title, maker }: Thread, link: string): Item {
  const id = /^comment_(\d+)$/.exec(row.attribute('id') ?? '')?.[1];
  const seconds = row.first('.commentthread_comment_timestamp')?.attribute('data-timestamp') ?? '';
  if (id === undefined || !/^\d{1,12}$/.test(seconds)) throw new PlatformChanged('timestamp');
  const body = row.first('.commentthread_comment_text');
  const author = authorIn(row);
  return makeItem({
    id,
    kind: 'comment',
    author,
    text: orNull(
      body?.text({ image: (attributes) => (isEmoticon(attributes['class']) ? (attributes['alt'] ?? '') : ''), link: shownLink }),
    ),
    title,
    createdAt: isoFromSeconds(Number(seconds)),
    url: `https://steamcommunity.com${link}#c${id}`,
    media: body === null ? [] : picturesIn(body),
    isAuthorPost: maker === null || author.id == null ? null : author.id === maker,
  });
}

function authorIn(row: HtmlElement): Partial<Author> {
  const link = row.first('.commentthread_author_link');
  const url = orNull(link?.attribute('href'));
  const number = link?.attribute('data-miniprofile') ?? '';
  return {
    name: orNull(link?.first('bdi')?.text() ?? link?.text()),
    username: /\/id\/([^/?#]{1,64})/.exec(url ?? '')?.[1] ?? null,
    id: /^\d{1,15}$/.test(number) ? accountId(number) : null,
    url,
    avatarUrl: orNull(row.first('.commentthread_comment_avatar img')?.attribute('src')),
  };
}

/** A link out of the site leads past a warning; where it shows its address, it shows where it leads in the end. */
function shownLink({ href, text }: { readonly href: string | null; readonly text: string }): string {
  const target =
    href === null || !FILTER.test(href) ? href : (new URL(href).searchParams.get('u') ?? new URL(href).searchParams.get('url'));
  return FILTER.test(text) ? (target ?? text) : wholeLink(text, target);
}

function picturesIn(body: HtmlElement): Media[] {
  const pictures = body.all('img').filter((image) => !isEmoticon(image.attribute('class') ?? undefined));
  return pictures.flatMap((image) => {
    const url = orNull(image.attribute('src'));
    return url === null ? [] : [{ type: 'image' as const, url }];
  });
}

function isEmoticon(classes: string | undefined): boolean {
  return classes?.split(' ').includes('emoticon') === true;
}
