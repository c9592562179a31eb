import { describe, expect, it } from 'vitest';
import type { Pool, Route } from '#core/contract/route.ts';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { poolSecretName, routeSecretName } from '#core/routes/ports.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const BERLIN = { name: 'Berlin', code: 'de', url: 'socks5://ann:p%40ss@127.0.0.1:1080' };
const VIDEO = 'https://tubular.com/watch/abc';

const call = (services: FakeServices, name: string, input: object): Promise<unknown> =>
  callOperation(operationNamed(name), input, contextOf(services, TOKEN_CALLER));
const addRoute = async (services: FakeServices, input: object = BERLIN): Promise<Route> =>
  (await call(services, 'routes.create', input)) as Route;
const addPool = async (services: FakeServices, proxies: readonly object[]): Promise<Pool> =>
  (await call(services, 'pools.create', { name: 'Mine', proxies })) as Pool;

describe('routes', () => {
  it('are stored without their credentials, which go to the vault', async () => {
    const services = fakeServices();
    const route = await addRoute(services);
    expect(route).toEqual({
      uuid: expect.any(String),
      name: 'Berlin',
      code: 'DE',
      type: 'socks5',
      address: '127.0.0.1:1080',
      has_credentials: true,
      health: null,
      createdAt: '2026-03-01T09:30:00.000Z',
    });
    expect(JSON.parse(services.vault.get(routeSecretName(route.uuid)) ?? '')).toEqual({ username: 'ann', password: 'p@ss' });
    expect(JSON.stringify([services.routes.find(route.uuid), await call(services, 'routes.list', {})])).not.toMatch(/ann|p@ss|p%40ss/);
    expect(await call(services, 'routes.get', { uuid: route.uuid })).toEqual(route);
    expect(await call(services, 'vpn.locations', {})).toEqual([{ name: 'Berlin', code: 'DE' }]);
  });

  it('change and go, with their credentials', async () => {
    const services = fakeServices();
    const { uuid } = await addRoute(services);
    expect(await call(services, 'routes.update', { uuid, name: 'Bern', code: 'CH' })).toMatchObject({
      name: 'Bern',
      code: 'CH',
      has_credentials: true,
    });
    expect(await call(services, 'routes.update', { uuid, url: 'http://proxy.example' })).toMatchObject({
      name: 'Bern',
      type: 'http',
      address: 'proxy.example:80',
      has_credentials: false,
    });
    expect(services.vault.get(routeSecretName(uuid))).toBeNull();
    await call(services, 'routes.update', { uuid, url: BERLIN.url });
    await call(services, 'routes.delete', { uuid });
    expect(services.vault.get(routeSecretName(uuid))).toBeNull();
    for (const name of ['routes.get', 'routes.update', 'routes.delete'])
      expect(await refusal(call(services, name, { uuid }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('are listed in order of their names, in pages', async () => {
    const services = fakeServices();
    for (let index = 35; index > 0; index -= 1) await addRoute(services, { ...BERLIN, name: `R${String(index).padStart(2, '0')}` });
    const names = async (input: object): Promise<string[]> =>
      ((await call(services, 'vpn.locations', input)) as { name: string }[]).map(({ name }) => name);
    expect(await names({})).toEqual(Array.from({ length: 10 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`));
    expect(await names({ page: 2, limit: 100 })).toEqual(['R31', 'R32', 'R33', 'R34', 'R35']);
    expect(await names({ page: 9 })).toEqual([]);
    expect(await refusal(names({ page: 0 }))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each([
    [{ ...BERLIN, code: 'D' }, 'code'],
    [{ ...BERLIN, code: 'ZZ' }, 'code'],
    [{ ...BERLIN, code: 'QX' }, 'code'],
    [{ ...BERLIN, name: ' ' }, 'name'],
    [{ ...BERLIN, url: 'ftp://127.0.0.1:21' }, 'url'],
    [{ ...BERLIN, url: 'socks5://s3cret:w0rd@' }, 'url'],
    [{ ...BERLIN, url: 'http://s3cret:w0rd@host/path' }, 'url'],
    [{ ...BERLIN, url: 'http://s3cret:%zz@host' }, 'url'],
    [{ ...BERLIN, url: 's3cret' }, 'url'],
    [{ name: 'x' }, 'code'],
  ])('refuse %j, and repeat no secret', async (input, field) => {
    const refused = await refusal(addRoute(fakeServices(), input));
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      violations: expect.arrayContaining([{ propertyPath: field, message: expect.any(String) }]),
    });
    expect(refused.message).not.toMatch(/s3cret|w0rd|%zz/);
  });

  it('have a name of their own', async () => {
    const services = fakeServices();
    const { uuid } = await addRoute(services);
    expect(await refusal(addRoute(services))).toMatchObject({ code: 'VALIDATION_ERROR', violations: [{ propertyPath: 'name' }] });
    const other = await addRoute(services, { ...BERLIN, name: 'Other' });
    expect(await refusal(call(services, 'routes.update', { uuid: other.uuid, name: 'Berlin' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(await call(services, 'routes.update', { uuid, name: 'Berlin' })).toMatchObject({ name: 'Berlin' });
  });
});

describe('pools', () => {
  it('are stored without their passwords, which go to the vault', async () => {
    const services = fakeServices();
    const pool = await addPool(services, [
      { type: 'http', address: 'a.example:3128', username: 'ann', password: 'one' },
      { type: 'socks4', address: '[::1]:1080' },
    ]);
    expect(pool).toEqual({
      uuid: expect.any(String),
      name: 'Mine',
      proxies: [
        { type: 'http', address: 'a.example:3128', username: 'ann', has_password: true, health: null },
        { type: 'socks4', address: '[::1]:1080', username: null, has_password: false, health: null },
      ],
      createdAt: '2026-03-01T09:30:00.000Z',
    });
    expect(JSON.parse(services.vault.get(poolSecretName(pool.uuid)) ?? '')).toEqual(['one', null]);
    expect(JSON.stringify(services.pools.find(pool.uuid))).not.toContain('one');
    expect(await call(services, 'pools.list', {})).toEqual([pool]);
    expect(await call(services, 'pools.get', { uuid: pool.uuid })).toEqual(pool);
    await call(services, 'pools.delete', { uuid: pool.uuid });
    expect(services.vault.get(poolSecretName(pool.uuid))).toBeNull();
    for (const name of ['pools.get', 'pools.delete'])
      expect(await refusal(call(services, name, { uuid: pool.uuid }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it.each([
    [[]],
    [[{ type: 'ftp', address: 'a:1' }]],
    [[{ type: 'http', address: 'a.example' }]],
    [[{ type: 'http', address: 'ann:word@a.example:1' }]],
    [[{ type: 'http', address: 'a.example:99999' }]],
    [[{ type: 'http', address: 'a.example:1', password: 5 }]],
  ])('refuse %j', async (proxies) => {
    expect(await refusal(addPool(fakeServices(), proxies))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('an export that names a route or a pool', () => {
  it('is taken where it is known, and refused where it is not', async () => {
    const services = fakeServices();
    await addRoute(services);
    const pool = await addPool(services, [{ type: 'http', address: 'a.example:3128' }]);
    const create = (options: object, sandbox = false): Promise<unknown> =>
      callOperation(createJobs, { url: VIDEO, options, sandbox }, contextOf(services, TOKEN_CALLER));
    expect((await refusal(create({ vpn: 'Mars' }))).message).toContain('no VPN location named "Mars". Choose one of: Berlin');
    expect((await refusal(create({ pool: '1f5c6a2e-0a33-4d5e-8a07-3d1f8f1f2f10' }))).message).toContain('no proxy pool');
    expect(await refusal(create({ vpn: 'Mars' }, true))).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(services.engine.created).toEqual([]);
    for (const options of [{ vpn: 'Berlin' }, { vpn: 'DE' }, { vpn: 'de' }, { pool: pool.uuid }, { vpn: 'Berlin', pool: pool.uuid }])
      expect(await create(options)).toMatchObject({ jobs: [{ options }] });
    expect(await create({ vpn: 'Berlin' }, true)).toMatchObject({ jobs: [{ sandbox: true }] });
    await call(services, 'batches.create', { urls: [VIDEO], options: { vpn: 'Berlin' } });
    expect(services.engine.created).toHaveLength(7);
  });
});
