/**
 * Entry of the process that holds playwright and its browsers: what it takes in memory (some 120 MB) is given back when it ends, and
 * its breakdown is not the engine's. It lives as long as somebody needs a page and its parent is there; the browsers hang on its pipes
 * and end with it, whatever ends it.
 */
import { rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { within } from '#core/network/browser/deadline.ts';
import { HostBrowsers } from '#core/network/browser/host-browsers.ts';
import type { HostContext } from '#core/network/browser/host-context.ts';
import { hostFailure } from '#core/network/browser/host-failure.ts';
import { fetched } from '#core/network/browser/host-fetch.ts';
import { watch } from '#core/network/browser/host-watch.ts';
import type { FromHost, HostCalls, HostEvent, ToHost } from '#core/network/browser/protocol.ts';
import type { Watcher } from '#core/network/browser/watcher.ts';

/** Closing politely may take so long; what is left then dies with our pipes. */
const CLOSING_MS = 3_000;
/** What asks nothing of the net takes no longer, even on a busy machine. */
const BROWSER_MS = 20_000;

interface RunningCall {
  readonly abort: AbortController;
  /** Its answer was sent. */
  readonly answered: PromiseWithResolvers<void>;
  watcher: Watcher | null;
}

/** How one call is answered. */
type Answering = { readonly [K in keyof HostCalls]: (input: HostCalls[K]['in'], call: CallGround) => Promise<HostCalls[K]['out']> };

interface CallGround {
  readonly signal: AbortSignal;
  readonly emit: (event: HostEvent) => Promise<void>;
  readonly listen: (watcher: Watcher) => void;
}

const running = new Map<number, RunningCall>();
const browsers = new HostBrowsers(() => void end());
let isEnding = false;

const ANSWERS: Answering = {
  openContext: async (input) => ({ context: await browsers.openContext(input) }),
  openWindow: (input) => browsers.openWindow(input),
  closeWindows: async ({ below }) => (await browsers.closeWindows(below), null),
  closeContext: async ({ context }) => (await browsers.closeContext(context), null),
  closePage: async ({ context, key }) => (await browsers.context(context).closePage(key), null),
  visit: (input, { emit, signal }) =>
    onPage(input, signal, async (context) => {
      const page = await context.page(input.key);
      page.watcher = null;
      return { page: await page.visit(input.place, input.globals, input.timeoutMs, (head) => void emit({ kind: 'document', head })) };
    }),
  fetch: (input, { emit, signal }) =>
    onPage(input, null, async (context) => ({
      head: await fetched(context.livePage(input.key), input.request, { timeoutMs: input.timeoutMs, emit, signal }),
    })),
  watch: (input, { emit, signal, listen }) =>
    onPage(input, signal, (context) => watch(context, input, { emit: (event) => void emit(event), signal, listen })),
  stir: (input, { signal }) =>
    onPage(input, null, async (context) => {
      const page = context.livePage(input.key);
      const stirred = await context.stir(input.timeoutMs, signal);
      return { stirred, page: await page.standing() };
    }),
  close: async () => (await browsers.closeAll(), null),
};

/** Cookies in, the work, cookies out. An abort closes the page, where the call has it for itself: `signal` is null where others use it too. */
async function onPage<T extends object>(
  { context: id, key, cookies }: { readonly context: number; readonly key: string; readonly cookies: HostCalls['fetch']['in']['cookies'] },
  signal: AbortSignal | null,
  work: (context: HostContext) => Promise<T>,
): Promise<T & { readonly cookies: HostCalls['fetch']['in']['cookies'] }> {
  const context = browsers.context(id);
  const close = (): void => void context.closePage(key);
  signal?.addEventListener('abort', close, { once: true });
  try {
    await within(BROWSER_MS, context.addCookies(cookies));
    const done = await work(context);
    return { ...done, cookies: await within(BROWSER_MS, context.cookies()) };
  } catch (error) {
    const failure = hostFailure(error, await context.standing());
    if (failure.kind === 'crashed') void context.closePage(key);
    throw Object.assign(new Error('failed'), { failure });
  } finally {
    signal?.removeEventListener('abort', close);
  }
}

function send(message: FromHost): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

async function answer({ id, name, input }: Extract<ToHost, { type: 'call' }>): Promise<void> {
  const call: RunningCall = { abort: new AbortController(), answered: Promise.withResolvers<void>(), watcher: null };
  running.set(id, call);
  const ground: CallGround = {
    signal: call.abort.signal,
    emit: (event) => send({ type: 'event', id, event }),
    listen: (watcher) => (call.watcher = watcher),
  };
  try {
    const work = ANSWERS[name] as (input: unknown, ground: CallGround) => Promise<unknown>;
    await send({ type: 'result', id, value: await work(input, ground) });
  } catch (error) {
    const failure = (error as { failure?: ReturnType<typeof hostFailure> }).failure ?? hostFailure(error, 'open');
    await send({ type: 'failure', id, failure });
  } finally {
    running.delete(id);
    call.answered.resolve();
  }
  if (name === 'close') await end();
}

/**
 * Closes what is open and leaves nothing behind: the folder for temporary files is ours alone. What is being asked is answered before: a
 * window that somebody closed would pass for one that died with this process.
 */
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const calls = [...running.values()].map(({ answered }) => answered.promise);
  await Promise.race([Promise.all([browsers.closeAll(), ...calls]), new Promise((resolve) => setTimeout(resolve, CLOSING_MS))]);
  await rm(tmpdir(), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {});
  process.exit(0);
}

enableCompileCache();
// Ctrl+C reaches the whole group; the service then ends its exports in order, with their pages still there.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());
process.on('message', (message: ToHost) => {
  if (message.type === 'call') void answer(message);
  else if (message.type === 'ping') void send({ type: 'pong', id: 0 });
  else if (message.type === 'word') running.get(message.id)?.watcher?.hear(message.word);
  else running.get(message.id)?.abort.abort(new Error('aborted'));
});
