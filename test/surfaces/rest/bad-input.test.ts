import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { type RestService, startRestService } from '#test/surfaces/rest/rest-service.ts';

const VIDEO = 'https://tubular.com/watch/abc';
const NO_TOKEN = { 'x-auth-token': '' };

const service = await own(startRestService({ env: { COMMENTDOCK_LIMITS: 'off' } }));

async function expectRefusal(asked: ReturnType<RestService['ask']>, status: number, code: string, detail: RegExp): Promise<void> {
  const { status: given, json, headers } = await asked;
  expect({ given, code: json['error_code'], body: json['status_code'] }).toEqual({ given: status, code, body: status });
  expect(json['detail']).toMatch(detail);
  expect(json['error']).toBe(json['detail']);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers).toMatchObject({
    'x-ratelimit-limit': expect.any(String),
    'x-ratelimit-remaining': expect.any(String),
    'x-ratelimit-reset': expect.any(String),
  });
}

describe('bad URLs', () => {
  it.each([
    ['not a url', /is not a URL\. Paste the full address/],
    ['https://nowhere.example/', /nowhere\.example is not supported\. GET \/api\/public\/platforms/],
    ['https://nottubular.com/watch/abc', /Did you mean tubular\.com\?/],
    ['https://tubular.com.evil.org/watch/abc', /Did you mean tubular\.com\?/],
    ['https://tubular.com/about', /Paste one like/],
  ])('%s', async (url, detail) => {
    await expectRefusal(service.ask('POST', '/api/v3/job', { body: { url } }), 400, 'INVALID_URL', detail);
    await expectRefusal(
      service.ask('POST', '/api/v3/job', { body: { url }, headers: { 'x-sandbox': 'true' } }),
      400,
      'INVALID_URL',
      detail,
    );
    await expectRefusal(service.ask('GET', `/api/public/platforms/detect?url=${encodeURIComponent(url)}`), 400, 'INVALID_URL', detail);
  });
});

describe('bad bodies', () => {
  it.each([
    ['', /`url` is required/],
    ['{"url": ', /not valid JSON/],
    ['url=https://tubular.com/watch/abc', /not valid JSON/],
    ['[]', /must be a JSON object/],
    ['"https://tubular.com/watch/abc"', /must be a JSON object/],
    ['5', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['{"__proto__": {"url": 1}}', /not valid JSON/],
    [`{"url": "${'x'.repeat(1_048_577)}"}`, /too large/],
    [{ url: VIDEO, options: { limit: -1 } }, /`options\.limit` must be at least 1/],
    [{ url: VIDEO, options: { replies: 1 } }, /`options\.replies` must be true or false/],
    [{ url: VIDEO, options: 'all' }, /`options` must be an object/],
    [{ url: VIDEO, options: { vpn: 'Mars' } }, /no VPN location/],
  ])('%j', async (body, detail) => {
    await expectRefusal(service.ask('POST', '/api/v3/job', { body }), 400, 'INVALID_REQUEST', detail);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', 'nonsense'])('%s is 415', async (type) => {
    await expectRefusal(
      service.ask('POST', '/api/v3/job', { body: `{"url": "${VIDEO}"}`, headers: { 'content-type': type } }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /application\/json/,
    );
  });

  it('an empty body is accepted where nothing is needed, under any content type or none', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain', '']) {
      const { status } = await service.ask('POST', '/api/v1/api_tokens/generate', {
        headers: { 'content-type': type, 'content-length': '0' },
      });
      expect(status, type).toBe(200);
    }
  });

  it.each([
    ['POST', '/api/v1/api_tokens/generate'],
    ['POST', '/api/v1/resume'],
    ['PATCH', '/api/v3/job/x/retry'],
  ])('%s %s: a body that is no object is refused where none is needed too', async (method, path) => {
    for (const body of ['null', ' null ', '5', '[]', 'true'])
      await expectRefusal(service.ask(method, path, { body }), 400, 'INVALID_REQUEST', /must be a JSON object/);
  });

  it('a fault of ours is never told as one of the body', async () => {
    await using other = await startRestService();
    Object.assign(other.services.engine, {
      create: () => Promise.reject(new SyntaxError('The requested module does not provide an export named x')),
    });
    await expectRefusal(other.ask('POST', '/api/v3/job', { body: { url: VIDEO } }), 500, 'INTERNAL', /does not provide an export/);
    await expectRefusal(other.ask('POST', '/api/v3/job', { body: '{"url": ' }), 400, 'INVALID_REQUEST', /not valid JSON/);
  });

  it('tokens answer 422 with violations', async () => {
    const { status, json } = await service.ask('POST', '/api/v1/api_tokens/generate', { body: { name: 5 } });
    expect([status, json]).toEqual([
      422,
      {
        status_code: 422,
        error_code: 'VALIDATION_ERROR',
        detail: '`name` must be a text.',
        error: '`name` must be a text.',
        violations: [{ propertyPath: 'name', message: '`name` must be a text.' }],
      },
    ]);
  });
});

describe('bad credentials', () => {
  it.each([
    ['GET', '/api/v3/jobs'],
    ['POST', '/api/v3/job'],
    ['GET', '/api/v3/job/x'],
    ['PATCH', '/api/v3/job/x/stop'],
    ['PATCH', '/api/v3/job/x/retry'],
    ['DELETE', '/api/v3/job/x'],
    ['GET', '/api/v3/job/x/download'],
    ['GET', '/api/v3/job/x/json'],
    ['GET', '/api/v1/ping'],
    ['GET', '/api/v1/api_tokens'],
    ['POST', '/api/v1/api_tokens/generate'],
    ['DELETE', '/api/v1/api_tokens/x'],
  ])('%s %s needs a token, before the body is looked at', async (method, path) => {
    const body = method === 'POST' ? { body: '{not json' } : {};
    await expectRefusal(service.ask(method, path, { headers: NO_TOKEN, ...body }), 401, 'AUTH_HEADER_TOKEN', /X-AUTH-TOKEN header/);
    await expectRefusal(
      service.ask(method, path, { headers: { 'x-auth-token': 'a'.repeat(120) }, ...body }),
      401,
      'AUTH_HEADER_TOKEN',
      /not known or was revoked/,
    );
  });

  it.each(['Bearer', 'Bearer ', 'Basic abc', 'token'])('Authorization: %s is no token', async (authorization) => {
    await expectRefusal(
      service.ask('GET', '/api/v1/ping', { headers: { ...NO_TOKEN, authorization } }),
      401,
      'AUTH_HEADER_TOKEN',
      /X-AUTH-TOKEN/,
    );
  });

  it('an expired token is 403', async () => {
    await using other = await startRestService();
    other.services.clock.nowMs += 366 * 86_400_000;
    await expectRefusal(other.ask('GET', '/api/v1/ping'), 403, 'TOKEN_EXPIRED', /generate a new one/);
  });
});

describe('unknown things', () => {
  it.each([
    ['GET', '/api/v3/job/3f9a1f3e-2e3b-4a1e-9f6c-000000000000'],
    ['GET', '/api/v3/job/nope/download'],
    ['PATCH', '/api/v3/job/nope/stop'],
    ['DELETE', '/api/v3/job/nope'],
    ['GET', '/api/v1/api_tokens/nope'],
    ['GET', '/exports/nope.csv'],
  ])('%s %s is 404', async (method, path) => {
    await expectRefusal(service.ask(method, path), 404, 'RESOURCE_NOT_FOUND', /There is no/);
  });

  it.each([
    '/nowhere',
    '/api/v3/',
    '/api/v3/job/a/b/c',
    '/exports/../vault/key.json',
    '/exports/..%2Fvault%2Fkey.json',
    '/exports/',
    `/api/v3/job/${'x'.repeat(400)}`,
  ])('%s is 404, without a token too', async (path) => {
    await expectRefusal(service.ask('GET', path, { headers: NO_TOKEN }), 404, 'RESOURCE_NOT_FOUND', /There is no/);
  });

  it.each([
    ['PUT', '/api/v3/job', 'POST'],
    ['POST', '/api/v3/jobs', 'GET, HEAD'],
    ['PATCH', '/api/v3/job/x', 'GET, DELETE, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/ping', 'GET, HEAD'],
  ])('%s %s is 405', async (method, path, allow) => {
    const asked = service.ask(method, path);
    await expectRefusal(asked, 405, 'METHOD_NOT_ALLOWED', /This path takes/);
    expect((await asked).headers.allow).toBe(allow);
  });

  it('a path that is not validly encoded is 400', async () => {
    await expectRefusal(service.ask('GET', '/api/v3/job/%zz'), 400, 'INVALID_REQUEST', /percent-encoded/);
  });
});

describe('bad pages', () => {
  it.each(['page=0', 'limit=-1', 'limit=ten', 'page=1.5', 'page=1&page=2', 'limit='])('?%s', async (query) => {
    await expectRefusal(service.ask('GET', `/api/v3/jobs?${query}`), 400, 'INVALID_REQUEST', /must be a whole number of at least 1/);
  });

  it.each(['page=NaN&limit=NaN', 'limit=31', 'page=12', 'unknown=1'])('?%s passes', async (query) => {
    expect(await service.ask('GET', `/api/v3/jobs?${query}`)).toMatchObject({ status: 200, json: [] });
  });
});
