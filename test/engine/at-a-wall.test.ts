import { describe, expect, it } from 'vitest';
import { PlatformRefusal, WindowClosed } from '#core/contract/error.ts';
import type { NetworkPort } from '#core/engine/ports.ts';
import type { WindowPort, WindowWish } from '#core/engine/window-ports.ts';
import { type EngineRoom, engineRooms, type RoomParts, settled } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform, puppetSession } from '#test/engine/puppet-platform.ts';

const WALL = new PlatformRefusal('CAPTCHA', 'puppet.example asks for a captcha.');
const FIRST_PAGE = { items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] } as const;

const newRoom = engineRooms();

interface PlayedWindows {
  readonly network: NetworkPort;
  /** Of every session that goes through a window. */
  readonly opened: WindowWish[];
  readonly nudged: string[];
  readonly forgotten: string[];
  screen: string | null;
  passed: boolean;
}

/** Windows in which the puppet reads too: a wall is told, and the page asked for again once somebody nudges. */
function playedWindows(): PlayedWindows {
  const state: Pick<PlayedWindows, 'opened' | 'nudged' | 'forgotten'> = { opened: [], nudged: [], forgotten: [] };
  const windows: WindowPort = {
    lacking: () => played.screen,
    hasPassed: () => played.passed,
    close: async () => undefined,
    forget: async (profile) => void state.forgotten.push(profile),
  };
  const openSession: NetworkPort['openSession'] = async ({ jobGuid, window }) => {
    if (window === undefined) return puppetSession();
    state.opened.push(window);
    let wake: () => void = () => undefined;
    return {
      ...puppetSession(),
      window: {
        nudge() {
          state.nudged.push(jobGuid);
          wake();
        },
        async tryPage(page, work) {
          for (;;) {
            try {
              const done = await work();
              window.onPassed();
              return done;
            } catch (error) {
              if (error !== WALL) throw error;
              window.onWall(WALL);
              const { promise, resolve, reject } = Promise.withResolvers<void>();
              wake = resolve;
              page.signal.addEventListener('abort', () => reject(page.signal.reason as Error), { once: true });
              await promise;
            }
          }
        },
      },
    };
  };
  const played = {
    ...state,
    screen: null as string | null,
    passed: false,
    network: { openSession, close: async () => undefined, windows },
  };
  return played;
}

function openRoom(parts: Partial<RoomParts> = {}): { readonly room: EngineRoom; readonly puppet: Puppet; readonly windows: PlayedWindows } {
  const [puppet, windows] = [puppetPlatform(), playedWindows()];
  const room = newRoom({ platforms: [puppet.platform], network: windows.network, ...parts });
  return { room, puppet, windows };
}

describe('an export that its owner sits in front of', () => {
  it('waits at a wall, holds no place meanwhile, and goes on in the window', async () => {
    const { room, puppet, windows } = openRoom();
    const [one, other] = await room.create([
      { id: '1', byHand: true, plan: 'free' },
      { id: '2', byHand: true, plan: 'free' },
    ]);
    if (one === undefined || other === undefined) throw new Error('two were created');
    (await puppet.next()).answer(FIRST_PAGE);
    (await puppet.next()).fail(WALL);
    const waiting = await room.until(one.guid, 'waiting');
    expect(waiting).toMatchObject({ status: 'progress', exported: 1, error: null, needsYou: { code: 'CAPTCHA', window: 'closed' } });
    expect(waiting.needsYou?.message).toBe(WALL.message);
    // The plan runs one at a time: the other one has the place now.
    (await puppet.next()).answer({ items: [comment('a')] });
    await room.until(other.guid, 'finished');
    expect(await room.engine.goOnInWindow(one.guid)).toMatchObject({ needsYou: { window: 'open' } });
    (await puppet.next()).answer({ items: [comment('b')] });
    expect(await room.until(one.guid, 'finished')).toMatchObject({ status: 'done', exported: 2, needsYou: null });
    expect(windows.opened).toMatchObject([{ profile: 'visitor', url: 'https://puppet.example/1' }]);
    expect(puppet.asked).toEqual(['first', 'second', 'first', 'second']);
    expect(room.told(one.guid)).toEqual([
      'created queueing',
      'started progress',
      'waiting progress',
      'waiting progress',
      'waiting progress',
      'finished done',
    ]);
  });

  it('waits in its window where the wall stands there too, lets others go before it, and asks again when it is told to', async () => {
    const { room, puppet, windows } = openRoom();
    const { guid } = await room.createOne({ byHand: true, plan: 'free', options: { window: true } });
    (await puppet.next()).fail(WALL);
    expect(await room.until(guid, 'waiting')).toMatchObject({ needsYou: { window: 'open', code: 'CAPTCHA' } });
    const other = await room.createOne({ id: '2', plan: 'free' });
    (await puppet.next()).answer({ items: [comment('a')] });
    await room.until(other.guid, 'finished');
    await room.engine.goOnInWindow(guid);
    expect(windows.nudged).toEqual([guid]);
    (await puppet.next()).answer({ items: [comment('a')] });
    expect(await room.until(guid, 'finished')).toMatchObject({ needsYou: null });
  });

  it('waits where its window is closed at a request for replies, and asks for them again: they are no gap', async () => {
    const { room, puppet } = openRoom();
    const { guid } = await room.createOne({ byHand: true, options: { window: true, replies: true } });
    (await puppet.next()).answer({ items: [comment('a')], next: [{ cursor: 'below a', role: 'replies', under: 'a' }] });
    (await puppet.next()).fail(new WindowClosed('BLOCKED', 'The window of puppet.example was closed.'));
    expect(await room.until(guid, 'waiting')).toMatchObject({ exported: 1, needsYou: { code: 'BLOCKED', window: 'closed' } });
    await room.engine.goOnInWindow(guid);
    (await puppet.next()).answer({ items: [comment('b', { parentId: 'a' })] });
    const done = await room.until(guid, 'finished');
    expect(done).toMatchObject({ exported: 2, completeness: { complete: true } });
    expect(puppet.asked).toEqual(['first', 'below a', 'below a']);
  });

  it('waits over restarts, with its window closed, and since when it did', async () => {
    const { room, puppet, windows } = openRoom();
    const { guid } = await room.createOne({ byHand: true, options: { window: true } });
    (await puppet.next()).fail(WALL);
    const before = await room.until(guid, 'waiting');
    const { dataDir } = room;
    await room.close();
    const again = newRoom({ platforms: [puppet.platform], network: windows.network, dataDir });
    again.engine.start();
    await settled();
    expect(puppet.asked).toEqual(['first']);
    expect(again.job(guid)).toMatchObject({ status: 'progress', needsYou: { ...before.needsYou, window: 'closed' } });
    await again.engine.goOnInWindow(guid);
    (await puppet.next()).answer({ items: [comment('a')] });
    await again.until(guid, 'finished');
  });

  it('ends with the code of the wall once nobody has come', async () => {
    const { room, puppet } = openRoom({ windowWaitHours: 1e-6 });
    const { guid } = await room.createOne({ byHand: true });
    (await puppet.next()).fail(WALL);
    const failed = await room.until(guid, 'failed');
    expect(failed).toMatchObject({ status: 'error', errorCode: 'CAPTCHA', needsYou: null });
    expect(failed.error).toMatch(/^puppet\.example asks for a captcha\. It waited for you/);
  });

  it('ends so in its window too', async () => {
    const { room, puppet } = openRoom({ windowWaitHours: 1e-6 });
    const { guid } = await room.createOne({ byHand: true, options: { window: true } });
    (await puppet.next()).fail(WALL);
    expect(await room.until(guid, 'failed')).toMatchObject({ errorCode: 'CAPTCHA', needsYou: null });
    await settled();
    expect(room.job(guid).status).toBe('error');
  });

  it('can be stopped and deleted while it waits', async () => {
    const { room, puppet, windows } = openRoom();
    const [one, other] = await room.create([
      { id: '1', byHand: true },
      { id: '2', byHand: true, options: { window: true, cookies: { session: '' } } },
    ]);
    if (one === undefined || other === undefined) throw new Error('two were created');
    (await puppet.next()).fail(WALL);
    (await puppet.next()).fail(WALL);
    await room.until(one.guid, 'waiting');
    await room.until(other.guid, 'waiting');
    expect(await room.engine.stop(one.guid)).toMatchObject({ status: 'stopped', needsYou: null });
    await room.engine.remove(other.guid);
    expect(windows.forgotten).toEqual([`export-${other.guid}`]);
  });

  it('opens its window by itself where a person has passed there before', async () => {
    const { room, puppet, windows } = openRoom();
    windows.passed = true;
    const { guid } = await room.createOne({ byHand: true });
    (await puppet.next()).fail(WALL);
    (await puppet.next()).answer({ items: [comment('a')] });
    expect(await room.until(guid, 'finished')).toMatchObject({ status: 'done', needsYou: null });
    expect(windows.opened).toHaveLength(1);
  });

  it('waits without a screen, and says what to do', async () => {
    const { room, windows } = openRoom();
    windows.screen = 'There is no screen.';
    const { guid } = await room.createOne({ byHand: true, options: { window: true } });
    expect(await room.until(guid, 'waiting')).toMatchObject({
      needsYou: { code: 'BLOCKED', message: 'There is no screen.', window: 'closed' },
    });
    await expect(room.engine.goOnInWindow(guid)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: 'There is no screen.' });
  });
});

describe('any other export', () => {
  it('ends with the code of the wall; its owner goes on with it in the window', async () => {
    const { room, puppet, windows } = openRoom();
    const { guid } = await room.createOne();
    (await puppet.next()).answer(FIRST_PAGE);
    (await puppet.next()).fail(WALL);
    expect(await room.until(guid, 'failed')).toMatchObject({ errorCode: 'CAPTCHA', needsYou: null });
    await room.engine.goOnInWindow(guid);
    (await puppet.next()).fail(WALL);
    expect(await room.until(guid, 'waiting')).toMatchObject({ status: 'progress', needsYou: { window: 'open' } });
    await room.engine.goOnInWindow(guid);
    (await puppet.next()).answer({ items: [comment('b')] });
    expect(await room.until(guid, 'finished')).toMatchObject({ exported: 2 });
    expect(windows.opened).toHaveLength(1);
  });

  it('with `window` waits until its owner opens it, and asks nobody before', async () => {
    const { room, puppet, windows } = openRoom();
    const { guid } = await room.createOne({ options: { window: true } });
    expect(await room.until(guid, 'waiting')).toMatchObject({ status: 'progress', needsYou: { code: 'BLOCKED', window: 'closed' } });
    expect([puppet.asked, windows.opened]).toEqual([[], []]);
    await room.engine.goOnInWindow(guid);
    (await puppet.next()).answer({ items: [comment('a')] });
    await room.until(guid, 'finished');
  });

  it('is refused where it waits for nobody', async () => {
    const { room, puppet } = openRoom();
    const { guid } = await room.createOne();
    await expect(room.engine.goOnInWindow(guid)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    (await puppet.next()).fail(new PlatformRefusal('NOT_FOUND', 'gone'));
    await room.until(guid, 'failed');
    await expect(room.engine.goOnInWindow(guid)).rejects.toThrow(/"error" \(NOT_FOUND\) and waits for nobody/);
  });
});
