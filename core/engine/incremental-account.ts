import type { Incremental } from '#core/contract/incremental.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { type ListOrder, rememberedOrder } from '#core/engine/list-order.ts';
import type { CarryPlace } from '#core/engine/living-port.ts';

/** The rows that files of a living dataset will have. */
export interface LivingTally {
  readonly rows: number;
  readonly replies: number;
  readonly fresh: number;
  readonly edited: number;
  readonly gone: number;
  readonly goneEarlier: number;
  readonly same: number;
  readonly notRead: number;
}

/** The running account of an incremental run: a part of the ledger, stored with every page. */
export interface IncrementalAccount {
  /** The run that this one builds on; null for the first. */
  readonly base: {
    readonly guid: string;
    /** What was missing there, and why. */
    readonly missing: number;
    readonly gap: JobRecord['completeness']['gap'];
  } | null;
  readonly carry: CarryPlace;
  /** True once every row of the run before has been taken over: nothing is asked for sooner. */
  readonly isCarried: boolean;
  /** Rows that no run had before, that changed, and that were gone and are back. */
  readonly fresh: number;
  readonly edited: number;
  readonly returned: number;
  /** Reply threads that were left as they are: as many replies as before. */
  readonly threadsNotRead: number;
  /** True where a list left something out midway: then what is missing in it may still be there. */
  readonly isPatchy: boolean;
  /** True where a list of replies was given up or left something out. */
  readonly lacksReplies: boolean;
  /** By list: those that the export starts with, and those of equal right. */
  readonly lists: Readonly<Record<string, ListOrder>>;
  /** The rows as files have them; null until everything is read. */
  readonly tally: LivingTally | null;
}

export const NOTHING_CARRIED: CarryPlace = {
  sourcePages: 0,
  sourceRead: 0,
  ownPages: 0,
  rows: 0,
  replies: 0,
  goneEarlier: 0,
  lackingUpTo: '',
};

/** The account of a run at its start. `lists`: those of the run that it builds on. */
export function openedAccount(base: IncrementalAccount['base'], lists: IncrementalAccount['lists'] = {}): IncrementalAccount {
  return {
    base,
    carry: NOTHING_CARRIED,
    isCarried: base === null,
    fresh: 0,
    edited: 0,
    returned: 0,
    threadsNotRead: 0,
    isPatchy: false,
    lacksReplies: false,
    lists: Object.fromEntries(Object.entries(lists).map(([list, order]) => [list, rememberedOrder(order)])),
    tally: null,
  };
}

/** The account as every surface shows it. While the run goes on, all that was not met yet counts as unchanged. */
export function presentAccount(account: IncrementalAccount): Incremental {
  const { base, threadsNotRead } = account;
  const counts = account.tally ?? tallySoFar(account);
  return {
    previous_guid: base?.guid ?? null,
    new: counts.fresh,
    edited: counts.edited,
    gone: counts.gone,
    unchanged: counts.same + counts.notRead,
    gone_earlier: counts.goneEarlier,
    not_read: counts.notRead,
    threads_not_read: threadsNotRead,
  };
}

function tallySoFar({ carry, fresh, edited, returned }: IncrementalAccount): Omit<LivingTally, 'rows' | 'replies'> {
  const stood = carry.rows - carry.goneEarlier;
  return { fresh: fresh + returned, edited, gone: 0, goneEarlier: carry.goneEarlier - returned, same: stood - edited, notRead: 0 };
}

/** Rows that the platform shows no more. */
export function goneRows(account: IncrementalAccount | undefined): number {
  if (account === undefined) return 0;
  return account.tally === null ? account.carry.goneEarlier - account.returned : account.tally.gone + account.tally.goneEarlier;
}

/** What was not read again and why, in sentences. */
export function accountNotes(account: IncrementalAccount | undefined): readonly string[] {
  if (account === undefined || account.base === null) return [];
  const { base, carry, tally, threadsNotRead, lists } = account;
  const notes = [`Builds on the export ${base.guid} and its ${carry.rows} rows.`];
  if (tally === null) return notes;
  const ends = new Set(Object.values(lists).map(({ end }) => end));
  const reasons = [
    ...(ends.has('mark') ? ['reading stopped at a page that was known and older than the newest item of the run before'] : []),
    ...(ends.has('open') ? ['reading stopped at the limit'] : []),
    ...(ends.has('cut') ? ['a list could not be read to its end'] : []),
    ...(threadsNotRead > 0 ? [`${threadsNotRead} reply threads are as long as before`] : []),
  ];
  if (tally.notRead === 0) return notes;
  const why = reasons.length === 0 ? 'the platform did not show them this time, and nothing proves that they are gone' : reasons.join('; ');
  return [...notes, `${tally.notRead} rows were not read again: ${why}. Whether they are gone or edited is not known.`];
}
