import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TurnLost } from '#core/contract/error.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import { EMPTY_LEDGER, withAbout } from '#core/engine/completeness.ts';
import type { JobPatch, JobStore } from '#core/engine/ports.ts';
import type { JobReader } from '#core/exports/ports.ts';
import { type FileConnection, openInMemory } from '#core/store/database.ts';
import { createJobReader, createJobStore } from '#core/store/jobs.ts';
import { createRemovalStore } from '#core/store/removals.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const PLAIN: Omit<NewJob, 'guid'> = {
  url: 'https://forum.example/1',
  options: {},
  platform: 'forum',
  target: { target: 'thread', params: { id: '1' }, type: 'comments', selector: 'own', url: 'https://forum.example/1' },
  plan: 'business',
  formats: ['json'],
  sandbox: false,
  batchId: null,
  tokenUuid: null,
};

let connection: FileConnection;
let jobs: JobStore;
let reader: JobReader;
let nowMs: number;
let made: number;

beforeEach(() => {
  connection = openInMemory();
  [nowMs, made] = [1_000, 0];
  jobs = createJobStore(connection, { hide: createRemovalStore(connection).hide, expectTurn: null, now: () => nowMs });
  reader = createJobReader(connection);
});
afterEach(() => void connection.close());

/** Of the guids `g1`, `g2` and so on. */
function insert(fields: Partial<NewJob> = {}, patch: JobPatch = {}) {
  const { id } = jobs.insert({ ...PLAIN, guid: `g${(made += 1)}`, ...fields }, EMPTY_LEDGER);
  return jobs.update(id, patch);
}

const guids = (found: readonly { readonly guid: string }[]): string => found.map(({ guid }) => guid).join(' ');

describe('an export', () => {
  it('begins with what was asked for, without values of cookies', () => {
    const job = jobs.insert({ ...PLAIN, guid: 'plain' }, EMPTY_LEDGER);
    expect(job).toMatchObject({
      ...PLAIN,
      guid: 'plain',
      status: 'queueing',
      cookieNames: [],
      memberUuid: null,
      isShared: false,
      series: null,
      platformTotal: null,
      exported: 0,
      replies: 0,
      retry: 0,
      error: null,
      errorCode: null,
      byHand: false,
      needsYou: null,
      files: [],
      createdAtMs: 1_000,
      updatedAtMs: 1_000,
      startedAtMs: null,
      finishedAtMs: null,
      title: null,
      folder: null,
      tags: [],
      incremental: null,
      sentiment: null,
    });
    for (const name of ['pageTitle', 'pagePicture', 'rawAnswers']) expect(job).not.toHaveProperty(name);
    const asked = { ...PLAIN, guid: 'asked', options: { limit: 5, cookies: { sid: 'secret', lang: 'en' } }, sandbox: true };
    const whole = { ...asked, batchId: 'b', tokenUuid: 't', memberUuid: ANN, isShared: true, series: 's', byHand: true };
    const labels = { title: 'Mine', folder: 'Spring', tags: ['a', 'b'] };
    expect(jobs.insert(whole, EMPTY_LEDGER, labels)).toMatchObject({
      ...whole,
      ...labels,
      options: { limit: 5 },
      cookieNames: ['sid', 'lang'],
    });
    expect(JSON.stringify(connection.prepare('SELECT * FROM jobs').all())).not.toContain('secret');
  });

  it('becomes what is said of it, and nothing else', () => {
    const { id, guid } = insert();
    nowMs = 2_000;
    const waiting = { code: 'CAPTCHA_REQUIRED', message: 'a wall', sinceMs: 1, untilMs: 2, window: 'closed' } as const;
    const patches: readonly JobPatch[] = [
      { status: 'progress', startedAtMs: 5 },
      { platformTotal: 9, exported: 7, replies: 3, retry: 1 },
      { error: 'words', errorCode: 'NETWORK', finishedAtMs: 8 },
      { byHand: true, needsYou: waiting as never },
      { files: [{ format: 'csv', name: 'a.csv', bytes: 1 }] },
    ];
    for (const patch of patches) expect(jobs.update(id, patch)).toMatchObject({ ...patch, updatedAtMs: 2_000, createdAtMs: 1_000 });
    expect(jobs.find(guid)).toMatchObject(Object.assign({}, ...patches) as object);
    expect(jobs.update(id, { byHand: false, needsYou: null, error: null, finishedAtMs: null })).toMatchObject({
      byHand: false,
      needsYou: null,
      error: null,
      errorCode: 'NETWORK',
      finishedAtMs: null,
    });
    const about = { title: 'A page', picture: 'https://forum.example/a.png' };
    const told = jobs.update(id, { ledger: { ...withAbout(jobs.ledger(id), about), resumable: true, raw: { answers: 4 } as never } });
    expect(told).toMatchObject({ pageTitle: 'A page', pagePicture: about.picture, rawAnswers: 4, resumable: true });
    expect(jobs.update(id, { exported: undefined as never }).exported).toBe(7);
    const run = insert({ series: 's' });
    expect(jobs.update(run.id, { ledger: { ...EMPTY_LEDGER, resumable: true } }).resumable).toBe(false);
  });

  it('is found by the names of its files, as long as it has them', () => {
    const [one, other] = [insert(), insert()];
    const files = (...names: readonly string[]) => ({ files: names.map((name) => ({ format: 'csv', name, bytes: 1 }) as const) });
    jobs.update(one.id, files('a', 'b'));
    jobs.update(other.id, files('c'));
    jobs.update(one.id, files('b', 'd'));
    const owners = (): readonly unknown[] => ['a', 'b', 'c', 'd'].map((name) => reader.ofFile(name)?.guid ?? null);
    expect([owners(), ['a', 'b'].map((name) => jobs.knowsFile(name))]).toEqual([
      [null, 'g1', 'g2', 'g1'],
      [false, true],
    ]);
    jobs.remove(one.id);
    expect([owners(), jobs.knowsFile('b')]).toEqual([[null, null, 'g2', null], false]);
  });

  it('that was removed is found for a moment by who asks for any', () => {
    const { id, guid } = insert();
    expect(jobs.findAny(guid)?.id).toBe(id);
    jobs.remove(id);
    expect([jobs.find(guid), jobs.findAny(guid), jobs.findAny('never')]).toMatchObject([null, { id, guid, url: '' }, null]);
  });

  it('is changed with what its answers bring, or not at all', () => {
    const { id, guid } = insert();
    expect(jobs.commit(id, () => ({ exported: 2 })).exported).toBe(2);
    const failing = (): unknown =>
      jobs.commit(id, () => {
        connection.exec(`UPDATE jobs SET replies = 5`);
        throw new Error('half-way');
      });
    expect(failing).toThrow('half-way');
    expect(jobs.find(guid)).toMatchObject({ exported: 2, replies: 0 });
  });

  it('is changed by whose turn it is alone', () => {
    const { id, guid } = insert();
    const asked: number[] = [];
    const others = createJobStore(connection, {
      hide: () => undefined,
      expectTurn(jobId) {
        asked.push(jobId);
        throw new TurnLost(guid);
      },
      now: () => nowMs,
    });
    for (const change of [() => others.update(id, { exported: 5 }), () => others.commit(id, () => ({ exported: 5 }))])
      expect(change).toThrow(TurnLost);
    expect([asked, jobs.find(guid)?.exported]).toEqual([[id, id], 0]);
  });
});

describe('the exports before one', () => {
  it('are the newest of its series that is done, of its list whatever became of it, and those that are done', () => {
    const done = { status: 'done' } as const;
    insert({ series: 's' }, done);
    insert({ series: 's' }, done);
    insert({ series: 's' }, { status: 'error' });
    insert({ series: 'other' }, done);
    expect([jobs.lastDone('s', -1)?.guid, jobs.lastDone('s', 2)?.guid, jobs.lastDone('none', -1)]).toEqual(['g2', 'g1', null]);

    const elsewhere = { ...PLAIN.target, params: { id: '2' } };
    insert({ target: elsewhere }, done);
    insert({ memberUuid: ANN }, done);
    insert({ sandbox: true }, done);
    insert({ platform: 'other' }, done);
    insert({ target: { ...PLAIN.target, type: 'likes' } }, done);
    const last = insert();
    const like = (fields: Partial<NewJob>) => jobs.newestLike({ ...PLAIN, guid: 'new', ...fields })?.guid ?? null;
    expect([
      like({}),
      like({ target: elsewhere }),
      like({ memberUuid: ANN }),
      like({ sandbox: true }),
      like({ platform: 'other' }),
      like({ platform: 'third' }),
    ]).toEqual(['g10', 'g5', 'g6', 'g7', 'g8', null]);
    expect(guids(jobs.doneLike(last))).toBe('g9 g4 g2 g1');
    const g9 = jobs.find('g9');
    expect(g9 === null ? null : guids(jobs.doneLike(g9))).toBe('g4 g2 g1');
    const hers = insert({ memberUuid: ANN });
    expect(guids(jobs.doneLike(hers))).toBe('g6');
  });

  it('are so many at most', () => {
    for (let n = 0; n < 105; n += 1) insert({}, { status: 'done' });
    const found = jobs.doneLike(insert());
    expect([found.length, found[0]?.guid]).toEqual([100, 'g105']);
  });
});

describe('exports are told', () => {
  beforeEach(() => {
    insert({ batchId: 'b' });
    insert({ platform: 'other' }, { status: 'progress' });
    insert({ batchId: 'b', sandbox: true }, { status: 'progress' });
    insert({}, { status: 'progress', needsYou: { code: 'CAPTCHA_REQUIRED' } as never });
    insert({ batchId: 'c' }, { status: 'done', finishedAtMs: 50, exported: 5 });
    insert({}, { status: 'error', errorCode: 'NETWORK', finishedAtMs: 60, exported: 6 });
    insert({ platform: 'other' }, { status: 'done', finishedAtMs: 90 });
    insert({ platform: 'other' }, { status: 'done', finishedAtMs: 80 });
    insert({ platform: 'third', sandbox: true }, { status: 'done', finishedAtMs: 70 });
  });

  it('the newest first, page by page', () => {
    const page = (number: number) => guids(reader.list({ page: number, limit: 4 }));
    expect([page(1), page(2), page(3), page(4)]).toEqual(['g9 g8 g7 g6', 'g5 g4 g3 g2', 'g1', '']);
    jobs.remove(8);
    expect(page(1)).toBe('g9 g7 g6 g5');
  });

  it('by their state and by their batch, the oldest first', () => {
    expect([guids(jobs.byStatus('progress')), guids(jobs.byStatus('stopped'))]).toEqual(['g2 g3 g4', '']);
    expect([guids(reader.ofBatch('b')), guids(reader.ofBatch('none'))]).toEqual(['g1 g3', '']);
    expect([reader.find('g5')?.exported, reader.find('none')]).toEqual([5, null]);
  });

  it('as so many that wait and that run, without samples and what waits for its owner', () => {
    expect(reader.count()).toEqual({ queueing: 1, progress: 1 });
    expect([[], ['g1'], ['g1', 'new', 'newer']].map((coming) => reader.countOpen(coming))).toEqual([2, 2, 4]);
  });

  it('as the last ones of each platform', () => {
    expect(reader.lastOfPlatforms()).toEqual({
      newest: [
        { guid: 'g6', platform: 'forum', status: 'error', errorCode: 'NETWORK', exported: 6, finishedAtMs: 60 },
        { guid: 'g8', platform: 'other', status: 'done', errorCode: null, exported: 0, finishedAtMs: 80 },
      ],
      done: [
        { platform: 'forum', finishedAtMs: 50 },
        { platform: 'other', finishedAtMs: 90 },
      ],
    });
  });
});
