import { beforeEach, describe, expect, it } from 'vitest';
import { Stopped } from '#core/contract/error.ts';
import type { LineMessage, LineRequest } from '#core/platform-api/session.ts';
import { openPage, type TestPage } from '#test/network/page.ts';
import { own } from '#test/own.ts';
import type { SimulatedLine } from '#test/world/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const CHAT = 'wss://chat.example.org/room?id=7';
const ROOM: LineRequest = { url: CHAT, listenForMs: 30_000, headers: { origin: 'https://www.example.org' } };

/** What the room does with a client, and what it heard. */
let room: (line: SimulatedLine) => void;
let heard: LineMessage[];

const world = await own(
  startWorld({
    simulators: [({ url }) => (url.hostname === 'chat.example.org' && url.pathname === '/room' ? { line: (line) => room(line) } : null)],
  }),
);

beforeEach(() => {
  world.clearFaults();
  world.reset();
  heard = [];
});

function inWorld(): Promise<TestPage> {
  return openPage({ config: { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile, retryScale: 0.001 } });
}

const wordsOf = (messages: readonly { readonly data: LineMessage }[]): LineMessage[] => messages.map(({ data }) => data);

describe('listening', () => {
  it('greets, answers at once, and takes what was said, text and bytes', async () => {
    room = (line) =>
      line.onHeard((message) => {
        heard.push(message);
        if (message === 'JOIN 7') line.say('PING');
        if (message !== 'PONG') return;
        line.say(new Uint8Array([1, 2, 3]));
        line.say('last');
      });
    await using page = await inWorld();
    const { messages, isNew, isOpen } = await page.session.listen({
      ...ROOM,
      greeting: ['NICK me', 'JOIN 7'],
      reply: (message) => (message === 'PING' ? 'PONG' : null),
      until: (message) => message === 'last',
    });
    expect(wordsOf(messages)).toEqual(['PING', new Uint8Array([1, 2, 3]), 'last']);
    expect(messages.every(({ at }) => Math.abs(Date.now() - at.getTime()) < 60_000)).toBe(true);
    expect({ isNew, isOpen, heard }).toEqual({ isNew: true, isOpen: true, heard: ['NICK me', 'JOIN 7', 'PONG'] });
    expect(world.requests).toMatchObject([
      {
        host: 'chat.example.org',
        path: '/room',
        status: 101,
        headers: { origin: 'https://www.example.org', 'user-agent': expect.stringContaining('Mozilla') as string },
      },
    ]);
    expect(page.counters.requests).toBe(1);
  });

  it('keeps what is said between two pages of a run, on one line', async () => {
    let line: SimulatedLine | null = null;
    room = (opened) => {
      line = opened;
      opened.say('first');
    };
    await using page = await inWorld();
    expect(wordsOf((await page.session.listen({ ...ROOM, until: () => true })).messages)).toEqual(['first']);
    for (const word of ['second', 'third']) (line as SimulatedLine | null)?.say(word);
    const next = await page.another().session.listen({ ...ROOM, until: (message) => message === 'third' });
    expect(next).toMatchObject({ isNew: false, isOpen: true });
    expect(wordsOf(next.messages)).toEqual(['second', 'third']);
    expect(world.count()).toBe(1);
  });

  it('says that nothing came, when its time is over', async () => {
    room = () => {};
    await using page = await inWorld();
    expect(await page.session.listen({ ...ROOM, listenForMs: 20 })).toEqual({ messages: [], isNew: true, isOpen: true });
  });

  it('beats as long as the line is open', async () => {
    room = (line) => line.onHeard((message) => heard.push(message) === 3 && line.say('enough'));
    await using page = await inWorld();
    await page.session.listen({ ...ROOM, heartbeat: { message: 'beat', everyMs: 5 }, until: (message) => message === 'enough' });
    expect(heard.slice(0, 3)).toEqual(['beat', 'beat', 'beat']);
  });

  it('hands out the last words of one who hangs up, and opens a new line then', async () => {
    room = (line) => {
      line.say('bye');
      line.hangUp();
    };
    await using page = await inWorld();
    const last = await page.session.listen(ROOM);
    expect(wordsOf(last.messages)).toEqual(['bye']);
    expect(last.isOpen).toBe(false);
    expect(await page.session.listen(ROOM)).toMatchObject({ isNew: true });
    expect(world.count()).toBe(2);
  });

  it('tries again where the line does not open, within the tries of a request', async () => {
    room = (line) => line.say('there');
    world.addFault({ fault: { kind: 'resetBefore' }, times: 2 });
    await using page = await inWorld();
    expect(wordsOf((await page.session.listen({ ...ROOM, until: () => true })).messages)).toEqual(['there']);
    expect(page.counters).toMatchObject({ requests: 3, retries: 2 });
  });

  it.each([
    ['nobody there', { ...ROOM, url: 'wss://chat.example.org/elsewhere' }, 4],
    ['nobody there, asked once', { ...ROOM, url: 'wss://chat.example.org/elsewhere', tries: 'once' }, 1],
  ] as const)('fails with what helps: %s', async (_, request, requests) => {
    await using page = await inWorld();
    await expect(page.session.listen(request)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('chat.example.org did not open its live connection') as string,
    });
    expect(world.count()).toBe(requests);
  });

  it('refuses what is no address of a line', async () => {
    await using page = await inWorld();
    await expect(page.session.listen({ ...ROOM, url: 'https://chat.example.org/room' })).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
    });
  });

  it('leaves at once when told to, and hangs up with the run', async () => {
    const closed = Promise.withResolvers<void>();
    room = (line) => {
      line.onHangUp(() => closed.resolve());
    };
    await using page = await inWorld();
    const listening = page.session.listen(ROOM);
    const outcome = expect(listening).rejects.toBeInstanceOf(Stopped);
    await expect.poll(() => world.count()).toBe(1);
    page.abort.abort(new Error('stopped'));
    await outcome;
    await page.another().session.listen({ ...ROOM, listenForMs: 1 });
    await page.closeRun();
    await closed.promise;
  });
});
