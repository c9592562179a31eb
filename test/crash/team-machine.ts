import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that was started, and answers. */
interface StartedMachine {
  readonly child: ChildProcess;
  /** What it said on standard error so far, where that is known. */
  readonly said?: () => string;
  /** Removes what it left behind, once it has ended. */
  readonly sweep?: () => PromiseLike<void>;
  /** An answer of any status. @throws where none comes */
  request(path: string, init?: RequestInit): Promise<Response>;
}

const START_PATIENCE_MS = 60_000;
const START_AGAIN_MS = 200;

/** One machine of a team, which comes back whenever it was killed: as its owner's supervisor would have it. */
export class TeamMachine {
  readonly name: string;
  readonly #start: () => Promise<StartedMachine>;
  readonly #onEnd: (words: string) => void;
  #running: StartedMachine | null = null;
  /** Counts what was done to it, so that who asks it knows whether something was done meanwhile. */
  #age = 0;
  #isThere = false;
  #doing: Promise<void> = Promise.resolve();

  /** @param onEnd told where it ended though nobody killed it */
  constructor(name: string, start: () => Promise<StartedMachine>, onEnd: (words: string) => void) {
    this.name = name;
    this.#start = start;
    this.#onEnd = onEnd;
  }

  /** Starts it, again and again: a machine that finds no database ends, and is started anew. @throws what it ended with at last */
  async start(): Promise<void> {
    const until = Date.now() + START_PATIENCE_MS;
    for (;;)
      try {
        const running = await this.#start();
        this.#running = running;
        running.child.once('exit', (code, signal) => {
          if (!this.#isThere || this.#running !== running) return;
          this.#onEnd(`${this.name} ended by itself (${code ?? signal}): ${running.said?.().slice(-2_000) ?? ''}`);
          this.#leave();
          this.#inTurn(() => this.start()).catch((error: unknown) => this.#onEnd(`${this.name} does not start again: ${String(error)}`));
        });
        this.#isThere = true;
        return;
      } catch (error) {
        if (Date.now() > until) throw error;
        await delay(START_AGAIN_MS);
      }
  }

  /** kill -9, and a new one in its place. */
  kill(): Promise<void> {
    return this.#inTurn(async () => {
      await this.end();
      await this.start();
    });
  }

  /** Stands still for so long, and wakes. */
  pause(ms: number): Promise<void> {
    return this.#inTurn(async () => {
      const { child } = this.#leave();
      child.kill('SIGSTOP');
      await delay(ms);
      child.kill('SIGCONT');
      this.#isThere = true;
    });
  }

  async end(): Promise<void> {
    if (this.#running === null) return;
    const { child, sweep } = this.#leave();
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    await sweep?.();
  }

  /** The status of an answer; null: nothing can be said of it, since something was done to the machine meanwhile. @throws where none came */
  async ask(path: string, init?: RequestInit): Promise<Response | null> {
    const age = this.#age;
    if (!this.#isThere || this.#running === null) return null;
    try {
      return await this.#running.request(path, init);
    } catch (error) {
      if (age !== this.#age) return null;
      throw error;
    }
  }

  /** What is done to it is done one after the other. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#doing.then(work);
    this.#doing = done.catch(() => undefined);
    return done;
  }

  #leave(): StartedMachine {
    this.#age += 1;
    this.#isThere = false;
    return this.#running as StartedMachine;
  }
}
