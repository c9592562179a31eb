import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { reasonOf } from '#core/network/browser/host-failure.ts';
import { windowOptions } from '#core/network/browser/launch.ts';
import { BrowserFailure, type HostCalls } from '#core/network/browser/protocol.ts';

export type WindowRequest = HostCalls['openWindow']['in'];

/** The browser of a process that was killed may still be leaving the profile. */
const STARTS = 4;
const AGAIN_AFTER_MS = 1_000;

interface OpenWindow {
  readonly context: Promise<BrowserContext>;
  /** Its pages that belong to an export. */
  readonly claimed: WeakSet<Page>;
  users: number;
  idleTimer: NodeJS.Timeout | undefined;
}

/** The windows that people see: one for each profile, whoever reads through it, closed when nobody does any more. */
export class HostWindows {
  readonly #byFolder = new Map<string, OpenWindow>();
  /** On their way out: a browser that is killed meanwhile would lose its cookies. */
  readonly #closing = new Set<Promise<void>>();
  readonly #onClosed: () => void;

  /** @param onClosed called when one is closed, by whomever */
  constructor(onClosed: () => void) {
    this.#onClosed = onClosed;
  }

  get isEmpty(): boolean {
    return this.#byFolder.size === 0 && this.#closing.size === 0;
  }

  /** Call `release` once for it. @throws BrowserFailure `missing` where the browser does not start */
  async enter(
    request: WindowRequest,
  ): Promise<{ readonly context: BrowserContext; readonly claimed: WeakSet<Page>; readonly release: () => void }> {
    const { folder, idleMs } = request;
    const known = this.#byFolder.get(folder) ?? this.#open(request);
    clearTimeout(known.idleTimer);
    known.users += 1;
    const release = (): void => {
      known.users -= 1;
      if (known.users === 0) known.idleTimer = setTimeout(() => void this.#close(folder, known), idleMs);
    };
    try {
      return { context: await known.context, claimed: known.claimed, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Empty: all of them. */
  async closeBelow(folder: string): Promise<void> {
    const below = [...this.#byFolder].filter(([each]) => each.startsWith(folder));
    await Promise.all([...below.map(([each, known]) => this.#close(each, known)), ...this.#closing]);
  }

  #open(request: WindowRequest): OpenWindow {
    const { folder } = request;
    const context = launch(request).catch((error: unknown) => {
      this.#forget(folder, known);
      throw new BrowserFailure({ kind: 'missing', text: reasonOf(error) });
    });
    const known: OpenWindow = { context, claimed: new WeakSet(), users: 0, idleTimer: undefined };
    context.then(
      (opened) => opened.on('close', () => this.#forget(folder, known)),
      () => {},
    );
    this.#byFolder.set(folder, known);
    return known;
  }

  async #close(folder: string, known: OpenWindow): Promise<void> {
    clearTimeout(known.idleTimer);
    if (this.#byFolder.get(folder) === known) this.#byFolder.delete(folder);
    const closing = known.context.then((context) => context.close()).catch(() => {});
    this.#closing.add(closing);
    await closing;
    this.#closing.delete(closing);
    this.#onClosed();
  }

  #forget(folder: string, known: OpenWindow): void {
    clearTimeout(known.idleTimer);
    if (this.#byFolder.get(folder) !== known) return;
    this.#byFolder.delete(folder);
    this.#onClosed();
  }
}

async function launch({ folder, route, executable }: WindowRequest): Promise<BrowserContext> {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  for (let start = 1; ; start += 1) {
    try {
      return await chromium.launchPersistentContext(folder, { ...windowOptions(route, { executable, isRoot }), acceptDownloads: false });
    } catch (error) {
      if (start === STARTS) throw error;
      await delay(AGAIN_AFTER_MS);
    }
  }
}
