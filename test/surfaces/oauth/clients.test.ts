import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { answerOf, CALLBACK, startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { type RestAnswer, send } from '#test/surfaces/rest/rest-service.ts';

const DOCUMENT_URL = 'https://client.example/oauth/client.json';
const DOCUMENT = { client_id: DOCUMENT_URL, client_name: 'Documented', redirect_uris: ['https://client.example/callback', CALLBACK] };

let fetched: string[] = [];
let document: unknown = DOCUMENT;
const room = await own(
  startOAuthRoom({
    fetchDocument: async (url) => {
      fetched.push(url);
      return { text: typeof document === 'string' ? document : JSON.stringify(document), maxAgeMs: 0 };
    },
  }),
);

const register = (body: unknown, type = 'application/json'): Promise<RestAnswer> =>
  send(room.port, 'POST', '/oauth/register', { 'content-type': type }, typeof body === 'string' ? body : JSON.stringify(body));

describe('registration (RFC 7591)', () => {
  it('gives public clients, whatever they ask for', async () => {
    const answer = await register({
      redirect_uris: [CALLBACK],
      client_name: 'My client',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token', 'implicit'],
      scope: 'read write admin',
      software_id: 'x',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: Math.floor(room.services.now() / 1_000),
      client_name: 'My client',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'read write',
    });
  });

  it.each([
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: CALLBACK }, 'invalid_redirect_uri'],
    [{ redirect_uris: [CALLBACK, 'http://client.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['myapp:/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://client.example/#x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://user:pass@client.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://127.0.0.1.client.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://192.168.1.1/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [CALLBACK], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], response_types: ['token'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [CALLBACK], client_name: 7 }, 'invalid_client_metadata'],
    ['[]', 'invalid_client_metadata'],
    ['{', 'invalid_request'],
  ])('refuses %j', async (body, code) => {
    const answer = await register(body);
    expect([answer.status, answer.json['error']]).toEqual([400, code]);
    expect(answer.json['error_description']).toMatch(/^[ -~]+$/);
    expect(answer.json['error_description']).not.toMatch(/Invalid input|expected|received/);
  });

  it('takes JSON alone, and no more than fits', async () => {
    expect((await register('redirect_uris=x', 'application/x-www-form-urlencoded')).json['error']).toBe('invalid_request');
    expect((await register({ redirect_uris: [CALLBACK], more: 'x'.repeat(70_000) })).json['error']).toBe('invalid_request');
  });

  it('lets an address register 40 times a minute, and says when more come', async () => {
    room.services.clock.nowMs += 61_000;
    const answers: RestAnswer[] = [];
    for (let n = 0; n < 120; n += 1) answers.push(await register({ redirect_uris: [CALLBACK] }));
    expect(answers.slice(0, 40).every(({ status }) => status === 201)).toBe(true);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({ error_code: 'RATE_LIMIT_EXCEEDED', seconds_to_wait: 60 });
    expect(refused?.headers['retry-after']).toBe('60');
    expect(refused?.headers['cache-control']).toBe('no-store');
    room.services.clock.nowMs += 60_000;
    expect((await register({ redirect_uris: [CALLBACK] })).status).toBe(201);
  });

  it('does not keep clients that nobody ever allowed anything for ever', async () => {
    const used = await room.register();
    await room.tokens({ client_id: used });
    const unused = await room.register();
    for (let n = 0; n < 1_005; n += 1) {
      if (n % 50 === 0) room.services.clock.nowMs += 61_000;
      await register({ redirect_uris: [CALLBACK] });
    }
    const cookie = await room.signIn();
    expect((await room.authorize(cookie, { client_id: used })).status).toBe(200);
    expect((await room.authorize(cookie, { client_id: unused })).status).toBe(400);
    const stranger = await room.post('/oauth/token', { grant_type: 'refresh_token', client_id: unused, refresh_token: 'x' });
    expect([stranger.status, stranger.json['error']]).toEqual([401, 'invalid_client']);
  });
});

describe('the consent page', () => {
  it('shows what a client calls itself as text, cut and clean', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Eevil\u0007 "quoted" & more';
    const clientId = await room.register(['https://sub.client.example:8443/cb?x=<y>'], `${hostile}${'x'.repeat(300)}`);
    const page = await room.authorize(await room.signIn(), {
      client_id: clientId,
      redirect_uri: 'https://sub.client.example:8443/cb?x=<y>',
      scope: 'read',
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;evil &quot;quoted&quot; &amp; more');
    expect(page.text).not.toMatch(/<img|\u202E|\u0007|x{100}/);
    expect(page.text).toContain('<strong>sub.client.example:8443</strong>');
    expect(page.text).toContain('<strong>read</strong>');
    expect(page.text).not.toContain('<strong>write</strong>');
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://sub.client.example:8443 https:;");
  });

  it.each([
    ['read write', 'read write'],
    ['write read read', 'read write'],
    ['read+write', 'read write'],
    ['write', 'write'],
    [null, 'read write'],
  ])('a client that asks for %j gets %s', async (scope, granted) => {
    expect((await room.tokens({ scope })).scope).toBe(granted);
  });

  it.each(['admin', 'read admin', 'READ', 'read,write', ' '])('a scope that is not known is refused: %j', async (scope) => {
    const answer = await room.authorize(await room.signIn(), { scope });
    expect(answerOf(answer).get('error')).toBe('invalid_scope');
  });

  it('no means access_denied', async () => {
    const cookie = await room.signIn();
    const answer = await room.decide(cookie, await room.authorize(cookie, {}), 'deny');
    expect(Object.fromEntries(answerOf(answer))).toMatchObject({ error: 'access_denied', iss: room.url });
    expect(answerOf(answer).has('code')).toBe(false);
  });

  it('keeps the query that a redirect URI has', async () => {
    const redirectUri = 'https://client.example/cb?keep=%20a+b&x';
    const clientId = await room.register([redirectUri]);
    const cookie = await room.signIn();
    const page = await room.authorize(cookie, { client_id: clientId, redirect_uri: redirectUri });
    expect((await room.decide(cookie, page)).headers.location).toMatch(
      /^https:\/\/client\.example\/cb\?keep=%20a\+b&x&code=[\w-]{43}&state=/,
    );
  });
});

describe('client metadata documents', () => {
  const asDocument = { client_id: DOCUMENT_URL, redirect_uri: CALLBACK };

  it('are read once the owner has signed in, and kept for a while', async () => {
    fetched = [];
    expect((await room.authorize(null, asDocument)).headers.location).toMatch(/^\/login\?/);
    expect(fetched).toEqual([]);
    const cookie = await room.signIn();
    const page = await room.authorize(cookie, asDocument);
    expect(page.text).toMatch(/<bdi>Documented<\/bdi>[^]*Described by[^]*<strong>client\.example<\/strong>/);
    expect(page.text).toContain('a program on this machine');
    const tokens = await room.tokens(asDocument);
    expect((await room.ask(tokens.access_token)).status).toBe(200);
    expect((await room.refresh(tokens.refresh_token, { client_id: DOCUMENT_URL })).status).toBe(200);
    expect(fetched).toEqual([DOCUMENT_URL]);
    room.services.clock.nowMs += 60_000;
    await room.authorize(await room.signIn(), asDocument);
    expect(fetched).toHaveLength(2);
  });

  it.each([
    ['another client_id', { ...DOCUMENT, client_id: `${DOCUMENT_URL}?x` }],
    ['no client_id', { ...DOCUMENT, client_id: undefined }],
    ['a secret', { ...DOCUMENT, client_secret: 'x' }],
    ['a secret method', { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' }],
    ['no redirect URIs', { ...DOCUMENT, redirect_uris: undefined }],
    ['a redirect URI that is not allowed', { ...DOCUMENT, redirect_uris: [CALLBACK, 'http://client.example/'] }],
    ['no JSON', '<html>'],
    ['a list', '[]'],
  ])('with %s are refused', async (_what, content) => {
    room.services.clock.nowMs += 60_000;
    document = content;
    const answer = await room.authorize(await room.signIn(), asDocument);
    document = DOCUMENT;
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('invalid_client');
  });

  it.each([
    'https://client.example',
    'https://client.example/',
    'http://client.example/client.json',
    'https://client.example/a/../client.json',
    'https://client.example/a/%2e%2E/client.json',
    'https://client.example/client.json#x',
    'https://user@client.example/client.json',
    'https:\\\\client.example\\client.json',
    'https://client.example/cli\tent.json',
  ])('are not looked for at %s', async (clientId) => {
    fetched = [];
    const answer = await room.authorize(await room.signIn(), { client_id: clientId });
    expect([answer.status, fetched]).toEqual([400, []]);
  });
});
