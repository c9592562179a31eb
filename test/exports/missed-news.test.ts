import { expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseAway } from '#core/contract/error.ts';
import { JobNews } from '#core/engine/job-news.ts';
import { createAnnouncer } from '#core/events/define.ts';
import { JOB_EVENT_DEFINITIONS } from '#core/events/job.ts';
import { openScratchStore } from '#core/store/store.ts';
import { insertJob } from '#test/store/stored-job.ts';

const AWAY = (): never => {
  throw new DatabaseAway('it is out');
};

it('keeps nobody from hearing news, and ends no process, where one who hears them cannot look something up', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  const [heard, announced] = [vi.fn(), vi.fn()];
  const news = new JobNews(Date.now);
  news.subscribe(AWAY);
  news.subscribe(heard);
  news.tell('started', insertJob(openScratchStore()));
  const announcer = createAnnouncer();
  announcer.subscribe(AWAY);
  announcer.subscribe(announced);
  announcer.announce(JOB_EVENT_DEFINITIONS['job.created'], {} as never);
  expect([heard.mock.calls.length, announced.mock.calls.length, warned.mock.calls.length]).toEqual([1, 1, 2]);
});
