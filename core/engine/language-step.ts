import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobRecord } from '#core/contract/job-record.ts';
import { UNDETERMINED } from '#core/contract/language.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { SentimentPort } from '#core/engine/sentiment-ports.ts';
import { doInSlices } from '#core/engine/slices.ts';

/** Rows whose language is asked for, and whose outcome is stored, in one go. */
const ROWS_AT_ONCE = 500;

/** Which rows an export shows by their language, as stored with it. */
export interface LanguageLedger {
  /** ISO 639. */
  readonly wanted: readonly string[];
  readonly leftOut: number;
  /** Among these: nobody could tell the language. */
  readonly unknown: number;
}

export function leftOutBy(ledger: LanguageLedger | undefined): number {
  return ledger?.leftOut ?? 0;
}

/** For the ledger of the export: what its files lack. */
export function languageNotes(ledger: LanguageLedger | undefined): readonly string[] {
  if (ledger === undefined || ledger.leftOut === 0) return [];
  const { wanted, leftOut, unknown } = ledger;
  const untold = unknown === 0 ? '' : `, ${unknown} of them in none that could be told`;
  return [`${leftOut} items are left out by their language (wanted: ${wanted.join(', ')})${untold}.`];
}

interface LanguageStepParts {
  readonly store: EngineStore;
  readonly job: JobRecord;
  readonly choice: { readonly limit: number; readonly order: 'tree' | 'served' };
  /** Null: all. */
  readonly wanted: readonly string[] | null;
  readonly languagesOf: SentimentPort['languagesOf'];
}

/**
 * Leaves the rows in the wanted languages, and takes in again what an earlier wish left out. Done anew as a whole after a crash;
 * its account is stored at the end.
 * @throws the signal's reason
 */
export async function chooseLanguages({ store, job, choice, wanted, languagesOf }: LanguageStepParts, signal: AbortSignal): Promise<void> {
  const stored = store.sentiments(job.id);
  const { languages: former, ...ledger } = store.jobs.ledger(job.id);
  if (wanted === null && former === undefined) return;
  await doInSlices(() => stored.readmission(), store, signal);
  const counts = { leftOut: 0, unknown: 0 };
  const rows = wanted === null ? new Float64Array() : stored.rows({ ...choice, order: 'served' });
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    signal.throwIfAborted();
    const seqs = [...rows.subarray(start, start + ROWS_AT_ONCE)];
    const languages = await languagesOf(stored.texts(seqs));
    const others = seqs.filter((_, index) => wanted?.includes(languages[index] ?? UNDETERMINED) === false);
    counts.leftOut += others.length;
    counts.unknown += seqs.filter((seq, index) => (languages[index] ?? null) === null && others.includes(seq)).length;
    store.transaction(() => stored.leaveOut(others));
    await nextTurn();
  }
  signal.throwIfAborted();
  const { rows: exported, replies } = stored.size(choice);
  const account = wanted === null ? ledger : { ...ledger, languages: { wanted, ...counts } };
  store.jobs.update(job.id, { ledger: account, exported, replies });
}
