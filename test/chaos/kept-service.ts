import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { orphanBreaches } from '#test/chaos/invariants.ts';
import { processesBelow, type SeenProcess, stillThere } from '#test/chaos/processes.ts';
import { standingAt } from '#test/chaos/standing-process.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';

const START_PATIENCE_MS = 90_000;
const START_AGAIN_MS = 250;
const ORPHAN_PATIENCE_MS = 15_000;
const END_PATIENCE_MS = 15_000;
const CALL_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** Why a start may be refused while a fault holds. */
const REFUSALS = new Set(['DISK', 'DATA_DIR_IN_USE']);

const errorSchema = z.object({ error_code: z.string(), detail: z.string() });

/** An answer of the service, or none: it is away. */
interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A service that is started again whenever it is gone, as an owner or a supervisor would. What it must not do is noted. */
export class KeptService {
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #reports: string;
  restarts = 0;
  /** Of the process that there is. What a thread of Node has started nobody buries once the thread is gone. */
  brokenEngines = 0;
  readonly breaches: string[] = [];
  /** Told what its processes say on standard error, as they say it. */
  onWords: (words: string) => void = () => undefined;
  #running: RunningService | null = null;
  #child: ChildProcess | null = null;
  #words = '';
  #hindrances = 0;
  #relievedMs = -Infinity;
  #isWanted = true;
  #isStarting: Promise<void> | null = null;
  readonly #expected = new WeakSet<ChildProcess>();

  /** @param reports where its processes write what they stand at (`reportFlags`) */
  constructor(dataDir: string, env: Readonly<Record<string, string>>, reports: string) {
    this.dataDir = dataDir;
    this.#env = env;
    this.#reports = reports;
  }

  /** The process, also one that is not ready yet; null: there is none. */
  get pid(): number | null {
    const child = this.#child;
    return child === null || child.exitCode !== null || child.signalCode !== null ? null : (child.pid ?? null);
  }

  get isUp(): boolean {
    return this.#running !== null;
  }

  /** From now on a start may be refused, until the call of what this gives. */
  hinder(): () => void {
    this.#hindrances += 1;
    return () => {
      this.#hindrances -= 1;
      this.#relievedMs = performance.now();
    };
  }

  /** Whether it was so at some time since that moment. */
  wasHindered(sinceMs: number): boolean {
    return this.#hindrances > 0 || this.#relievedMs >= sinceMs;
  }

  /** What all its processes said on standard error since the last call. */
  takeWords(): string {
    const words = this.#words;
    this.#words = '';
    return words;
  }

  /** Starts it, again and again where a fault hinders it. @throws Error where it does not come up in time */
  start(): Promise<void> {
    this.#isStarting ??= this.#startAtLast().finally(() => {
      this.#isStarting = null;
    });
    return this.#isStarting;
  }

  /** Ends the process that there is; it is started again by itself. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const [child, pid] = [this.#child, this.pid];
    if (child === null || pid === null) return;
    const below = processesBelow(pid);
    this.#expected.add(child);
    const gone = once(child, 'exit');
    child.kill(signal);
    const inTime = await Promise.race([gone.then(() => true), delay(END_PATIENCE_MS, false, { ref: false })]);
    if (!inTime) {
      const at = await standingAt(child, this.#reports);
      this.breaches.push(`the service did not end within ${END_PATIENCE_MS} ms of ${signal}: ${at}`);
      child.kill('SIGKILL');
      await gone;
    }
    void this.#expectNoOrphans(below);
  }

  /** One call as its owner; null: no answer. */
  async ask(path: string, init: RequestInit = {}): Promise<Answered | null> {
    try {
      const answer = await this.#running?.request(path, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
      return answer === undefined ? null : { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    this.#isWanted = false;
    await this.#isStarting?.catch(() => undefined);
    await this.end('SIGTERM');
  }

  async #startAtLast(): Promise<void> {
    const untilMs = performance.now() + START_PATIENCE_MS;
    for (let last = ''; this.#isWanted;) {
      if (performance.now() > untilMs) throw new Error(`the service did not start within ${START_PATIENCE_MS} ms: ${last}`);
      const sinceMs = performance.now();
      try {
        const service = await startServiceProcess(this.dataDir, this.#env, (child) => this.#adopt(child));
        if (this.pid !== null) this.#running = service;
        return;
      } catch (error) {
        last = error instanceof Error ? error.message : String(error);
        this.#judgeRefusal(last, sinceMs);
        await delay(START_AGAIN_MS);
      }
    }
  }

  #adopt(child: ChildProcess): void {
    this.#child = child;
    this.brokenEngines = 0;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#words += chunk.toString();
      this.onWords(chunk.toString());
    });
    child.once('exit', (code, signal) => {
      const wasUp = this.#running !== null;
      this.#running = null;
      if (!this.#isWanted) return;
      if (wasUp && !this.#expected.has(child)) this.breaches.push(`the service ended by itself (${code ?? signal ?? ''})`);
      if (wasUp) this.restarts += 1;
      void this.start().catch((error: unknown) => this.breaches.push(String(error)));
    });
  }

  /** A start that came to nothing was killed, or was refused with a code of the catalogue that a fault accounts for. */
  #judgeRefusal(words: string, sinceMs: number): void {
    const child = this.#child;
    if (child !== null && this.#expected.has(child)) return;
    const code = codeIn(words);
    if (code !== null && REFUSALS.has(code) && this.wasHindered(sinceMs)) return;
    // The one before may still be about to end.
    if (code === 'DATA_DIR_IN_USE') return;
    this.breaches.push(`a start was refused: ${words}`);
  }

  async #expectNoOrphans(below: readonly SeenProcess[]): Promise<void> {
    const untilMs = performance.now() + ORPHAN_PATIENCE_MS;
    let left = stillThere(below);
    while (left.length > 0 && performance.now() < untilMs) {
      await delay(LOOK_EVERY_MS);
      left = stillThere(left);
    }
    this.breaches.push(...orphanBreaches(left));
  }
}

/** The code of the catalogue in words that hold an error as the service writes it. */
export function codeIn(words: string): string | null {
  const json = /\{.*\}/s.exec(words)?.[0];
  if (json === undefined) return null;
  try {
    return errorSchema.parse(JSON.parse(json)).error_code;
  } catch {
    return null;
  }
}
