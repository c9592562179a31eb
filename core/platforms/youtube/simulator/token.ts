/** What a continuation leads to: a page of the list from `offset` on, or of the replies under the thread `thread`. */
export type Place = { readonly list: 'top' | 'new'; readonly offset: number } | { readonly thread: number; readonly offset: number };

/** Lengths of real tokens, decoded: the next page of a list, and the replies of a thread. */
const LIST_BYTES = 371;
const REPLIES_BYTES = 152;
const MARK = 'place:';

/** A token of the real form: protobuf with the video's id, and what the server needs to go on. */
export function tokenFor(videoId: string, place: Place): string {
  const isList = 'list' in place;
  const where = isList ? `${place.list},${digits(place.offset)}` : `${digits(place.thread)},${digits(place.offset)}`;
  const head = Buffer.from([0x12, 0x0d, 0x12, 0x0b, ...Buffer.from(videoId), 0x18, 0x06, 0x32]);
  const text = `${MARK}${where};`;
  const body = text.padEnd((isList ? LIST_BYTES : REPLIES_BYTES) - head.length, text);
  return Buffer.concat([head, Buffer.from(body)])
    .toString('base64url')
    .concat('%3D');
}

/** Length of every token of the kind. */
export function tokenWidth(kind: 'list' | 'replies'): number {
  return tokenFor('A'.repeat(11), kind === 'list' ? { list: 'top', offset: 0 } : { thread: 0, offset: 0 }).length;
}

/** Where a token leads. One that a client has built itself, from video and order, is the first page. Null for any other. */
export function placeOf(token: string, videoId: string): Place | null {
  const bytes = Buffer.from(token.replaceAll('%3D', ''), 'base64');
  const text = bytes.toString('latin1');
  const own = new RegExp(`${MARK}(top|new|\\d+),(\\d+);`).exec(text);
  if (own !== null && text.includes(videoId)) {
    const offset = Number(own[2]);
    return own[1] === 'top' || own[1] === 'new' ? { list: own[1], offset } : { thread: Number(own[1]), offset };
  }
  if (!text.includes(videoId) || !text.includes('comments-section')) return null;
  const sortAt = text.lastIndexOf(videoId) + videoId.length;
  return { list: text.startsWith('0\u0001', sortAt) ? 'new' : 'top', offset: 0 };
}

function digits(value: number): string {
  return String(value).padStart(7, '0');
}
