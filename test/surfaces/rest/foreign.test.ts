import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { FOREIGN_HEADERS } from '#test/surfaces/foreign-headers.ts';
import { placeOf } from '#core/auth/place.ts';
import { registeredRoutes } from '#test/surfaces/rest/registered-routes.ts';
import { restRoutes, startRestService } from '#test/surfaces/rest/rest-service.ts';

const service = await own(startRestService());

const app = restRoutes();
await app.ready();
const ROUTES = registeredRoutes(app).map(({ method, path }) => [method, path.replace(/\{\w+\}/g, 'anything')] as const);
await app.close();

const PLACES = [
  ...ROUTES,
  ['GET', '/nowhere'],
  ['POST', '/mcp'],
  ['GET', '/oauth/authorize'],
  ['OPTIONS', '/api/v3/job'],
  ['GET', '/%zz'],
  ['PUT', '/'],
] as const;

describe('foreign Host or Origin', () => {
  it('is tried on every registered route', () => {
    expect(ROUTES.length).toBeGreaterThan(15);
    expect(ROUTES).toContainEqual(['POST', '/api/v3/job']);
    expect(ROUTES).toContainEqual(['GET', '/api/v3/job/anything/download']);
  });

  it.each(PLACES)('is refused on %s %s', async (method, path) => {
    for (const headers of FOREIGN_HEADERS) {
      const {
        status,
        json,
        headers: answered,
      } = await service.ask(method, path, { headers, ...(method === 'POST' ? { body: { url: 'https://tubular.com/watch/abc' } } : {}) });
      expect([status, json['error_code']], JSON.stringify(headers)).toEqual([403, 'FORBIDDEN_ORIGIN']);
      expect(json['error']).toBe(json['detail']);
      expect(answered['x-ratelimit-limit']).toBe('200');
    }
    expect(service.services.engine.created).toEqual([]);
  });

  it('a foreign Origin is refused though Host is ours, in the framework alone too', async () => {
    const bare = restRoutes();
    const answer = await bare.inject({
      method: 'GET',
      url: '/health',
      headers: { host: '127.0.0.1:4780', origin: 'https://evil.example' },
    });
    expect(answer.statusCode).toBe(403);
    const badPath = await bare.inject({ method: 'GET', url: '/%zz', headers: { host: '127.0.0.1:4780' } });
    expect([badPath.statusCode, badPath.json().error_code]).toEqual([400, 'INVALID_REQUEST']);
    await bare.close();
  });

  it('no Host at all is refused', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.end('GET /health HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('our own Host and Origin', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('%s passes', async (name) => {
    const host = `${name}:${service.port}`;
    expect((await service.ask('GET', '/health', { headers: { host } })).status).toBe(200);
    expect((await service.ask('GET', '/health', { headers: { host, origin: `http://${host}` } })).status).toBe(200);
  });

  it('follows the host of the settings', () => {
    const hosts = (host: string, port: number) => [
      ...placeOf({ host, publicUrl: null, allowedHosts: null, trustedProxies: null }, port).localHosts,
    ];
    expect(hosts('192.168.1.5', 4780)).toContain('192.168.1.5:4780');
    expect(hosts('fe80::1', 80)).toEqual(expect.arrayContaining(['[fe80::1]:80', '[fe80::1]', 'localhost']));
  });
});

describe('what is not HTTP', () => {
  it('gets an error body', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.end('nonsense\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status_code: 400, error_code: 'INVALID_REQUEST' });
  });
});
