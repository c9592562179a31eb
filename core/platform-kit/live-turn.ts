// Live chats are read in turns: one listens for a while, and what was said is stored before the next.
import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, JsonObject, Page } from '#core/platform-api/define.ts';
import { unreadable } from '#core/platform-api/odd-rows.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import type { Heard } from '#core/platform-api/session.ts';

/** How long a turn listens at a line: what was said since its start is not stored yet. */
export const LISTEN_MS = 5_000;

/** Before a line that was lost is opened again: some hosts take a call and hang up. */
const REST_MS = 1_000;
/** Whether the stream still runs is asked every minute. */
const TURNS_BETWEEN_CHECKS = 12;
/** Messages of unknown form that are no accident. */
const MANY = 10;
const INTERRUPTED = 'The connection to the chat was interrupted:';
const MISSING = 'what was said meanwhile is missing.';

/** `turn`: how often it was listened to before. */
type TurnCursor = JsonObject & { readonly turn: number };

type LineState = Pick<Heard, 'isNew' | 'isOpen'>;

interface Turn<C extends TurnCursor> {
  readonly door: string;
  readonly items: readonly Item[];
  /** The cursor of this turn, with what has changed; null where the chat is over. */
  readonly next: C | null;
  /** How the line fared; left out where there is none. */
  readonly heard?: LineState;
  /** Where what is said during an interruption can be had, as the second half of a sentence. Default: nowhere. */
  readonly meanwhile?: string;
  /** Said with the first turn alone. */
  readonly firstNote?: string;
  readonly notes?: readonly string[];
  readonly gaps?: readonly Gap[];
}

/** What a turn brought, as a page. The next one comes at once: listening is the waiting. */
export function turnPage<C extends TurnCursor>({ turn }: C, said: Turn<C>): Page<C> {
  const { door, items, next, heard, meanwhile = MISSING, firstNote, notes = [], gaps = [] } = said;
  const isFirst = turn === 0;
  const missed: readonly Gap[] = heard?.isNew && !isFirst ? [{ cause: 'notServed', count: 0, note: `${INTERRUPTED} ${meanwhile}` }] : [];
  return {
    door,
    items,
    next: next === null ? [] : [{ role: 'page', cursor: { ...next, turn: turn + 1 }, afterMs: heard?.isOpen === false ? REST_MS : 0 }],
    notes: [...(isFirst && firstNote !== undefined ? [firstNote] : []), ...notes],
    gaps: [...missed, ...gaps],
    dateOrder: 'oldestFirst',
    mayRepeat: true,
  };
}

/**
 * Whether the stream still runs, asked for each minute and where the line was lost, now or before this turn. One that is gone has
 * ended; any other failure is no answer: what was heard is not given up for it.
 * @returns null where nobody says
 */
export async function streamRuns({ turn }: TurnCursor, heard: LineState, ask: () => Promise<boolean | null>): Promise<boolean | null> {
  const isDue = !heard.isOpen || (turn > 0 && (heard.isNew || turn % TURNS_BETWEEN_CHECKS === 0));
  if (!isDue) return true;
  const answer = await orShut(ask());
  if (!(answer instanceof CommentdockError)) return answer;
  return answer.code === 'NOT_FOUND' ? false : null;
}

/**
 * What the messages say. They are not said again, so that one of an unknown form is counted as missing, and the others are kept: unlike the
 * rows of a page (`odd-rows.ts`), which can be asked for again.
 * @throws PlatformChanged where many have an unknown form and the others say nothing
 */
export async function readEach<M, T>(
  messages: readonly M[],
  read: (message: M) => readonly T[] | Promise<readonly T[]>,
): Promise<{ readonly said: readonly T[]; readonly gaps: readonly Gap[] }> {
  const outcomes = await Promise.all(messages.map((message) => orUnknown(async () => read(message))));
  const unknown = outcomes.filter((outcome) => outcome instanceof PlatformChanged);
  const said = outcomes.flatMap((outcome) => (outcome instanceof PlatformChanged ? [] : outcome));
  if (unknown.length >= MANY && said.length === 0) throw unknown[0];
  return {
    said,
    gaps: unknown.map(({ path }) => unreadable(path)),
  };
}

async function orUnknown<T>(read: () => Promise<T>): Promise<T | PlatformChanged> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformChanged) return error;
    throw error;
  }
}
