import { createHash } from 'node:crypto';
import type { SimulatedRequest, Simulator } from '#test/world/simulator.ts';

const COOKIE = 'let_in';
const PRESSED = '/person-wall/pressed';
const SEEN = '/person-wall/seen';

/** Fills the window, so that whoever presses anywhere presses it. A script that presses it is not a person. */
const PAGE = `<!doctype html><title>Are you a human?</title>
<style>html,body{margin:0;height:100%}button{position:fixed;inset:0;width:100vw;height:100vh;font-size:40px}</style>
<h1>Please verify that you are a human</h1><button>I am a human</button>
<script>
document.querySelector('button').addEventListener('click', async (event) => {
  if (!event.isTrusted) return;
  await fetch(${JSON.stringify(PRESSED)}, { method: 'POST' });
  location.reload();
});
requestAnimationFrame(() => requestAnimationFrame(() => fetch(${JSON.stringify(SEEN)}, { method: 'POST' })));
</script>`;

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
  /** Nobody who was let in is so any longer. */
  askAnew(): void;
  /** User agents of requests that were let through. */
  readonly letThrough: ReadonlySet<string>;
}

/**
 * A site behind a wall that a person passes by a press: what it lets in is bound to the browser that was pressed in, as the cookies of such
 * walls are. Whoever is not let in gets 403 on every address.
 */
export function personWall({
  host,
  behind,
  endless = false,
}: {
  readonly host: RegExp;
  readonly behind: Simulator;
  readonly endless?: boolean;
}): PersonWall {
  const letThrough = new Set<string>();
  const waiting = new Set<() => void>();
  let [pressed, shown, loaded, era] = [0, 0, 0, 0];
  const keyOf = (request: SimulatedRequest): string =>
    createHash('sha256')
      .update(`${era} ${request.headers['user-agent'] ?? ''}`)
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
        if (endless) return { status: 204 };
        return { status: 204, headers: { 'set-cookie': `${COOKIE}=${keyOf(request)}; Path=/; Secure; HttpOnly; Max-Age=86400` } };
      }
      const cookies = (request.headers['cookie'] ?? '').split('; ');
      if (!cookies.includes(`${COOKIE}=${keyOf(request)}`)) {
        if (request.headers['sec-fetch-dest'] === 'document') loaded += 1;
        tell();
        return { status: 403, headers: { 'cache-control': 'no-store' }, body: PAGE };
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
    askAnew() {
      era += 1;
    },
    letThrough,
  };
}
