import { hash } from 'node:crypto';
import type { Item } from '#core/contract/item.ts';

/** Names how winners are drawn; docs/winners.md says it step by step. Another way gets another name. */
export const DRAW_ALGORITHM = 'commentdock-draw-1';

/** What to draw, and among which items. Null and empty filters let everything through. */
export interface DrawWish {
  readonly count: number;
  readonly backups: number;
  readonly seed: string;
  /** With or without `@`; `@` alone: any mention. */
  readonly requireMention: string | null;
  /** With or without `#`; `#` alone: any hashtag. */
  readonly requireHashtag: string | null;
  readonly requireText: string | null;
  /** One entry for each user: the first in the file. */
  readonly dedupeByUser: boolean;
  /** User names, ids or names, with or without `@`. */
  readonly excludeUsers: readonly string[];
  readonly excludeReplies: boolean;
  /** Unix seconds. Items without a date are kept, as in exports. */
  readonly minTimestamp: number | null;
  readonly maxTimestamp: number | null;
}

/** Who won, and what it takes to check it. */
export interface Draw {
  readonly totalInExport: number;
  readonly entryCount: number;
  readonly entriesSha256: string;
  readonly winners: readonly Item[];
  /** Who comes next where a winner drops out, in this order. */
  readonly backups: readonly Item[];
}

/** Letters, digits and `_` of any script. */
const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;

/**
 * Draws winners: entries are ranked by the SHA-256 of seed, digest of all entries, and id, the lowest first. Nothing else
 * decides, so that the same entries and seed give the same winners everywhere. `items` is asked for twice and gives the
 * items in file order.
 */
export function drawWinners(items: () => Iterable<readonly Item[]>, wish: DrawWish): Draw {
  const { ids, total } = collectEntries(items(), wish);
  const entriesSha256 = digestOf(ids);
  const chosen = lowestRanked(ids, wish.count + wish.backups, (id) => sha256(`${wish.seed}\n${entriesSha256}\n${id}`));
  const found = findItems(items(), new Set(chosen));
  const inOrder = chosen.flatMap((id) => found.get(id) ?? []);
  return {
    totalInExport: total,
    entryCount: ids.length,
    entriesSha256,
    winners: inOrder.slice(0, wish.count),
    backups: inOrder.slice(wish.count),
  };
}

/** The ids with the `count` lowest ranks, in order of rank; the other ranks are not kept. */
function lowestRanked(ids: readonly string[], count: number, rankOf: (id: string) => string): readonly string[] {
  const lowest: { readonly id: string; readonly rank: string }[] = [];
  for (const id of ids) {
    const rank = rankOf(id);
    const last = lowest.at(-1);
    if (lowest.length >= count && last !== undefined && rank > last.rank) continue;
    const place = lowest.findIndex((other) => rank < other.rank);
    lowest.splice(place === -1 ? lowest.length : place, 0, { id, rank });
    lowest.length = Math.min(lowest.length, count);
  }
  return lowest.map(({ id }) => id);
}

/** SHA-256 of the ids in order, each with a line feed behind it. The order in the file does not count. */
function digestOf(ids: readonly string[]): string {
  const lines = ids.toSorted().map((id) => `${id}\n`);
  return sha256(lines.join(''));
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

function collectEntries(chunks: Iterable<readonly Item[]>, wish: DrawWish): { readonly ids: readonly string[]; readonly total: number } {
  const takesPart = entryFilter(wish);
  const users = new Set<string>();
  const ids: string[] = [];
  let total = 0;
  for (const items of chunks) {
    total += items.length;
    for (const item of items) {
      if (!takesPart(item)) continue;
      const user = userOf(item);
      if (wish.dedupeByUser && users.has(user)) continue;
      users.add(user);
      ids.push(item.id);
    }
  }
  return { ids, total };
}

function findItems(chunks: Iterable<readonly Item[]>, ids: ReadonlySet<string>): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  for (const items of chunks) {
    for (const item of items) if (ids.has(item.id)) found.set(item.id, item);
    if (found.size === ids.size) break;
  }
  return found;
}

/** Who wrote the item, by the best that the platform says. Items of nobody known are each of another. */
function userOf({ id, author }: Item): string {
  return handle(author.username ?? author.id ?? author.url ?? author.name ?? id);
}

function entryFilter(wish: DrawWish): (item: Item) => boolean {
  const excluded = new Set(wish.excludeUsers.map(handle));
  const mention = wish.requireMention === null ? null : tagPattern('@', wish.requireMention);
  const hashtag = wish.requireHashtag === null ? null : tagPattern('#', wish.requireHashtag);
  const words = wish.requireText === null ? null : folded(wish.requireText);
  return (item) => {
    const text = item.text ?? '';
    if (wish.excludeReplies && item.kind === 'reply') return false;
    if (mention !== null && !mention.test(folded(text))) return false;
    if (hashtag !== null && !hashtag.test(folded(text))) return false;
    if (words !== null && !folded(text).includes(words)) return false;
    return isWithin(item, wish) && !isExcluded(item, excluded);
  };
}

function isExcluded({ author }: Item, excluded: ReadonlySet<string>): boolean {
  return [author.username, author.id, author.name].some((name) => name !== null && excluded.has(handle(name)));
}

function isWithin({ createdAt }: Item, { minTimestamp, maxTimestamp }: DrawWish): boolean {
  if (createdAt === null) return true;
  const seconds = Math.floor(Date.parse(createdAt) / 1000);
  return seconds >= (minTimestamp ?? seconds) && seconds <= (maxTimestamp ?? seconds);
}

/** The whole tag, not the start of a longer one, and not the middle of a mail address. Handles may hold dots and hyphens. */
function tagPattern(sign: '@' | '#', wanted: string): RegExp {
  const name = folded(wanted.trim()).replace(new RegExp(`^${sign}`), '');
  const goesOn = sign === '@' ? `[.-]?${WORD}` : WORD;
  const whole = name === '' ? WORD : `${literal(name)}(?!${goesOn})`;
  return new RegExp(`(?<!${WORD})${sign}${whole}`, 'u');
}

/** As part of an expression. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Users and texts compare after this. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function handle(name: string): string {
  return folded(name.trim()).replace(/^@/, '');
}
