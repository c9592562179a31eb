import { isDeepStrictEqual } from 'node:util';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { tierOf } from '#core/contract/tier.ts';
import type { Ledger } from '#core/engine/completeness.ts';
import { isSameList } from '#core/engine/continuation.ts';
import { goneRows, type IncrementalAccount, openedAccount } from '#core/engine/incremental-account.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { restAfterSlice } from '#core/engine/slices.ts';
import { takeOver } from '#core/engine/take-over.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

interface CarryParts {
  readonly store: EngineStore;
  readonly job: JobRecord;
  readonly platform: PlatformDefinition;
  readonly onCommit: (job: JobRecord) => void;
}

/**
 * Begins an incremental run with every row of the run before, so that from here on the export stands alone, be the rows shared: it is stopped,
 * retried and deleted like any other. Some hundred rows a transaction: a crash costs no more than the last of them. Returns
 * the job as it is then. One that goes on from another takes over what is still to be copied of that one; any other export stays as it is.
 * @throws the signal's reason
 */
export async function carryOver(parts: CarryParts, signal: AbortSignal): Promise<JobRecord> {
  const { store, job } = parts;
  const { series } = job;
  if (store.takeOvers.isPending(job.id)) {
    await takeOver(store, job.id, signal);
    return store.jobs.find(job.guid) ?? job;
  }
  if (series === undefined || series === null) return job;
  let pages: { readonly of: number; readonly ids: readonly number[] } | null = null;
  for (;;) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const current = store.transaction(() => {
      const account = store.jobs.ledger(job.id).incremental;
      if (account === undefined) return open(parts, series);
      if (account.isCarried || account.base === null) return null;
      const base = store.jobs.find(account.base.guid);
      if (base === null) return startAgain(parts);
      if (store.foldings.foldSome(base.id)) return store.jobs.find(job.guid) ?? job;
      if (pages?.of !== base.id) pages = { of: base.id, ids: store.living(job.id).pagesOf(base.id) };
      return step(parts, account, base, pages.ids);
    });
    if (current === null) return store.jobs.find(job.guid) ?? job;
    parts.onCommit(current);
    await restAfterSlice(startedAt, signal);
  }
}

/** Chooses the run to build on: the last that was done, if it read the same list with the same options. */
function open(parts: CarryParts, series: string): JobRecord {
  const { store, job } = parts;
  const base = series === job.guid ? lastLike(parts) : lastOfSeries(parts, series);
  const ledger = store.jobs.ledger(job.id);
  store.living(job.id).openDataset(base?.id ?? null);
  if (base === null) return store.jobs.update(job.id, { ledger: { ...ledger, incremental: openedAccount(null) } });
  const former = store.jobs.ledger(base.id);
  const { repliesLeftOut, repliesUntold = 0 } = former;
  const present = base.exported - goneRows(former.incremental);
  const missing = Math.max(0, (base.platformTotal ?? present) - present);
  // A higher limit asks for rows further down, which no mark may keep from being read.
  const lists = limitOf(parts, job) > limitOf(parts, base) ? {} : former.incremental?.lists;
  const account = openedAccount({ guid: base.guid, missing, gap: base.completeness.gap }, lists);
  return store.jobs.update(job.id, { ledger: { ...ledger, repliesLeftOut, repliesUntold, incremental: account } });
}

function lastOfSeries(parts: CarryParts, series: string): JobRecord | null {
  const last = parts.store.jobs.lastDone(series, parts.job.id);
  return last !== null && haveSameRows(parts, last) ? last : null;
}

/** The last export of its owner with the same rows: an incremental one, which has a history, before any other. */
function lastLike(parts: CarryParts): JobRecord | null {
  const { store, job } = parts;
  const like = store.jobs.doneLike(job).filter((last) => haveSameRows(parts, last));
  return like.find(({ incremental }) => (incremental ?? null) !== null) ?? like.find(({ id }) => isWhole(store.jobs.ledger(id))) ?? null;
}

/** True of an export that has all that it read: it is behind no other one, and left out nothing by its language. */
function isWhole({ before, languages }: Ledger): boolean {
  return before === 0 && languages === undefined;
}

function step(parts: CarryParts, account: IncrementalAccount, base: JobRecord, pages: readonly number[]): JobRecord {
  const { store, job } = parts;
  const limit = limitOf(parts, base);
  const living = store.living(job.id);
  const { lackingUpTo = null } = account.carry;
  if (lackingUpTo !== null) {
    const incremental = { ...account, carry: { ...account.carry, lackingUpTo: living.carryLacking(base.id, lackingUpTo) } };
    return store.jobs.update(job.id, { ledger: { ...store.jobs.ledger(job.id), incremental } });
  }
  const readMs = base.startedAtMs ?? base.createdAtMs;
  const carry = living.carry({ of: base.id, pages, limit, readMs }, account.carry);
  const isCarried = carry.sourcePages >= pages.length;
  const ledger = { ...store.jobs.ledger(job.id), incremental: { ...account, carry, isCarried } };
  return store.jobs.update(job.id, { ledger, exported: carry.rows, replies: carry.replies, platformTotal: base.platformTotal });
}

function limitOf({ platform }: CarryParts, { options, plan }: JobRecord): number {
  return toExportOptions(options, platform, tierOf(plan)).limit;
}

/** The run before was deleted meanwhile: some hundred rows at a time, and in the end all is as before. */
function startAgain({ store, job }: CarryParts): JobRecord {
  if (store.living(job.id).dropCarried()) return store.jobs.find(job.guid) ?? job;
  const { incremental: _, ...ledger } = store.jobs.ledger(job.id);
  return store.jobs.update(job.id, {
    ledger: { ...ledger, repliesLeftOut: 0, repliesUntold: 0 },
    exported: 0,
    replies: 0,
    platformTotal: null,
  });
}

/**
 * What the platform is asked for decides which rows there are. How much of it is read, by whom, on which way, how fast, and what is done
 * with the rows afterwards do not.
 */
function haveSameRows({ job, platform }: CarryParts, last: JobRecord): boolean {
  if (last.platform !== job.platform || !isSameList(last.target, job.target)) return false;
  const choiceOf = ({ options, plan }: JobRecord) => ({ ...toExportOptions(options, platform, tierOf(plan)), limit: null });
  return isDeepStrictEqual([choiceOf(last), languagesOf(last.options)], [choiceOf(job), languagesOf(job.options)]);
}

/** Rows in other languages are left out. */
function languagesOf({ filter }: JobOptions): readonly string[] {
  return Array.isArray(filter?.language) ? [...new Set(filter.language)].toSorted() : [];
}
