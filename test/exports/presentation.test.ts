import { describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { jobSchema } from '#core/contract/job.ts';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { downloadName, presentJob } from '#core/exports/presentation.ts';
import { contextOf, fakeServices, START_MS } from '#test/operations/fake-services.ts';

const LINKS = { baseUrl: 'http://127.0.0.1:4780' };

async function record(patch: Partial<JobRecord>): Promise<JobRecord> {
  const services = fakeServices();
  const {
    jobs: [job],
  } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
  return services.engine.change(job?.guid ?? '', patch);
}

describe('the job object', () => {
  it('has absolute links once files exist', async () => {
    const done = await record({
      status: 'done',
      finishedAtMs: START_MS,
      files: [
        { format: 'csv', name: 'n1.csv', bytes: 1 },
        { format: 'xlsx', name: 'n2.xlsx', bytes: 1 },
        { format: 'json', name: 'n3.json', bytes: 1 },
      ],
    });
    const job = jobSchema.parse(presentJob(done, LINKS));
    expect(job).toMatchObject({
      download_link: 'http://127.0.0.1:4780/exports/n2.xlsx',
      download_url: 'http://127.0.0.1:4780/exports/n2.xlsx',
      json_url: 'http://127.0.0.1:4780/exports/n3.json',
      status_url: `http://127.0.0.1:4780/api/v3/job/${done.guid}`,
      raw_file: 'n3.json',
      file_name: `tubular-comments_abc_${done.guid.slice(0, 8)}.xlsx`,
      exported_at: '2026-03-01T09:30:00.000Z',
      created_at: '2026-03-01T09:30:00.000Z',
      started_at: null,
      locked: false,
      cursor: null,
    });
    expect(job).not.toHaveProperty('sandbox');
  });

  it.each([
    ['done', true, true],
    ['stopped', true, true],
    ['error', true, true],
    ['done', false, false],
    ['progress', true, false],
  ] as const)('%s, resumable %s: a cursor %s', async (status, resumable, expected) => {
    expect(presentJob(await record({ status, resumable }), LINKS).cursor !== null).toBe(expected);
  });

  it.each([
    ['CAPTCHA', true],
    ['BLOCKED', true],
    ['LOGIN_REQUIRED', true],
    ['AGE_RESTRICTED', true],
    ['NOT_FOUND', false],
    ['NETWORK', false],
    [null, false],
  ] as const)('after %s the page to open by hand is named: %s', async (errorCode, isNamed) => {
    const job = await record({ status: errorCode === null ? 'done' : 'error', error: errorCode, errorCode });
    expect(presentJob(job, LINKS).open_url).toBe(isNamed ? job.url : null);
  });

  it('says when it failed and why, but not that it was exported', async () => {
    const job = presentJob(await record({ status: 'error', finishedAtMs: START_MS, error: 'Private.', errorCode: 'PRIVATE' }), LINKS);
    expect(job).toMatchObject({ error: 'Private.', error_code: 'PRIVATE', exported_at: null });
  });
});

describe('the name of a download', () => {
  it.each([
    [{ key: 'dQw4w9WgXcQ' }, 'dQw4w9WgXcQ'],
    [{ host: 'mastodon.social', id: '1/2' }, 'mastodon.social-1-2'],
    [{ key: 'Zürich "café"\r\n' }, 'Zu-rich-cafe'],
    [{ key: '../../etc' }, 'etc'],
    [{ key: '日本' }, 'export'],
    [{}, 'export'],
    [{ key: 'x'.repeat(200) }, 'x'.repeat(60)],
  ])('of %j is plain ASCII', async (params, ref) => {
    const job = await record({});
    expect(downloadName({ ...job, target: { ...job.target, params } }, { format: 'csv', name: 'stored.csv' })).toBe(
      `tubular-comments_${ref}_${job.guid.slice(0, 8)}.csv`,
    );
  });
});
