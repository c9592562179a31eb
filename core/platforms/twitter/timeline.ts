// Timelines, the one shape of all of X's lists: instructions that add entries and modules of entries, with cursors among them.
import type { GapCause } from '#core/contract/gap-cause.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import {
  nodeSchema,
  tweetSchema,
  userSchema,
  type WireContent,
  type WireEntry,
  type WireModuleItem,
  type WireTimeline,
  type WireTweet,
  type WireUser,
} from '#core/platforms/twitter/wire.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** One thing of a timeline, in the order of the answer. */
export interface TimelineRow {
  readonly id: string;
  /** The module that it stands in; null where it stands alone. */
  readonly module: string | null;
  /** Its place in the module; 0 where it stands alone. */
  readonly index: number;
  readonly isPinned: boolean;
  readonly content: WireContent;
}

export interface Timeline {
  readonly rows: readonly TimelineRow[];
  /** Where a list goes on: the cursor at its end. */
  readonly next: string | null;
}

/** A post or an account, or why it is not there. */
export type Shown<T> =
  | { readonly is: 'shown'; readonly value: T }
  | { readonly is: 'missing'; readonly cause: GapCause; readonly reason: string };

/** Cursors at the end of a list; the others lead to its top. */
const LIST_CURSORS: ReadonlySet<string> = new Set(['Bottom', 'ShowMoreThreads', 'ShowMoreThreadsPrompt']);
const PROMOTED = /(?:^|-)promoted-/;
const GONE = /\b(?:deleted|no longer exists?|suspended|no longer available|violated)\b/i;

/** The rows of a timeline, advertisements left out, and its cursor. */
export function readTimeline({ instructions }: WireTimeline): Timeline {
  const rows: TimelineRow[] = [];
  let next: string | null = null;
  const add = (entry: WireEntry, isPinned: boolean): void => {
    const { entryId, content } = entry;
    const cursor = content.itemContent?.cursorType ? content.itemContent : content;
    if (cursor.cursorType) {
      if (LIST_CURSORS.has(cursor.cursorType)) next = cursor.value ?? next;
      return;
    }
    if (content.itemContent) pushRow(rows, { id: entryId, module: null, index: 0, isPinned, content: content.itemContent });
    addModule(rows, entryId, content.items ?? []);
  };
  for (const { type, entries, entry, moduleEntryId, moduleItems } of instructions) {
    for (const each of entries ?? []) add(each, false);
    if (entry) add(entry, type === 'TimelinePinEntry');
    if (moduleItems) addModule(rows, moduleEntryId ?? moduleItems[0]?.entryId ?? '', moduleItems);
  }
  return { rows: readRows(rows, 'entries', readable), next };
}

/** @throws PlatformChanged where what stands in it is of an unknown form */
function readable(row: TimelineRow): TimelineRow {
  tweetOf(row);
  userOf(row);
  return row;
}

function addModule(rows: TimelineRow[], module: string, items: readonly WireModuleItem[]): void {
  for (const [index, { entryId, item }] of items.entries())
    if (item?.itemContent) pushRow(rows, { id: entryId, module, index, isPinned: false, content: item.itemContent });
}

function pushRow(rows: TimelineRow[], row: TimelineRow): void {
  const isAdvertisement = PROMOTED.test(row.id) || (row.content.promotedMetadata !== undefined && row.content.promotedMetadata !== null);
  if (!isAdvertisement) rows.push(row);
}

/** The post of a row; null where the row is none of a post. */
export function tweetOf({ id, content }: TimelineRow): Shown<WireTweet> | null {
  if (content.tombstoneInfo || content.itemType === 'TimelineTombstone') return hidden(content.tombstoneInfo?.text ?? '');
  if (content.itemType !== 'TimelineTweet' && !content.tweet_results) return null;
  return readTweet(content.tweet_results?.result, `${id}.tweet_results.result`);
}

/** The account of a row; null where the row is none of an account. */
export function userOf({ id, content }: TimelineRow): Shown<WireUser> | null {
  if (content.itemType !== 'TimelineUser' && !content.user_results) return null;
  return readUser(content.user_results?.result, `${id}.user_results.result`);
}

/** @throws PlatformChanged where it is neither a post nor one of the notes that stand for a post */
export function readTweet(result: unknown, at: string): Shown<WireTweet> {
  if (isNothing(result)) return { is: 'missing', cause: 'notServed', reason: '' };
  const node = readWire(nodeSchema, result, at);
  switch (node.__typename) {
    case 'TweetWithVisibilityResults':
      return readTweet(node.tweet, `${at}.tweet`);
    case 'TweetTombstone':
      return hidden(node.tombstone?.text?.text ?? '');
    case 'TweetUnavailable':
    case 'TweetPreviewDisplay':
      return hidden(node.reason ?? '');
    default:
      return { is: 'shown', value: readWire(tweetSchema, result, at) };
  }
}

/** @throws PlatformChanged where it is neither an account nor the note that stands for one */
export function readUser(result: unknown, at: string): Shown<WireUser> {
  if (isNothing(result)) return { is: 'missing', cause: 'notServed', reason: '' };
  const node = readWire(nodeSchema, result, at);
  if (node.__typename === 'UserUnavailable') return hidden(node.reason ?? '');
  return { is: 'shown', value: readWire(userSchema, result, at) };
}

function hidden(reason: string): Shown<never> {
  return { is: 'missing', cause: GONE.test(reason) ? 'deleted' : 'hidden', reason };
}

function isNothing(result: unknown): boolean {
  return result === null || result === undefined || (typeof result === 'object' && Object.keys(result).length === 0);
}
