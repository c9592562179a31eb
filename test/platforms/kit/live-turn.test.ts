import { describe, expect, it } from 'vitest';
import { isCheckDue, turnPage } from '#core/platforms/kit/live-turn.ts';

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
    const { gaps } = turnPage(cursor(turn), { ...SAID, next: null, isNew, ...(meanwhile === undefined ? {} : { meanwhile }) });
    expect(gaps).toEqual(notes.map((note) => ({ cause: 'notServed', count: 0, note })));
  });
});

it.each([
  [0, true, true, false],
  [1, false, true, false],
  [12, false, true, true],
  [24, false, true, true],
  [1, true, true, true],
  [0, true, false, true],
  [1, false, false, true],
])('turn %i, new line %s, open %s: whether the stream runs is asked: %s', (turn, isNew, isOpen, isDue) => {
  expect(isCheckDue({ turn }, { isNew, isOpen })).toBe(isDue);
});
