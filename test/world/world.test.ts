import { writeFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ProxyAgent, request as send, type Dispatcher } from 'undici';
import { ownFolder } from '#test/own.ts';
import { startWorld, type World, type WorldOptions } from '#test/world/world.ts';

const VIDEO = 'https://video.example/api/next?prettyPrint=false';

interface Visit {
  readonly world: World;
  readonly agent: Dispatcher;
}

const opened: Visit[] = [];

afterEach(async () => {
  for (const { agent, world } of opened.splice(0)) {
    await agent.destroy();
    await world.close();
  }
});

async function visit(options: WorldOptions = {}): Promise<Visit> {
  const world = await startWorld(options);
  const agent = new ProxyAgent({ uri: world.url, requestTls: { ca: readFileSync(world.caFile, 'utf8') } });
  const opening = { world, agent };
  opened.push(opening);
  return opening;
}

async function ask(
  { agent }: Visit,
  url: string,
  init: Partial<Dispatcher.RequestOptions> = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const answer = await send(url, { dispatcher: agent, ...init } as Parameters<typeof send>[1]);
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

function post(json: unknown): Partial<Dispatcher.RequestOptions> {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

function form(fields: Record<string, string>): Partial<Dispatcher.RequestOptions> {
  return { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(fields).toString() };
}

interface Exchange {
  readonly url: string;
  readonly method?: string;
  readonly body?: string;
  readonly answer: string;
  readonly base64?: true;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
}

function harOf(exchanges: readonly Exchange[]): string {
  const folder = ownFolder('world-test');
  const file = join(folder, 'exchanges.har');
  const entries = exchanges.map(({ url, method = 'GET', body, answer, base64, status = 200, headers = [] }) => ({
    request: { method, url, ...(body === undefined ? {} : { postData: { mimeType: 'text/plain', text: body } }) },
    response: {
      status,
      statusText: '',
      headers: headers.map(([name, value]) => ({ name, value })),
      redirectURL: '',
      content: {
        text: base64 ? Buffer.from(answer).toString('base64') : answer,
        mimeType: 'text/plain',
        ...(base64 ? { encoding: 'base64' } : {}),
      },
    },
  }));
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }));
  return file;
}

describe('a world of recordings', () => {
  it('answers over TLS as recorded, without the headers of the recorded connection', async () => {
    const har = harOf([
      {
        url: 'https://a.example/page',
        answer: 'körper',
        base64: true,
        status: 206,
        headers: [
          ['Content-Type', 'text/x; charset=utf-8'],
          ['Content-Encoding', 'br'],
          ['Content-Length', '1'],
          ['Vary', 'a'],
          ['Vary', 'b'],
          ['Connection', 'close'],
        ],
      },
    ]);
    const answer = await ask(await visit({ har: [har] }), 'https://a.example/page');
    expect(answer).toMatchObject({ status: 206, text: 'körper' });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/x; charset=utf-8', vary: ['a', 'b'], 'content-length': '7' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('gives redirects as they are and 404 to what nobody recorded', async () => {
    const har = harOf([{ url: 'https://a.example/short', answer: '', status: 301, headers: [['Location', 'https://b.example/long?x=1']] }]);
    const visited = await visit({ har: [har] });
    expect(await ask(visited, 'https://a.example/short')).toMatchObject({
      status: 301,
      headers: { location: 'https://b.example/long?x=1' },
    });
    for (const url of ['https://a.example/other', 'https://b.example/short']) expect((await ask(visited, url)).status).toBe(404);
    expect((await ask(visited, 'https://a.example/short', { method: 'POST' })).status).toBe(404);
    expect(visited.world.requests.map(({ answeredBy }) => answeredBy)).toEqual(['recording', 'nobody', 'nobody', 'nobody']);
  });

  it('reads folders of cases', async () => {
    const folder = join(harOf([{ url: 'https://a.example/', answer: 'home' }]), '..');
    expect((await ask(await visit({ cases: [folder] }), 'https://a.example')).text).toBe('home');
  });

  it('chooses by query where the path is the same, whatever the order', async () => {
    const har = harOf([
      { url: 'https://a.example/list?limit=20&sort=new', answer: 'page 1' },
      { url: 'https://a.example/list?limit=20&sort=new&after=t3_aaa', answer: 'page 2' },
      { url: 'https://a.example/list?limit=20&sort=new&after=t3_bbb', answer: 'page 3' },
    ]);
    const visited = await visit({ har: [har] });
    expect((await ask(visited, 'https://a.example/list?sort=new&limit=100')).text).toBe('page 1');
    expect((await ask(visited, 'https://a.example/list?after=t3_bbb&limit=100&sort=new&raw=1')).text).toBe('page 3');
    expect((await ask(visited, 'https://a.example/list?after=t3_aaa')).text).toBe('page 2');
    expect((await ask(visited, 'https://a.example/list?after=t3_zzz&limit=20&sort=new')).text).toBe('page 1');
  });

  it('compares JSON bodies by field: the continuation decides, not the rest', async () => {
    const client = { clientName: 'WEB', clientVersion: '2.2026', hl: 'en-GB', gl: 'GB' };
    const [first, replies] = ['Eg0SC3hhUUpib3pZX0lzGAYyJSIRIgt4YVE', 'Eg0SC3hhUUpib3pZX0lzGAYygwEaUBIaVWd'];
    const har = harOf([
      { method: 'POST', url: VIDEO, body: JSON.stringify({ context: { client }, videoId: 'xaQJbozY_Is' }), answer: 'watch' },
      { method: 'POST', url: VIDEO, body: JSON.stringify({ context: { client }, continuation: first }), answer: 'comments' },
      { method: 'POST', url: VIDEO, body: JSON.stringify({ context: { client }, continuation: replies }), answer: 'replies' },
    ]);
    const visited = await visit({ har: [har] });
    const other = { client: { clientName: 'WEB', clientVersion: '2.2019', hl: 'en', gl: 'US' }, user: { lockedSafetyMode: false } };
    expect((await ask(visited, VIDEO, post({ context: other, videoId: 'xaQJbozY_Is' }))).text).toBe('watch');
    expect((await ask(visited, VIDEO, post({ continuation: replies, context: other }))).text).toBe('replies');
    expect((await ask(visited, VIDEO, post({ continuation: first, context: other }))).text).toBe('comments');
    expect((await ask(visited, VIDEO, post({ continuation: 'Eg0SC3hhUUpib3pZX0lzGAYyunrecorded', context: { client } }))).text).toBe(
      'watch',
    );
  });

  it('compares form fields, and JSON inside of them', async () => {
    const url = 'https://a.example/batch';
    const call = (token: string | null): string =>
      JSON.stringify([[['UsvDTd', JSON.stringify([null, [2, 2, [150, null, token]], ['app']]), null, 'generic']]]);
    const har = harOf([
      { method: 'POST', url, body: new URLSearchParams({ 'f.req': call(null) }).toString(), answer: 'first' },
      { method: 'POST', url, body: new URLSearchParams({ 'f.req': call('CtgBIs8BAU60USdyhV93') }).toString(), answer: 'second' },
      { method: 'POST', url: 'https://a.example/more', body: 'link_id=t3_a&children=c1%2Cc2%2Cc3&raw_json=1', answer: 'c1 to c3' },
      { method: 'POST', url: 'https://a.example/more', body: 'link_id=t3_a&children=c4%2Cc5&raw_json=1', answer: 'c4 to c5' },
    ]);
    const visited = await visit({ har: [har] });
    expect((await ask(visited, url, form({ 'f.req': call('CtgBIs8BAU60USdyhV93'), at: 'x' }))).text).toBe('second');
    expect((await ask(visited, url, form({ 'f.req': call(null), at: 'x' }))).text).toBe('first');
    expect((await ask(visited, 'https://a.example/more', form({ link_id: 't3_a', children: 'c4,c5', sort: 'top' }))).text).toBe('c4 to c5');
    expect((await ask(visited, 'https://a.example/more', form({ link_id: 't3_a', children: 'c1,c3' }))).text).toBe('c1 to c3');
  });

  it('serves repetitions of one request in order, the last one again and again', async () => {
    const url = 'https://a.example/poll';
    const visited = await visit({
      har: [
        harOf([
          { url, answer: 'one' },
          { url, answer: 'two' },
        ]),
      ],
    });
    const texts = [];
    for (let turn = 0; turn < 4; turn++) texts.push((await ask(visited, url)).text);
    expect(texts).toEqual(['one', 'two', 'two', 'two']);
  });

  it('takes other content while it runs, under the same address and authority', async () => {
    const visited = await visit({ har: [harOf([{ url: 'https://a.example/', answer: 'old' }])] });
    expect((await ask(visited, 'https://a.example/')).text).toBe('old');
    visited.world.addFault({ fault: { kind: 'status', status: 500 } });
    visited.world.replace({ har: [harOf([{ url: 'https://a.example/', answer: 'new' }])] });
    expect(visited.world.count()).toBe(0);
    expect((await ask(visited, 'https://a.example/')).text).toBe('new');
  });
});

describe('a world of simulators', () => {
  it('asks them in order, before the recordings, and passes on what they do not know', async () => {
    const visited = await visit({
      har: [
        harOf([
          { url: 'https://a.example/x', answer: 'recorded' },
          { url: 'https://b.example/x', answer: 'recorded' },
        ]),
      ],
      simulators: [
        ({ url }) => (url.hostname === 'a.example' ? { status: 201, headers: { 'x-by': 'a' }, body: { path: url.pathname } } : null),
        async ({ url, method, headers, body }) =>
          url.hostname === 'c.example' ? { body: `${method} ${headers['x-key']} ${body} ${url.href}` } : null,
      ],
    });
    expect(await ask(visited, 'https://a.example/x')).toMatchObject({
      status: 201,
      text: '{"path":"/x"}',
      headers: { 'x-by': 'a', 'content-type': 'application/json' },
    });
    expect((await ask(visited, 'https://b.example/x')).text).toBe('recorded');
    const told = await ask(visited, 'http://c.example/y?z=1', { method: 'POST', headers: { 'x-key': 'k' }, body: 'b' });
    expect(told.text).toBe('POST k b http://c.example/y?z=1');
    expect((await ask(visited, 'https://c.example:8443/y')).text).toContain('https://c.example:8443/y');
  });

  it('counts requests, connections and what goes on at once, and keeps instants', async () => {
    const visited = await visit({ simulators: [() => ({ body: 'ok' })], latencyMs: 300 });
    const startMs = Date.now();
    await Promise.all([1, 2, 3].map((n) => ask(visited, `https://a.example/${n}`)));
    await ask(visited, 'https://b.example/', { method: 'POST', body: 'q' });
    const { world } = visited;
    expect([world.count(), world.count('a.example'), world.count('b.example')]).toEqual([4, 3, 1]);
    expect(world.concurrentMax).toBe(3);
    expect(world.connections).toBeGreaterThanOrEqual(4);
    expect(world.requests.every(({ atMs }) => atMs >= startMs - 5 && atMs <= Date.now() + 5)).toBe(true);
    expect(world.statistics()).toMatchObject({
      requests: 4,
      hosts: { 'a.example': 3, 'b.example': 1 },
      paths: { 'GET a.example/1': 1, 'POST b.example/': 1 },
    });
    world.reset();
    expect(world.count()).toBe(0);
  });

  it('keeps connections alive and carries large bodies whole', async () => {
    const page = Buffer.alloc(300_000, 'x');
    const visited = await visit({ simulators: [() => ({ body: page })] });
    for (let turn = 0; turn < 10; turn++) expect((await ask(visited, 'https://a.example/')).text.length).toBe(300_000);
    expect(visited.world.connections).toBeLessThanOrEqual(2);
  });
});

describe('faults', () => {
  const body = Buffer.from(JSON.stringify({ text: 'y'.repeat(50_000) }));
  const simulators = [() => ({ headers: { 'content-type': 'application/json' }, body })];

  it('answers with a status and Retry-After, as often as the rule says', async () => {
    const visited = await visit({
      simulators,
      faults: [{ match: /example\/slow/, times: 2, fault: { kind: 'status', status: 429, retryAfter: 7 } }],
    });
    expect((await ask(visited, 'https://a.example/fast')).status).toBe(200);
    expect(await ask(visited, 'https://a.example/slow')).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect((await ask(visited, 'https://a.example/slow')).status).toBe(429);
    expect((await ask(visited, 'https://a.example/slow')).status).toBe(200);
    expect(visited.world.requests.map(({ fault }) => fault)).toEqual([null, 'status', 'status', null]);
  });

  it('lets some pass first and hits every nth', async () => {
    const visited = await visit({
      simulators,
      faults: [{ match: ({ method }) => method === 'GET', after: 1, every: 2, fault: { kind: 'status', status: 503 } }],
    });
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await ask(visited, 'https://a.example/')).status);
    expect(statuses).toEqual([200, 200, 503, 200, 503, 200]);
  });

  it.each(['https', 'http'])('breaks the connection before and amid the body (%s)', async (scheme) => {
    const visited = await visit({
      simulators,
      faults: [
        { times: 1, fault: { kind: 'resetBefore' } },
        { times: 1, fault: { kind: 'resetMidway' } },
      ],
    });
    await expect(ask(visited, `${scheme}://a.example/`)).rejects.toThrow(/ECONNRESET|other side closed|socket/i);
    const cut = await send(`${scheme}://a.example/`, { dispatcher: visited.agent });
    expect(cut.statusCode).toBe(200);
    await expect(cut.body.text()).rejects.toThrow();
    expect((await ask(visited, `${scheme}://a.example/`)).text.length).toBe(body.length);
  });

  it.each(['https', 'http'])('sends less than it promised (%s)', async (scheme) => {
    const visited = await visit({ simulators, faults: [{ times: 1, fault: { kind: 'truncated' } }] });
    const cut = await send(`${scheme}://a.example/`, { dispatcher: visited.agent });
    expect(cut.headers['content-length']).toBe(String(body.length));
    await expect(cut.body.text()).rejects.toThrow();
  });

  it.each(['http', 'https'])('refuses what names another host than the connection leads to (%s)', async (scheme) => {
    const visited = await visit({ simulators: [() => ({ body: 'here' })] });
    const url = `${scheme}://one.example/`;
    expect(await ask(visited, url)).toMatchObject({ status: 200, text: 'here' });
    expect(await ask(visited, url, { headers: { host: 'other.example' } })).toMatchObject({ status: 421 });
    expect(visited.world.requests.map(({ status }) => status)).toEqual([200, 421]);
  });

  it('never answers', async () => {
    const visited = await visit({ simulators, faults: [{ fault: { kind: 'hang' } }] });
    await expect(ask(visited, 'https://a.example/', { headersTimeout: 300 })).rejects.toThrow(/Headers Timeout/);
  });

  it('gives malformed JSON and challenge pages', async () => {
    const visited = await visit({
      simulators,
      faults: [
        { match: /json/, fault: { kind: 'malformedJson' } },
        { match: /two/, fault: { kind: 'captcha', status: 200 } },
        { fault: { kind: 'captcha' } },
      ],
    });
    const broken = await ask(visited, 'https://a.example/json');
    expect(broken.status).toBe(200);
    expect(() => JSON.parse(broken.text) as unknown).toThrow();
    expect(await ask(visited, 'https://a.example/two')).toMatchObject({ status: 200, text: expect.stringContaining('captcha') });
    expect(await ask(visited, 'https://a.example/three')).toMatchObject({ status: 403, text: expect.stringContaining('captcha') });
  });
});

describe('the end of a world', () => {
  it('closes all connections, even hanging ones, and removes its folder', async () => {
    const visited = await visit({ faults: [{ fault: { kind: 'hang' } }] });
    const hanging = expect(ask(visited, 'https://a.example/')).rejects.toThrow();
    await expect.poll(() => visited.world.count()).toBe(1);
    await visited.world.close();
    await hanging;
    expect(existsSync(visited.world.caFile)).toBe(false);
    await expect(ask(visited, 'https://a.example/')).rejects.toThrow();
  });

  it('ends with the block that bound it', async () => {
    let caFile;
    {
      await using world = await startWorld();
      caFile = world.caFile;
      expect(world.env).toMatchObject({
        HTTPS_PROXY: world.url,
        NODE_EXTRA_CA_CERTS: caFile,
        NO_PROXY: '127.0.0.1,localhost',
        COMMENTDOCK_RETRY_SCALE: '0.01',
        COMMENTDOCK_PACE: 'off',
      });
    }
    expect(existsSync(caFile)).toBe(false);
  });
});
