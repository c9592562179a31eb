import { expect, it } from 'vitest';
import type { ExportStatistics } from '#core/contract/statistics.ts';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { contextOf, fakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

async function exportIn(status: 'done' | 'progress' | 'stopped') {
  const services = fakeServices();
  const { jobs } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
  const guid = jobs[0]?.guid ?? '';
  services.engine.change(guid, { status });
  services.insights.items = [makeItem({ id: 'a', kind: 'comment', text: 'hello', createdAt: '2026-01-01T23:30:00Z' })];
  const stats = (input: object = {}) =>
    callOperation(operationNamed('exports.stats'), { guid, ...input }, contextOf(services, TOKEN_CALLER)) as Promise<ExportStatistics>;
  return { stats };
}

it('answers the statistics of an export that has ended, in UTC by default', async () => {
  for (const status of ['done', 'stopped'] as const) {
    const { stats } = await exportIn(status);
    const { items, time } = await stats();
    expect(items).toBe(1);
    expect(time).toMatchObject({ timezone: 'UTC', counts: [{ start: '2026-01-01T23:00:00+00:00', count: 1 }] });
    expect((await stats({ timezone: 'Asia/Tokyo' })).time.counts).toEqual([{ start: '2026-01-02T08:00:00+09:00', count: 1 }]);
  }
});

it('refuses one that runs, one that is not there, and a time zone that is none', async () => {
  const running = await exportIn('progress');
  expect(await refusal(running.stats())).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('progress') });
  const done = await exportIn('done');
  expect(await refusal(done.stats({ guid: 'nobody' }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  expect(await refusal(done.stats({ timezone: '' }))).toMatchObject({ code: 'INVALID_REQUEST' });
});
