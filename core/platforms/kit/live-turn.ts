// Live chats are read in turns: one listens for a while, and what was said is stored before the next.
import type { Item } from '#core/contract/item.ts';
import type { JsonObject, Page } from '#core/platforms/define.ts';
import type { Heard } from '#core/platforms/session.ts';

/** How long a turn listens at a line: what was said since its start is not stored yet. */
export const LISTEN_MS = 5_000;

/** Whether the stream still runs is asked every minute. */
const TURNS_BETWEEN_CHECKS = 12;
const MISSING = 'what was said meanwhile is missing.';

/** `turn`: how often it was listened to before. */
export type TurnCursor = JsonObject & { readonly turn: number };

export interface Turn<C extends TurnCursor> {
  readonly door: string;
  readonly items: readonly Item[];
  /** The cursor of this turn, with what has changed; null where the chat is over. */
  readonly next: C | null;
  /** True where the line was opened with this turn. */
  readonly isNew?: boolean;
  /** Where what is said during an interruption can be had, as the second half of a sentence. Default: nowhere. */
  readonly meanwhile?: string;
  /** Said with the first turn alone. */
  readonly firstNote?: string;
  readonly notes?: readonly string[];
}

/** What a turn brought, as a page. The next one is asked for at once: listening is the waiting. */
export function turnPage<C extends TurnCursor>({ turn }: C, said: Turn<C>): Page<C> {
  const { door, items, next, isNew = false, meanwhile = MISSING, firstNote, notes = [] } = said;
  const isFirst = turn === 0;
  return {
    door,
    items,
    next: next === null ? [] : [{ role: 'page', cursor: { ...next, turn: turn + 1 }, afterMs: 0 }],
    notes: [...(isFirst && firstNote !== undefined ? [firstNote] : []), ...notes],
    gaps: isNew && !isFirst ? [{ cause: 'notServed', count: 0, note: `The connection to the chat was interrupted: ${meanwhile}` }] : [],
    dateOrder: 'oldestFirst',
    mayRepeat: true,
  };
}

/** True where it is to be asked whether the stream goes on: each minute, and where the line was lost, now or before this turn. */
export function isCheckDue({ turn }: TurnCursor, { isNew, isOpen }: Pick<Heard, 'isNew' | 'isOpen'>): boolean {
  return !isOpen || (turn > 0 && (isNew || turn % TURNS_BETWEEN_CHECKS === 0));
}
