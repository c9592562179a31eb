import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fields, RestClient } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { startWorld, type World } from '#test/world/world.ts';

const YEAR_MS = 366 * 86_400_000;

let world: World;
let service: ServiceProcess;
let client: RestClient;

beforeAll(async () => {
  world = await startWorld();
  service = await startServiceProcess({ world: world.env });
  client = service.client();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await world.close();
});

async function generated(name: string): Promise<Fields> {
  const { status, body } = await client.post('/api/v1/api_tokens/generate', { name });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['message']);
  return (await client.get('/api/v1/api_tokens')).list.find((token) => token['name'] === name) ?? {};
}

function pingWith(headers: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly body: Fields }> {
  return service.client(headers).get('/api/v1/ping');
}

describe('a token', () => {
  it('is what `commentdock token` prints, in X-AUTH-TOKEN or as a bearer', async () => {
    expect(service.token).toMatch(/^[A-Za-z0-9]{120}$/);
    for (const headers of [
      { 'X-AUTH-TOKEN': service.token },
      { Authorization: `Bearer ${service.token}` },
      { authorization: `bearer  ${service.token}` },
    ]) {
      const { status, body } = await pingWith(headers);
      expect(status).toBe(200);
      expect(body).toEqual({ message: 'pong', status: 'ok' });
    }
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['missing', {}],
    ['empty', { 'X-AUTH-TOKEN': '' }],
    ['wrong', { 'X-AUTH-TOKEN': 'a'.repeat(120) }],
    ['cut off', { 'X-AUTH-TOKEN': 'CUT' }],
    ['of another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
    ['a bearer without a value', { Authorization: 'Bearer ' }],
  ])('that is %s is 401', async (_name, headers) => {
    const sent = headers['X-AUTH-TOKEN'] === 'CUT' ? { 'X-AUTH-TOKEN': service.token.slice(0, 119) } : headers;
    const { status, body } = await pingWith(sent);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      status_code: 401,
      error_code: 'AUTH_HEADER_TOKEN',
      detail: expect.stringMatching(/commentdock token/),
      error: body['detail'],
    });
  });

  it('is generated, listed, read, and no more after it is revoked', async () => {
    const token = await generated('laptop');
    expect(token).toMatchObject({
      uuid: expect.any(String),
      name: 'laptop',
      token: expect.stringMatching(/^[A-Za-z0-9]{120}$/),
      isExpired: false,
    });
    expect((await client.get(`/api/v1/api_tokens/${String(token['uuid'])}`)).body).toEqual(token);
    const lifetimeMs = Date.parse(String(token['expiresAt'])) - Date.parse(String(token['createdAt']));
    expect(lifetimeMs).toBeGreaterThan(YEAR_MS - 2 * 86_400_000);
    expect(lifetimeMs).toBeLessThanOrEqual(YEAR_MS);
    const own = { 'X-AUTH-TOKEN': String(token['token']) };
    expect((await pingWith(own)).status).toBe(200);
    const revoked = await client.ask('DELETE', `/api/v1/api_tokens/${String(token['uuid'])}`);
    expect([revoked.status, revoked.bytes.length]).toEqual([204, 0]);
    expect(await pingWith(own)).toMatchObject({ status: 401, body: { error_code: 'AUTH_HEADER_TOKEN' } });
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await client.ask(method, `/api/v1/api_tokens/${String(token['uuid'])}`);
      expect(status).toBe(404);
      expect(body['error_code']).toBe('RESOURCE_NOT_FOUND');
    }
  });

  it('may revoke itself', async () => {
    const own = service.client({ 'X-AUTH-TOKEN': String((await generated('short-lived'))['token']) });
    const { list } = await own.get('/api/v1/api_tokens');
    const uuid = list.find((token) => token['name'] === 'short-lived')?.['uuid'];
    expect((await own.ask('DELETE', `/api/v1/api_tokens/${String(uuid)}`)).status).toBe(204);
    expect((await own.get('/api/v1/ping')).status).toBe(401);
  });

  it('takes a name or none, and refuses what is no name with the field', async () => {
    expect((await client.post('/api/v1/api_tokens/generate')).status).toBe(200);
    const { status, body } = await client.post('/api/v1/api_tokens/generate', { name: 5 });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error_code: 'VALIDATION_ERROR', violations: [{ propertyPath: 'name', message: expect.any(String) }] });
  });

  it('survives a restart, and lies nowhere on the disk', async () => {
    const value = String((await generated('keeper'))['token']);
    await service.restart('kill');
    expect((await pingWith({ 'X-AUTH-TOKEN': value })).status).toBe(200);
    await service.restart('quit');
    expect((await pingWith({ 'X-AUTH-TOKEN': value })).status).toBe(200);
    client = service.client();
    expect((await client.get('/api/v1/api_tokens')).list.find(({ name }) => name === 'keeper')?.['token']).toBe(value);
    const files = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(service.dataDir, name));
    for (const file of files.filter((path) => statSync(path).isFile())) expect(readFileSync(file).includes(value), file).toBe(false);
  });
});
