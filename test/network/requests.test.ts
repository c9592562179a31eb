import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EndlessRedirect, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { serve, type Loopback } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';
import type { Answer, PlatformRequest } from '#core/platform-api/session.ts';
import { GOOGLE_WALLS } from '#core/platform-kit/google.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Loopback;
let second: Loopback;
let seen: Seen[] = [];

/** `/to/<status>?<target>` redirects; anything else answers with the path. */
beforeAll(async () => {
  const listener: Parameters<typeof serve>[0] = async (incoming, answer) => {
    seen.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body: await text(incoming) });
    const redirect = /^\/to\/(\d+)\?(.*)$/.exec(incoming.url ?? '');
    if (redirect)
      answer.writeHead(Number(redirect[1]), { location: redirect[2], 'set-cookie': `hop${seen.length}=1; Path=/` }).end('moved');
    else answer.writeHead(200, { 'x-two': ['a', 'b'] }).end(incoming.url);
  };
  server = await serve(listener);
  second = await serve(listener);
});

beforeEach(() => {
  seen = [];
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
});

async function send(request: Omit<PlatformRequest, 'url'> & { readonly path: string }): Promise<Answer> {
  await using page = await openPage();
  return await page.session.fetch({ ...request, url: server.origin + request.path });
}

describe('a request', () => {
  it('looks like a desktop browser unless the platform says otherwise', async () => {
    await send({ path: '/' });
    expect(seen[0]?.headers['user-agent']).toMatch(/^Mozilla\/5\.0 .*Chrome\/\d+/);
    expect(seen[0]?.headers['accept-language']).toMatch(/^en/);
    await send({ path: '/', headers: { 'User-Agent': 'mine/1', 'Accept-Language': 'de' } });
    expect(seen[1]?.headers['user-agent']).toBe('mine/1');
    expect(seen[1]?.headers['accept-language']).toBe('de');
  });

  it('adds its query to that of the URL, percent-encoded, without what is undefined', async () => {
    await send({ path: '/a?x=1', query: { q: 'a b&c/ü', n: 5, gone: undefined } });
    expect(seen[0]?.url).toBe('/a?x=1&q=a%20b%26c%2F%C3%BC&n=5');
    await send({ path: '/a', query: { gone: undefined } });
    expect(seen[1]?.url).toBe('/a');
  });

  it('carries JSON, a form or a bare body', async () => {
    await send({ path: '/', method: 'POST', json: { a: [1] } });
    await send({ path: '/', form: { a: 'b c', d: 'é' } });
    await send({ path: '/', body: 'raw', headers: { 'content-type': 'text/plain' } });
    expect(seen.map(({ method, headers, body }) => [method, headers['content-type'], body])).toEqual([
      ['POST', 'application/json', '{"a":[1]}'],
      ['POST', 'application/x-www-form-urlencoded', 'a=b+c&d=%C3%A9'],
      ['POST', 'text/plain', 'raw'],
    ]);
  });

  it('gives status, headers, address, text and time', async () => {
    const before = Date.now();
    const answer = await send({ path: '/x' });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-two']).toBe('a, b');
    expect(answer.url).toBe(`${server.origin}/x`);
    expect(answer.text).toBe('/x');
    expect(answer.isJson).toBe(false);
    expect(answer.fetchedAt.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('with a value that no header may have is never sent: it came out of an answer', async () => {
    await using page = await openPage();
    const sent = page.session.fetch({ url: server.origin, headers: { 'x-name': 'Bearer 你好' } });
    await expect(sent).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'headers.x-name',
      message: expect.not.stringContaining('你好'),
    });
    expect(page.counters).toMatchObject({ requests: 0, retries: 0 });
    expect(seen).toHaveLength(0);
  });

  it.each(['file:///etc/passwd', 'https://[', ''])('to %j, which is no web address, is never sent either', async (url) => {
    await using page = await openPage();
    await expect(page.session.fetch({ url })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'url' });
  });
});

describe('redirects', () => {
  it('are followed, relative ones too, and cookies of each hop are kept', async () => {
    const answer = await send({ path: '/to/302?/to/301?/end' });
    expect(answer.url).toBe(`${server.origin}/end`);
    expect(answer.text).toBe('/end');
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'hop1=1', 'hop1=1; hop2=1']);
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
  ])('%i after a POST asks with %s', async (status, method, body) => {
    await send({ path: `/to/${status}?/end`, method: 'POST', json: { a: 1 } });
    expect(seen[1]).toMatchObject({ method, body });
    expect(seen[1]?.headers['content-type']).toBe(method === 'GET' ? undefined : 'application/json');
  });

  it('to another host leave behind what was meant for the first', async () => {
    const headers = { Authorization: 'Bearer secret', 'Private-Token': 'secret', Cookie: 'own=1', 'x-kept': 'yes' };
    await send({ path: '/to/302?/end', headers });
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer secret', 'private-token': 'secret', cookie: 'own=1; hop1=1' });
    await send({ path: `/to/302?${second.origin}/end`, headers });
    expect(seen[3]?.headers['authorization']).toBeUndefined();
    expect(seen[3]?.headers['private-token']).toBeUndefined();
    expect(seen[3]?.headers.cookie ?? '').not.toContain('own=1');
    expect(seen[3]?.headers['x-kept']).toBe('yes');
  });

  it('that do not end are given up after ten', async () => {
    await using page = await openPage();
    await using endless = await serve(({ url }, answer) => answer.writeHead(302, { location: `${url}x` }).end());
    await expect(page.session.fetch({ url: endless.origin })).rejects.toBeInstanceOf(PlatformChanged);
    expect(page.counters).toMatchObject({ requests: 11, retries: 0 });
  });

  it('in a circle are given up where it closes', async () => {
    await using page = await openPage();
    await using circle = await serve(({ url }, answer) => answer.writeHead(302, { location: url === '/a' ? '/b' : '/a' }).end());
    await expect(page.session.fetch({ url: `${circle.origin}/a` })).rejects.toBeInstanceOf(EndlessRedirect);
    expect(page.counters).toMatchObject({ requests: 2, retries: 0 });
  });

  it('to the same address are no circle where a POST has become a GET', async () => {
    await using page = await openPage();
    await using form = await serve(({ method }, answer) =>
      method === 'POST' ? answer.writeHead(303, { location: '/' }).end() : answer.end('thanks'),
    );
    expect((await page.session.fetch({ url: `${form.origin}/`, form: { a: 'b' } })).text).toBe('thanks');
  });

  it('are handed back with `manual`, whatever is accepted', async () => {
    const answer = await send({ path: '/to/302?/end', redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toBe('/end');
    expect(seen).toHaveLength(1);
  });

  it('out of the web, or to nowhere, are a change of the platform', async () => {
    await expect(send({ path: '/to/302?intent://open' })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'location' });
    await using nowhere = await serve((_, answer) => answer.writeHead(302).end());
    await using page = await openPage();
    await expect(page.session.fetch({ url: nowhere.origin })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'status' });
  });

  it('to a captcha are a captcha, without asking for it', async () => {
    await using page = await openPage({ platform: { walls: GOOGLE_WALLS } });
    const work = page.session.fetch({ url: `${server.origin}/to/302?https://www.google.com/sorry/index?continue=x` });
    await expect(work).rejects.toBeInstanceOf(PlatformRefusal);
    await expect(work).rejects.toMatchObject({ code: 'CAPTCHA' });
    expect(seen).toHaveLength(1);
  });
});
