import type { ExportType } from '#core/contract/options.ts';
import type { ChosenTarget } from '#core/platform-api/define.ts';
import { ARTICLE, AUDIO, type Subject, VIDEO } from '#core/platforms/bilibili/items.ts';

/** A way to read comments; see comments.ts. */
export type DoorName = 'signed' | 'cursor' | 'page';

/** What the pasted address names, before it is known where its comments hang. */
export type Named = { readonly kind: 'opus' | 'episode' | 'season'; readonly id: string };

/** `subject` null: still to be found by what the address names. */
interface OfSubject {
  readonly named: Named;
  readonly subject: Subject | null;
}

/** `door` null: the first page, through whichever door opens. `had`: rows so far. `counted`: those and their replies. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly door: DoorName | null;
  readonly at: string | number | null;
  readonly had: number;
  readonly counted: number;
} & { readonly [K in keyof OfSubject]: OfSubject[K] };
/** The replies of one comment, asked for from their first page on. */
export type ThreadCursor = {
  readonly list: 'thread';
  readonly subject: Subject;
  readonly root: string;
  readonly page: number;
  readonly had: number;
};
/** One thread with its root. `root` null: the anchor itself, unless it turns out to be a reply. */
export type AnchorCursor = {
  readonly list: 'anchor';
  readonly anchor: string;
  readonly root: string | null;
  readonly page: number;
  readonly had: number;
} & { readonly [K in keyof OfSubject]: OfSubject[K] };
export type RelationsCursor = {
  readonly list: 'followers' | 'following';
  readonly user: string;
  readonly page: number;
  readonly had: number;
};
/** A room as its address names it. */
export type LiveCursor = { readonly list: 'live'; readonly room: string };
/** What is said in a room, by its own number. `turn`: how often it was listened to; `host`: which of the room's hosts took the call. */
export type ChatCursor = { readonly list: 'chat'; readonly room: string; readonly turn: number; readonly host: number };
export type LinkCursor = { readonly list: 'link'; readonly link: string; readonly type: ExportType };
export type BilibiliCursor = CommentsCursor | ThreadCursor | AnchorCursor | RelationsCursor | LiveCursor | ChatCursor | LinkCursor;

const TYPES: Readonly<Record<string, number>> = { video: VIDEO, article: ARTICLE, audio: AUDIO };

/** The first request for what was chosen. */
export function firstCursor({ target, params, type }: Pick<ChosenTarget, 'target' | 'params' | 'type'>): BilibiliCursor {
  const { id = '', anchor, user, room, link } = params;
  if (link !== undefined) return { list: 'link', link, type };
  if (room !== undefined) return { list: 'live', room };
  if (user !== undefined) return { list: type === 'following' ? 'following' : 'followers', user, page: 1, had: 0 };
  const number = TYPES[target];
  const subject = number === undefined ? null : { type: number, oid: id, page: id };
  const place = { named: namedBy(params), subject };
  if (anchor !== undefined) return { list: 'anchor', anchor, root: null, page: 1, had: 0, ...place };
  return { list: 'comments', door: null, at: null, had: 0, counted: 0, ...place };
}

function namedBy({ episode, season, id = '' }: ChosenTarget['params']): Named {
  if (episode !== undefined) return { kind: 'episode', id: episode };
  return season === undefined ? { kind: 'opus', id } : { kind: 'season', id: season };
}
