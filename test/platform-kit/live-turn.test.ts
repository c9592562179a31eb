import { describe, expect, it } from 'vitest';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { readEach, streamRuns, turnPage } from '#core/platform-kit/live-turn.ts';

const cursor = (turn: number) => ({ room: '7', turn });
const SAID = { door: 'socket', items: [] } as const;

describe('a turn of a live chat', () => {
  it('opens the next one at once, with what has changed', () => {
    expect(turnPage(cursor(3), { ...SAID, next: { ...cursor(3), room: '8' } })).toEqual({
      door: 'socket',
      items: [],
      next: [{ role: 'page', cursor: { room: '8', turn: 4 }, afterMs: 0 }],
      notes: [],
      gaps: [],
      dateOrder: 'oldestFirst',
      mayRepeat: true,
    });
  });

  it('opens none where the chat is over', () => {
    expect(turnPage(cursor(3), { ...SAID, next: null }).next).toEqual([]);
  });

  it('says with the first one what was there before, and its own remarks with any', () => {
    const notesAt = (turn: number) => turnPage(cursor(turn), { ...SAID, next: null, firstNote: 'From now on.', notes: ['Odd.'] }).notes;
    expect([notesAt(0), notesAt(1)]).toEqual([['From now on.', 'Odd.'], ['Odd.']]);
  });

  it.each([
    [0, true, undefined, []],
    [2, false, undefined, []],
    [2, true, undefined, ['The connection to the chat was interrupted: what was said meanwhile is missing.']],
    [2, true, 'see the comments.', ['The connection to the chat was interrupted: see the comments.']],
  ] as const)('turn %i on a new line (%s) is an interruption or not', (turn, isNew, meanwhile, notes) => {
    const heard = { isNew, isOpen: true };
    const { gaps } = turnPage(cursor(turn), { ...SAID, next: null, heard, ...(meanwhile === undefined ? {} : { meanwhile }) });
    expect(gaps).toEqual(notes.map((note) => ({ cause: 'notServed', count: 0, note })));
  });

  it('rests before it calls again who has hung up', () => {
    const afterMs = (isOpen: boolean) =>
      turnPage(cursor(3), { ...SAID, next: cursor(3), heard: { isNew: false, isOpen } }).next?.[0]?.afterMs;
    expect([afterMs(true), afterMs(false)]).toEqual([0, 1_000]);
  });
});

describe('whether the stream runs', () => {
  it.each([
    [0, true, true, 0],
    [1, false, true, 0],
    [12, false, true, 1],
    [24, false, true, 1],
    [1, true, true, 1],
    [0, true, false, 1],
    [1, false, false, 1],
  ])('turn %i, new line %s, open %s: is asked %i times', async (turn, isNew, isOpen, times) => {
    let asked = 0;
    const runs = await streamRuns({ turn }, { isNew, isOpen }, async () => {
      asked += 1;
      return false;
    });
    expect([runs, asked]).toEqual([times === 0, times]);
  });

  it('is false where the stream is gone', async () => {
    const gone = () => Promise.reject(new PlatformRefusal('NOT_FOUND'));
    expect(await streamRuns({ turn: 12 }, { isNew: false, isOpen: true }, gone)).toBe(false);
  });

  it('is not known where nobody says, or the question fails', async () => {
    const lost = { isNew: false, isOpen: false };
    expect(await streamRuns({ turn: 1 }, lost, async () => null)).toBeNull();
    expect(await streamRuns({ turn: 1 }, lost, () => Promise.reject(new PlatformRefusal('BLOCKED')))).toBeNull();
    await expect(streamRuns({ turn: 1 }, lost, () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
  });
});

describe('messages of a turn', () => {
  const read = (message: string): string[] => {
    if (message === 'odd') throw new PlatformChanged('socket.data');
    return message === '' ? [] : [message.toUpperCase()];
  };
  const odd = (count: number): string[] => Array.from({ length: count }, () => 'odd');

  it('are kept where one of them has an unknown form, and that is counted', async () => {
    const gap = { cause: 'unreadable', count: 1, note: 'A row had an unknown form (at socket.data).' };
    expect(await readEach(['a', 'odd', '', 'b'], read)).toEqual({ said: ['A', 'B'], gaps: [gap] });
    expect(await readEach(['odd'], read)).toEqual({ said: [], gaps: [gap] });
    expect(await readEach(['a'], async (message) => [message])).toEqual({ said: ['a'], gaps: [] });
    expect((await readEach([...odd(20), 'a'], read)).gaps).toHaveLength(20);
  });

  it('are refused where many cannot be read and the others say nothing', async () => {
    expect((await readEach(odd(9), read)).gaps).toHaveLength(9);
    await expect(readEach([...odd(10), ''], read)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'socket.data' });
  });

  it('pass on a fault of ours', async () => {
    await expect(readEach(['a', 'b'], () => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
  });

  it('that are missing stand in the ledger beside an interruption', () => {
    const gaps = [{ cause: 'notServed', count: 1 }] as const;
    expect(turnPage(cursor(2), { ...SAID, next: null, heard: { isNew: true, isOpen: true }, gaps }).gaps).toEqual([
      expect.objectContaining({ count: 0 }),
      ...gaps,
    ]);
  });
});
