import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobStatus, Plan } from '#core/contract/job.ts';
import type { createdBatchSchema } from '#core/exports/batches.ts';
import type { BatchStatus } from '#core/exports/batch-status.ts';
import { callOperation } from '#core/operations/call.ts';
import { OWNER_HERE } from '#core/operations/context.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const create = operationNamed('batches.create');
const get = operationNamed('batches.get');

const VIDEO = 'https://tubular.com/watch/abc';
const ITEM = 'https://marketplace.example/item/42';

type Created = z.output<typeof createdBatchSchema>;

async function createBatch(services: FakeServices, input: object, caller = TOKEN_CALLER): Promise<Created> {
  return (await callOperation(create, input, contextOf(services, caller))) as Created;
}

async function stateOf(services: FakeServices, batchId: string): Promise<BatchStatus> {
  return (await callOperation(get, { batchId }, contextOf(services, TOKEN_CALLER))) as BatchStatus;
}

function videos(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `https://tubular.com/watch/v${index}`);
}

describe('creating a batch', () => {
  it('makes one export for each distinct URL, all under the same options', async () => {
    const services = fakeServices();
    const batch = await createBatch(services, { urls: [VIDEO, ITEM, ` ${VIDEO} `, { url: ITEM }], options: { limit: 5 } });
    expect(batch).toEqual({
      batch_id: expect.any(String),
      batchId: batch.batch_id,
      submitted: 4,
      guids: [expect.any(String), expect.any(String)],
      errors: [],
    });
    expect(services.engine.created).toMatchObject([
      {
        guid: batch.guids[0],
        url: VIDEO,
        options: { limit: 5 },
        batchId: batch.batch_id,
        tokenUuid: TOKEN_CALLER.tokenUuid,
        sandbox: false,
      },
      { guid: batch.guids[1], url: ITEM, options: { limit: 5 }, batchId: batch.batch_id },
    ]);
  });

  it('lists what cannot be exported by its place in `urls`, once, and exports the rest', async () => {
    const services = fakeServices();
    const urls = [VIDEO, VIDEO, 'nope', '', 'https://nowhere.example/', 'nope', ITEM];
    const batch = await createBatch(services, { urls });
    expect(batch.guids).toHaveLength(2);
    expect(batch.errors).toEqual([
      { index: 2, url: 'nope', error: expect.stringContaining('not a URL'), error_code: 'INVALID_URL' },
      { index: 3, url: '', error: expect.any(String), error_code: 'INVALID_URL' },
      { index: 4, url: 'https://nowhere.example/', error: expect.stringContaining('nowhere.example'), error_code: 'INVALID_URL' },
    ]);
    expect(services.creations.countSince(0), 'refused URLs count nowhere').toBe(2);
  });

  it('takes a URL longer than any browser has as an error of that URL', async () => {
    const { guids, errors } = await createBatch(fakeServices(), { urls: [`${VIDEO}?${'x'.repeat(8_192)}`, VIDEO] });
    expect(guids).toHaveLength(1);
    expect(errors).toMatchObject([{ index: 0, error_code: 'INVALID_URL', error: expect.stringContaining('longer than 8192') }]);
  });

  it('takes a URL that does not give what the options ask for as an error of that URL', async () => {
    const { guids, errors } = await createBatch(fakeServices(), { urls: [ITEM, VIDEO], options: { live: true } });
    expect(guids).toHaveLength(1);
    expect(errors).toEqual([{ index: 0, url: ITEM, error: expect.stringContaining('gives no live'), error_code: 'INVALID_REQUEST' }]);
  });

  it('takes a platform outside the plan as an error of its URL', async () => {
    const { guids, errors } = await createBatch(fakeServices({ plan: 'premium' }), { urls: [ITEM, VIDEO] });
    expect(guids).toHaveLength(1);
    expect(errors).toMatchObject([{ index: 0, url: ITEM, error_code: 'PLATFORM_NOT_ALLOWED' }]);
  });

  it('answers with no exports where every URL is bad, and knows the batch afterwards', async () => {
    const services = fakeServices();
    const batch = await createBatch(services, { urls: ['nope', 'ftp://tubular.com/watch/abc'] });
    expect(batch).toMatchObject({ submitted: 2, guids: [], errors: [{ index: 0 }, { index: 1 }] });
    expect(services.engine.created).toEqual([]);
    expect(await stateOf(services, batch.batch_id)).toEqual({
      batch_id: batch.batch_id,
      status: 'error',
      total: 0,
      done: 0,
      errored: 0,
      queueing: 0,
      in_progress: 0,
      stopped: 0,
      is_complete: true,
      progress_pct: 100,
      exports: [],
    });
  });

  it.each([
    ['premium', 25, true],
    ['premium', 26, false],
    ['business', 100, true],
    ['business', 101, false],
  ] as const)('%s and %i URLs: %s', async (plan, count, passes) => {
    const services = fakeServices({ plan });
    const made = createBatch(services, { urls: videos(count) });
    if (passes) expect((await made).guids).toHaveLength(count);
    else expect(await refusal(made)).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(`at most ${count - 1}`) });
    expect(services.engine.created).toHaveLength(passes ? count : 0);
  });

  it('counts duplicates towards the ceiling', async () => {
    const urls = Array.from({ length: 26 }, () => VIDEO);
    expect(await refusal(createBatch(fakeServices({ plan: 'premium' }), { urls }))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each(['free', 'personal'] as const satisfies readonly Plan[])('%s cannot by a token, and holds the owner to nothing', async (plan) => {
    const owners = await createBatch(fakeServices({ plan }), { urls: [ITEM, ...videos(101)] }, OWNER_HERE);
    expect(owners).toMatchObject({ guids: { length: 102 }, errors: [] });
    expect(await refusal(createBatch(fakeServices({ plan }), { urls: [VIDEO] }))).toMatchObject({
      code: 'INVALID_REQUEST',
      status: 400,
      message: expect.stringMatching(/requires a Premium or Business plan/),
    });
  });

  it.each([
    [{}, '`urls` is required'],
    [{ urls: [] }, '`urls` must be a list of at least 1'],
    [{ urls: VIDEO }, '`urls` must be a list'],
    [{ urls: [5] }, '`urls[0]`'],
    [{ urls: [VIDEO], options: { limit: -1 } }, '`options.limit` must be at least 1'],
    [{ urls: [VIDEO], options: { vpn: 'Mars' } }, 'no VPN location'],
  ])('refuses %j', async (input, words) => {
    const services = fakeServices();
    expect(await refusal(createBatch(services, input))).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(words) });
    expect(services.engine.created).toEqual([]);
  });

  it('may exceed the queue, but not the day', async () => {
    const services = fakeServices({ plan: 'premium' });
    for (let round = 0; round < 3; round += 1) await createBatch(services, { urls: videos(25) });
    await createBatch(services, { urls: videos(20) });
    const created = services.engine.created.length;
    expect(created).toBe(95);
    expect(await refusal(createBatch(services, { urls: videos(6) }))).toMatchObject({
      code: 'DAILY_LIMIT_EXCEEDED',
      secondsToWait: 86_400,
    });
    expect(services.engine.created).toHaveLength(created);
    expect((await createBatch(services, { urls: [...videos(5), 'nope', 'nope too'] })).guids).toHaveLength(5);
  });

  it('leaves nothing behind where the engine fails', async () => {
    const services = fakeServices();
    const known: string[] = [];
    const failing = {
      ...services,
      batches: {
        ...services.batches,
        insert: (batch: Parameters<typeof services.batches.insert>[0]) => (known.push(batch.id), services.batches.insert(batch)),
      },
      admission: { create: () => Promise.reject(new CommentdockError('INTERNAL')) },
    };
    expect(await refusal(callOperation(create, { urls: [VIDEO] }, contextOf(failing, TOKEN_CALLER)))).toMatchObject({ code: 'INTERNAL' });
    expect(known.map((id) => services.batches.find(id))).toEqual([null]);
  });

  it('in the sandbox is done at once and counts nowhere', async () => {
    const services = fakeServices();
    const batch = await createBatch(services, { urls: [VIDEO, ITEM, 'nope'], sandbox: 'true' });
    expect(batch).toMatchObject({ sandbox: true, guids: [expect.any(String), expect.any(String)], errors: [{ index: 2 }] });
    expect(await stateOf(services, batch.batch_id)).toMatchObject({ status: 'done', total: 2, done: 2, is_complete: true });
    expect(services.creations.countSince(0)).toBe(0);
  });
});

describe('the state of a batch', () => {
  async function batchOf(statuses: readonly JobStatus[]): Promise<BatchStatus> {
    const services = fakeServices();
    const { batch_id: batchId, guids } = await createBatch(services, { urls: videos(statuses.length) });
    for (const [index, status] of statuses.entries())
      services.engine.change(guids[index] ?? '', {
        status,
        startedAtMs: status === 'queueing' ? null : 1,
        exported: index,
        platformTotal: 9,
      });
    return stateOf(services, batchId);
  }

  it.each([
    [['queueing', 'queueing'], 'queueing', 0, false],
    [['progress', 'queueing'], 'progress', 0, false],
    [['done', 'queueing', 'queueing'], 'progress', 33, false],
    [['error', 'queueing'], 'progress', 50, false],
    [['done', 'error', 'stopped'], 'done', 100, true],
    [['error', 'stopped'], 'error', 100, true],
    [['stopped'], 'error', 100, true],
  ] as const)('%j is %s', async (statuses, status, percent, isComplete) => {
    const state = await batchOf(statuses);
    const count = (wanted: JobStatus): number => (statuses as readonly JobStatus[]).filter((one) => one === wanted).length;
    expect(state).toMatchObject({
      status,
      progress_pct: percent,
      is_complete: isComplete,
      total: statuses.length,
      done: count('done'),
      errored: count('error'),
      queueing: count('queueing'),
      in_progress: count('progress'),
      stopped: count('stopped'),
    });
    expect(state.exports.map((one) => [one.url, one.status, one.total, one.totalExported])).toEqual(
      statuses.map((one, index) => [`https://tubular.com/watch/v${index}`, one, 9, index]),
    );
  });

  it('waits for the first export to start, a stopped one is none', async () => {
    const services = fakeServices();
    const { batch_id: batchId, guids } = await createBatch(services, { urls: videos(2) });
    services.engine.change(guids[0] ?? '', { status: 'stopped' });
    expect(await stateOf(services, batchId)).toMatchObject({ status: 'queueing', stopped: 1 });
  });

  it('is unknown for an id that was never given', async () => {
    expect(await refusal(stateOf(fakeServices(), 'nope'))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
