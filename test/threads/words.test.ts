import { describe, expect, it } from 'vitest';
import type { TextSink } from '#core/analysis/statistics/statistics.ts';
import { loadStopWords } from '#core/analysis/statistics/stop-words.ts';
import { WordCount } from '#core/analysis/statistics/words.ts';
import { WordThread } from '#core/threads/word-client.ts';

const TEXTS = ['The guitar, the drums 🔥', 'Die Gitarre und die Trommel', '音乐很好听', '', 'Guitar again 😂😂', 'una guitarra muy buena'];
const TAGS = ['en', 'de', 'zh', null, 'en', 'es'];
/** Several batches, more than may be on their way at once. */
const ROUNDS = 4_000;

async function fill(sink: TextSink, keepUp: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, text] of TEXTS.entries()) sink.add(`${text} number${round % 97}`, round * TEXTS.length + at + 1, TAGS[at] ?? null);
    if (round % 100 === 0) await keepUp();
  }
}

describe('words counted in a thread of their own', () => {
  it('are those counted beside it', async () => {
    await using thread = new WordThread();
    await fill(thread, () => thread.keepUp());
    const here = new WordCount(await loadStopWords());
    await fill(here, () => Promise.resolve());
    const found = await thread.result();
    expect(found).toEqual(here.result());
    expect(found.words.top[0]).toMatchObject({ word: 'guitar', count: ROUNDS * 2 });
  });

  it('fail where the thread is closed', async () => {
    const thread = new WordThread();
    thread.add('guitar', 1, 'en');
    await thread[Symbol.asyncDispose]();
    await expect(thread.result()).rejects.toMatchObject({ code: 'STOPPED' });
  });
});
