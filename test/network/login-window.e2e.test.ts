import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInWithWindow } from '#core/network/login-window.ts';
import { processesBelow, readOrNothing } from '#test/accounts/canary.ts';
import { CHROMIUM, missingChromium } from '#test/accounts/chromium-profile.ts';
import { missingScreen, openVirtualScreen } from '#test/network/virtual-screen.ts';

const missing = missingChromium() ?? missingScreen();
if (missing !== null) console.log(`No login window is opened: ${missing}`);

/** A page that logs its visitor in by itself after a while, in two steps, as a person would by typing. */
const LOGIN_PAGE = `<title>Log in</title><script>
  document.cookie = 'visitor=1; path=/';
  if (location.search !== '?never') setTimeout(() => { location.href = '/welcome'; }, 700);
</script>`;

/** As the window named itself to the site. */
const agents: string[] = [];

const site = createServer((request, response) => {
  agents.push(request.headers['user-agent'] ?? '');
  if (request.url === '/welcome')
    response.setHeader('set-cookie', ['session=logged in; HttpOnly; Path=/; Max-Age=3600', 'token=t; Path=/']);
  response.setHeader('content-type', 'text/html').end(request.url === '/welcome' ? 'Welcome' : LOGIN_PAGE);
});

/** Ends the browser as closing its last window does. */
function closeWindow(): void {
  for (const pid of processesBelow(process.pid)) {
    const words = readOrNothing(`/proc/${pid}/cmdline`).toString();
    if (words.includes('--remote-debugging-pipe') && !words.includes('--type=')) process.kill(pid, 'SIGTERM');
  }
}

/** Once the cookies that the page sets have been seen. */
const closeSoon = (): void => void setTimeout(closeWindow, 2_000);

describe.skipIf(missing !== null)('the window to log in', () => {
  let screen: Awaited<ReturnType<typeof openVirtualScreen>>;
  let base = '';
  beforeAll(async () => {
    screen = await openVirtualScreen();
    process.env['DISPLAY'] = screen.display;
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    delete process.env['DISPLAY'];
    site.close();
    site.closeAllConnections();
    await screen[Symbol.asyncDispose]();
  });

  const open = (path: string, names: readonly string[] | undefined, onOpen = (): void => {}, signal = new AbortController().signal) => {
    const cookies = {
      need: 'required',
      domains: ['127.0.0.1'],
      login: `${base}${path}`,
      ...(names === undefined ? {} : { names }),
    } as const;
    const platform = { name: 'Site', homepage: base, cookies };
    const config = { browser: CHROMIUM, httpsProxy: null, httpProxy: null, noProxy: null };
    return logInWithWindow({ config, platform, signal, onOpen });
  };

  it('closes by itself once the cookies of a session are there, and gives all of the site', async () => {
    const { cookies, userAgent } = await open('/login', ['session', 'token']);
    expect(userAgent).toBe(agents.at(-1));
    expect(userAgent).toMatch(/ Chrome\/\d/);
    expect(cookies.map(({ name, value }) => [name, value]).toSorted()).toEqual([
      ['session', 'logged in'],
      ['token', 't'],
      ['visitor', '1'],
    ]);
    const session = cookies.find(({ name }) => name === 'session');
    expect(session).toMatchObject({ domain: '127.0.0.1', hostOnly: true, httpOnly: true, path: '/' });
    expect(session?.expiresAt).toBeGreaterThan(Date.now() / 1_000);
    expect(cookies.find(({ name }) => name === 'token')?.expiresAt).toBeNull();
  });

  it('says what is missing where it was closed too early', async () => {
    await expect(open('/login?never', ['session'], closeSoon)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/closed before Site was logged in \(it has no session\).*commentdock accounts import/) as string,
    });
  });

  it('gives what is there when it is closed, where the platform names no cookies', async () => {
    expect((await open('/login?never', undefined, closeSoon)).cookies.map(({ name }) => name)).toEqual(['visitor']);
  });

  it('closes on Ctrl+C', async () => {
    const abort = new AbortController();
    const interrupt = (): void => abort.abort(new Error('interrupted'));
    await expect(open('/login?never', ['session'], interrupt, abort.signal)).rejects.toThrow('interrupted');
  });
});

it.skipIf(process.platform !== 'linux')('needs a screen, and says what to do without one', async () => {
  const platform = { name: 'Site', homepage: 'http://127.0.0.1', cookies: { need: 'required', domains: ['127.0.0.1'] } } as const;
  const config = { browser: null, httpsProxy: null, httpProxy: null, noProxy: null };
  const request = { config, platform, signal: new AbortController().signal, onOpen: () => undefined, env: {} };
  await expect(logInWithWindow(request)).rejects.toThrow(/There is no screen.*accounts add <platform> --cookies FILE/);
});
