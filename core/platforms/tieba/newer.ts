// What the page of today asks for by itself, and what it makes of it.
import { z } from 'zod';
import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { count, idSchema, oneOf, text } from '#core/platform-kit/wire.ts';
import { chineseTime, floorItem, type Writer } from '#core/platforms/tieba/items.ts';

const PICTURE = 3;
const GONE = 4;
const LOGIN = 1;
const ROW = '.pb-comment-item';
const ID_ATTRIBUTES = ['data-pid', 'data-post-id', 'data-id', 'id'];
const ID = /\d{6,20}/;
const FLOOR_NUMBER = /第\s{0,3}(\d{1,7})\s{0,3}楼/;
const TIME = /\d{4}-\d{1,2}-\d{1,2}\s\d{1,2}:\d{2}/;

const partSchema = z.object({
  type: z.union([z.int(), z.string().transform(Number)]).nullish(),
  text,
  origin_src: text,
  big_cdn_src: text,
});
const postSchema = z.object({
  id: idSchema,
  author_id: idSchema.nullish(),
  floor: count,
  time: count,
  content: z.array(partSchema),
  sub_post_number: count,
  agree: z.object({ agree_num: count }).nullish(),
});
const userSchema = z.object({ id: idSchema, name: text, name_show: text, portrait: text, ip_address: text });
const failureSchema = z.object({ error_code: z.union([z.int(), z.string().transform(Number)]).nullish(), error_msg: text });
const answerSchema = z.object({
  thread: z.object({ id: idSchema, reply_num: count }),
  page: oneOf({ current_page: count, total_page: count }),
  first_floor: z.object({ id: idSchema, author_id: idSchema.nullish() }).nullish(),
  post_list: rowsOf(postSchema),
  user_list: z.array(userSchema).nullish(),
});
type User = z.infer<typeof userSchema>;

interface HeardPage {
  readonly thread: string;
  readonly floors: readonly Item[];
  readonly starter: string | null;
  readonly total: number | null;
  readonly page: number | null;
  readonly pages: number | null;
}

/** @throws CommentdockError NOT_FOUND, LOGIN_REQUIRED, PLATFORM_CHANGED */
export function heardPageIn(answer: Answer): HeardPage {
  const { error_code: code, error_msg: words } = answer.json(failureSchema);
  if (code != null && code !== 0) throw refusalByCode(code, words ?? '');
  const { thread, page, first_floor: first, post_list: posts, user_list: users } = answer.json(answerSchema);
  const people = new Map((users ?? []).map((user) => [user.id, user]));
  const kept = posts.filter(({ id, floor }) => id !== first?.id && floor !== 1);
  return {
    thread: thread.id,
    floors: readRows(kept, 'post_list', (post) => floorOf(post, thread.id, people, first?.author_id ?? null)),
    starter: people.get(first?.author_id ?? '')?.portrait?.split('?', 1)[0] ?? null,
    total: thread.reply_num ?? null,
    page: page.current_page ?? null,
    pages: page.total_page ?? null,
  };
}

function refusalByCode(code: number, words: string): CommentdockError {
  if (code === GONE) return new PlatformRefusal('NOT_FOUND');
  if (code === LOGIN) return new PlatformRefusal('LOGIN_REQUIRED');
  return new PlatformChanged('error_code', `Tieba refuses the thread (error ${code}${words === '' ? '' : `: ${words}`}).`);
}

function floorOf(post: z.infer<typeof postSchema>, thread: string, people: ReadonlyMap<string, User>, starter: string | null): Item {
  const { id, author_id: author, content } = post;
  const user = people.get(author ?? '');
  const pictures = content.filter(({ type }) => type === PICTURE);
  return floorItem({
    thread,
    id,
    writer: writerOf(user, author ?? null),
    text: content.map((part) => part.text ?? '').join(''),
    createdAt: isoFromSeconds(post.time),
    createdAtPrecision: 'second',
    isAuthorPost: author == null || starter === null ? null : author === starter,
    replyCount: post.sub_post_number ?? null,
    likes: post.agree?.agree_num ?? null,
    media: mediaOf(pictures.map(({ origin_src: whole, big_cdn_src: large }) => whole ?? large)),
    location: user?.ip_address ?? null,
    number: post.floor ?? null,
  });
}

function writerOf(user: User | undefined, id: string | null): Writer {
  return { name: user?.name_show ?? user?.name ?? null, username: user?.name, id, portrait: user?.portrait };
}

/** The floors in the elements of the page, where they say their ids; null where the page has none. @throws PlatformChanged where they do not */
export function shownFloors(html: string, thread: string): readonly Item[] | null {
  const rows = parseHtml(html).all(ROW);
  if (rows.length === 0) return null;
  return readRows(rows, ROW, (row) => shownFloor(row, thread));
}

function shownFloor(row: HtmlElement, thread: string): Item {
  const id = ID_ATTRIBUTES.flatMap((name) => ID.exec(row.attribute(name) ?? '')?.[0] ?? []).at(0);
  if (id === undefined) throw new PlatformChanged(`${ROW} id`);
  const about = row.first('.comment-desc-left')?.text() ?? '';
  const number = FLOOR_NUMBER.exec(about)?.[1];
  return floorItem({
    thread,
    id,
    writer: { name: row.first('.head-name')?.text().trim() ?? null, username: null, id: null, portrait: null },
    text: row.first('.comment-content .pb-content-item .text')?.text() ?? '',
    createdAt: chineseTime(TIME.exec(about)?.[0] ?? ''),
    createdAtPrecision: 'minute',
    isAuthorPost: null,
    replyCount: null,
    likes: null,
    media: [],
    location: null,
    number: number === undefined ? null : Number(number),
  });
}
