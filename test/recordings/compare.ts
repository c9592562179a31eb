import type { Expected } from '#test/recordings/cases.ts';

/** A row of the JSON file: our item schema and the aliases that other readers use. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** How an export ended, whatever door it went through. */
export interface Outcome {
  readonly status: string;
  readonly errorCode: string | null;
  /** What happened in the product's words, where it failed. */
  readonly detail: string | null;
  /** What the platform says exists. */
  readonly total: number | null;
  readonly exportType: string | null;
  /** Rows of the JSON file; empty where an export that failed wrote none. */
  readonly rows: readonly ExportedRow[];
}

const MOST_DIFFERENCES = 8;
const NOT_COMPARED = new Set(['extra']);

/** What is wrong with an outcome, one sentence each; none where all is as expected. */
export function differences(outcome: Outcome, expected: Expected): string[] {
  const wrong = [...endDifferences(outcome, expected), ...rowDifferences(outcome.rows, expected)];
  return wrong.length <= MOST_DIFFERENCES ? wrong : [...wrong.slice(0, MOST_DIFFERENCES), `and ${wrong.length - MOST_DIFFERENCES} more`];
}

function endDifferences(outcome: Outcome, expected: Expected): string[] {
  const wrong: string[] = [];
  const status = expected.error_code === undefined ? 'done' : 'error';
  if (outcome.status !== status) wrong.push(`status ${outcome.status}, not ${status}: ${outcome.errorCode ?? ''} ${outcome.detail ?? ''}`.trimEnd());
  if (expected.error_code !== undefined && outcome.errorCode !== expected.error_code) wrong.push(`error_code ${outcome.errorCode}, not ${expected.error_code}`);
  if (expected.reportedTotal !== undefined && outcome.total !== expected.reportedTotal) wrong.push(`total ${outcome.total}, not ${expected.reportedTotal}`);
  if (outcome.exportType !== null && outcome.exportType !== expected.kind) wrong.push(`export type ${outcome.exportType}, not ${expected.kind}`);
  return wrong;
}

function rowDifferences(rows: readonly ExportedRow[], expected: Expected): string[] {
  const wrong: string[] = [];
  if (rows.length !== expected.items) wrong.push(`${rows.length} items, not ${expected.items}`);
  const byId = new Map(rows.map((row) => [row['id'], row]));
  if (byId.size !== rows.length) wrong.push(`${rows.length - byId.size} ids come twice`);
  for (const sample of expected.sample) {
    const row = byId.get(sample.id);
    if (row === undefined) wrong.push(`item ${sample.id} is missing`);
    else wrong.push(...valueDifferences(row, sample, sample.id));
  }
  return wrong;
}

/** Compares what `wanted` names; further keys of `got` do not matter. Arrays have equal length and order. */
function valueDifferences(got: unknown, wanted: unknown, path: string): string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got) || got.length !== wanted.length) return [`${path} is ${shown(got)}, not ${shown(wanted)}`];
    return wanted.flatMap((value, index) => valueDifferences(got[index], value, `${path}[${index}]`));
  }
  if (isRecord(wanted)) {
    if (!isRecord(got)) return [`${path} is ${shown(got)}, not ${shown(wanted)}`];
    const compared = Object.entries(wanted).filter(([key]) => !NOT_COMPARED.has(key));
    return compared.flatMap(([key, value]) => valueDifferences(got[key], value, `${path}.${key}`));
  }
  return isEqual(got, wanted, path) ? [] : [`${path} is ${shown(got)}, not ${shown(wanted)}`];
}

/** Texts compare after Unicode NFC, dates as instants. */
function isEqual(got: unknown, wanted: unknown, path: string): boolean {
  if (typeof got !== 'string' || typeof wanted !== 'string') return got === wanted;
  if (got.normalize('NFC') === wanted.normalize('NFC')) return true;
  return path.endsWith('.createdAt') && Date.parse(got) === Date.parse(wanted);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
