import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { DatabaseAway } from '#core/contract/error.ts';
import { ThreadCalls } from '#core/threads/calls.ts';
import { answerPort, methodsOf, portOver } from '#core/threads/thread-port.ts';

interface Desk {
  joined(first: string, second: number): Promise<string>;
  /** Of the desk it is asked of. */
  name(): Promise<string>;
  refused(): Promise<void>;
  away(): Promise<void>;
}

class OakDesk implements Desk {
  readonly #wood = 'oak';
  joined(first: string, second: number): Promise<string> {
    return Promise.resolve(`${first} ${second}`);
  }
  name(): Promise<string> {
    return Promise.resolve(this.#wood);
  }
  refused(): Promise<void> {
    throw new Error('not today');
  }
  away(): Promise<void> {
    throw new DatabaseAway('it is out');
  }
}

const { port1, port2 } = new MessageChannel();
const calls = new ThreadCalls(port1, () => undefined);
const ask = (method: string, given: readonly unknown[]): Promise<unknown> => calls.call(method, given);
const desk = portOver<Desk>(ask)(['joined', 'name', 'refused', 'away']);
answerPort<Desk>(port2, methodsOf(new OakDesk(), ['joined', 'name', 'refused', 'away']));

describe('a port over a thread', () => {
  afterEach(() => {
    port1.unref();
    port2.unref();
  });

  it('gives what it was given, in order, and answers', async () => {
    expect(await desk.joined('row', 7)).toBe('row 7');
  });

  it('asks what has the method, with all that is its own', async () => {
    expect(await desk.name()).toBe('oak');
  });

  it('fails as the method does, also where that throws at once', async () => {
    await expect(desk.refused()).rejects.toThrow('not today');
  });

  it('says that the database is away as the thread found it: an export goes on after that, and does not fail', async () => {
    const error = await desk.away().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseAway);
    expect(error).toEqual(new DatabaseAway('it is out'));
  });

  it.each(['close', 'constructor', 'toString', '__proto__'])('has no call "%s"', async (method) => {
    await expect(ask(method, [])).rejects.toThrow(`This thread has no call "${method}".`);
  });
});
