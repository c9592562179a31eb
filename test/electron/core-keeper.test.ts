import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreHost } from '#electron/core-host.ts';
import { CoreKeeper, type CoreState } from '#electron/core-keeper.ts';
import type { CoreNews } from '#electron/core-messages.ts';

const ADDRESS = { baseUrl: 'http://127.0.0.1:4780', ownerSecret: 'x'.repeat(40) };

/** A core's process that the test speaks for. */
class PlayedCore implements CoreHost {
  readonly #news = Promise.withResolvers<CoreNews>();
  readonly #ended = Promise.withResolvers<number>();
  readonly news = this.#news.promise;
  readonly ended = this.#ended.promise;
  timesClosed = 0;

  say(news: CoreNews): void {
    this.#news.resolve(news);
  }

  end(code: number): void {
    this.#news.resolve({ type: 'failed', detail: `ended with ${code}` });
    this.#ended.resolve(code);
  }

  async close(): Promise<void> {
    this.timesClosed += 1;
    this.end(0);
  }
}

let cores: PlayedCore[];
let states: CoreState[];
let keeper: CoreKeeper;

beforeEach(() => {
  vi.useFakeTimers();
  cores = [];
  states = [];
  keeper = new CoreKeeper({
    start() {
      const core = new PlayedCore();
      cores.push(core);
      return core;
    },
    onState: (state) => states.push(state),
    now: Date.now,
  });
  void keeper.keep();
});

afterEach(async () => {
  await keeper.close();
  vi.useRealTimers();
});

async function turn(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function last(): PlayedCore {
  return cores.at(-1) as PlayedCore;
}

test('waits longer each time, a minute at most, and starts the waits anew after a core that stood', async () => {
  const waits: number[] = [];
  for (let time = 0; time < 9; time += 1) {
    last().say({ type: 'failed', detail: 'The port is taken.' });
    await turn();
    const { state } = keeper;
    if (state.type !== 'down') throw new Error(state.type);
    expect(state.detail).toBe('The port is taken.');
    waits.push(state.retryAtMs - Date.now());
    const before = cores.length;
    await turn(state.retryAtMs - Date.now() - 1);
    expect(cores).toHaveLength(before);
    await turn(1);
    expect(cores).toHaveLength(before + 1);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  last().say({ type: 'ready', ...ADDRESS });
  await turn(60_000);
  last().end(1);
  await turn();
  expect(keeper.state).toMatchObject({ type: 'down', retryAtMs: Date.now() + 1_000 });
});

test('a core that breaks down at once each time does not start the waits anew', async () => {
  for (const waitMs of [1_000, 2_000, 4_000]) {
    last().say({ type: 'ready', ...ADDRESS });
    await turn(100);
    last().end(139);
    await turn();
    expect(keeper.state).toMatchObject({ type: 'down', retryAtMs: Date.now() + waitMs, detail: expect.stringContaining('139') });
    await turn(waitMs);
  }
});

test('tells each state once', async () => {
  last().say({ type: 'ready', ...ADDRESS });
  await turn();
  last().end(1);
  await turn(1_000);
  expect(states.map(({ type }) => type)).toEqual(['starting', 'ready', 'down', 'starting']);
  expect(states[1]).toEqual({ type: 'ready', address: ADDRESS, place: 'here' });
});

test('a process that is not needed is closed; the service elsewhere is watched, and replaced at once', async () => {
  last().say({ type: 'inUse', ...ADDRESS });
  await turn();
  expect(last().timesClosed).toBe(1);
  expect(keeper.state).toMatchObject({ type: 'ready', place: 'elsewhere' });
  keeper.lose();
  await turn();
  expect(cores).toHaveLength(2);
  expect(states.map(({ type }) => type)).toEqual(['starting', 'ready', 'starting']);
});

test('our own service is not lost by a broken connection', async () => {
  last().say({ type: 'ready', ...ADDRESS });
  await turn();
  keeper.lose();
  await turn();
  expect(keeper.state.type).toBe('ready');
  expect(cores).toHaveLength(1);
});

test.each<[string, () => Promise<void>]>([
  ['starts', async () => undefined],
  [
    'serves',
    async () => {
      last().say({ type: 'ready', ...ADDRESS });
      await turn();
    },
  ],
  [
    'waits',
    async () => {
      last().say({ type: 'failed', detail: '' });
      await turn();
    },
  ],
  [
    'is elsewhere',
    async () => {
      last().say({ type: 'inUse', ...ADDRESS });
      await turn();
    },
  ],
])('closes while it %s, and starts nothing any more', async (_name, reach) => {
  await reach();
  await keeper.close();
  await turn(120_000);
  expect(cores).toHaveLength(1);
  expect(last().timesClosed).toBeGreaterThan(0);
  expect(states.at(-1)).toEqual({ type: 'closed' });
});
