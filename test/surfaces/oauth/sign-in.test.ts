import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CODE_LIFETIME_MS, CODE_TRIES, SESSION_LIFETIME_MS } from '#core/auth/sign-in.ts';
import { fakeAuthorization } from '#test/auth/fake-authorization.ts';
import { type OAuthRoom, OWNER_SECRET, startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { send } from '#test/surfaces/rest/rest-service.ts';

let room: OAuthRoom;
beforeEach(async () => {
  room = await startOAuthRoom();
});
afterEach(() => room[Symbol.asyncDispose]());

const enter = (code: string, more = {}) => room.post('/login', { code, ...more });
const newCode = (): string => room.authorization.signIn.issueCode().code;

describe('signing in', () => {
  it('a code opens a session that scripts cannot read, once', async () => {
    const code = newCode();
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    const answer = await enter(code, { redirect: '/oauth/authorize?x=1' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/oauth/authorize?x=1']);
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      new RegExp(`^commentdock_session_${room.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_LIFETIME_MS / 1_000}$`),
    );
    const again = await enter(code);
    expect([again.status, again.headers['set-cookie']]).toEqual([400, undefined]);
    expect(again.text).toContain('role="alert"');
  });

  it('forgives case, blanks and a missing hyphen', async () => {
    for (const written of [
      (code: string) => code.toLowerCase(),
      (code: string) => ` ${code.replace('-', ' ')} `,
      (code: string) => code.replace('-', ''),
    ])
      expect((await enter(written(newCode()))).status).toBe(303);
  });

  it('a code lives for ten minutes', async () => {
    const [first, second] = [newCode(), newCode()];
    room.services.clock.nowMs += CODE_LIFETIME_MS - 1;
    expect((await enter(first)).status).toBe(303);
    room.services.clock.nowMs += 1;
    expect((await enter(second)).status).toBe(400);
  });

  it('a code dies of very many wrong ones of many addresses alone, and a new one works', () => {
    const { signIn } = fakeAuthorization(() => room.services.clock.nowMs);
    const [spared, code] = [signIn.issueCode().code, signIn.issueCode().code];
    for (let n = 1; n < CODE_TRIES; n += 1) expect(signIn.enter('AAAA-AAAA', `address ${n}`).entered).toBeNull();
    expect(signIn.enter(spared, 'here').entered).not.toBeNull();
    for (const wrong of ['', code]) expect(signIn.enter(wrong, 'here').entered).toBeNull();
    expect(signIn.enter(signIn.issueCode().code, 'here').entered).not.toBeNull();
  });

  it('an address that goes on guessing has to wait', async () => {
    const answers = [];
    for (let n = 0; n < 25; n += 1) answers.push(await enter('AAAA-AAAA'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(400), ...Array<number>(5).fill(429)]);
    expect(answers.at(-1)?.headers['retry-after']).toBe('60');
    room.services.clock.nowMs += 60_000;
    expect((await enter(newCode())).status).toBe(303);
  });

  it('a new session ends the one before; signing out and time end it too', async () => {
    const first = await room.signIn();
    const answer = await room.post('/login', { code: newCode() }, { cookie: first });
    const second = (answer.headers['set-cookie']?.[0] ?? '').replace(/;.*$/, '');
    expect((await room.authorize(first, {})).headers.location).toMatch(/^\/login/);
    expect((await room.authorize(second, {})).status).toBe(200);
    const out = await room.post('/logout', {}, { cookie: second });
    expect([out.headers.location, out.headers['set-cookie']?.[0]]).toEqual(['/', expect.stringMatching(/=; .*Max-Age=0$/)]);
    expect((await room.authorize(second, {})).headers.location).toMatch(/^\/login/);
    const third = await room.signIn();
    room.services.clock.nowMs += SESSION_LIFETIME_MS;
    expect((await room.authorize(third, {})).headers.location).toMatch(/^\/login/);
  });

  it('the page has one visible field, and goes where the request was', async () => {
    const { headers } = await room.authorize(null, { state: 'a&b' });
    const page = await room.get(headers.location ?? '');
    expect(page.text.match(/<input type="text"/g)).toHaveLength(1);
    expect(page.text.match(/<input type="(?!hidden|text)/g)).toBeNull();
    const [, target = ''] = /name="redirect" value="([^"]*)"/.exec(page.text) ?? [];
    const answer = await enter(newCode(), { redirect: target.replaceAll('&amp;', '&') });
    const cookie = (answer.headers['set-cookie']?.[0] ?? '').replace(/;.*$/, '');
    const consent = await room.get(answer.headers.location ?? '', { cookie });
    expect([consent.status, consent.text]).toEqual([200, expect.stringContaining('>Allow</button>')]);
  });

  it('other methods are told what the path takes', async () => {
    for (const [method, path, allowed] of [
      ['DELETE', '/login', 'GET, POST'],
      ['GET', '/oauth/token', 'POST'],
      ['PUT', '/oauth/register', 'POST'],
      ['POST', '/.well-known/oauth-authorization-server', 'GET'],
    ] as const) {
      const answer = await send(room.port, method, path, {});
      expect([answer.status, answer.headers.allow, answer.json['error_code']]).toEqual([405, allowed, 'METHOD_NOT_ALLOWED']);
    }
    const head = await send(room.port, 'HEAD', '/login', {});
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('login codes', () => {
  it('are made by the owner alone', async () => {
    const ask = (headers: Record<string, string>) => send(room.port, 'POST', '/api/v1/login-code', headers);
    const made = await ask({ 'x-auth-token': OWNER_SECRET });
    expect([made.status, made.json['login_url']]).toEqual([201, `${room.url}/login`]);
    expect((await enter(String(made.json['code']))).status).toBe(303);
    const { access_token: accessToken } = await room.tokens();
    for (const headers of [{ 'x-auth-token': room.apiToken }, { authorization: `Bearer ${accessToken}` }]) {
      const refused = await ask(headers);
      expect([refused.status, refused.json['error_code']]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
    expect((await ask({ cookie: await room.signIn(), origin: room.url })).status).toBe(401);
  });
});

describe("the owner's browser", () => {
  const patch = (headers: Record<string, string>) =>
    send(room.port, 'PATCH', '/api/v1/user/profile', { 'content-type': 'application/json', ...headers }, '{"plan":"premium"}');

  it('switches the plan, from our own pages and from programs that name no origin', async () => {
    const cookie = await room.signIn();
    expect((await patch({ cookie, origin: room.url })).json['plan']).toBe('premium');
    expect((await patch({ cookie })).json['plan']).toBe('premium');
    expect((await patch({ cookie, origin: 'null' })).status).toBe(403);
    expect((await patch({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await patch({ cookie: `${cookie}x`, origin: room.url })).status).toBe(401);
    expect((await patch({ origin: room.url })).status).toBe(401);
  });

  it('opens nothing else', async () => {
    const cookie = await room.signIn();
    for (const path of ['/api/v1/api_tokens', '/api/v3/jobs', '/api/v1/user/profile']) {
      expect((await room.get(path, { cookie, origin: room.url })).status).toBe(401);
    }
  });
});
