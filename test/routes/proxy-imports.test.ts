import { describe, expect, it } from 'vitest';
import type { Pool, Route } from '#core/contract/route.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { poolSecretName, routeSecretName } from '#core/routes/ports.ts';
import { contextOf, type FakeServices, fakeServices } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

async function call(services: FakeServices, name: string, input: object): Promise<unknown> {
  const operation = operationNamed(name);
  return operation.run(operation.input.parse(input), contextOf(services));
}

const names = (routes: unknown): string[] => (routes as Route[]).map(({ name, code }) => `${name} ${code}`);

describe('an import of routes', () => {
  it('adds one for every line, numbered, with their credentials in the vault', async () => {
    const services = fakeServices();
    const list = 'socks5://ann:one@a.example:1080\nb.example:3128:bob:two\n';
    const routes = (await call(services, 'routes.import', { list, code: 'de', name: 'Office' })) as Route[];
    expect(names(routes)).toEqual(['Office 1 DE', 'Office 2 DE']);
    expect(routes).toMatchObject([
      { type: 'socks5', address: 'a.example:1080', has_credentials: true, health: null },
      { type: 'http', address: 'b.example:3128', has_credentials: true },
    ]);
    expect(routes.map(({ uuid }) => services.vault.get(routeSecretName(uuid)))).toEqual([
      '{"username":"ann","password":"one"}',
      '{"username":"bob","password":"two"}',
    ]);
    expect(JSON.stringify([routes, services.routes.list({ page: 1, limit: 30 })])).not.toMatch(/one|two/);
  });

  it("takes the list's own names and countries, and makes names unique", async () => {
    const services = fakeServices();
    const list = 'name,host,port,country\nBerlin,a.example,1,Germany\nBerlin,b.example,2,DE\n,c.example,3,AT\n,d.example,4,AT\n';
    expect(names(await call(services, 'routes.import', { list }))).toEqual(['Berlin DE', 'Berlin 2 DE', 'AT 1 AT', 'AT 2 AT']);
    expect(names(await call(services, 'routes.import', { list: 'e.example:5', code: 'AT' }))).toEqual(['AT 3 AT']);
  });

  it('adds none where a line cannot be read, or names no country', async () => {
    const services = fakeServices();
    const wrong = await refusal(call(services, 'routes.import', { list: 'a.example:1\nsecret-word\nalso wrong', code: 'DE' }));
    expect(wrong).toMatchObject({
      code: 'VALIDATION_ERROR',
      violations: [{ message: expect.stringMatching(/^line 2: /) }, { message: expect.stringMatching(/^line 3: /) }],
    });
    expect(JSON.stringify([wrong.message, wrong.violations])).not.toContain('secret-word');
    const homeless = await refusal(call(services, 'routes.import', { list: 'a.example:1' }));
    expect(homeless).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('line 1: names no country') });
    expect(await refusal(call(services, 'routes.import', { list: '# nothing', code: 'DE' }))).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(services.routes.names()).toEqual([]);
  });
});

describe('an import of a pool', () => {
  it('keeps the order of the list, and its passwords in the vault', async () => {
    const services = fakeServices();
    const pool = (await call(services, 'pools.import', { name: 'Mine', list: 'a.example:1\nann:one@b.example:2', type: 'socks4' })) as Pool;
    expect(pool.proxies).toEqual([
      { type: 'socks4', address: 'a.example:1', username: null, has_password: false, health: null },
      { type: 'socks4', address: 'b.example:2', username: 'ann', has_password: true, health: null },
    ]);
    expect(services.vault.get(poolSecretName(pool.uuid))).toBe('[null,"one"]');
  });

  it('takes no more than a pool holds', async () => {
    const list = Array.from({ length: 1_001 }, (_, index) => `a.example:${index + 1}`).join('\n');
    expect((await refusal(call(fakeServices(), 'pools.import', { name: 'Large', list }))).message).toContain(
      'holds 1001 proxies; 1000 is the most',
    );
  });
});

describe('a check', () => {
  it('of all routes, or of one, is kept until the proxy changes', async () => {
    const services = fakeServices();
    const [first] = (await call(services, 'routes.import', { list: 'a.example:1\nb.example:2', code: 'DE' })) as Route[];
    const health = { ok: true, latency_ms: 20, exit_country: 'DE', error: null, checked_at: '2026-03-01T09:30:00.000Z' };
    expect(await call(services, 'routes.check', { name: 'DE 2' })).toMatchObject([{ name: 'DE 2', health }]);
    expect((await call(services, 'routes.list', {})) as Route[]).toMatchObject([{ health: null }, { health }]);
    expect(await call(services, 'routes.check', {})).toMatchObject([{ health }, { health }]);
    await call(services, 'routes.update', { uuid: first?.uuid, name: 'Berlin' });
    expect(await call(services, 'routes.get', { uuid: first?.uuid })).toMatchObject({ health });
    await call(services, 'routes.update', { uuid: first?.uuid, url: 'http://c.example' });
    expect(await call(services, 'routes.get', { uuid: first?.uuid })).toMatchObject({ health: null });
    expect(await refusal(call(services, 'routes.check', { name: 'Nowhere' }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('of a pool is kept with each proxy', async () => {
    const services = fakeServices();
    const { uuid } = (await call(services, 'pools.import', { name: 'Mine', list: 'a.example:1\nb.example:2' })) as Pool;
    expect(await call(services, 'pools.check', { uuid })).toMatchObject({ proxies: [{ health: { ok: true } }, { health: { ok: true } }] });
    expect(await call(services, 'pools.get', { uuid })).toMatchObject({ proxies: [{ health: { ok: true } }, { health: { ok: true } }] });
  });
});
