import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { OWNER_SECRET, type RestService, startRestService } from '#test/surfaces/rest/rest-service.ts';

const VIDEO = 'https://tubular.com/watch/abc';
const CONTENT = 'id,text\r\n1,"héllo"\r\n';

const folder = ownFolder('rest');
let service: RestService;
beforeEach(async () => {
  service = await startRestService({
    exportsFolder: folder,
    writeFile(name, format) {
      writeFileSync(join(folder, name), CONTENT);
      return { format, name, bytes: Buffer.byteLength(CONTENT) };
    },
  });
});
afterEach(() => service[Symbol.asyncDispose]());

async function create(body: object = { url: VIDEO }, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { status, json } = await service.ask('POST', '/api/v3/job', { body, headers });
  expect(status).toBe(201);
  return json;
}

describe('exports over REST', () => {
  it('a single creation answers the job', async () => {
    const job = await create({ url: VIDEO, options: { replies: true } });
    expect(job).toMatchObject({
      guid: expect.any(String),
      id: expect.any(Number),
      status: 'queueing',
      url: VIDEO,
      options: { replies: true },
      status_url: `${service.url}/api/v3/job/${String(job['guid'])}`,
    });
    expect(service.services.engine.created[0]?.tokenUuid).toBe(service.tokenUuid);
  });

  it('`urls` answers {data: [{guid, item}]}', async () => {
    const { data } = (await create({ urls: [VIDEO, { url: 'https://marketplace.example/item/42' }] })) as {
      data: { guid: string; item: { guid: string; url: string } }[];
    };
    expect(data.map(({ guid, item }) => [guid === item.guid, item.url])).toEqual([
      [true, VIDEO],
      [true, 'https://marketplace.example/item/42'],
    ]);
  });

  it('list, get, stop, retry, delete', async () => {
    const { guid } = await create();
    const path = `/api/v3/job/${String(guid)}`;
    expect((await service.ask('GET', '/api/v3/jobs')).json).toMatchObject([{ guid }]);
    expect(await service.ask('GET', path)).toMatchObject({ status: 200, json: { guid, status: 'queueing' } });
    expect(await service.ask('PATCH', `${path}/stop`)).toMatchObject({ status: 200, json: { status: 'stopped' } });
    expect(await service.ask('PATCH', `${path}/stop`, { headers: { 'content-type': 'application/json' } })).toMatchObject({
      status: 400,
      json: { error_code: 'INVALID_REQUEST', detail: expect.stringContaining('stopped') },
    });
    service.services.engine.change(String(guid), { status: 'error' });
    expect(await service.ask('PATCH', `${path}/retry`)).toMatchObject({ status: 200, json: { status: 'queueing' } });
    expect(await service.ask('DELETE', path)).toMatchObject({ status: 204, text: '' });
    expect((await service.ask('GET', path)).status).toBe(404);
  });

  it('download streams the file under its name', async () => {
    const { guid } = await create();
    service.services.engine.change(String(guid), { status: 'done' });
    const { status, headers, text } = await service.ask('GET', `/api/v3/job/${String(guid)}/download?format=csv`);
    expect([status, text]).toEqual([200, CONTENT]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(Buffer.byteLength(CONTENT)),
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="tubular-comments_abc_${String(guid).slice(0, 8)}.csv"`,
    });
    expect((await service.ask('GET', `/api/v3/job/${String(guid)}/json`)).headers['content-type']).toBe('application/json; charset=utf-8');
    const head = await service.ask('HEAD', `/api/v3/job/${String(guid)}/download`);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(CONTENT))]);
  });

  it('links of files need no token', async () => {
    const { guid } = await create({ url: VIDEO }, { 'x-sandbox': 'true' });
    const { json } = await service.ask('GET', `/api/v3/job/${String(guid)}`);
    const answer = await fetch(String(json['json_url']));
    expect([answer.status, await answer.text()]).toEqual([200, CONTENT]);
    expect((await fetch(String(json['download_link']))).status).toBe(200);
  });

  it('a failed export gives its file with partial=true', async () => {
    const { guid } = await create();
    service.services.engine.change(String(guid), { status: 'error', error: 'Private.' });
    expect(await service.ask('GET', `/api/v3/job/${String(guid)}/download`)).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('?partial=true') },
    });
    expect(await service.ask('GET', `/api/v3/job/${String(guid)}/download?partial=true`)).toMatchObject({ status: 200, text: CONTENT });
  });
});

describe('sandbox over REST', () => {
  it('answers the finished job with its sample, and that guid works', async () => {
    const job = await create({ url: VIDEO, options: { replies: true, limit: 30 } }, { 'X-Sandbox': 'true' });
    expect(job).toMatchObject({
      status: 'done',
      sandbox: true,
      url: VIDEO,
      options: { replies: true, limit: 30 },
      download_link: expect.stringContaining(`${service.url}/exports/`),
      json_url: expect.any(String),
    });
    const comments = job['comments'] as { _sandbox: boolean; message: string }[];
    expect(comments).toHaveLength(30);
    expect(comments.every((comment) => comment._sandbox)).toBe(true);
    const again = await create({ url: VIDEO, options: { replies: true, limit: 30 } }, { 'X-Sandbox': 'true' });
    expect(again['comments']).toEqual(comments);
    expect((await service.ask('GET', `/api/v3/job/${String(job['guid'])}`)).json).toMatchObject({ sandbox: true, status: 'done' });
    expect((await service.ask('GET', '/api/v3/jobs')).json).toMatchObject([{ sandbox: true }, { sandbox: true }]);
  });

  it('needs a token all the same', async () => {
    expect(
      (await service.ask('POST', '/api/v3/job', { body: { url: VIDEO }, headers: { 'x-sandbox': 'true', 'x-auth-token': '' } })).status,
    ).toBe(401);
  });
});

describe('credentials over REST', () => {
  it.each([
    ['x-auth-token', ''],
    ['authorization', 'Bearer '],
    ['authorization', 'bearer '],
  ])('%s: %s<token>', async (header, prefix) => {
    const answer = await service.ask('GET', '/api/v1/ping', { headers: { 'x-auth-token': '', [header]: `${prefix}${service.token}` } });
    expect([answer.status, answer.json]).toEqual([200, { message: 'pong', status: 'ok' }]);
  });

  it('the secret of run.json is the owner', async () => {
    await service.ask('POST', '/api/v3/job', { body: { url: VIDEO }, headers: { 'x-auth-token': OWNER_SECRET } });
    expect(service.services.engine.created[0]?.tokenUuid).toBeNull();
  });

  it('a token is generated, read and revoked at once', async () => {
    expect(await service.ask('POST', '/api/v1/api_tokens/generate', { body: { name: 'second' } })).toMatchObject({
      status: 200,
      json: { message: expect.any(String) },
    });
    const { json: tokens } = (await service.ask('GET', '/api/v1/api_tokens')) as unknown as {
      json: { uuid: string; name: string; token: string }[];
    };
    const second = tokens.find(({ name }) => name === 'second');
    const asSecond = { 'x-auth-token': second?.token ?? '' };
    expect((await service.ask('GET', '/api/v1/ping', { headers: asSecond })).status).toBe(200);
    expect(await service.ask('DELETE', `/api/v1/api_tokens/${second?.uuid}`)).toMatchObject({ status: 204, text: '' });
    expect((await service.ask('GET', '/api/v1/ping', { headers: asSecond })).status).toBe(401);
  });
});
