import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCheckStore } from '#core/store/check-records.ts';
import { type FileConnection, openInMemory } from '#core/store/database.ts';
import { createLearntReader, createLearntStore } from '#core/store/learnt.ts';
import { createPresetStore } from '#core/store/presets.ts';
import { createPoolStore, createRouteStore } from '#core/store/routes.ts';
import { createSentimentSettings } from '#core/store/sentiment-settings.ts';
import { createOwnerSettings } from '#core/store/settings.ts';
import type { RouteHealth } from '#core/contract/route.ts';
import type { PoolRecord } from '#core/routes/ports.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';

let connection: FileConnection;
beforeEach(() => void (connection = openInMemory()));
afterEach(() => void connection.close());

it('the owner stays who they are, with what they chose, and a plan from outside holds until they choose one', () => {
  const first = createOwnerSettings(connection, null);
  expect(first).toMatchObject({ userUuid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect([first.plan(), first.isPaused(), first.preferences()]).toEqual([
    'business',
    false,
    { gentle: false, welcomed: false, weeklyCheck: false, pictures: false },
  ]);
  const forced = createOwnerSettings(connection, 'premium');
  expect([forced.userUuid, forced.plan()]).toEqual([first.userUuid, 'premium']);
  forced.setPlan('free');
  forced.setStanding('paused');
  forced.prefer({ gentle: true, pictures: true });
  forced.prefer({ pictures: false, weeklyCheck: true });
  const next = createOwnerSettings(connection, null);
  expect([next.plan(), next.isPaused(), next.preferences()]).toEqual([
    'free',
    true,
    { gentle: true, welcomed: false, weeklyCheck: true, pictures: false },
  ]);
  next.setStanding('running');
  next.prefer({ welcomed: true });
  expect([first.isPaused(), first.preferences().welcomed]).toEqual([false, true]);
  // One that this version does not know.
  connection.exec("UPDATE settings SET value = 'gold' WHERE name = 'plan'");
  expect(next.plan()).toBe('business');
});

it('who judges texts is nobody in particular, until it is somebody', () => {
  const settings = createSentimentSettings(connection);
  expect(settings.read()).toEqual({ chosen: null, neuralModel: null, providers: {} });
  const wish = { chosen: null, neuralModel: 'a model', providers: {} };
  for (const neuralModel of ['another', 'a model']) settings.write({ ...wish, neuralModel });
  expect(createSentimentSettings(connection).read()).toEqual(wish);
});

it('a check stands in the place of the one before of its platform', () => {
  const checks = createCheckStore(connection);
  const check = (platform: string, checkedAtMs: number) => ({ platform, checkedAtMs, workedAtMs: null }) as never;
  for (const each of [check('b', 1), check('a', 2), check('b', 3)]) checks.note(each);
  createOwnerSettings(connection, 'free');
  expect(checks.all()).toEqual([check('a', 2), check('b', 3)]);
});

it('layouts of files have names of their own for each person', () => {
  const presets = createPresetStore(connection);
  const preset = (name: string, memberUuid: string | null, savedAtMs: number) => ({
    name,
    memberUuid,
    savedAtMs,
    layout: { columns: [name] } as never,
  });
  for (const each of [preset('z', null, 1), preset('a', null, 2), preset('z', ANN, 3), preset('z', null, 4)]) presets.save(each);
  expect([presets.list(null), presets.list(ANN)]).toEqual([[preset('a', null, 2), preset('z', null, 4)], [preset('z', ANN, 3)]]);
  expect([presets.find('z', ANN), presets.find('a', ANN)]).toEqual([preset('z', ANN, 3), null]);
  expect([presets.remove('a', ANN), presets.remove('z', ANN), presets.find('z', null)]).toEqual([false, true, preset('z', null, 4)]);
});

it('routes are listed by name and found by country, with what the last check found', () => {
  const routes = createRouteStore(connection);
  const route = (uuid: string, name: string, code: string) =>
    ({
      uuid,
      name,
      code,
      type: 'socks5',
      address: 'proxy.example:1080',
      hasCredentials: uuid === '2',
      health: null,
      createdAtMs: 7,
    }) as const;
  const [berlin, aachen, paris] = [route('1', 'Berlin', 'DE'), route('2', 'Aachen', 'DE'), route('3', 'Paris', 'FR')];
  for (const each of [berlin, aachen, paris]) routes.insert(each);
  const page = (number: number) => routes.list({ page: number, limit: 2 });
  expect([page(1), page(2), page(3)]).toEqual([[aachen, berlin], [paris], []]);
  expect([routes.names(), routes.findByCode('de'), routes.findByCode('XX')]).toEqual([['Aachen', 'Berlin', 'Paris'], aachen, null]);
  expect([routes.findByName('Paris'), routes.findByName('paris'), routes.find('1'), routes.find('4')]).toEqual([paris, null, berlin, null]);
  const health = { works: true } as unknown as RouteHealth;
  routes.noteHealth('1', health);
  expect(routes.find('1')).toEqual({ ...berlin, health });
  const changed = { ...berlin, name: 'Bonn', code: 'BE', type: 'http', address: 'b.example:1', hasCredentials: true, health } as const;
  routes.update(changed);
  expect(routes.find('1')).toEqual(changed);
  routes.update({ ...changed, health: null });
  expect(routes.find('1')?.health).toBeNull();
  routes.remove('1');
  expect(routes.names()).toEqual(['Aachen', 'Paris']);
});

it('pools are listed the newest first, with what was found of each of their proxies', () => {
  const pools = createPoolStore(connection);
  const proxy = (address: string) =>
    ({ type: 'http', address, username: null, has_password: false, health: null }) as never as PoolRecord['proxies'][number];
  const pool = (uuid: string): PoolRecord => ({ uuid, name: `pool ${uuid}`, proxies: [proxy('a:1'), proxy('b:2')], createdAtMs: 7 });
  for (const uuid of ['1', '2', '3']) pools.insert(pool(uuid));
  expect([pools.list({ page: 1, limit: 2 }), pools.list({ page: 2, limit: 2 })]).toEqual([[pool('3'), pool('2')], [pool('1')]]);
  expect(pools.uuids()).toEqual(['1', '2', '3']);
  const health = { works: false } as unknown as RouteHealth;
  pools.noteHealth('2', [health]);
  expect(pools.find('2')?.proxies.map((each) => each.health)).toEqual([health, null]);
  pools.noteHealth('none', [health]);
  pools.remove('2');
  expect([pools.find('2'), pools.uuids()]).toEqual([null, ['1', '3']]);
  // What a check found comes from checks alone.
  pools.insert({ ...pool('4'), proxies: [{ ...proxy('a:1'), health }] });
  expect(pools.find('4')?.proxies[0]?.health).toBeNull();
});

it('what is learnt of a platform is replaced as a whole, and forgotten for one or for all', () => {
  const [learnt, reader] = [createLearntStore(connection), createLearntReader(connection)];
  const value = (name: string, at: number) => ({ name, value: `v${at}`, source: 'https://a.example/', learntAtMs: at, workedAtMs: at + 1 });
  learnt.replace('b', [value('z', 1), value('a', 2)]);
  learnt.replace('a', [value('x', 3)]);
  learnt.replace('b', [value('y', 4), value('a', 5)]);
  expect(learnt.of('b')).toEqual([value('y', 4), value('a', 5)]);
  expect(reader.list(null)).toEqual([
    { platform: 'a', ...value('x', 3) },
    { platform: 'b', ...value('y', 4) },
    { platform: 'b', ...value('a', 5) },
  ]);
  expect(reader.list('a')).toHaveLength(1);
  learnt.clear('b');
  expect([learnt.of('b'), learnt.of('a')]).toEqual([[], [value('x', 3)]]);
  learnt.clear(null);
  expect(reader.list(null)).toEqual([]);
});
