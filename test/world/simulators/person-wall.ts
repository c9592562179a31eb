import { createHash } from 'node:crypto';
import type { SimulatedRequest, Simulator } from '#test/world/simulator.ts';

const COOKIE = 'let_in';
const PRESSED = '/person-wall/pressed';
const SEEN = '/person-wall/seen';
const LOGIN = '/login';

/** Fills the window, so that whoever presses anywhere presses it. A script that presses it is not a person. */
const pageOf = (title: string, then: string): string => `<!doctype html><title>${title}</title>
<style>html,body{margin:0;height:100%}button{position:fixed;inset:0;width:100vw;height:100vh;font-size:40px}</style>
<h1>${title}</h1><button>${title}</button>
<script>
document.querySelector('button').addEventListener('click', async (event) => {
  if (!event.isTrusted) return;
  await fetch(${JSON.stringify(PRESSED)}, { method: 'POST' });
  ${then};
});
requestAnimationFrame(() => requestAnimationFrame(() => fetch(${JSON.stringify(SEEN)}, { method: 'POST' })));
</script>`;
const CHALLENGE = pageOf('Please verify that you are a human', 'location.reload()');
const LOGIN_PAGE = pageOf('Log in', "location.href = '/'");

export interface PersonWall {
  readonly simulator: Simulator;
  /** How often somebody has pressed the button. */
  readonly pressed: number;
  /** Resolves once the wall has been on a screen so many times. */
  shown(times: number): Promise<void>;
  /** Resolves once so many pages have loaded it, seen or in the background. */
  loaded(times: number): Promise<void>;
  /** Resolves once it was pressed so often. */
  untilPressed(times: number): Promise<void>;
  /** From now on everybody is let in, or nobody who has not pressed. */
  stand(how: 'open' | 'shut'): void;
  /** Nobody who was let in is so any longer. */
  askAnew(): void;
  /** User agents of requests that were let through. */
  readonly letThrough: ReadonlySet<string>;
}

/**
 * A site behind a wall that a person passes by a press: what it lets in is bound to the browser that was pressed in, as the cookies of such
 * walls are. Walls tell a program that brings them by its handshake, this one by the headers that only a browser sends. Whoever is not let in gets 403 on every address.
 */
export function personWall({
  host,
  behind,
  kind = 'challenge',
}: {
  readonly host: RegExp;
  readonly behind: Simulator;
  /** `login`: whoever is not let in is led to a page that asks for a login, which a press is here. */
  readonly kind?: 'challenge' | 'login';
}): PersonWall {
  const letThrough = new Set<string>();
  const waiting = new Set<() => void>();
  let isOpen = false;
  let [pressed, shown, loaded, era] = [0, 0, 0, 0];
  const keyOf = (request: SimulatedRequest): string =>
    createHash('sha256')
      .update(`${era} ${request.headers['user-agent'] ?? ''} ${request.headers['sec-fetch-site'] === undefined ? 'program' : 'browser'}`)
      .digest('hex')
      .slice(0, 32);
  const tell = (): void => {
    for (const wake of waiting) wake();
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      await promise;
      waiting.delete(resolve);
    }
  };
  return {
    simulator(request) {
      if (!host.test(request.url.hostname)) return null;
      if (request.url.pathname === SEEN) {
        shown += 1;
        tell();
        return { status: 204 };
      }
      if (request.url.pathname === PRESSED && request.method === 'POST') {
        pressed += 1;
        tell();
        return { status: 204, headers: { 'set-cookie': `${COOKIE}=${keyOf(request)}; Path=/; Secure; HttpOnly; Max-Age=86400` } };
      }
      const cookies = (request.headers['cookie'] ?? '').split('; ');
      if (!isOpen && !cookies.includes(`${COOKIE}=${keyOf(request)}`)) {
        if (request.headers['sec-fetch-dest'] === 'document') loaded += 1;
        tell();
        if (kind === 'challenge') return { status: 403, headers: { 'cache-control': 'no-store' }, body: CHALLENGE };
        if (request.url.pathname === LOGIN) return { headers: { 'cache-control': 'no-store' }, body: LOGIN_PAGE };
        return { status: 302, headers: { location: `https://${request.url.host}${LOGIN}` } };
      }
      letThrough.add(request.headers['user-agent'] ?? '');
      return behind(request);
    },
    get pressed() {
      return pressed;
    },
    shown: (times) => until(() => shown >= times),
    loaded: (times) => until(() => loaded >= times),
    untilPressed: (times) => until(() => pressed >= times),
    stand(how) {
      isOpen = how === 'open';
    },
    askAnew() {
      era += 1;
    },
    letThrough,
  };
}
