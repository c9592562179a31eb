import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { hidden, newPkce, OWNER_SECRET, queryOf, startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { type RestAnswer, send } from '#test/surfaces/rest/rest-service.ts';

type Headers = Record<string, string>;

const PUBLIC = 'https://comments.example.org';
const HOST = 'comments.example.org';
const room = await own(
  startOAuthRoom({ env: { COMMENTDOCK_PUBLIC_URL: PUBLIC, COMMENTDOCK_ALLOWED_HOSTS: 'commentdock:4780, notes.lan' } }),
);
const here = `127.0.0.1:${room.port}`;

const health = async (headers: Headers): Promise<number> => (await send(room.port, 'GET', '/health', headers)).status;
const owner = (method: string, path: string, headers: Headers = {}): Promise<RestAnswer> =>
  send(room.port, method, path, { 'x-auth-token': OWNER_SECRET, ...headers });
const newCode = (): string => room.authorization.signIn.issueCode().code;
const open = (code: string, headers: Headers): Promise<RestAnswer> => send(room.port, 'GET', `/open?code=${code}`, headers);
const halves = ({ headers, text }: RestAnswer) => ({
  cookie: (headers['set-cookie']?.[0] ?? '').replace(/;.*$/, ''),
  'x-commentdock-window': /#key=([\w-]+)"/.exec(text)?.[1] ?? '',
});

describe('a service with a public address', () => {
  it.each([HOST, `${HOST}:443`, 'COMMENTS.example.org', 'commentdock:4780', 'notes.lan', 'notes.lan:81', here])(
    'is reached as %s',
    async (host) => {
      expect(await health({ host })).toBe(200);
    },
  );

  it.each([`${HOST}:4780`, `${HOST}.evil.example`, 'evil.example', 'commentdock', 'commentdock:81', `x@${HOST}`, `${HOST}/`])(
    'is not %s',
    async (host) => {
      expect(await health({ host })).toBe(403);
    },
  );

  it.each([
    [HOST, PUBLIC, 200],
    [HOST, `http://${HOST}`, 403],
    [HOST, `${PUBLIC}.evil.example`, 403],
    // A page on the visitor's own machine, where something else listens at that port.
    [HOST, `http://${here}`, 403],
    [here, `http://${here}`, 200],
    [here, PUBLIC, 403],
    ['notes.lan', 'http://notes.lan', 403],
  ])('asked as %s takes a page of %s: %i', async (host, origin, status) => {
    expect(await health({ host, origin })).toBe(status);
  });

  it('names the public address in links, whoever asks', async () => {
    const made = await owner('POST', '/api/v1/login-code', { host: here });
    expect(made.json).toMatchObject({ login_url: `${PUBLIC}/login`, window_url: expect.stringMatching(`^${PUBLIC}/open\\?code=`) });
    const document = (await send(room.port, 'GET', '/openapi.json', { host: 'notes.lan' })).json;
    expect(document['servers']).toEqual([{ url: PUBLIC }]);
    const unknown = await send(room.port, 'GET', '/api/v3/jobs', { host: HOST });
    expect(unknown.headers['www-authenticate']).toBe(`Bearer resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource"`);
  });

  it('opens its window there by both halves, the cookie over TLS alone', async () => {
    const opened = await open(newCode(), { host: HOST });
    expect(opened.headers['set-cookie']?.[0]).toMatch(
      /^__Host-commentdock_window_443=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure$/,
    );
    const pass = halves(opened);
    const asked = (headers: Headers) => send(room.port, 'POST', '/api/public/auth/socket', headers);
    expect((await asked({ ...pass, host: HOST, origin: PUBLIC })).status).toBe(200);
    expect((await asked({ cookie: pass.cookie, host: HOST, origin: PUBLIC })).status).toBe(401);
    expect((await asked({ ...pass, host: 'notes.lan' })).status).toBe(401);
    const policy = (await send(room.port, 'GET', '/', { cookie: pass.cookie, host: HOST })).headers['content-security-policy'];
    if (policy?.includes('connect-src')) expect(policy).toContain(`connect-src 'self' wss://${HOST};`);
    else console.log('dist/renderer is not built: the policy of the page is not looked at (npm run build:window)');
  });

  it('opens its window on this machine as ever', async () => {
    const opened = await open(newCode(), { host: here });
    expect(opened.headers['set-cookie']?.[0]).toMatch(new RegExp(`^commentdock_window_${room.port}=.*Max-Age=2592000$`));
    expect((await send(room.port, 'GET', '/api/v3/jobs', { ...halves(opened), host: here })).status).toBe(200);
  });

  it.each<[string, Headers]>([
    ['a further name', { host: 'notes.lan' }],
    ['a proxy that changes the Host', { host: here, 'x-forwarded-for': '203.0.113.5' }],
  ])('opens no window under %s, and spends no code on it', async (_what, headers) => {
    const code = newCode();
    expect((await open(code, headers)).status).toBe(400);
    expect((await open(code, { host: HOST })).status).toBe(200);
  });

  it('shows values of tokens to the owner on this machine and to windows alone', async () => {
    const values = async (headers: Headers): Promise<unknown> => {
      const { text } = await send(room.port, 'GET', '/api/v1/api_tokens', headers);
      return (JSON.parse(text) as { readonly token: string | null }[]).map(({ token }) => token);
    };
    const window = halves(await open(newCode(), { host: HOST }));
    expect(await values({ 'x-auth-token': OWNER_SECRET, host: here })).toEqual([room.apiToken]);
    expect(await values({ 'x-auth-token': room.apiToken, host: here })).toEqual([null]);
    expect(await values({ 'x-auth-token': room.apiToken, host: HOST })).toEqual([null]);
    expect(await values({ ...window, host: HOST, origin: PUBLIC })).toEqual([room.apiToken]);
    expect(await values({ cookie: window.cookie, host: HOST, origin: PUBLIC }).catch(() => 'refused')).toBe('refused');
  });

  it('lets OAuth clients in there, with tokens for that address', async () => {
    const place = { host: HOST, origin: PUBLIC };
    expect((await room.get('/.well-known/oauth-authorization-server', { host: HOST })).json).toMatchObject({ issuer: PUBLIC });
    const signedIn = await room.post('/login', { code: newCode() }, place);
    expect(signedIn.headers['set-cookie']?.[0]).toMatch(/^__Host-commentdock_session_443=.*; SameSite=Lax; Max-Age=43200; Secure$/);
    const { cookie } = halves(signedIn);
    const pkce = newPkce();
    const page = await room.get(`/oauth/authorize?${queryOf({ code_challenge: pkce.challenge, resource: `${PUBLIC}/mcp` })}`, {
      cookie,
      host: HOST,
    });
    const said = { request: hidden(page, 'request'), proof: hidden(page, 'proof'), decision: 'allow' };
    const answered = new URL((await room.post('/oauth/authorize', said, { cookie, ...place })).headers.location ?? 'http://nowhere/')
      .searchParams;
    expect(answered.get('iss')).toBe(PUBLIC);
    const form = {
      grant_type: 'authorization_code',
      client_id: 'mcp',
      redirect_uri: 'http://127.0.0.1:53682/callback',
      code_verifier: pkce.verifier,
    };
    const tokens = await room.post('/oauth/token', { ...form, code: answered.get('code') ?? '' }, { host: HOST });
    const ping = async (host: string): Promise<number> =>
      (await send(room.port, 'GET', '/api/v1/ping', { host, authorization: `Bearer ${String(tokens.json['access_token'])}` })).status;
    expect([await ping(HOST), await ping(here)]).toEqual([200, 401]);
  });
});
