import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import { continuedLedger, EMPTY_LEDGER } from '#core/engine/completeness.ts';
import { guidOfCursor, isSameList } from '#core/engine/continuation.ts';
import { leftOutBy } from '#core/engine/language-step.ts';
import type { EngineStore } from '#core/engine/ports.ts';

/**
 * Stores a new export. One with the `cursor` of another begins with what that one left unread.
 * @throws CommentdockError INVALID_REQUEST where the cursor is none of an ended export of the same list
 */
export function insertExport(store: EngineStore, job: NewJob): JobRecord {
  const from = job.options.cursor === undefined ? null : continued(store, job);
  if (from === null) return store.jobs.insert(job, EMPTY_LEDGER);
  const ledger = store.jobs.ledger(from.id);
  const record = store.jobs.insert(job, continuedLedger({ ...from, ledger }));
  const { kept, replies } = store.run(record.id).inherit(from.id, from.exported + leftOutBy(ledger.languages));
  return store.jobs.update(record.id, { exported: kept, replies, platformTotal: from.platformTotal });
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
