import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { postAddress } from '#core/platforms/tieba/address.ts';

const PORTRAITS = 'https://gss0.bdstatic.com/6LZ1dD3d1sgCo2Kml5_Y_D3/sys/portrait/item/';
const CHINA_MS = 8 * 3_600_000;
const WRITTEN = /^(\d{4})-(\d{1,2})-(\d{1,2})\s(\d{1,2}):(\d{2})$/;

/** Whose a post is, as both forms of the page say it. */
export interface Writer {
  readonly name: string | null;
  readonly username: string | null | undefined;
  readonly id: string | null;
  readonly portrait: string | null | undefined;
}

/** What a post below the first one is, in whichever form it came. */
interface Post {
  readonly thread: string;
  readonly id: string;
  readonly writer: Writer;
  readonly text: string;
  readonly createdAt: string | null;
  readonly createdAtPrecision: 'minute' | 'second';
  readonly isAuthorPost: boolean | null;
}

interface Floor extends Post {
  readonly replyCount: number | null;
  readonly likes: number | null;
  readonly media: Item['media'];
  readonly location: string | null;
  readonly number: number | null;
}

export function floorItem(floor: Floor): Item {
  return makeItem({
    ...fieldsOf(floor),
    kind: 'comment',
    likes: floor.likes,
    replyCount: floor.replyCount,
    media: floor.media,
    url: postAddress(floor.thread, floor.id, null),
    extra: { location: floor.location ?? undefined, floor: floor.number ?? undefined },
  });
}

export function replyItem(reply: Post, floor: string): Item {
  return makeItem({ ...fieldsOf(reply), kind: 'reply', parentId: floor, url: postAddress(reply.thread, floor, reply.id) });
}

function fieldsOf({ id, writer, text, createdAt, createdAtPrecision, isAuthorPost }: Post) {
  const precision = createdAt === null ? null : createdAtPrecision;
  return { id, author: authorOf(writer), text, createdAt, createdAtPrecision: precision, isAuthorPost };
}

function authorOf({ name, username, id, portrait }: Writer): Partial<Author> {
  const face = portraitOf(portrait);
  return {
    name: orNull(name),
    username: orNull(username),
    id,
    url: face === null ? null : `https://tieba.baidu.com/home/main?id=${face}`,
    avatarUrl: face === null ? null : PORTRAITS + face,
  };
}

/** The name of a portrait, by which people are known, without the moment of its last change. */
export function portraitOf(portrait: string | null | undefined): string | null {
  return orNull(portrait?.split('?', 1)[0]);
}

/** Chinese time as the site writes it, `2024-8-6 22:17`; null for other words. */
export function chineseTime(words: string): string | null {
  const found = WRITTEN.exec(words.replace(/\s+/g, ' ').trim());
  if (found === null) return null;
  const [year, month, day, hour, minute] = found.slice(1).map(Number) as [number, number, number, number, number];
  return new Date(Date.UTC(year, month - 1, day, hour, minute) - CHINA_MS).toISOString();
}
