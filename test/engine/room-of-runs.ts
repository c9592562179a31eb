import Database from 'better-sqlite3';
import { databasePath } from '#core/store/database.ts';
import { type Board, board, boardNetwork, post } from '#test/engine/board-platform.ts';
import { openEngineRoom } from '#test/engine/engine-room.ts';

const SERIES = 'series-1';
const PAGE_SIZE = 200;
const LOOK_AGAIN_MS = 20;
const WORDS = 'What a person writes below something that they have seen, in so many words that a row is as long as most are. '.repeat(4);

interface RunsWish {
  readonly rows: number;
  readonly runs: number;
  /** Rows that are rewritten between two runs. */
  readonly changed: number;
  readonly dataDir: string;
}

/** Makes runs that build one living dataset. How much room they take, against the first one alone, and how many rows are left once all are deleted. */
export async function roomOfRuns({
  rows,
  runs,
  changed,
  dataDir,
}: RunsWish): Promise<{ readonly ratio: number; readonly rowsLeft: number }> {
  const forum = board(Array.from({ length: rows }, (_, at) => post(`p${at}`, null, { text: `${at} ${WORDS}` })));
  Object.assign(forum, { statesOrder: false, pageSize: PAGE_SIZE });
  await using room = openEngineRoom({ platforms: [forum.platform], network: boardNetwork(), dataDir });
  const guids: string[] = [];
  let oneBytes = 0;
  for (let run = 0; run < runs; run += 1) {
    for (let at = 0; run > 0 && at < changed; at += 1) rewrite(forum, (run * changed * 7 + at * 3) % rows, run);
    const { guid } = await room.createOne({ platform: 'board', series: SERIES, formats: ['jsonl'] });
    await room.until(guid, 'finished');
    guids.push(guid);
    await untilNone(() => count(dataDir, ROWS_OF_RUNS));
    if (run === 0) oneBytes = usedBytes(dataDir);
  }
  const ratio = usedBytes(dataDir) / oneBytes;
  for (const guid of guids) await room.engine.remove(guid);
  await untilNone(() => count(dataDir, 'jobs'));
  return { ratio, rowsLeft: count(dataDir, 'items') };
}

/** None once all are folded. */
const ROWS_OF_RUNS = "items JOIN pages ON pages.id = page_id JOIN jobs ON jobs.id = job_id WHERE status <> 'removed'";

function rewrite({ posts }: Board, at: number, run: number): void {
  const found = posts[at];
  if (found !== undefined) found.text = `${at} ${WORDS} in run ${run}`;
}

async function untilNone(rows: () => number): Promise<void> {
  while (rows() > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}

function count(dataDir: string, from: string): number {
  using reader = reading(dataDir);
  return Number(reader.connection.prepare(`SELECT COUNT(*) FROM ${from}`).pluck().get());
}

/** Of the pages of the database that hold something. */
function usedBytes(dataDir: string): number {
  using reader = reading(dataDir);
  const pragma = (name: string): number => Number(reader.connection.pragma(name, { simple: true }));
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

function reading(dataDir: string) {
  const connection = new Database(databasePath(dataDir), { readonly: true });
  return { connection, [Symbol.dispose]: () => void connection.close() };
}
