import type { GapCause } from '#core/contract/gap-cause.ts';
import { type CommentdockError, IncompleteAnswer, ThrottledFailure, TransientFailure, WindowClosed } from '#core/contract/error.ts';
import type { FrontierEntry } from '#core/engine/ports.ts';
import { isFirstList, isFurtherList, pageNumber } from '#core/engine/position.ts';
import type { Gap } from '#core/platform-api/define.ts';

/** Tries that a page gets in all when its answer is incomplete or of an unknown form. */
const PAGE_TRIES = 3;

/** Requeues of one job without the owner's hand. */
const AUTOMATIC_REQUEUES = 1;

/** Side requests that must fail, with none answered, before their kind is given up. */
export const DEAD_KIND_AFTER = 3;

/**
 * So many side requests that fail one after the other end their kind too, where others were answered before. More, because
 * some may fail by chance; those that are merely gone do not count.
 */
export const DEAD_KIND_AFTER_IN_A_ROW = 10;

/** What becomes of a request whose page failed. */
type Consequence =
  | { readonly kind: 'again' }
  | { readonly kind: 'gap'; readonly gap: Gap }
  | { readonly kind: 'listEnds'; readonly gap: Gap }
  | { readonly kind: 'jobFails' };

const GAP_CAUSE_OF: Readonly<Partial<Record<CommentdockError['code'], GapCause>>> = {
  LOGIN_REQUIRED: 'login',
  AGE_RESTRICTED: 'login',
  PRIVATE: 'hidden',
  NOT_FOUND: 'notServed',
  PLATFORM_CHANGED: 'notServed',
};

/** Decides what a failed page means for the export (decisions.md, "Later pages" and "Retries in one export"). */
export function consequenceOf(error: CommentdockError, entry: FrontierEntry, tries: number, retriesLeft: number): Consequence {
  if (error.retry === 'page' && !entry.optional && tries < PAGE_TRIES && retriesLeft > 0) return { kind: 'again' };
  if (error instanceof WindowClosed) return { kind: 'jobFails' };
  const gap = gapOf(error, entry);
  if (entry.optional || entry.role === 'replies') return { kind: 'gap', gap };
  const laterPage = pageNumber(entry.position) > 0 || !isFirstList(entry.position) || isFurtherList(entry.position);
  if (laterPage && (error.code === 'NOT_FOUND' || error instanceof IncompleteAnswer)) return { kind: 'listEnds', gap };
  if (!isFirstList(entry.position)) return { kind: 'gap', gap };
  return { kind: 'jobFails' };
}

function gapOf(error: CommentdockError, entry: FrontierEntry): Gap {
  const what =
    entry.role === 'replies'
      ? `A list of replies${entry.under === null ? '' : ` (under ${entry.under})`} was given up`
      : 'A further page was not served';
  return {
    cause: GAP_CAUSE_OF[error.code] ?? 'blocked',
    count: entry.optional ? 0 : (entry.expect ?? 0),
    note: `${what}: ${error.code}, ${error.message}`,
  };
}

/** True where the job goes back into the queue by itself: the wire broke or the platform asked to slow down for a moment. */
export function requeuesItself(error: CommentdockError, requeuesSoFar: number): boolean {
  const passing = error instanceof TransientFailure || (error instanceof ThrottledFailure && error.secondsToWait === null);
  return passing && requeuesSoFar < AUTOMATIC_REQUEUES;
}
