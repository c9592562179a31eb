// The page of a thread as the site serves it since 2010, and the lists of replies below its floors.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { readRows, readRowsBelow } from '#core/platform-api/odd-rows.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import type { HtmlTextRules } from '#core/platform-kit/html-text.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { count, idSchema, jsonIn, readWire, text } from '#core/platform-kit/wire.ts';
import { chineseTime, floorItem, portraitOf, replyItem } from '#core/platforms/tieba/items.ts';

const floorSchema = z.object({
  author: z.object({ user_id: idSchema.nullish(), user_name: text, user_nickname: text, portrait: text }),
  content: z.object({ post_id: idSchema, post_no: count, comment_num: count, builderId: idSchema.nullish() }),
});
/** Of every element of the class, advertisements included. */
const anySchema = z.object({ author: z.unknown().optional() });
const replySchema = z.object({ spid: idSchema, showname: text, user_name: text, portrait: text });

/** An element of the class, and what it says of itself for the site's script; undefined where that is no JSON. */
interface Floor {
  readonly row: HtmlElement;
  readonly field: unknown;
}

/** A floor, and the replies that stand below it. */
interface ReadFloor {
  readonly item: Item;
  readonly replies: readonly Item[];
}

export interface ThreadPage {
  /** From the second floor on. */
  readonly floors: readonly ReadFloor[];
  /** Portrait of whoever began the thread; null where the first floor is not on this page. */
  readonly starter: string | null;
  readonly total: number | null;
  readonly pages: number | null;
}

const FLOOR = 'div.l_post';
const REPLY = '.lzl_single_post';
const PLAIN: HtmlTextRules = { omit: (_, attributes) => /\breplace_tip\b/.test(attributes['class'] ?? '') };
const PAGES = /PageData\.pager\s{0,9}=\s{0,9}\{[^{}]{0,200}"total_page"\s{0,9}:\s{0,9}(\d{1,6})/;
const COUNTS = /(\d{1,9})\s{0,9}回复贴[，,]?\s{0,9}共\s{0,9}(\d{1,6})\s{0,9}页/;
const PLACE = /^IP属地[:：]\s*(\S.*)$/;
/** In scripts of the site the names of a pager stand without quotes, too. */
const REPLY_PAGES = /total_page\W{1,4}(\d{1,6})/;
const IN_SINGLE_QUOTES = /'(\w{1,30})'\s{0,9}:\s{0,9}'([^']*)'/g;

/**
 * The floors of a page; null where it is no page of floors.
 * @param starter of the thread, where an earlier page said it
 */
export function threadPageIn(html: string, thread: string, starter: string | null): ThreadPage | null {
  const page = parseHtml(html);
  const all = page.all(FLOOR).map((row): Floor => ({ row, field: jsonIn(row.attribute('data-field') ?? '') }));
  const floors = all.filter((floor) => !isAdvertisement(floor));
  if (floors.length === 0) return null;
  const rows = floors.map(({ row }) => row);
  const first = floors.map(beginning).find((portrait) => portrait !== null) ?? null;
  const known = starter ?? first;
  const counts = COUNTS.exec(page.first('.l_reply_num')?.text() ?? '');
  const pages = PAGES.exec(html)?.[1] ?? counts?.[2];
  return {
    floors: readRows(rows, FLOOR, (row, index) => floorIn({ row, field: floors[index]?.field }, thread, known)).flatMap(
      (floor) => floor ?? [],
    ),
    starter: known,
    total: counts === null ? null : Number(counts[1]),
    pages: pages === undefined ? null : Number(pages),
  };
}

function isAdvertisement({ row, field }: Floor): boolean {
  if (row.attribute('data-field') === null) return row.first('.d_post_content') === null;
  const said = checked(anySchema, field);
  return said.success && said.data.author == null;
}

/** The portrait of the first floor's author; null for any other floor. */
function beginning({ field }: Floor): string | null {
  const said = checked(floorSchema, field).data;
  return said?.content.post_no === 1 ? portraitOf(said.author.portrait) : null;
}

/** Null for the first floor, which is the thread itself. */
function floorIn({ row, field }: Floor, thread: string, starter: string | null): ReadFloor | null {
  const { author, content } = readWire(floorSchema, field, 'data-field');
  if (content.post_no === 1) return null;
  const words = row.first('.d_post_content');
  if (words === null) throw new PlatformChanged(`${FLOOR} .d_post_content`);
  const tail = row.all('.post-tail-wrap span').map((span) => span.text().trim());
  const id = content.post_id;
  const item = floorItem({
    thread,
    id,
    writer: {
      name: row.first('.p_author_name')?.text().trim() ?? author.user_nickname ?? null,
      username: author.user_name,
      id: author.user_id ?? null,
      portrait: author.portrait,
    },
    text: words.text(PLAIN),
    createdAt: tail.map(chineseTime).find((time) => time !== null) ?? null,
    createdAtPrecision: 'minute',
    isAuthorPost: author.user_id == null || content.builderId == null ? null : author.user_id === content.builderId,
    replyCount: content.comment_num ?? null,
    likes: null,
    media: mediaOf(words.all('img.BDE_Image').map((image) => image.attribute('src'))),
    location: tail.map((each) => PLACE.exec(each)?.[1] ?? null).find((place) => place !== null) ?? null,
    number: content.post_no ?? null,
  });
  return { item, replies: readRowsBelow(row.all(REPLY), REPLY, (reply) => replyIn(reply, { thread, floor: id, starter })) };
}

interface Below {
  readonly thread: string;
  readonly floor: string;
  readonly starter: string | null;
}

/** A list of replies as the site sends it by itself; null where it is none. */
export function repliesIn(html: string, below: Below): { readonly items: readonly Item[]; readonly pages: number } | null {
  const page = parseHtml(html);
  const rows = page.all(REPLY);
  const pager = page.first('.lzl_li_pager, .lzl_li_pager_s');
  if (rows.length === 0 && pager === null && html.trim() !== '') return null;
  const pages = REPLY_PAGES.exec(pager?.attribute('data-field') ?? '')?.[1];
  return { items: readRows(rows, REPLY, (row) => replyIn(row, below)), pages: pages === undefined ? 1 : Number(pages) };
}

function replyIn(row: HtmlElement, { thread, floor, starter }: Below): Item {
  const { spid, showname, user_name: username, portrait } = readWire(replySchema, fieldOf(row.attribute('data-field') ?? ''), 'data-field');
  const words = row.first('.lzl_content_main');
  if (words === null) throw new PlatformChanged(`${REPLY} .lzl_content_main`);
  const face = portraitOf(portrait);
  return replyItem(
    {
      thread,
      id: spid,
      writer: { name: showname ?? null, username, id: null, portrait },
      text: words.text(PLAIN),
      createdAt: chineseTime(row.first('.lzl_time')?.text() ?? ''),
      createdAtPrecision: 'minute',
      isAuthorPost: starter === null || face === null ? null : face === starter,
    },
    floor,
  );
}

/** JSON, or what was meant to be some, in single quotes. */
function fieldOf(attribute: string): unknown {
  return (
    jsonIn(attribute) ?? Object.fromEntries([...attribute.matchAll(IN_SINGLE_QUOTES)].map(([, name = '', value = '']) => [name, value]))
  );
}
