import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobChange } from '#core/engine/ports.ts';
import { type Announcement, createAnnouncer } from '#core/events/define.ts';
import { JOB_EVENT_DEFINITIONS, jobGuidOf } from '#core/events/job.ts';
import { announceChanges } from '#core/exports/announcements.ts';

const BASE = 'http://127.0.0.1:4780';
const GUID = '5f0c1a52-7c7c-4a86-8d75-6f8f0fb9d001';
const URL_OF_IT = 'https://tubular.com/watch/abc';

const JOB: JobRecord = {
  id: 1,
  guid: GUID,
  status: 'queueing',
  url: URL_OF_IT,
  options: {} as JobRecord['options'],
  cookieNames: [],
  platform: 'tubular',
  target: { target: 'watch', params: { id: 'abc' }, type: 'comments', selector: 'own', url: URL_OF_IT },
  plan: 'business',
  formats: ['xlsx', 'json'],
  sandbox: false,
  batchId: null,
  tokenUuid: null,
  platformTotal: null,
  exported: 0,
  replies: 0,
  retry: 0,
  error: null,
  errorCode: null,
  completeness: {} as JobRecord['completeness'],
  resumable: false,
  files: [],
  createdAtMs: 0,
  updatedAtMs: 0,
  startedAtMs: null,
  finishedAtMs: null,
};
const RUNNING: JobRecord = { ...JOB, status: 'progress', platformTotal: 500 };
const DONE: JobRecord = {
  ...RUNNING,
  status: 'done',
  exported: 480,
  files: [
    { format: 'xlsx', name: 'a.xlsx', bytes: 1 },
    { format: 'json', name: 'b.json', bytes: 1 },
  ],
};

type Fields = Readonly<Record<string, unknown>>;
let heard: (Announcement & { readonly atMs: number })[];
let tell: (kind: JobChange['kind'], job: JobRecord) => void;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  const listeners = new Set<(change: JobChange) => void>();
  const announcer = createAnnouncer();
  const startedAtMs = Date.now();
  announcer.subscribe((announcement) => heard.push({ ...announcement, atMs: Date.now() - startedAtMs }));
  const engine = {
    subscribe(listener: (change: JobChange) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  stop = announceChanges({ engine, announcer, baseUrl: BASE });
  tell = (kind, job) => listeners.forEach((listener) => listener({ kind, job }));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const names = (): readonly string[] => heard.map(({ name }) => name);
const progress = (): readonly (readonly [atMs: number, current: unknown])[] =>
  heard.filter(({ name }) => name === 'job.progress').map(({ atMs, payload }) => [atMs, (payload as Fields)['current']]);

describe('what is said of an export', () => {
  const about = { guid: GUID, url: URL_OF_IT, download_url: null };
  const links = { download_link: `${BASE}/exports/a.xlsx`, download_url: `${BASE}/exports/a.xlsx`, json_url: `${BASE}/exports/b.json` };
  const envelope = { version: 'v3-beta', guid: GUID, url: null };

  it.each<[JobChange['kind'], JobRecord, Fields]>([
    ['created', JOB, { ...envelope, event: 'job.created', status: 'queueing', details: { ...about, status: 'queueing' } }],
    [
      'progress',
      { ...RUNNING, exported: 100 },
      {
        ...envelope,
        event: 'job.progress',
        status: 'progress',
        details: { ...about, status: 'progress', totalExported: 100, total: 500 },
        current: 100,
        total: 500,
      },
    ],
    [
      'finished',
      DONE,
      {
        ...envelope,
        event: 'job.finished',
        status: 'done',
        url: links.download_link,
        details: { ...about, ...links, status: 'done', totalExported: 480, total: 500 },
      },
    ],
    [
      'failed',
      { ...RUNNING, status: 'error', error: 'It broke.', errorCode: 'NETWORK' },
      {
        ...envelope,
        event: 'job.failed',
        status: 'error',
        details: { ...about, status: 'error', error: 'It broke.', error_code: 'NETWORK' },
      },
    ],
    ['requeued', JOB, { ...envelope, event: 'job.requeued', status: 'queueing', details: { ...about, status: 'queueing' } }],
    [
      'waiting',
      { ...RUNNING, needsYou: { code: 'CAPTCHA', message: 'It asks.', sinceMs: 0, untilMs: 1_000, window: 'closed' } },
      {
        ...envelope,
        event: 'job.needs_you',
        status: 'progress',
        details: {
          ...about,
          status: 'progress',
          needs_you: {
            code: 'CAPTCHA',
            message: 'It asks.',
            since: new Date(0).toISOString(),
            until: new Date(1_000).toISOString(),
            window: 'closed',
            command: `commentdock continue ${GUID}`,
          },
        },
      },
    ],
    [
      'waiting',
      RUNNING,
      { ...envelope, event: 'job.needs_you', status: 'progress', details: { ...about, status: 'progress', needs_you: null } },
    ],
    [
      'stopped',
      { ...RUNNING, status: 'stopped', exported: 7 },
      { ...envelope, event: 'job.stopped', status: 'stopped', details: { ...about, status: 'stopped', totalExported: 7, total: 500 } },
    ],
  ])('%s', (kind, job, payload) => {
    tell(kind, job);
    expect(heard).toEqual([{ name: payload['event'], audience: 'exports', payload, atMs: 0 }]);
    const announcement = heard[0] as Announcement;
    JOB_EVENT_DEFINITIONS[payload['event'] as keyof typeof JOB_EVENT_DEFINITIONS].payload.parse(announcement.payload);
    expect(jobGuidOf(announcement)).toBe(GUID);
  });

  it('nothing of its start and its removal', () => {
    tell('started', RUNNING);
    tell('removed', DONE);
    expect(heard).toEqual([]);
  });

  it('a sandbox export is called one', () => {
    tell('created', { ...JOB, sandbox: true });
    expect(heard[0]?.payload).toMatchObject({ details: { sandbox: true } });
  });

  it('where the platform names no total, `total` is a number all the same, and null in the details', () => {
    tell('progress', { ...RUNNING, platformTotal: null, exported: 30 });
    expect(heard[0]?.payload).toMatchObject({ current: 30, total: 30, details: { totalExported: 30, total: null } });
  });
});

describe('progress', () => {
  const run = (fromMs: number, toMs: number): void => {
    for (let atMs = fromMs; atMs < toMs; atMs += 100) {
      tell('progress', { ...RUNNING, exported: atMs / 100 + 1 });
      vi.advanceTimersByTime(100);
    }
  };

  it('is told at once, then every 5 seconds, and a last time before the end', () => {
    run(0, 12_000);
    tell('finished', { ...DONE, exported: 123 });
    expect(progress()).toEqual([
      [0, 1],
      [5_000, 50],
      [10_000, 100],
      [12_000, 123],
    ]);
    expect(names().slice(-2)).toEqual(['job.progress', 'job.finished']);
    expect(heard.at(-2)?.payload).toMatchObject({ status: 'progress', details: { status: 'progress', totalExported: 123 } });
    vi.advanceTimersByTime(20_000);
    expect(names().at(-1)).toBe('job.finished');
  });

  it('that came while it was quiet is told when the time is over', () => {
    tell('progress', { ...RUNNING, exported: 1 });
    vi.advanceTimersByTime(3_000);
    tell('progress', { ...RUNNING, exported: 2 });
    vi.advanceTimersByTime(60_000);
    tell('progress', { ...RUNNING, exported: 3 });
    expect(progress()).toEqual([
      [0, 1],
      [5_000, 2],
      [63_000, 3],
    ]);
  });

  it('of nothing is not told', () => {
    tell('progress', RUNNING);
    tell('failed', { ...RUNNING, status: 'error', error: 'It broke.' });
    expect(names()).toEqual(['job.failed']);
  });

  it('is not told twice before the end', () => {
    tell('progress', { ...RUNNING, exported: 480 });
    tell('finished', DONE);
    expect(names()).toEqual(['job.progress', 'job.finished']);
  });

  it('is told before a failure and a stop as well', () => {
    for (const [kind, status] of [
      ['failed', 'error'],
      ['stopped', 'stopped'],
    ] as const) {
      heard.length = 0;
      tell('progress', { ...RUNNING, exported: 1 });
      tell('progress', { ...RUNNING, exported: 2 });
      tell(kind, { ...RUNNING, status, exported: 2 });
      expect(names()).toEqual(['job.progress', 'job.progress', `job.${kind}`]);
    }
  });

  it('keeps its pace through another attempt', () => {
    tell('progress', { ...RUNNING, exported: 1 });
    tell('requeued', { ...JOB, exported: 1 });
    tell('started', RUNNING);
    vi.advanceTimersByTime(1_000);
    tell('progress', { ...RUNNING, exported: 2 });
    vi.advanceTimersByTime(4_000);
    expect(progress()).toEqual([
      [0, 1],
      [5_000, 2],
    ]);
  });

  it('of one export does not hold back another', () => {
    tell('progress', { ...RUNNING, exported: 1 });
    tell('progress', { ...RUNNING, guid: '5f0c1a52-7c7c-4a86-8d75-6f8f0fb9d002', exported: 9 });
    expect(progress().map(([, current]) => current)).toEqual([1, 9]);
  });

  it('is not told any more when nobody announces', () => {
    tell('progress', { ...RUNNING, exported: 1 });
    tell('progress', { ...RUNNING, exported: 2 });
    stop();
    vi.advanceTimersByTime(60_000);
    expect(progress()).toEqual([[0, 1]]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the judging of texts', () => {
  const judged = (count: number): JobRecord => ({
    ...RUNNING,
    exported: 480,
    sentiment: { state: 'running', judge: 'built-in analyzer', judged: count, total: 480, unclassified: 0, note: null },
  });

  it('is progress too, at the same pace', () => {
    for (let count = 0; count <= 480; count += 40) {
      tell('progress', judged(count));
      vi.advanceTimersByTime(1_000);
    }
    const told = heard.map(({ payload }) => (payload as { details: { sentiment?: { judged: number } } }).details.sentiment?.judged);
    expect(told).toEqual([0, 160, 360]);
    expect(progress().map(([, current]) => current)).toEqual([480, 480, 480]);
  });

  it('of an export that has ended is no progress of the export', () => {
    tell('judging', { ...judged(40), status: 'done' });
    tell('reprocessed', { ...judged(480), status: 'done' });
    vi.advanceTimersByTime(10_000);
    expect(names()).toEqual(['job.convert.progress', 'job.convert.done']);
  });
});
