import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { storeCondition } from '#core/store/condition.ts';
import { databasePath } from '#core/store/database.ts';
import { openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';

it('the condition of a data folder is told in numbers, codes and times, without a word of its exports', () => {
  const dataDir = ownFolder('condition');
  expect(storeCondition(dataDir)).toBeNull();
  let nowMs = Date.UTC(2026, 0, 1);
  const store = openEngineStore({ dataDir, databaseUrl: null }, () => nowMs);
  const failed = insertJob(store, { url: 'https://forum.example/secret', platform: 'forum' });
  const later = insertJob(store, { platform: 'other' });
  insertJob(store);
  for (let made = 0; made < 98; made += 1) store.jobs.update(insertJob(store).id, { status: 'error' });
  storePages(store, failed, { a: Array.from({ length: 300 }, (_, at) => ({ id: `i${at}` })) });
  nowMs = Date.UTC(2026, 0, 2);
  store.jobs.update(failed.id, {
    status: 'error',
    errorCode: 'NETWORK',
    error: 'words',
    exported: 3,
    retry: 2,
    finishedAtMs: Date.UTC(2026, 0, 3),
  });
  store.jobs.update(later.id, { status: 'error' });
  const told = storeCondition(dataDir);
  expect(told).toMatchObject({ health: ['ok'], exports: { error: 100, queueing: 1 }, schema: expect.any(Number) });
  expect(told?.schema).toBeGreaterThan(37);
  expect(told?.failures).toHaveLength(100);
  expect(told?.failures.slice(-2)).toEqual([
    { guid: later.guid, platform: 'other', code: null, rows: 0, retry: 0, failed_at: '2026-01-02T00:00:00.000Z' },
    { guid: failed.guid, platform: 'forum', code: 'NETWORK', rows: 3, retry: 2, failed_at: '2026-01-03T00:00:00.000Z' },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/secret|words|text of/);
  store.jobs.update(insertJob(store).id, { status: 'error' });
  expect(storeCondition(dataDir)?.failures.map(({ guid }) => guid)).not.toContain(failed.guid);
  store.close();
  expect(storeCondition(dataDir)?.bytes).toBe(statSync(databasePath(dataDir)).size);

  const bytes = readFileSync(databasePath(dataDir));
  bytes.fill(0xff, bytes.length - 40_000, bytes.length - 20_000);
  writeFileSync(databasePath(dataDir), bytes);
  expect(storeCondition(dataDir)?.health.join()).not.toBe('ok');
});
