import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import type { Labels } from '#core/contract/labels.ts';
import { isTerminal } from '#core/contract/job.ts';
import { continuedLedger, EMPTY_LEDGER } from '#core/engine/completeness.ts';
import { guidOfCursor, isSameList } from '#core/engine/continuation.ts';
import { leftOutBy } from '#core/engine/language-step.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { takeOver, takeOverSome } from '#core/engine/take-over.ts';

/**
 * Stores new exports, all or none. One with the `cursor` of another begins with what that one left unread: some of it is there at once, the
 * rest once `takeOver` has copied it.
 * @throws CommentdockError INVALID_REQUEST where a cursor is none of an ended export of the same list; the signal's reason
 */
export async function insertExports(store: EngineStore, jobs: readonly NewJob[], signal: AbortSignal): Promise<readonly JobRecord[]> {
  for (const job of jobs) {
    const from = job.options.cursor === undefined ? null : continued(store, job);
    if (from !== null && store.takeOvers.isPending(from.id)) await takeOver(store, from.id, signal);
  }
  return store.transaction(() => {
    const records = jobs.map((job) => insertExport(store, job));
    store.shared?.enqueue(records);
    return records;
  });
}

function insertExport(store: EngineStore, job: NewJob): JobRecord {
  const from = job.options.cursor === undefined ? null : continued(store, job);
  const labels = labelsOf(from ?? former(store, job));
  if (from === null) return store.jobs.insert(job, EMPTY_LEDGER, labels);
  const ledger = store.jobs.ledger(from.id);
  // Not before its requests are there: until then it could not go on from what it has.
  const { id } = store.jobs.insert(job, { ...continuedLedger({ ...from, ledger }), seeded: false }, labels);
  store.takeOvers.begin(id, from.id, from.exported + leftOutBy(ledger.languages));
  const record = store.jobs.update(id, { platformTotal: from.platformTotal });
  takeOverSome(store, id);
  return store.jobs.find(record.guid) ?? record;
}

/** The export after which this one comes, without going on from its rows. What is exported in a batch stands for itself. */
function former(store: EngineStore, job: NewJob): JobRecord | null {
  const named = job.follows === undefined ? null : store.jobs.find(job.follows);
  return named ?? (job.batchId === null ? store.jobs.newestLike(job) : null);
}

function labelsOf(job: JobRecord | null): Labels {
  return { title: job?.title ?? null, folder: job?.folder ?? null, tags: job?.tags ?? [] };
}

/** The job whose `cursor` was given. */
function continued(store: EngineStore, job: NewJob): JobRecord {
  const from = store.jobs.find(guidOfCursor(job.options.cursor ?? ''));
  const standsAlone = (from?.series ?? null) === null;
  if (from !== null && standsAlone && isTerminal(from.status) && from.platform === job.platform && isSameList(from.target, job.target))
    return from;
  throw new CommentdockError(
    'INVALID_REQUEST',
    'options.cursor is not known here. Take the `cursor` of a finished or stopped export of the same list.',
  );
}
