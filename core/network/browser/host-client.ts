import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  BrowserFailure,
  type EngineWord,
  type FromHost,
  type HostCallName,
  type HostCalls,
  type HostEvent,
  type HostFailure,
  type ToHost,
} from '#core/network/browser/protocol.ts';

/** Begins the name of the folder for the browser's own temporary files; the service's process id follows. */
export const FOLDER_PREFIX = 'commentdock-browser-';
/** A process that does not end by itself in so long is killed. */
const CLOSING_MS = 6_000;
/** A process that gives no sign of life for so long, while calls wait for it, is killed: a browser can be started anew. */
const PATIENCE_MS = 30_000;
/** Settings of ours, which a browser has no business with; proxies come with the route alone. */
const NOT_FOR_BROWSERS = /^(COMMENTDOCK_|SERVICE_API_TOKEN$|(https?|all|no)_proxy$)/i;
const GONE: HostFailure = { kind: 'gone', text: 'the process of the browser ended' };

/** What a caller has of its running call. */
export interface CallTies {
  /** Rejects the call at once with its reason, and ends it there. */
  readonly signal: AbortSignal;
  readonly onEvent?: (event: HostEvent, say: (word: EngineWord) => void) => void;
}

interface OpenCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly onEvent: CallTies['onEvent'];
}

/** The process of the browsers, from outside: calls by name, answered or failed for certain. */
export class BrowserHost {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #calls = new Map<number, OpenCall>();
  readonly #ended: Promise<void>;
  #isOver = false;
  #heardAtMs = performance.now();
  #lastId = 0;

  constructor(patienceMs: number = PATIENCE_MS) {
    this.#folder = makeFolder();
    this.#child = fork(fileURLToPath(import.meta.resolve('#core/network/browser/host-process.ts')), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'],
      env: environment(this.#folder),
    });
    this.#child.on('message', (message: FromHost) => this.#hear(message));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    const over = (): void => {
      this.#fail();
      void rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
        .catch(() => {})
        .then(resolve);
    };
    this.#child.once('exit', over).once('error', over);
    // A process that is on its way out takes no more calls, though it has not ended yet.
    this.#child.once('disconnect', () => this.#fail());
    this.#watchOver(patienceMs);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @throws BrowserFailure; the signal's reason */
  call<N extends HostCallName>(name: N, input: HostCalls[N]['in'], { signal, onEvent }: CallTies): Promise<HostCalls[N]['out']> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#isOver) return Promise.reject(new BrowserFailure(GONE));
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const abort = (): void => {
      this.#calls.delete(id);
      this.#send({ type: 'abort', id });
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const settled = (): void => {
      this.#calls.delete(id);
      signal.removeEventListener('abort', abort);
    };
    this.#calls.set(id, {
      resolve: (value) => (settled(), resolve(value)),
      reject: (reason) => (settled(), reject(reason)),
      onEvent,
    });
    this.#send({ type: 'call', id, name, input });
    return promise as Promise<HostCalls[N]['out']>;
  }

  /** Ends the process and its browsers; returns once they are gone. */
  async close(): Promise<void> {
    if (!this.#isOver) this.#send({ type: 'call', id: 0, name: 'close', input: null });
    const killer = setTimeout(() => this.#child.kill('SIGKILL'), CLOSING_MS);
    await this.#ended;
    clearTimeout(killer);
  }

  #send(message: ToHost): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #watchOver(patienceMs: number): void {
    const timer = setInterval(() => {
      if (this.#calls.size === 0) this.#heardAtMs = performance.now();
      else if (performance.now() - this.#heardAtMs > patienceMs) this.#child.kill('SIGKILL');
      else this.#send({ type: 'ping' });
    }, patienceMs / 4);
    timer.unref();
    void this.#ended.then(() => clearInterval(timer));
  }

  #hear(message: FromHost): void {
    this.#heardAtMs = performance.now();
    if (message.type === 'pong') return;
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    if (message.type === 'result') call.resolve(message.value);
    else if (message.type === 'failure') call.reject(new BrowserFailure(message.failure));
    else call.onEvent?.(message.event, (word) => this.#send({ type: 'word', id: message.id, word }));
  }

  #fail(): void {
    this.#isOver = true;
    for (const { reject } of this.#calls.values()) reject(new BrowserFailure(GONE));
  }
}

function environment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !NOT_FOR_BROWSERS.test(name));
  // The desktop app's own binary runs as Node for its children.
  const asNode = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return { ...Object.fromEntries(kept), ...asNode, TMPDIR: folder, TEMP: folder, TMP: folder };
}

/** A folder of this process's own. Those of services that were killed together with their browsers go first. */
function makeFolder(): string {
  const parent = tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(FOLDER_PREFIX) ? Number(name.slice(FOLDER_PREFIX.length).split('-', 1)[0]) : Number.NaN;
    if (pid > 0 && !isRunning(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, `${FOLDER_PREFIX}${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
