import { describe, expect, it } from 'vitest';
import { makeItem } from '#core/platform-api/item.ts';
import type { SearchPage } from '#core/insight/ports.ts';
import { digestOf } from '#core/insight/digest-run.ts';
import type { LocalModels } from '#core/sentiment/ports.ts';

type Answer = LocalModels['answer'];

/** An export of so many rows, `text 1` and so on. */
function pagesOf(total: number, textOf: (row: number) => string = (row) => `text ${row}`) {
  const asked: (readonly [number, number])[] = [];
  const page = async (offset: number, limit: number): Promise<SearchPage> => {
    asked.push([offset, limit]);
    const results = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => ({
      row: offset + at + 1,
      item: makeItem({ id: `id-${offset + at + 1}`, kind: 'comment', text: textOf(offset + at + 1) }),
      highlights: { text: [], title: [], name: [], username: [] },
    }));
    return { total, itemsInExport: total, results, nextCursor: null, isProvisional: false };
  };
  return { page, asked };
}

/** Writes what a test says to each question in turn; the last one again and again. */
function modelThatWrites(...writings: readonly ((content: string, signal: AbortSignal) => unknown)[]) {
  let turn = 0;
  const answer: Answer = async ({ content, read }, signal) => {
    const write = writings[Math.min(turn, writings.length - 1)];
    turn += 1;
    return read(await write?.(content, signal));
  };
  return { answer };
}

const rowsIn = (content: string): readonly number[] =>
  (JSON.parse(content) as { comments: { row: number }[] }).comments.map(({ row }) => row);
const isReading = (content: string): boolean => content.startsWith('{"comments"');
/** One topic of all rows, and a sentence about the first. */
const obeying = (content: string): unknown =>
  isReading(content)
    ? { topics: [{ topic: 'all', rows: rowsIn(content) }], questions: [] }
    : { summary: [{ sentence: 'They say something.', rows: [1] }], same: [] };
const never = new AbortController().signal;

describe('a digest', () => {
  it('reads all rows of a small export, and sums them up', async () => {
    const { page } = pagesOf(45);
    const digest = await digestOf({ models: modelThatWrites(obeying), page, mostRows: 200 }, never);
    expect(digest).toMatchObject({ total: 45, notes: [], summary: [{ text: 'They say something.', rows: [1] }] });
    expect(digest.read.size).toBe(45);
    expect(digest.read.get(45)).toEqual({ row: 45, id: 'id-45', text: 'text 45' });
    expect(digest.topics).toEqual([{ text: 'all', rows: Array.from({ length: 45 }, (_, at) => at + 1) }]);
  });

  it('takes rows evenly from a large one, and says so', async () => {
    const { page, asked } = pagesOf(100_000);
    const digest = await digestOf({ models: modelThatWrites(obeying), page, mostRows: 50 }, never);
    expect(asked).toEqual([
      [0, 20],
      [33_333, 20],
      [66_666, 10],
    ]);
    expect(digest.read.size).toBe(50);
    expect(digest.notes).toEqual(['50 of 100000 rows were chosen, evenly from all of them.']);
  });

  it('asks nothing about rows that say nothing', async () => {
    const { page } = pagesOf(30, (row) => (row <= 20 ? ' ' : 'words'));
    const digest = await digestOf({ models: modelThatWrites(obeying), page, mostRows: 200 }, never);
    expect([...digest.read.keys()]).toEqual(Array.from({ length: 10 }, (_, at) => at + 21));
    const empty = await digestOf({ models: modelThatWrites(() => expect.unreachable()), page: pagesOf(0).page, mostRows: 200 }, never);
    expect(empty).toMatchObject({ total: 0, topics: [], summary: [], notes: [] });
  });

  it('goes on where answers cannot be read, and ends where none can', async () => {
    const { page } = pagesOf(100);
    const nonsense = (): unknown => 'Sure! Here is what I found:';
    const digest = await digestOf({ models: modelThatWrites(nonsense, nonsense, obeying), page, mostRows: 100 }, never);
    expect(digest.read.size).toBe(60);
    expect(digest.notes).toEqual(['The answers about 40 rows could not be read.']);
    await expect(digestOf({ models: modelThatWrites(nonsense), page, mostRows: 100 }, never)).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
    });
  });

  it('keeps its topics where the summary cannot be read', async () => {
    const models = modelThatWrites((content) => (isReading(content) ? obeying(content) : 'All is well.'));
    const digest = await digestOf({ models, page: pagesOf(5).page, mostRows: 5 }, never);
    expect(digest).toMatchObject({ topics: [{ text: 'all' }], summary: [], notes: ['The summary of the model could not be read.'] });
  });

  it('ends in time, with what was read by then', async () => {
    const hanging = (_content: string, signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const { page } = pagesOf(100);
    const models = modelThatWrites((content, signal) =>
      isReading(content) && rowsIn(content)[0] !== 1 ? hanging(content, signal) : obeying(content),
    );
    const digest = await digestOf({ models, page, mostRows: 100, readingMs: 50 }, never);
    expect(digest.notes).toEqual(['Time was up after 20 rows.']);
    expect(digest.summary).toHaveLength(1);
    await expect(digestOf({ models: modelThatWrites(hanging), page, mostRows: 100, readingMs: 1 }, never)).rejects.toMatchObject({
      code: 'NETWORK',
    });
  });

  it('ends at once when its caller goes', async () => {
    const gone = new AbortController();
    const models = modelThatWrites(() => {
      gone.abort(new Error('the caller went'));
      return gone.signal.reason instanceof Error ? Promise.reject(gone.signal.reason) : null;
    });
    await expect(digestOf({ models, page: pagesOf(100).page, mostRows: 100 }, gone.signal)).rejects.toThrow('the caller went');
  });
});
