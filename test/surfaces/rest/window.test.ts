import { describe, expect, it } from 'vitest';
import { issueToken } from '#core/auth/tokens.ts';
import { WINDOW_LIFETIME_MS } from '#core/auth/window-session.ts';
import { own } from '#test/own.ts';
import { startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { type RestAnswer, send } from '#test/surfaces/rest/rest-service.ts';

type Headers = Record<string, string>;

const room = await own(startOAuthRoom());

const open = (code: string, headers: Headers = {}): Promise<RestAnswer> => send(room.port, 'GET', `/open?code=${code}`, headers);
const newCode = (): string => room.authorization.signIn.issueCode().code;

/** Both halves, as a browser holds them after it followed a link. */
async function openedWindow(): Promise<{ readonly cookie: string; readonly key: string }> {
  const answer = await open(newCode());
  const key = /#key=([\w-]+)"/.exec(answer.text)?.[1] ?? '';
  return { cookie: (answer.headers['set-cookie']?.[0] ?? '').replace(/;.*$/, ''), key };
}

const asked = async (headers: Headers, method = 'GET', path = '/api/v3/jobs'): Promise<number> =>
  (await send(room.port, method, path, headers)).status;

describe('the one-time link', () => {
  it('gives a cookie that no script reads and no other site sends, and the key where no server sees it', async () => {
    const answer = await open(newCode());
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^commentdock_window_${room.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000$`),
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.text).toMatch(/http-equiv="refresh" content="0;url=\/#key=[\w-]{43}"/);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('works once', async () => {
    const code = newCode();
    expect((await open(code)).status).toBe(200);
    const again = await open(code);
    expect([again.status, again.headers['set-cookie']]).toEqual([400, undefined]);
    expect(again.text).toContain('commentdock gui');
    expect(again.text).toContain('<meta name="commentdock-window-closed">');
  });

  it.each([
    ['a page that embeds it', { 'sec-fetch-dest': 'iframe' }],
    ['a picture', { 'sec-fetch-dest': 'image' }],
    ['a browser that fetches ahead', { 'sec-purpose': 'prefetch' }],
  ])('is not spent by %s', async (_who, headers: Headers) => {
    const code = newCode();
    expect((await open(code, headers)).status).toBe(400);
    expect((await open(code)).status).toBe(200);
  });

  it('survives wrong ones, whose address has to wait', async () => {
    room.services.clock.nowMs += 60_000;
    const code = newCode();
    for (let tries = 0; tries < 20; tries += 1) expect((await open('AAAA-AAAA')).status).toBe(400);
    const waiting = await open(code);
    expect([waiting.status, waiting.headers['retry-after'], waiting.text]).toEqual([429, '60', expect.stringContaining('Wait a minute')]);
    room.services.clock.nowMs += 60_000;
    expect((await open(code)).status).toBe(200);
  });

  it('is made for the owner alone', async () => {
    const { value } = issueToken('mine', room.services);
    expect((await send(room.port, 'POST', '/api/v1/login-code', { 'x-auth-token': value })).status).toBe(403);
    const made = await send(room.port, 'POST', '/api/v1/login-code', { 'x-auth-token': 'the secret of run.json' });
    expect(made.json['window_url']).toBe(`${room.url}/open?code=${String(made.json['code'])}`);
  });
});

describe('a request of the window', () => {
  it('needs both halves of one pass', async () => {
    const [mine, other] = [await openedWindow(), await openedWindow()];
    const own = { cookie: mine.cookie, 'x-commentdock-window': mine.key };
    expect(await asked(own)).toBe(200);
    // What another web server on this machine is sent by the browser.
    expect(await asked({ cookie: mine.cookie })).toBe(401);
    // What a script would find that got into the page, and took it elsewhere.
    expect(await asked({ 'x-commentdock-window': mine.key })).toBe(401);
    expect(await asked({ ...own, 'x-commentdock-window': other.key })).toBe(401);
    expect(await asked({ ...own, 'x-commentdock-window': '' })).toBe(401);
  });

  it('does what only the owner may', async () => {
    const { cookie, key } = await openedWindow();
    const own = { cookie, 'x-commentdock-window': key, origin: room.url };
    expect(await asked(own, 'GET', '/api/v1/user/profile')).toBe(200);
    expect(await asked(own, 'POST', '/api/v1/login-code')).toBe(201);
    expect(await asked(own, 'POST', '/api/public/auth/socket')).toBe(200);
  });

  it('comes from our own page', async () => {
    const { cookie, key } = await openedWindow();
    const own = { cookie, 'x-commentdock-window': key };
    expect(await asked(own, 'POST', '/api/public/auth/socket')).toBe(401);
    expect(await asked({ ...own, origin: `http://127.0.0.1:${room.port + 1}` }, 'POST', '/api/public/auth/socket')).toBe(403);
    expect(await asked({ ...own, origin: 'https://elsewhere.example' })).toBe(403);
    for (const site of ['same-site', 'cross-site', 'none']) expect(await asked({ ...own, 'sec-fetch-site': site })).toBe(401);
    expect(await asked({ ...own, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  it('is not asked for by pages of other origins: no answer allows them the header', async () => {
    const answer = await send(room.port, 'OPTIONS', '/api/v3/jobs', {
      origin: 'http://127.0.0.1:3000',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-commentdock-window',
    });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('ends with its window, and with its time', async () => {
    const { cookie, key } = await openedWindow();
    const session = cookie.replace(/^.*=/, '');
    const { signIn } = room.authorization;
    expect([signIn.whoseWindow({ session, key }), signIn.knowsWindow(session)]).toEqual([{}, true]);
    signIn.closeWindow({ session, key: 'another' });
    expect(signIn.whoseWindow({ session, key })).toEqual({});
    signIn.closeWindow({ session, key });
    expect([signIn.whoseWindow({ session, key }), signIn.knowsWindow(session)]).toEqual([null, false]);

    const later = await openedWindow();
    room.services.clock.nowMs += WINDOW_LIFETIME_MS + 1;
    expect(await asked({ cookie: later.cookie, 'x-commentdock-window': later.key })).toBe(401);
  });
});

describe('the page of the window', () => {
  it('is shown to a browser with the cookie alone, under a policy without inline scripts', async () => {
    const { cookie } = await openedWindow();
    const { status, headers } = await send(room.port, 'GET', '/', { cookie });
    expect([200, 503]).toContain(status);
    if (status === 503) console.log('dist/renderer is not built: the policy of the page is not looked at (npm run build:window)');
    else expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect((await send(room.port, 'GET', '/', { cookie: 'commentdock_window=x' })).text).toContain('commentdock gui');
  });

  it.each(['..%2Fbuild.json', '.hidden.js', '%2e%2e/x.js', 'nothing.js', 'build.json.br'])('has no file %s', async (file) => {
    expect((await send(room.port, 'GET', `/assets/${file}`, {})).status).toBe(404);
  });
});
