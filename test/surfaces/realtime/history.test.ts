import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChannelStream } from '#core/surfaces/realtime/stream.ts';
import {
  ACCOUNT,
  type Line,
  type RawClient,
  type RealtimeService,
  startRealtimeService,
} from '#test/surfaces/realtime/realtime-service.ts';

const MINUTE_MS = 60_000;
const LIMIT = { events: 1_000, bytes: 1_000_000 };
const offsets = (publications: readonly { readonly offset: number }[]): readonly number[] => publications.map(({ offset }) => offset);

function filled(count: number, limit = LIMIT): ChannelStream {
  const stream = new ChannelStream(limit, 6 * MINUTE_MS, 0);
  for (let number = 1; number <= count; number += 1) stream.add(`{"number":${number}}`, number);
  return stream;
}

describe('the history of a channel', () => {
  it('numbers what is published from 1', () => {
    const stream = filled(3);
    expect(stream.offset).toBe(3);
    expect(
      stream.history({ sinceOffset: null, direction: 'forward', limit: -1 }, 3).map(({ json }) => JSON.parse(json) as unknown),
    ).toEqual([
      { data: { number: 1 }, offset: 1 },
      { data: { number: 2 }, offset: 2 },
      { data: { number: 3 }, offset: 3 },
    ]);
  });

  it('recovers all from a position within it', () => {
    const stream = filled(5);
    for (const known of [0, 1, 3, 4]) {
      const { recovered, publications } = stream.recover({ offset: known, epoch: stream.epoch }, 5);
      expect(recovered).toBe(true);
      expect(offsets(publications)).toEqual([1, 2, 3, 4, 5].slice(known));
    }
    expect(stream.recover({ offset: 5, epoch: stream.epoch }, 5)).toEqual({ recovered: true, publications: [] });
    expect(stream.recover({ offset: 2, epoch: '' }, 5)).toMatchObject({ recovered: true });
  });

  it('says so where the position is not its own', () => {
    const stream = filled(5);
    const lost = { recovered: false, publications: [] };
    expect(stream.recover({ offset: 2, epoch: 'another' }, 5)).toEqual(lost);
    expect(stream.recover({ offset: 6, epoch: stream.epoch }, 5)).toEqual(lost);
    expect(filled(5).epoch).not.toBe(stream.epoch);
  });

  it('takes numbers that others share, and recovers from any of them that it knows all after', () => {
    const stream = new ChannelStream(LIMIT, 6 * MINUTE_MS, 0, { epoch: 'shared', offset: 10 });
    for (const number of [12, 17]) stream.add('{}', 1, number);
    stream.reach(20);
    expect([stream.offset, stream.newest]).toEqual([20, 17]);
    const missed = (offset: number) => offsets(stream.recover({ offset, epoch: 'shared' }, 2).publications);
    expect([10, 12, 14, 17, 20].map(missed)).toEqual([[12, 17], [17], [17], [], []]);
    for (const unknown of [9, 21]) expect(stream.recover({ offset: unknown, epoch: 'shared' }, 2).recovered).toBe(false);
  });

  it('keeps no more events than it may', () => {
    const stream = filled(1_500);
    expect(offsets(stream.history({ sinceOffset: null, direction: 'forward', limit: -1 }, 1_500))).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 501),
    );
    expect(stream.recover({ offset: 500, epoch: stream.epoch }, 1_500).publications).toHaveLength(1_000);
    expect(stream.recover({ offset: 499, epoch: stream.epoch }, 1_500).recovered).toBe(false);
  });

  it('keeps no more bytes than it may', () => {
    const stream = new ChannelStream({ events: 1_000, bytes: 10_000 }, MINUTE_MS, 0);
    for (let number = 0; number < 100; number += 1) stream.add(`"${'ü'.repeat(500)}"`, 0);
    const kept = stream.history({ sinceOffset: null, direction: 'forward', limit: -1 }, 0);
    const bytes = kept.map(({ json }) => Buffer.byteLength(json)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(10_000);
    expect(bytes).toBeGreaterThan(8_500);
    expect(kept.at(-1)?.offset).toBe(100);
  });

  it('forgets what is older than its time, and says so', () => {
    const stream = new ChannelStream(LIMIT, 6 * MINUTE_MS, 0);
    for (const minute of [0, 1, 2, 8]) stream.add('{}', minute * MINUTE_MS);
    expect(offsets(stream.history({ sinceOffset: null, direction: 'forward', limit: -1 }, 8 * MINUTE_MS))).toEqual([4]);
    expect(stream.recover({ offset: 2, epoch: stream.epoch }, 8 * MINUTE_MS).recovered).toBe(false);
    expect(stream.recover({ offset: 3, epoch: stream.epoch }, 8 * MINUTE_MS).recovered).toBe(true);
    expect(stream.recover({ offset: 4, epoch: stream.epoch }, 90 * MINUTE_MS)).toEqual({ recovered: true, publications: [] });
    expect(stream.recover({ offset: 3, epoch: stream.epoch }, 90 * MINUTE_MS).recovered).toBe(false);
    expect(stream.offset).toBe(4);
  });
});

describe('over the wire', () => {
  let service: RealtimeService;
  let client: RawClient & { readonly result: Line };
  beforeAll(async () => {
    service = await startRealtimeService();
    for (let timestamp = 1; timestamp <= 10; timestamp += 1) service.announce(timestamp);
  });
  beforeEach(async () => {
    client = await service.connected();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const position = (): { readonly epoch: string; readonly offset: number } =>
    (client.result['subs'] as Record<string, { readonly epoch: string; readonly offset: number }>)[ACCOUNT] as never;
  const asked = async (request: Line): Promise<Line> => (await client.ask('history', { channel: ACCOUNT, ...request }))['history'] as Line;
  const listed = async (request: Line): Promise<readonly number[]> => offsets((await asked(request))['publications'] as never);

  it('history answers the position, and as many as asked for', async () => {
    const { epoch } = position();
    expect(await asked({})).toEqual({ publications: [], epoch, offset: 10 });
    expect(await listed({ limit: -1 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await listed({ limit: 3 })).toEqual([1, 2, 3]);
    expect(await listed({ limit: 3, reverse: true })).toEqual([10, 9, 8]);
    expect(await listed({ limit: 3, since: { offset: 4, epoch } })).toEqual([5, 6, 7]);
    expect(await listed({ limit: 2, since: { offset: 4, epoch }, reverse: true })).toEqual([3, 2]);
    expect(await client.ask('history', { channel: ACCOUNT, since: { offset: 4, epoch: 'another' } })).toMatchObject({
      error: { code: 112, message: 'unrecoverable position' },
    });
  });

  it('connect recovers channels of the server', async () => {
    const { epoch } = position();
    const { result } = await service.connected({ subs: { [ACCOUNT]: { recover: true, offset: 8, epoch } } });
    expect(result['subs']).toMatchObject({
      [ACCOUNT]: { was_recovering: true, recovered: true, offset: 10, epoch, publications: [{ offset: 9 }, { offset: 10 }] },
    });
    const lost = await service.connected({
      subs: { [ACCOUNT]: { recover: true, offset: 8, epoch: 'gone' }, 'not:ours': { recover: true } },
    });
    expect(lost.result['subs']).toMatchObject({ [ACCOUNT]: { was_recovering: true, recovered: false, offset: 10, publications: [] } });
    expect(Object.keys(lost.result['subs'] as Line)).toHaveLength(3);
  });

  it('subscribe recovers, or refuses where the client wants that', async () => {
    const job = await service.newJob();
    const channel = `export.${job.guid}.job`;
    service.tell('started', job);
    service.tell('finished', { ...job, status: 'done', exported: 5 });
    const { epoch } = (await client.ask('subscribe', { channel }))['subscribe'] as { epoch: string };
    await client.ask('unsubscribe', { channel });
    const recovered = (await client.ask('subscribe', { channel, recover: true, offset: 1, epoch }))['subscribe'] as Line;
    expect(recovered).toMatchObject({ was_recovering: true, recovered: true, offset: 2, epoch });
    expect(recovered['publications']).toMatchObject([{ offset: 2, data: { event: 'job.finished', guid: job.guid } }]);
    await client.ask('unsubscribe', { channel });
    const gone = { channel, recover: true, offset: 1, epoch: 'gone' };
    expect(await client.ask('subscribe', { ...gone, flag: 2 })).toMatchObject({ error: { code: 112 } });
    expect(await client.ask('subscribe', { ...gone, flag: 1 })).toMatchObject({ subscribe: { recovered: false, publications: [] } });
  });

  it('events of one turn travel in one frame, in order, with their offsets', async () => {
    for (let timestamp = 11; timestamp <= 30; timestamp += 1) service.announce(timestamp);
    await client.until(({ push }) => (push as { pub?: { offset: number } } | undefined)?.pub?.offset === 30);
    expect(client.frames).toHaveLength(2);
    const numbers = Array.from({ length: 20 }, (_, index) => index + 11);
    expect(client.published(ACCOUNT)).toEqual(
      numbers.map((number) => ({
        data: { type: 'subscription.updated', plan: 'business', action: 'created', timestamp: number },
        offset: number,
      })),
    );
  });
});

describe('a client that reads too slowly', () => {
  it('is let go with 3008; the others hear all', async () => {
    await using service = await startRealtimeService({ closeMs: 200 });
    const [slow, quick] = [await service.connected(), await service.connected()];
    slow.socket.pause();
    const letGo = (): Promise<boolean> =>
      quick.ask('presence_stats', { channel: ACCOUNT }).then((reply) => (reply['presence_stats'] as Line)['num_clients'] === 1);
    let announced = 0;
    do {
      for (let count = 0; count < 500; count += 1) service.announce((announced += 1));
    } while (!(await letGo()));
    await expect.poll(() => quick.published(ACCOUNT).length).toBe(announced);
    slow.socket.resume();
    expect([1006, 3008]).toContain((await slow.closed).code);
    expect(service.faults).toEqual([]);
  });
});
