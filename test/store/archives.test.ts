import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import type { BulkRecord } from '#core/exports/bulk-ports.ts';
import { createBulkStore } from '#core/store/bulk-downloads.ts';
import { createBatchStore } from '#core/store/batches.ts';
import { type FileConnection, openInMemory } from '#core/store/database.ts';
import { createDrawStore } from '#core/store/draws.ts';
import { foldPage, type RowMark, unfoldPage } from '#core/store/folded-page.ts';
import { createJobStore } from '#core/store/jobs.ts';
import { createSealedExchanges, createKeptExchangeStore } from '#core/store/kept-exchanges.ts';
import { createRawAnswerStore } from '#core/store/raw-answers.ts';
import { createRemovalStore } from '#core/store/removals.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';

let connection: FileConnection;
beforeEach(() => void (connection = openInMemory()));
afterEach(() => void connection.close());

/** The number of a new export. */
function insertJob(guid: string): number {
  const jobs = createJobStore(connection, { hide: createRemovalStore(connection).hide, expectTurn: null, now: () => 1 });
  const target = { target: 'thread', params: {}, type: 'comments', selector: 'own', url: '' } as const;
  const plain = { url: '', options: {}, platform: 'forum', target, plan: 'business', formats: [], sandbox: false } as const;
  return jobs.insert({ ...plain, guid, batchId: null, tokenUuid: null }, EMPTY_LEDGER).id;
}

const texts = (all: Iterable<Uint8Array>): readonly string[] => [...all].map((bytes) => Buffer.from(bytes).toString());

describe('an archive', () => {
  const archive = (uuid: string, more: Partial<BulkRecord> = {}): BulkRecord => ({
    uuid,
    status: 'processing',
    guids: ['a', 'b'],
    merge: false,
    media: false,
    fileName: `${uuid}.zip`,
    error: null,
    createdAtMs: 5,
    memberUuid: null,
    ...more,
  });

  it('is kept as it was asked for, and made in its turn, once', () => {
    const bulk = createBulkStore(connection);
    const all = [
      archive('2'),
      archive('1', { merge: true, memberUuid: ANN }),
      archive('3', { media: true, merged: { format: 'csv' } as never }),
    ];
    for (const each of all) bulk.insert(each);
    expect(['1', '2', '3', '4'].map((uuid) => bulk.find(uuid))).toEqual([all[1], all[0], all[2], null]);
    expect([bulk.ofFile('3.zip'), bulk.ofFile('3')]).toEqual([all[2], null]);
    expect(bulk.fileNames()).toEqual(new Set(['1.zip', '2.zip', '3.zip']));
    expect(bulk.nextProcessing()).toEqual(all[0]);
    expect([
      bulk.settle('2', { status: 'error', error: 'why' } as never),
      bulk.settle('2', { status: 'done', error: null } as never),
    ]).toEqual([true, false]);
    expect(bulk.find('2')).toMatchObject({ status: 'error', error: 'why' });
    expect(bulk.nextProcessing()?.uuid).toBe('1');
    bulk.remove('1');
    bulk.remove('3');
    expect(bulk.nextProcessing()).toBeNull();
  });
});

it('a batch is whose it is, the owner’s where nobody is named', () => {
  const batches = createBatchStore(connection);
  batches.insert({ id: 'a', submitted: 2, createdAtMs: 1 });
  batches.insert({ id: 'b', submitted: 3, createdAtMs: 2, memberUuid: ANN });
  expect([batches.find('a'), batches.find('b')]).toEqual([
    { id: 'a', submitted: 2, createdAtMs: 1, memberUuid: null },
    { id: 'b', submitted: 3, createdAtMs: 2, memberUuid: ANN },
  ]);
});

it('of the draws of an export the last ones are kept', () => {
  insertJob('one');
  insertJob('other');
  const draws = createDrawStore(connection);
  const draw = (drawnAtMs: number) => ({ drawnAtMs, rules: { winners: drawnAtMs }, answer: ['somebody'] });
  draws.keep('other', draw(1));
  for (let at = 1; at <= 21; at += 1) draws.keep('one', draw(at));
  expect(draws.list('one')).toEqual(Array.from({ length: 20 }, (_, at) => draw(21 - at)));
  draws.keep('one', { ...draw(21), answer: [] });
  expect([draws.list('one')[0]?.answer, draws.list('one').length, draws.list('other')]).toEqual([[], 20, [draw(1)]]);
  draws.keep('nobody', draw(1));
  expect(draws.list('nobody')).toEqual([]);
});

describe('what is kept sealed of an export', () => {
  it('comes in the order of its pages, however many there are', () => {
    const [job, other] = [insertJob('one'), insertJob('other')];
    const answers = createRawAnswerStore(connection);
    const keys = Array.from({ length: 40 }, (_, at) => `k${String(at).padStart(3, '0')}`);
    for (const key of keys.toReversed()) answers.add(job, key, Buffer.from(key));
    answers.add(job, 'k003', Buffer.from('anew'));
    answers.add(other, 'k000', Buffer.from('theirs'));
    expect(texts(answers.of(job))).toEqual(keys.map((key) => (key === 'k003' ? 'anew' : key)));
    expect(texts(answers.of(other))).toEqual(['theirs']);
    for (const key of keys.slice(0, 16)) answers.add(other, key, Buffer.from(key));
    expect(texts(answers.of(other))).toHaveLength(16);
  });

  it('is sealed anew, one by one, where somebody says how', () => {
    const [job, other] = [insertJob('one'), insertJob('other')];
    const exchanges = createKeptExchangeStore(connection);
    exchanges.replace(
      job,
      ['a', 'b', 'c'].map((text) => Buffer.from(text)),
    );
    exchanges.replace(
      job,
      ['d', 'e'].map((text) => Buffer.from(text)),
    );
    exchanges.replace(other, [Buffer.from('theirs')]);
    const answers = createRawAnswerStore(connection);
    answers.add(job, 'k', Buffer.from('raw'));
    const seen: string[] = [];
    createSealedExchanges(connection).replaceEach((guid, sealed) => {
      const text = Buffer.from(sealed).toString();
      seen.push(`${guid} ${text}`);
      return text === 'e' ? null : Buffer.from(`${text} anew`);
    });
    expect(seen).toEqual(['one d', 'one e', 'other theirs', 'one raw']);
    expect([exchanges.of(job), exchanges.of(other), answers.of(job)].map(texts)).toEqual([['d anew', 'e'], ['theirs anew'], ['raw anew']]);
  });
});

it('a page that is folded tells of its rows what it told before', () => {
  const marks: readonly RowMark[] = [
    { seq: 900, state: 0, reply: 0, position: 0, seenMs: 1_800_000_000_000, goneMs: null },
    { seq: 12, state: 6, reply: 1, position: 1, seenMs: null, goneMs: 1_800_000_000_001 },
    { seq: 901, state: 4, reply: 0, position: 5, seenMs: 0, goneMs: 0 },
  ];
  expect(unfoldPage(foldPage(marks))).toEqual(marks);
  expect(unfoldPage(foldPage([]))).toEqual([]);
  const many = Array.from({ length: 500 }, (_, at) => ({ ...(marks[0] as RowMark), seq: 900 + at, position: at }));
  expect(foldPage(many).length).toBeLessThan(500);
});
