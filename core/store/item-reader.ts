import type { RowHistory } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/connection.ts';
import type { RowMark } from '#core/store/folded-page.ts';
import { CHANGE_OF_STATE } from '#core/store/item-state.ts';
import { mediaLinks } from '#core/store/linked-media.ts';
import { remarkLinks } from '#core/store/remarks.ts';
import { keepingOf } from '#core/store/row-marks.ts';
import { JUDGED_ITEMS, judged, type JudgedRow, shownJudge } from '#core/store/verdict-reader.ts';

/** Earlier words of one item that are told, the newest ones. */
const EARLIER_AT_MOST = 100;

const ROW = 'SELECT items.seq AS seq, position, body, state, former_seq AS formerSeq, since_ms AS sinceMs, first_ms AS firstMs';
/** By their numbers in the store. */
const THESE = `${ROW} FROM items WHERE seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`;

export interface StoredBody extends JudgedRow {
  readonly seq: number;
  readonly position: number;
  readonly body: string;
  readonly state: number;
  readonly formerSeq: number | null;
  readonly sinceMs: number | null;
  readonly firstMs: number | null;
}

/** What a run says of a row that it shares with other runs. */
export type ToldMark = Pick<RowMark, 'state' | 'seenMs' | 'goneMs'>;

interface ToldRow {
  readonly stored: StoredBody;
  /** Left out: what the row says of itself. */
  readonly mark?: ToldMark | undefined;
}

/** What is selected of a job's items, by the first values of the statement, and what makes items of them, with what became of them and what was judged. */
interface ItemReader {
  readonly select: string;
  readonly values: readonly string[];
  read(rows: readonly ToldRow[]): readonly Item[];
}

export function itemReader(connection: Connection, jobId: number): ItemReader {
  const stored = readingOf(connection, jobId);
  const link = mediaLinks(connection, jobId);
  const remark = remarkLinks(connection, jobId);
  const read: ItemReader['read'] = (rows) => remark(link(stored(rows)));
  const judge = shownJudge(connection, jobId);
  if (judge === null) return { select: `${ROW} FROM items`, values: [], read };
  const select = `${ROW}, ${JUDGED_ITEMS}`;
  return { select, values: [judge], read: (rows) => read(rows).map((item, at) => judged(item, (rows[at] as ToldRow).stored)) };
}

function readingOf(connection: Connection, jobId: number): ItemReader['read'] {
  const keeping = keepingOf(connection, jobId);
  if (keeping === 'own') return (rows) => rows.map(({ stored }) => readPlain(stored));
  if (keeping === 'incremental') return (rows) => rows.map(({ stored, mark }) => told(stored, { change: changeOf(stored, mark) }));
  const formers = formerWords(connection);
  return (rows) => {
    const former = formers(rows);
    return rows.map(({ stored, mark }) => {
      const { first_seen: firstSeenAt, last_seen: lastSeenAt, gone_since: goneAt, earlier } = historyOf({ stored, mark }, former);
      const history = { firstSeenAt, lastSeenAt, goneAt, earlier: earlier.length === 0 ? null : earlier };
      return told(stored, { change: changeOf(stored, mark), ...history });
    });
  };
}

function readPlain({ body }: StoredBody): Item {
  return JSON.parse(body) as Item;
}

function changeOf({ state }: StoredBody, mark: ToldMark | undefined): string | null {
  return CHANGE_OF_STATE.get(mark?.state ?? state) ?? null;
}

function told(stored: StoredBody, extra: Item['extra']): Item {
  const item = readPlain(stored);
  return { ...item, extra: { ...item.extra, ...extra } };
}

/** What is known of rows besides what they say; undefined where there is none any more. */
export function readHistories(
  connection: Connection,
  rows: readonly { readonly seq: number; readonly mark?: ToldMark | undefined }[],
): readonly (RowHistory | undefined)[] {
  const found = connection.prepare<[string], StoredBody>(THESE).all(JSON.stringify(rows.map(({ seq }) => seq)));
  const bySeq = new Map(found.map((stored) => [stored.seq, stored]));
  const former = formerWords(connection)(found.map((stored) => ({ stored })));
  return rows.map(({ seq, mark }) => {
    const stored = bySeq.get(seq);
    return stored === undefined ? undefined : historyOf({ stored, mark }, former);
  });
}

type Formers = ReadonlyMap<number, StoredBody>;

/** All rows whose words were others before those of these, by their numbers: as many questions as the longest of their histories has words. */
function formerWords(connection: Connection): (rows: readonly ToldRow[]) => Formers {
  const these = connection.prepare<[string], StoredBody>(THESE);
  return (rows) => {
    const found = new Map<number, StoredBody>();
    let wanted = formersOf(rows.map(({ stored }) => stored));
    for (let depth = 0; wanted.length > 0 && depth < EARLIER_AT_MOST; depth += 1) {
      const former = these.all(JSON.stringify(wanted));
      for (const stored of former) found.set(stored.seq, stored);
      wanted = formersOf(former);
    }
    return found;
  };
}

function formersOf(rows: readonly StoredBody[]): readonly number[] {
  return rows.flatMap(({ formerSeq }) => formerSeq ?? []);
}

function historyOf({ stored, mark }: ToldRow, former: Formers): RowHistory {
  return {
    first_seen: isoOrNull(stored.firstMs),
    last_seen: isoOrNull(mark?.seenMs),
    gone_since: isoOrNull(mark?.goneMs),
    earlier: earlierWords(stored, former),
  };
}

/** What an item said before, the oldest first. */
function earlierWords({ formerSeq }: StoredBody, formers: Formers): RowHistory['earlier'] {
  const earlier: RowHistory['earlier'] = [];
  let former = formerSeq === null ? undefined : formers.get(formerSeq);
  while (former !== undefined && earlier.length < EARLIER_AT_MOST) {
    const { text, title, rating, ownerReply } = readPlain(former);
    earlier.push({ text, title, rating, owner_reply: ownerReply?.text ?? null, since: isoOrNull(former.sinceMs) });
    former = former.formerSeq === null ? undefined : formers.get(former.formerSeq);
  }
  return earlier.toReversed();
}

function isoOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
