import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { OWNER_SECRET, startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { askFrom, type FrontProxy, PROXY_ADDRESS, startFrontProxy } from '#test/surfaces/rest/front-proxy.ts';
import { type RestAnswer, send } from '#test/surfaces/rest/rest-service.ts';

const PUBLIC = 'https://comments.example.org';
const HOST = 'comments.example.org';
const [OWNER, STRANGER, OTHER] = ['127.0.0.3', '127.0.0.4', '127.0.0.5'] as const;
const PER_MINUTE = 60;
const WRONG = 'AAAA-AAAA';
const PLACE = { host: HOST, origin: PUBLIC };

const room = await own(
  startOAuthRoom({
    env: {
      COMMENTDOCK_PUBLIC_URL: PUBLIC,
      COMMENTDOCK_TRUSTED_PROXIES: PROXY_ADDRESS,
      COMMENTDOCK_ADDRESS_LIMIT: String(PER_MINUTE),
    },
  }),
);
const proxy = await own(startFrontProxy(room.port));
const { signIn } = room.authorization;

const newCode = (): string => signIn.issueCode().code;
const nextMinute = (): void => void (room.services.clock.nowMs += 60_000);
const enter = (from: string, code: string, by: FrontProxy = proxy): Promise<RestAnswer> => by.ask(from, 'POST', '/login', PLACE, { code });
const health = (from: string, headers: Readonly<Record<string, string>> = {}): Promise<RestAnswer> =>
  proxy.ask(from, 'GET', '/health', { host: HOST, ...headers });
/** Straight to the service, by somebody whom nobody trusts. */
const straight = (headers: Readonly<Record<string, string>>): Promise<RestAnswer> =>
  askFrom(STRANGER, { host: '127.0.0.1', port: room.port, method: 'GET', path: '/health' }, { host: HOST, ...headers });

async function times(count: number, ask: () => Promise<RestAnswer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await ask()).status);
  return statuses;
}

describe('wrong codes', () => {
  it('use up no code that waits, and stop who enters them', async () => {
    nextMinute();
    const code = newCode();
    expect(await times(25, () => enter(STRANGER, WRONG))).toEqual([...Array<number>(20).fill(400), ...Array<number>(5).fill(429)]);
    expect((await enter(OWNER, code)).status).toBe(303);
    expect((await enter(STRANGER, newCode())).headers['retry-after']).toBe('60');
  });

  it('are counted over all doors, and a caller who makes up addresses gains nothing', async () => {
    nextMinute();
    let made = 0;
    const open = () => proxy.ask(STRANGER, 'GET', `/open?code=${WRONG}`, { host: HOST, 'x-forwarded-for': `198.51.100.${(made += 1)}` });
    const invited = () => proxy.ask(STRANGER, 'POST', '/invitation', PLACE, { code: WRONG });
    expect(await times(10, open)).toEqual(Array(10).fill(400));
    expect(await times(10, invited)).toEqual(Array(10).fill(400));
    expect([(await open()).status, (await invited()).status, (await enter(STRANGER, WRONG)).status]).toEqual([429, 429, 429]);
    expect((await proxy.ask(OWNER, 'GET', `/open?code=${newCode()}`, { host: HOST })).status).toBe(200);
  });
});

describe('what a proxy says', () => {
  it('of the host is looked at as the Host header is, and both have to be ours', async () => {
    nextMinute();
    await using rewriting = await startFrontProxy(room.port, (from, asked) => ({
      host: `127.0.0.1:${room.port}`,
      'x-forwarded-for': from,
      'x-forwarded-host': asked.host ?? '',
    }));
    const unknown = await rewriting.ask(STRANGER, 'GET', '/api/v3/jobs', { host: HOST });
    expect(unknown.headers['www-authenticate']).toBe(`Bearer resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource"`);
    expect((await enter(OWNER, newCode(), rewriting)).headers['set-cookie']?.[0]).toMatch(/^__Host-commentdock_session_443=.*; Secure$/);
    expect((await rewriting.ask(STRANGER, 'GET', '/health', { host: 'evil.example' })).status).toBe(403);
    // A name of somebody else's that leads to the proxy: its page may write any header, and its own host is still not ours.
    await using passing = await startFrontProxy(room.port, (from) => ({ 'x-forwarded-for': from }));
    expect((await passing.ask(STRANGER, 'GET', '/health', { host: 'evil.example', 'x-forwarded-host': HOST })).status).toBe(403);
  });

  it('of plain http refuses what would be read on the way', async () => {
    await using plain = await startFrontProxy(room.port, (from) => ({ forwarded: `for=${from};proto=http` }));
    const { status, json } = await plain.ask(STRANGER, 'GET', '/health', { host: HOST });
    expect([status, json['error_code'], json['detail']]).toEqual([403, 'FORBIDDEN_ORIGIN', expect.stringContaining('plain http')]);
  });

  it('counts for nothing where nobody trusts it', async () => {
    nextMinute();
    expect((await straight({ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' })).status).toBe(200);
    expect((await straight({ host: 'evil.example', 'x-forwarded-host': HOST })).status).toBe(403);
  });
});

describe('requests from one address', () => {
  it('are so many in a minute, with a token or without, and others are not held up', async () => {
    nextMinute();
    expect(await times(PER_MINUTE - 1, () => health(STRANGER))).toEqual(Array(PER_MINUTE - 1).fill(200));
    room.services.clock.nowMs += 20_000;
    expect((await health(STRANGER)).status).toBe(200);
    const withToken = await proxy.ask(STRANGER, 'GET', '/api/v1/ping', { host: HOST, 'x-auth-token': room.apiToken });
    expect([withToken.status, withToken.headers['retry-after'], withToken.json]).toMatchObject([
      429,
      '40',
      { error_code: 'RATE_LIMIT_EXCEEDED', seconds_to_wait: 40 },
    ]);
    expect((await health(STRANGER, { host: 'evil.example' })).status).toBe(429);
    expect((await proxy.ask(STRANGER, 'GET', '/.well-known/oauth-authorization-server', { host: HOST })).status).toBe(429);
    expect((await health(STRANGER, { 'x-forwarded-for': OTHER })).status).toBe(429);
    expect((await health(OTHER)).status).toBe(200);
    room.services.clock.nowMs += 40_000;
    expect((await health(STRANGER)).status).toBe(200);
  });

  it('are counted for who forwards them where nobody trusts that, and not for programs of this machine', async () => {
    nextMinute();
    let made = 0;
    const forwarded = () => straight({ 'x-forwarded-for': `198.51.100.${(made += 1)}` });
    expect((await times(PER_MINUTE + 1, forwarded)).at(-1)).toBe(429);
    const here = () => send(room.port, 'GET', '/health', { host: `127.0.0.1:${room.port}` });
    expect(new Set(await times(PER_MINUTE + 1, here))).toEqual(new Set([200]));
  });
});

describe('an invitation', () => {
  const HOUR_MS = 3_600_000;
  const owners = (method: string, path: string, body?: object): Promise<RestAnswer> =>
    send(room.port, method, path, { 'x-auth-token': OWNER_SECRET, 'content-type': 'application/json' }, body && JSON.stringify(body));
  const invite = async (hours?: number): Promise<{ readonly uuid: string; readonly code: string; readonly url: string }> => {
    const { json } = await owners('POST', '/api/v1/invitations', { name: 'Ada', ...(hours === undefined ? {} : { hours }) });
    const url = String(json['url']);
    return { uuid: String(json['uuid']), url, code: new URL(url).searchParams.get('code') ?? '' };
  };
  const accept = (code: string): Promise<RestAnswer> => proxy.ask(OTHER, 'POST', '/invitation', PLACE, { code });
  const passOf = ({ headers, text }: RestAnswer) => ({
    cookie: (headers['set-cookie']?.[0] ?? '').replace(/;.*$/, ''),
    'x-commentdock-window': /#key=([\w-]+)"/.exec(text)?.[1] ?? '',
  });
  const jobs = (pass: Readonly<Record<string, string>>): Promise<RestAnswer> =>
    proxy.ask(OTHER, 'GET', '/api/v1/api_tokens', { host: HOST, ...pass });

  it('opens the window in one browser, once, by a button that no preview presses', async () => {
    nextMinute();
    const { url, code } = await invite();
    expect(url).toMatch(new RegExp(`^${PUBLIC}/invitation\\?code=[\\w-]{43}$`));
    const page = await proxy.ask(OTHER, 'GET', `/invitation?code=${code}`, { host: HOST });
    expect([page.status, page.headers['set-cookie'], page.text]).toEqual([200, undefined, expect.stringContaining(`value="${code}"`)]);
    const accepted = await accept(code);
    expect([accepted.status, accepted.headers['set-cookie']?.[0]]).toEqual([
      200,
      expect.stringMatching(/^__Host-commentdock_window_443=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure$/),
    ]);
    expect((await proxy.ask(OTHER, 'POST', '/api/v1/api_tokens/generate', { ...PLACE, ...passOf(accepted) })).status).toBe(200);
    const own = JSON.parse((await jobs(passOf(accepted))).text) as readonly { readonly token: string | null }[];
    expect(own.map(({ token }) => token)).toContainEqual(expect.stringMatching(/^[A-Za-z0-9]{120}$/));
    const again = await accept(code);
    expect([again.status, again.headers['set-cookie']]).toEqual([400, undefined]);
  });

  it('holds for its hours', async () => {
    const [first, second] = [await invite(2), await invite(2)];
    room.services.clock.nowMs += 2 * HOUR_MS - 1;
    expect((await accept(first.code)).status).toBe(200);
    room.services.clock.nowMs += 1;
    expect((await accept(second.code)).status).toBe(400);
    const listed = (await owners('GET', '/api/v1/invitations')).text;
    expect([listed.includes(first.uuid), listed.includes(second.uuid)]).toEqual([true, false]);
  });

  it('that is revoked lets nobody in, and signs out whom it let in', async () => {
    nextMinute();
    const [unused, used] = [await invite(), await invite()];
    const pass = passOf(await accept(used.code));
    expect((await jobs(pass)).status).toBe(200);
    for (const { uuid } of [unused, used]) expect((await owners('DELETE', `/api/v1/invitations/${uuid}`)).status).toBe(204);
    expect([(await accept(unused.code)).status, (await jobs(pass)).status]).toEqual([400, 401]);
    expect((await owners('DELETE', `/api/v1/invitations/${used.uuid}`)).status).toBe(404);
  });

  it('is kept as a hash, shown once, and made by the owner alone', async () => {
    nextMinute();
    const { uuid, code } = await invite();
    const { text } = await owners('GET', '/api/v1/invitations');
    expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ uuid, name: 'Ada', used_at: null }));
    expect(text).not.toContain(code);
    expect(JSON.stringify(signIn.invitations.list())).not.toContain(code);
    const refused = await proxy.ask(OTHER, 'POST', '/api/v1/invitations', { host: HOST, 'x-auth-token': room.apiToken });
    expect([refused.status, refused.json['error_code']]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  it('is spent under no name at which no window opens', async () => {
    nextMinute();
    const { code } = await invite();
    const elsewhere = { host: '127.0.0.1', port: room.port, method: 'POST', path: '/invitation' };
    expect((await askFrom(STRANGER, elsewhere, { host: `127.0.0.1:${room.port}`, 'x-forwarded-for': OTHER }, { code })).status).toBe(400);
    expect((await accept(code)).status).toBe(200);
  });
});
