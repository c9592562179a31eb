import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { JobOptions } from '#core/contract/options.ts';
import type { AccountPort, EngineStore, NetworkPort, RunAccount } from '#core/engine/ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { engineRooms, type RoomParts } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform, type PuppetParts, puppetSession } from '#test/engine/puppet-platform.ts';

type Wish = Parameters<NetworkPort['openSession']>[0];

const POOL = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const ACCOUNT: RunAccount = { uuid: 'u', name: 'main', cookies: [], userAgent: 'of the account', hasExpired: false };

const openRoom = engineRooms();

interface Given {
  readonly options?: JobOptions;
  readonly account?: RunAccount;
  readonly facts?: Partial<PlatformDefinition>;
  readonly puppet?: PuppetParts;
  readonly parts?: Partial<RoomParts>;
  readonly session?: object;
}

/** What an export asks of the network, and how many sessions are left open by it. */
function open({ options = {}, account, facts = {}, puppet: puppetParts = {}, parts = {}, session = {} }: Given = {}) {
  const puppet = puppetPlatform(puppetParts);
  const wishes: Wish[] = [];
  let open = 0;
  const network: NetworkPort = {
    async openSession(wish) {
      wishes.push(wish);
      open += 1;
      return { ...puppetSession(), ...session, close: async () => void (open -= 1) };
    },
    close: async () => undefined,
  };
  const accounts: AccountPort = { forJob: () => account ?? null, needsLogin: () => undefined };
  const cookies: PlatformDefinition['cookies'] = { need: 'optional', domains: ['.puppet.example'] };
  const platform = { ...puppet.platform, cookies, ...facts };
  const room = openRoom({ platforms: [platform], network, accounts, ...parts });
  return { room, puppet, wishes, left: () => open, begin: () => room.createOne({ options }) };
}

async function wishOf(given: Given): Promise<Wish | undefined> {
  const { room, puppet, wishes, begin } = open(given);
  const { guid } = await begin();
  (await puppet.next()).answer({ items: [] });
  await room.until(guid, 'finished');
  return wishes[0];
}

describe('what an export asks of the network', () => {
  it('is nothing but its platform where nothing is wished', async () => {
    const wish = await wishOf({});
    expect(wish).toMatchObject({ cookies: {}, savedCookies: [], userAgent: null, pastedHosts: [], retryBudget: { left: 30 } });
    for (const name of ['route', 'window', 'isGentle']) expect(wish).not.toHaveProperty(name);
  });

  it('is the browser that the cookies were made in: that of the export before that of its account', async () => {
    expect((await wishOf({ account: ACCOUNT }))?.userAgent).toBe('of the account');
    expect((await wishOf({ account: ACCOUNT, options: { userAgent: 'of the export' } }))?.userAgent).toBe('of the export');
  });

  it('is the pace that was wished', async () => {
    expect([(await wishOf({ options: { gentle: true } }))?.isGentle, (await wishOf({ options: { gentle: false } }))?.isGentle]).toEqual([
      true,
      false,
    ]);
  });

  it('is the route that was wished, and nothing of one that was taken before', async () => {
    expect((await wishOf({ options: { vpn: 'Oslo' } }))?.route).toEqual({ vpn: 'Oslo', account: null });
    expect((await wishOf({ options: { pool: POOL } }))?.route).toEqual({ pool: POOL, account: null });
  });

  it('is the hosts that its address names', async () => {
    const facts = { pastedHosts: () => ['server.example'] } as const;
    expect((await wishOf({ facts }))?.pastedHosts).toEqual(['server.example']);
  });
});

describe('the session of an export', () => {
  it('is closed with it, however it ends', async () => {
    const { room, puppet, begin, left } = open();
    const failing = await begin();
    const page = await puppet.next();
    expect(left()).toBe(1);
    page.fail(new PlatformRefusal('PRIVATE'));
    await room.until(failing.guid, 'failed');
    expect(left()).toBe(0);
    const stopped = await begin();
    await puppet.next();
    await room.engine.stop(stopped.guid);
    expect(left()).toBe(0);
  });

  it('goes on over the route of the run before', async () => {
    const account = { member: 'oslo', used: [{ label: 'Oslo', end: null }] };
    const routes = { ways: 1, account: () => account, tryEach: (_page: unknown, work: () => unknown) => work() };
    const { room, puppet, wishes, begin } = open({ options: { pool: POOL }, session: { routes } });
    const { guid } = await begin();
    (await puppet.next()).fail(new PlatformRefusal('BLOCKED'));
    expect((await room.until(guid, 'failed')).completeness.routes).toEqual(['Oslo']);
    await room.engine.retry(guid);
    (await puppet.next()).answer({ items: [] });
    await room.until(guid, 'finished');
    expect(wishes.map(({ route }) => route)).toEqual([
      { pool: POOL, account: null },
      { pool: POOL, account },
    ]);
  });

  it('has as many requests at once as the platform declares', async () => {
    const start = ['1', '2', '3', '4'].map((cursor) => ({ cursor, role: 'page' as const }));
    const { room, puppet, begin } = open({ puppet: { concurrency: 3, start } });
    const { guid } = await begin();
    for (let n = 0; n < 3; n += 1) await puppet.next();
    expect(puppet.asked).toHaveLength(3);
    await room.engine.stop(guid);
  });
});

describe('what was answered', () => {
  const seal = (name: string, text: string | Uint8Array): Uint8Array => Buffer.concat([Buffer.from(`${name} `), Buffer.from(text)]);
  const sealing = { seal, open: () => null, sealPacked: seal, openPacked: () => null };
  const exchange = {
    startedAtMs: 0,
    request: { method: 'GET', url: 'https://puppet.example/1', headers: {}, body: null },
    status: 403,
    headers: {},
    body: () => ({ bytes: Buffer.from('no'), isCut: false }),
  };
  const session = {
    forPage({ signal, exchanges }: { signal: AbortSignal; exchanges?: { add(given: typeof exchange): void } }) {
      exchanges?.add(exchange);
      return { signal };
    },
  };

  async function failedWith(behind: (store: EngineStore) => EngineStore) {
    const { room, puppet, begin } = open({ session, parts: { behind, sealing } });
    const { guid, id } = await begin();
    (await puppet.next()).fail(new PlatformRefusal('BLOCKED'));
    const failed = await room.until(guid, 'failed');
    return { room, puppet, failed, kept: room.store.exchanges.of(id).map((sealed) => Buffer.from(sealed).toString()) };
  }

  it.each<[string, Given, number, true | undefined]>([
    ['is kept where that is wished', { options: { keepRaw: true } }, 1, undefined],
    ['is kept, and said to be of a login', { options: { keepRaw: true }, account: ACCOUNT }, 1, true],
    ['is not kept where nobody wishes it', { options: { keepRaw: false } }, 0, undefined],
    ['is not kept where nobody could seal it', { options: { keepRaw: true }, parts: {} }, 0, undefined],
  ])('%s', async (_words, given, count, loggedIn) => {
    const { room, puppet, begin } = open({ session, parts: { sealing }, ...given });
    const { guid, id } = await begin();
    (await puppet.next()).answer({ items: [] });
    await room.until(guid, 'finished');
    const kept = [...room.store.rawAnswers.of(id)].map((sealed) => Buffer.from(sealed).toString().split(' ')[0]);
    expect(kept).toEqual(Array.from({ length: count }, () => `job/${guid}/exchange`));
    expect(room.store.jobs.ledger(id).raw?.loggedIn).toBe(loggedIn);
  });

  it('by a page that failed is kept sealed with the export, and goes once it has succeeded', async () => {
    const { room, puppet, failed, kept } = await failedWith((store) => store);
    expect(kept).toEqual([expect.stringContaining(`job/${failed.guid}/exchange {"startedAtMs":0,"request":{"method":"GET"`)]);
    await room.engine.retry(failed.guid);
    (await puppet.next()).answer({ items: [comment('a')] });
    const done = await room.until(failed.guid, 'finished');
    expect(room.store.exchanges.of(done.id)).toEqual([]);
  });

  it.each([
    ['by a page that failed costs the report of it where the disk is full, and no more', new CommentdockError('DISK', 'Full.'), 'BLOCKED'],
    ['by a page that failed is our own fault where the store breaks', new TypeError('x is not a function'), 'INTERNAL'],
  ])('%s', async (_words, error, errorCode) => {
    const replace = (): never => {
      throw error;
    };
    const { failed, kept } = await failedWith((store) => ({ ...store, exchanges: { ...store.exchanges, replace } }));
    expect([failed.errorCode, kept]).toEqual([errorCode, []]);
  });
});
