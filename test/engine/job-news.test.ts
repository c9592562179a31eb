import { expect, it } from 'vitest';
import { JobNews } from '#core/engine/job-news.ts';
import { openScratchStore } from '#core/store/store.ts';
import { insertJob } from '#test/store/stored-job.ts';

it('tells the progress of each export ten times a second at most, and anew once it has ended', () => {
  using opened = scratch();
  const [one, other] = [insertJob(opened.store), insertJob(opened.store)];
  let nowMs = 1_000_000;
  const news = new JobNews(() => nowMs);
  const told: string[] = [];
  const stop = news.subscribe(({ kind, job }) => told.push(`${kind} ${job === one ? 'one' : 'other'}`));
  news.tellProgress(one);
  nowMs += 99;
  news.tellProgress(one);
  news.tellProgress(other);
  expect(told).toEqual(['progress one', 'progress other']);
  nowMs += 1;
  news.tellProgress(one);
  news.tellProgress(other);
  expect(told.slice(2)).toEqual(['progress one']);
  news.forget(one.guid);
  news.tellProgress(one);
  news.tell('finished', one);
  expect(told.slice(3)).toEqual(['progress one', 'finished one']);
  stop();
  news.tell('removed', one);
  expect(told).toHaveLength(5);
});

function scratch() {
  const store = openScratchStore();
  return { store, [Symbol.dispose]: () => store.close() };
}
