import type { Completeness } from '#core/contract/completeness.ts';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';
import type { ExportType } from '#core/contract/options.ts';
import type { SentimentAccount } from '#core/contract/sentiment.ts';
import type { AboutSheet } from '#core/writers/about.ts';

/** What is told of an export whose rows stand among those of others. */
export interface MergedExport {
  readonly url: string;
  /** The platform's name for people. */
  readonly platform: string;
  readonly exportType: ExportType;
  readonly createdAtMs: number;
  readonly finishedAtMs: number;
  readonly completeness: Completeness;
  /** What was judged of its texts; null: nothing. */
  readonly sentiment: SentimentAccount | null;
}

const MAX_NOTES = 100;

/** Of a file of the rows of several exports. `label`: how an export is called in the notes. */
export function aboutMerged<E extends MergedExport>(exports: readonly E[], label: (each: E) => string, options = ''): AboutSheet {
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    url: `${exports.length} exports`,
    platform: [...new Set(exports.map(({ platform }) => platform))].join(', '),
    createdAt: iso(Math.min(...exports.map(({ createdAtMs }) => createdAtMs))),
    finishedAt: iso(Math.max(...exports.map(({ finishedAtMs }) => finishedAtMs))),
    options,
    completeness: addedUp(exports, label),
  };
}

/** The ledger where so many rows were left out, since another has their id. */
export function withoutRows(ledger: Completeness, duplicates: number): Completeness {
  if (duplicates === 0) return ledger;
  return {
    ...ledger,
    exported: ledger.exported - duplicates,
    missing: ledger.missing + duplicates,
    gap: { ...ledger.gap, sameId: ledger.gap.sameId + duplicates },
    notes: [`Rows that are left out, since the same id stands in the file already: ${duplicates}.`, ...ledger.notes],
  };
}

/** One ledger for all: a total only where every platform says one, each export's own words as a note. */
function addedUp<E extends MergedExport>(exports: readonly E[], label: (each: E) => string): Completeness {
  const ledgers = exports.map(({ completeness }) => completeness);
  const sum = (read: (ledger: Completeness) => number): number => ledgers.reduce((total, ledger) => total + read(ledger), 0);
  const complete = ledgers.filter((ledger) => ledger.complete === true).length;
  return {
    platform_total: ledgers.every((ledger) => ledger.platform_total !== null) ? sum((ledger) => ledger.platform_total ?? 0) : null,
    exported: sum((ledger) => ledger.exported),
    missing: sum((ledger) => ledger.missing),
    gap: Object.fromEntries(GAP_CAUSES.map((cause) => [cause, sum(({ gap }) => gap[cause])])) as Completeness['gap'],
    complete: complete === ledgers.length,
    summary: `${complete} of ${ledgers.length} exports are complete.`,
    pages: sum((ledger) => ledger.pages),
    requests: sum((ledger) => ledger.requests),
    retries: sum((ledger) => ledger.retries),
    waits: { count: sum(({ waits }) => waits.count), total_ms: sum(({ waits }) => waits.total_ms) },
    doors: [...new Set(ledgers.flatMap(({ doors }) => doors))],
    notes: exports.slice(0, MAX_NOTES).map((each) => `${label(each)} ${each.completeness.summary}`),
  };
}

/** For the legend of the workbook; null where no export was judged. */
export function sentimentOfAll(exports: readonly MergedExport[]): SentimentAccount | null {
  const accounts = exports.flatMap(({ sentiment }) => sentiment ?? []);
  if (accounts.length === 0) return null;
  const sum = (read: (account: SentimentAccount) => number): number => accounts.reduce((total, account) => total + read(account), 0);
  return {
    state: accounts.every(({ state }) => state === 'done') ? 'done' : 'incomplete',
    judge: [...new Set(accounts.map(({ judge }) => judge))].join('; '),
    judged: sum(({ judged }) => judged),
    total: sum(({ total }) => total),
    unclassified: sum(({ unclassified }) => unclassified),
    note: accounts.find(({ note }) => note !== null)?.note ?? null,
  };
}
