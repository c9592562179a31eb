import type { Answered, Query } from '#core/store/postgres/blocking-call.ts';

/** What was sent to wait for its turn, and what it answered. */
export interface Sent {
  readonly query: Query;
  answer: Answered | null;
}

/** One statement as it leaves, and what it answers for. */
interface Leaving {
  readonly query: Query;
  readonly of: readonly Sent[];
}

/** A row that is added, and nothing asked about it. */
const ADDED_ROW = /^(\s*INSERT INTO \w+ \([^()]+\)\s+VALUES )(\([^()]*\))\s*$/;
/** Each is a statement that the server keeps a plan of. */
const ROWS_AT_ONCE = [64, 16, 4] as const;
const ONE_ROW: Answered = { rows: [], changes: 1 };

/** Rows of a table that are added one after the other leave as one statement, which costs the server a fraction of many. */
export function rowsTogether(sent: readonly Sent[]): readonly Leaving[] {
  const leaving: Leaving[] = [];
  for (let at = 0; at < sent.length;) {
    const { query } = sent[at] as Sent;
    const alike = runOf(sent, at);
    const count = ROWS_AT_ONCE.find((rows) => rows <= alike) ?? 1;
    const of = sent.slice(at, at + count);
    leaving.push({ query: count === 1 ? query : ofRows(query, of), of });
    at += count;
  }
  return leaving;
}

export function takeAnswers(leaving: readonly Leaving[], answers: readonly Answered[]): void {
  for (const [index, { of }] of leaving.entries())
    for (const sent of of) sent.answer = of.length === 1 ? (answers[index] as Answered) : ONE_ROW;
}

/** How many from here on are the same statement for a row, as far as that matters. */
function runOf(sent: readonly Sent[], from: number): number {
  const { name, text } = (sent[from] as Sent).query;
  if (name === null || sent[from + 1]?.query.name !== name || !ADDED_ROW.test(text)) return 1;
  let to = from + 1;
  while (to - from < ROWS_AT_ONCE[0] && sent[to]?.query.name === name) to += 1;
  return to - from;
}

function ofRows({ name, text, values }: Query, of: readonly Sent[]): Query {
  const [, head = '', row = ''] = ADDED_ROW.exec(text) ?? [];
  const rows = of.map((_, index) => row.replaceAll(/\$(\d+)/g, (__, place: string) => `$${Number(place) + index * values.length}`));
  return { name: `${of.length} of ${name}`, text: head + rows.join(', '), values: of.flatMap(({ query }) => query.values) };
}
