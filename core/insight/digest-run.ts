import { asShown, type Finding, readingOf } from '#core/analysis/digest/reading.ts';
import { gathered, summingUpOf } from '#core/analysis/digest/summing-up.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { judgedText } from '#core/contract/sentiment.ts';
import type { SearchPage } from '#core/insight/ports.ts';
import type { LocalModels } from '#core/sentiment/ports.ts';

/** Rows of one question. */
const ROWS_AT_ONCE = 20;
/** Both together end before clients of HTTP give up waiting (five minutes). */
const READING_MS = 180_000;
const SUMMING_UP_MS = 90_000;
/** So many answers in a row that cannot be read end it. */
const UNREADABLE_IN_A_ROW = 3;
/** Of what is found, so many are told: those of most rows. */
const MOST_TOPICS = 30;
const MOST_QUESTIONS = 20;

/** A row that was read, its text as far as it was. */
interface ReadRow {
  readonly row: number;
  readonly id: string;
  readonly text: string;
}

interface DigestParts {
  readonly models: Pick<LocalModels, 'answer'>;
  /** Rows in the order of the file. */
  page(offset: number, limit: number): Promise<SearchPage>;
  /** Rows that are read at most, evenly from all of them. */
  readonly mostRows: number;
  /** Default: three minutes. */
  readonly readingMs?: number;
}

interface Digest {
  /** Rows that there are. */
  readonly total: number;
  /** Those that the model read, by their number. */
  readonly read: ReadonlyMap<number, ReadRow>;
  readonly topics: readonly Finding[];
  readonly questions: readonly Finding[];
  readonly summary: readonly Finding[];
  /** What is lacking, in sentences. */
  readonly notes: readonly string[];
}

type Reading = Pick<Digest, 'total' | 'read' | 'notes' | 'topics' | 'questions'>;

/**
 * Has a model on this machine read rows a few at a time, and sum up what it found.
 * @throws CommentdockError as `answer`; NETWORK where the model is too slow for any answer, PLATFORM_CHANGED where none can be read; the signal's reason
 */
export async function digestOf(parts: DigestParts, signal: AbortSignal): Promise<Digest> {
  const { total, read, notes, ...found } = await readRows(parts, signal);
  const topics = gathered(found.topics);
  const rest = { total, read, questions: gathered(found.questions).slice(0, MOST_QUESTIONS) };
  if (topics.length === 0) return { ...rest, topics, summary: [], notes };
  const texts = new Map([...read.values()].map(({ row, text }) => [row, text]));
  const summedUp = await inTime(SUMMING_UP_MS, signal, (patience) => parts.models.answer(summingUpOf(topics, texts), patience));
  if (summedUp !== 'late' && summedUp !== null) return { ...rest, ...summedUp, topics: summedUp.topics.slice(0, MOST_TOPICS), notes };
  const why = summedUp === 'late' ? 'The model took too long to sum up.' : 'The summary of the model could not be read.';
  return { ...rest, topics: topics.slice(0, MOST_TOPICS), summary: [], notes: [...notes, why] };
}

async function readRows({ models, page, mostRows, readingMs = READING_MS }: DigestParts, signal: AbortSignal): Promise<Reading> {
  const endsAtMs = performance.now() + readingMs;
  const first = await page(0, Math.min(ROWS_AT_ONCE, mostRows));
  const { total } = first;
  const wanted = Math.min(mostRows, total);
  const rounds = Math.ceil(wanted / ROWS_AT_ONCE);
  const stride = Math.max(ROWS_AT_ONCE, Math.floor(total / Math.max(1, rounds)));
  const read = new Map<number, ReadRow>();
  const [topics, questions]: [Finding[], Finding[]] = [[], []];
  let [unread, unreadInARow, isLate] = [0, 0, false];
  for (let round = 0; round < rounds && unreadInARow < UNREADABLE_IN_A_ROW; round += 1) {
    const { results } = round === 0 ? first : await page(round * stride, Math.min(ROWS_AT_ONCE, wanted - round * ROWS_AT_ONCE));
    const rows = results.map(({ row, item }): ReadRow => ({ row, id: item.id, text: asShown(judgedText(item)) }));
    const shown = rows.filter(({ text }) => text !== '');
    if (shown.length === 0) continue;
    const found = await inTime(endsAtMs - performance.now(), signal, (patience) => models.answer(readingOf(shown), patience));
    isLate = found === 'late';
    if (found === 'late') break;
    unreadInARow = found === null ? unreadInARow + 1 : 0;
    if (found === null) unread += shown.length;
    else {
      for (const each of shown) read.set(each.row, each);
      topics.push(...found.topics);
      questions.push(...found.questions);
    }
  }
  if (read.size === 0) refuseNothing({ unread, isLate, readingMs });
  return { total, read, topics, questions, notes: notesOf({ total, wanted, unread, isLate, read }) };
}

/** @throws CommentdockError where there were rows, and the model could not read one */
function refuseNothing({
  unread,
  isLate,
  readingMs,
}: {
  readonly unread: number;
  readonly isLate: boolean;
  readonly readingMs: number;
}): void {
  if (unread > 0)
    throw new CommentdockError(
      'PLATFORM_CHANGED',
      'The model answers in a form that cannot be read. Choose another one, or a newer version of its server.',
    );
  if (isLate)
    throw new CommentdockError(
      'NETWORK',
      `The model gave no answer within ${Math.round(readingMs / 1_000)} seconds. Choose a smaller one, or fewer rows.`,
    );
}

function notesOf({
  total,
  wanted,
  unread,
  isLate,
  read,
}: Pick<Digest, 'total' | 'read'> & { readonly wanted: number; readonly unread: number; readonly isLate: boolean }): readonly string[] {
  return [
    ...(wanted < total ? [`${wanted} of ${total} rows were chosen, evenly from all of them.`] : []),
    ...(isLate ? [`Time was up after ${read.size} rows.`] : []),
    ...(unread > 0 ? [`The answers about ${unread} rows could not be read.`] : []),
  ];
}

/** `late`: there was no answer within so many milliseconds. @throws what the work throws; the signal's reason */
async function inTime<T>(ms: number, signal: AbortSignal, work: (patience: AbortSignal) => Promise<T>): Promise<T | 'late'> {
  const timeUp = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
  try {
    return await work(AbortSignal.any([signal, timeUp]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeUp.aborted) return 'late';
    throw error;
  }
}
