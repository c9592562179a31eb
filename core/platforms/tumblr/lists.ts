import type { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt } from '#core/platforms/tumblr/address.ts';
import { noteItem, postItem } from '#core/platforms/tumblr/items.ts';
import { type Note, notesSchema, postsSchema, refusalSchema } from '#core/platforms/tumblr/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

export type NotesList = 'comments' | 'likes' | 'shares';
/** `before`: seconds; null for the newest page. */
export type NotesCursor = { readonly list: NotesList; readonly blog: string; readonly id: string; readonly before: string | null };
/** A post that a short link leads to. */
export type ShortCursor = { readonly list: NotesList; readonly short: string };
/** `query`: what the answer before said of the next page; else `offset` counts on. */
export type PostsCursor = {
  readonly list: 'posts';
  readonly blog: string;
  readonly tag: string | null;
  readonly offset: number;
  readonly query: Readonly<Record<string, string>> | null;
};

/** A key for public reads that anybody uses; its hourly quota is shared. */
const PUBLIC_KEY = 'O3hU2tMi5e4Qs5t3vezEi6L0qRORJ5y9oUpSGsrWu8iA3UCc3B';
const API = 'https://api.tumblr.com/v2/blog';
const PER_PAGE = 50;
const NEEDS_LOGIN = 4012;
const DOOR = 'API v2';
const MODES: Readonly<Record<NotesList, string>> = { comments: 'conversation', likes: 'likes', shares: 'all' };
const FORM = { npf: 'true', reblog_info: 'true' };
const LOGIN_ONLY = 'Tumblr shows this blog only to people who are logged in, and its public API knows no login.';
const TOTAL_OF_ALL = "Tumblr's total counts likes and reblogs without words too; only replies, and reblogs that add words, are comments.";
const BAD_KEY = 'Tumblr does not take the public key of its API any more. An update of Commentdock may be needed.';

/** A page of the notes of a post, newest first. What is not of the list is passed over. */
export async function notesPage(cursor: NotesCursor, session: Session): Promise<Page<NotesCursor>> {
  const { list, blog, id, before } = cursor;
  const query = { id, mode: MODES[list], before_timestamp: before ?? undefined };
  const { response } = await ask(session, notesSchema, `${API}/${blog}/notes`, query);
  const notes = response.notes.filter((note) => belongs(note, list, session));
  const after = response.notes.length === 0 ? null : (response._links?.next?.query_params?.['before_timestamp'] ?? null);
  const totals = { comments: response.total_notes, likes: response.total_likes ?? response.total_notes, shares: response.total_reblogs };
  return {
    items: readRows(notes, 'notes', (note) => noteItem(note, list, nameOf(blog))),
    next: after === null ? [] : [{ cursor: { ...cursor, before: after }, role: 'page' }],
    ...(before === null ? { total: totals[list] ?? null } : {}),
    notes: list === 'comments' && before === null ? [TOTAL_OF_ALL] : [],
    dateOrder: 'newestFirst',
    mayRepeat: notes.length === 0,
    door: DOOR,
  };
}

/** The first page of the notes of a post that a short link leads to. */
export async function shortPage({ list, short }: ShortCursor, session: Session): Promise<Page<NotesCursor>> {
  const { blog = '', id = '' } = await session.once(`lead of ${short}`, () => leadOf(short, session));
  return notesPage({ list, blog, id, before: null }, session);
}

/** A page of the posts of a blog, newest first. */
export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  const { blog, tag, offset } = cursor;
  const query = cursor.query ?? { limit: PER_PAGE, offset, ...FORM, ...(tag === null ? {} : { tag }) };
  const { response } = await ask(session, postsSchema, `${API}/${blog}/posts`, query);
  const { posts, total_posts: total } = response;
  const params = response._links?.next?.query_params ?? null;
  const next: PostsCursor = { ...cursor, offset: offset + rowsGiven(posts), query: params === null ? null : { ...FORM, ...params } };
  const isWhole = params === null && typeof total === 'number' && next.offset >= total;
  return {
    items: readRows(posts, 'posts', postItem),
    next: posts.length === 0 || isWhole ? [] : [{ cursor: next, role: 'page' }],
    total: total ?? null,
    door: DOOR,
  };
}

/** Without "replies" only what answers the post itself. */
function belongs(note: Note, list: NotesList, { options }: Session): boolean {
  if (list === 'likes') return note.type === 'like';
  if (list === 'shares') return note.type === 'reblog';
  if (note.type === 'reblog') return Boolean(note.added_text?.trim());
  return note.type === 'reply' && (options.replies || !note.parent_reply_id);
}

async function leadOf(short: string, session: Session) {
  const post = await leadOfShortLink(session, short, (url) => {
    const place = placeAt(url);
    return place?.kind === 'post' || place?.kind === 'customPost' ? place.params : null;
  });
  if (post !== null) return post;
  throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no post. Open it in a browser and paste the address you arrive at.');
}

async function ask<S extends z.ZodType>(
  session: Session,
  schema: S,
  url: string,
  query: NonNullable<PlatformRequest['query']>,
): Promise<z.output<S>> {
  const answer = await session.fetch({ url, query: { api_key: PUBLIC_KEY, ...query }, accept: [401, 403, 404] });
  if (answer.status !== 200) throw refused(answer);
  return answer.json(schema);
}

function refused(answer: Answer): Error {
  if (isWebPage(answer)) return refusalOf(answer);
  const codes = answer.isJson ? (answer.json(refusalSchema).errors ?? []).map(({ code }) => code) : [];
  if (answer.status === 403 || codes.includes(NEEDS_LOGIN)) return new PlatformRefusal('LOGIN_REQUIRED', LOGIN_ONLY);
  return answer.status === 401 ? new PlatformRefusal('BLOCKED', BAD_KEY) : refusalOf(answer);
}

/** The name of a blog on Tumblr's own host; one with a domain of its own does not say it. */
function nameOf(blog: string): string | null {
  return /^([\w-]+)\.tumblr\.com$/.exec(blog)?.[1] ?? null;
}
