import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Fields } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const URL_OF_APP = 'https://store.steampowered.com/app/10/';
const PASTE = 'Paste the full address, such as https://www.youtube.com/watch?v=dQw4w9WgXcQ.';
const LISTED = 'GET /api/public/platforms or `commentdock platforms` lists the sites that are.';

const world = await own(startWorld({ simulators: [steamSimulator({})] }));
const service = await own(startServiceProcess({ world: world.env }));
const client = service.client();

function expectRefusal({ status, headers, body }: Answer, code: string, expectedStatus: number, detail: string | RegExp): void {
  expect(body).toEqual({ status_code: expectedStatus, error_code: code, detail: body['detail'], error: body['detail'] });
  if (typeof detail === 'string') expect(body['detail']).toBe(detail);
  else expect(body['detail']).toMatch(detail);
  expect(status).toBe(expectedStatus);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
}

describe('a URL that cannot be exported', () => {
  it.each([
    ['not a URL', 'hello', `"hello" is not a URL. ${PASTE}`],
    ['a script', 'javascript:alert(1)', `"javascript:alert(1)" is not a URL. ${PASTE}`],
    ['an unsupported host', 'https://example.com/article/1', `The site example.com is not supported. ${LISTED}`],
    [
      'a look-alike that ends like ours',
      'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
      'The site notyoutube.com is not supported. Did you mean youtube.com?',
    ],
    [
      'a look-alike that begins like ours',
      'https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ',
      'The site youtube.com.evil.org is not supported. Did you mean youtube.com?',
    ],
    ['a short name inside another one', 'https://netflix.com/user/status/1', `The site netflix.com is not supported. ${LISTED}`],
    [
      'our name as the user of another host',
      'https://www.youtube.com@evil.org/watch?v=dQw4w9WgXcQ',
      `The site evil.org is not supported. ${LISTED}`,
    ],
    [
      'our name in the path of another host',
      'https://evil.org/www.youtube.com/watch?v=dQw4w9WgXcQ',
      `The site evil.org is not supported. ${LISTED}`,
    ],
  ])('is refused: %s', async (_name, url, detail) => {
    const asked = world.count();
    expectRefusal(await client.post('/api/v3/job', { url }), 'INVALID_URL', 400, detail);
    expectRefusal(await client.post('/api/v3/job', { urls: [url] }), 'INVALID_URL', 400, `urls[0]: ${detail}`);
    expect(world.count()).toBe(asked);
  });

  it('is refused with what the site can give, where the site is ours', async () => {
    expectRefusal(
      await client.post('/api/v3/job', { url: 'https://store.steampowered.com/about/' }),
      'INVALID_URL',
      400,
      /^Steam has no export for this kind of URL\. Paste one like: .*\/app\//,
    );
  });
});

describe('a body', () => {
  it.each([
    ['that is not JSON', 'url=x', 'The body is not valid JSON. Send an object such as {"url": "https://..."}.'],
    ['that is cut off', '{"url": "https://', 'The body is not valid JSON. Send an object such as {"url": "https://..."}.'],
    ['that is a list', '[]', 'The body must be a JSON object, such as {"url": "https://..."}.'],
    ['that is a text', '"https://x"', 'The body must be a JSON object, such as {"url": "https://..."}.'],
    ['that is empty', '', '`url` is required: give the address of what to export.'],
    ['without a URL', '{}', '`url` is required: give the address of what to export.'],
    ['with a number for a URL', '{"url": 5}', '`url` must be a text.'],
    ['with url and urls', `{"url": "${URL_OF_APP}", "urls": ["${URL_OF_APP}"]}`, 'Give either `url` or `urls`, not both.'],
    ['without any of urls', '{"urls": []}', '`urls` must be a list of at least 1 entries. Correct it or leave it out.'],
    ['with a text for options', `{"url": "${URL_OF_APP}", "options": "all"}`, '`options` must be an object.'],
  ])('%s is refused', async (_name, text, detail) => {
    expectRefusal(await client.post('/api/v3/job', text), 'INVALID_REQUEST', 400, detail);
  });

  it('that hides a prototype changes nothing', async () => {
    const answer = await client.post('/api/v3/job', `{"url": "${URL_OF_APP}", "__proto__": {"sandbox": true}}`);
    expectRefusal(answer, 'INVALID_REQUEST', 400, /JSON/);
  });

  it('under another content type is refused', async () => {
    expectRefusal(
      await client.post('/api/v3/job', `{"url": "${URL_OF_APP}"}`, { 'content-type': 'text/plain' }),
      'UNSUPPORTED_MEDIA_TYPE',
      415,
      'Send the body as application/json.',
    );
  });

  it('that is empty is accepted under a JSON type where a route takes none', async () => {
    const { guid } = await client.create(URL_OF_APP, { limit: 1 });
    await client.waitFor(guid, 'done');
    const answer = await client.ask('DELETE', `/api/v3/job/${guid}`, '', { 'content-type': 'application/json' });
    expect(answer.status).toBe(204);
  });
});

describe('an option', () => {
  const cases: readonly (readonly [Fields, string | RegExp])[] = [
    [{ limit: -1 }, '`options.limit` must be at least 1. Correct it or leave it out.'],
    [{ limit: 0 }, '`options.limit` must be at least 1. Correct it or leave it out.'],
    [{ limit: '5' }, '`options.limit` must be a number.'],
    [{ limit: 1.5 }, '`options.limit` must be a whole number.'],
    [{ replies: 'yes' }, '`options.replies` must be true or false.'],
    [{ followers: 1 }, '`options.followers` must be true or false.'],
    [{ cookies: 'a=b' }, '`options.cookies` must be an object.'],
    [{ cookies: { a: 1 } }, '`options.cookies.a` must be a text.'],
    [{ minTimestamp: '2020' }, '`options.minTimestamp` must be a number.'],
    [{ minTimestamp: -1 }, '`options.minTimestamp` must be at least 0. Correct it or leave it out.'],
    [
      { minTimestamp: 5, maxTimestamp: 4 },
      '`options.minTimestamp` is later than `options.maxTimestamp`, so nothing could be exported. Swap them.',
    ],
    [{ vpn: 'Mars' }, /^There is no VPN location named "Mars"\. /],
    [{ pool: 'mine' }, '`options.pool` is not a valid UUID. Correct it or leave it out.'],
    [{ pool: '00000000-0000-4000-8000-000000000000' }, /^There is no proxy pool 00000000-0000-4000-8000-000000000000\. /],
    [{ cursor: 5 }, '`options.cursor` must be a text.'],
    [{ cursor: 'c1.nothing' }, 'options.cursor is not known here. Take the `cursor` of a finished or stopped export of the same list.'],
    [{ filter: { sentiment: 'yes' } }, '`options.filter.sentiment` must be true or false.'],
    [{ sort: 'sideways' }, '`options.sort` must be one of: top, new, old, best, controversial.'],
    [{ followers: true }, 'Steam gives no followers for this kind of URL. It can give: reviews without an option.'],
    [{ live: true }, 'Steam gives no live for this kind of URL. It can give: reviews without an option.'],
  ];

  it.each(cases)('%j is refused', async (options, detail) => {
    expectRefusal(await client.post('/api/v3/job', { url: URL_OF_APP, options }), 'INVALID_REQUEST', 400, detail);
  });
});

describe('a list', () => {
  const guids: string[] = [];

  beforeAll(async () => {
    for (let number = 0; number < 33; number += 1) {
      const { body } = await client.post('/api/v3/job', { url: URL_OF_APP }, { 'X-Sandbox': 'true' });
      guids.unshift(String(body['guid']));
    }
  });

  async function listed(query: string): Promise<readonly unknown[]> {
    const { status, list } = await client.list(query);
    expect(status).toBe(200);
    return list.map(({ guid }) => guid);
  }

  it('is newest first, thirty at most, and empty past the end', async () => {
    expect(await listed('')).toEqual(guids.slice(0, 30));
    expect(await listed('?limit=100')).toEqual(guids.slice(0, 30));
    expect(await listed('?limit=4&page=2')).toEqual(guids.slice(4, 8));
    expect((await listed('?page=2')).slice(0, 3)).toEqual(guids.slice(30));
    expect(await listed('?page=400')).toEqual([]);
    expect(await listed('?page=99999999999999999999')).toEqual([]);
  });

  it('takes NaN for the default, as existing clients send it', async () => {
    expect(await listed('?page=NaN&limit=NaN')).toEqual(guids.slice(0, 30));
  });

  it.each(['page=0', 'page=-1', 'page=one', 'page=1.5', 'page=', 'limit=0', 'limit=-5', 'limit=ten'])(
    'is refused for %s',
    async (query) => {
      const [field = ''] = query.split('=');
      expectRefusal(
        await client.list(`?${query}`),
        'INVALID_REQUEST',
        400,
        `\`${field}\` must be a whole number of at least 1. Correct it or leave it out.`,
      );
    },
  );
});

describe('a path', () => {
  it.each([
    [
      'GET',
      '/api/v3/job/nobody',
      404,
      'RESOURCE_NOT_FOUND',
      'There is no export nobody. GET /api/v3/jobs or `commentdock jobs` lists those that exist.',
    ],
    ['GET', '/api/v3/nothing', 404, 'RESOURCE_NOT_FOUND', 'There is nothing at this path. /docs lists all routes.'],
    ['PUT', '/api/v3/jobs', 405, 'METHOD_NOT_ALLOWED', 'This path takes GET.'],
  ] as const)('%s %s is %i', async (method, path, status, code, detail) => {
    expectRefusal(await client.ask(method, path), code, status, detail);
  });

  it('of another site or with another origin is refused on every route', async () => {
    for (const path of ['/', '/api/v3/jobs', '/health', '/openapi.json', '/exports/x.csv', '/nothing']) {
      expectRefusal(await client.get(path, { origin: 'https://evil.example' }), 'FORBIDDEN_ORIGIN', 403, /Host or Origin/);
      expect((await client.get(path, { origin: service.baseUrl })).status).not.toBe(403);
    }
  });
});
