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
const TEXT_FIELDS = ['text', 'title'] as const;
/** What the conventions take out of every text: carriage returns, blanks at line ends, white space around. */
const UNTIDY = /\r|[ \t](?:\n|$)|^\s|\s$/;

/** What is wrong with an outcome, one sentence each; none where all is as expected. */
export function differences(outcome: Outcome, expected: Expected): string[] {
  const wrong = [...endDifferences(outcome, expected), ...rowDifferences(outcome.rows, expected)];
  return wrong.length <= MOST_DIFFERENCES ? wrong : [...wrong.slice(0, MOST_DIFFERENCES), `and ${wrong.length - MOST_DIFFERENCES} more`];
}

function endDifferences(outcome: Outcome, expected: Expected): string[] {
  const wrong: string[] = [];
  const status = expected.error_code === undefined ? 'done' : 'error';
  if (outcome.status !== status)
    wrong.push(`status ${outcome.status}, not ${status}: ${outcome.errorCode ?? ''} ${outcome.detail ?? ''}`.trimEnd());
  if (expected.error_code !== undefined && outcome.errorCode !== expected.error_code)
    wrong.push(`error_code ${outcome.errorCode}, not ${expected.error_code}`);
  if (expected.reportedTotal !== undefined && outcome.total !== expected.reportedTotal)
    wrong.push(`total ${outcome.total}, not ${expected.reportedTotal}`);
  if (outcome.exportType !== null && outcome.exportType !== expected.kind)
    wrong.push(`export type ${outcome.exportType}, not ${expected.kind}`);
  return wrong;
}

function rowDifferences(rows: readonly ExportedRow[], expected: Expected): string[] {
  const wrong: string[] = [];
  if (expected.items === null) wrong.push(`${rows.length} items; how many must come out is to be filled in ("items" in expected.json)`);
  else if (rows.length !== expected.items) wrong.push(`${rows.length} items, not ${expected.items}`);
  const byId = new Map(rows.map((row) => [row['id'], row]));
  if (byId.size !== rows.length) wrong.push(`${rows.length - byId.size} ids come twice`);
  for (const sample of expected.sample) wrong.push(...sampleDifferences(rows, byId, sample));
  for (const row of rows) {
    const untidy = TEXT_FIELDS.filter((field) => UNTIDY.test(String(row[field] ?? '')));
    wrong.push(...untidy.map((field) => `${String(row['id'])}.${field} keeps blanks at its ends or at line ends`));
  }
  return wrong;
}

/** A sample that gives no id (its platform has none) must be like some row. */
function sampleDifferences(
  rows: readonly ExportedRow[],
  byId: ReadonlyMap<unknown, ExportedRow>,
  sample: Expected['sample'][number],
): string[] {
  if (sample.id === undefined) {
    const isThere = rows.some((row) => valueDifferences(row, sample, '').length === 0);
    return isThere ? [] : [`no item is like ${shown(sample)}`];
  }
  const row = byId.get(sample.id);
  return row === undefined ? [`item ${sample.id} is missing`] : valueDifferences(row, sample, sample.id);
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
  if (typeof got !== 'string' || typeof wanted !== 'string')
    return got === wanted ? [] : [`${path} is ${shown(got)}, not ${shown(wanted)}`];
  const [text, wantedText] = [comparable(got), comparable(wanted)];
  if (text === wantedText || (path.endsWith('.createdAt') && Date.parse(got) === Date.parse(wanted))) return [];
  return [`${path} is ${shownFrom(text, wantedText)}, not ${shownFrom(wantedText, text)}`];
}

/** Texts compare after Unicode NFC, without blanks at line ends and around: recordings keep them, exports do not. */
function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .trim();
}

/** The text from shortly before the place where it differs from `other`. */
function shownFrom(text: string, other: string): string {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const from = same > 60 ? same - 20 : 0;
  return `${from > 0 ? '...' : ''}${shown(text.slice(from))}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
