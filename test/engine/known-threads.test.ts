import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { isKnownThread, noneMet, type IncrementalReading } from '#core/engine/incremental-reading.ts';
import { changeOf, haveSameWords } from '#core/engine/item-change.ts';
import type { LivingStore } from '#core/engine/living-port.ts';
import type { Next } from '#core/platform-api/define.ts';
import { makeItem } from '#core/platform-api/item.ts';

type Fields = Partial<Omit<Item, 'author'>>;

const row = (fields: Fields = {}): Item =>
  makeItem({ id: 'a', kind: 'comment', author: { name: 'Ann' }, text: 'Well.', title: 'A', likes: 1, replyCount: 5, ...fields });
const EMPTY = makeItem({ id: 'a', kind: 'comment', author: {}, text: null });

describe('a thread whose count is as it was', () => {
  const below: Next = { cursor: 'below a', role: 'replies', under: 'a' };

  function isKnown(
    now: Item,
    before: Item | null,
    next = below,
    reading: Partial<IncrementalReading> = {},
    lacks: readonly string[] = [],
  ): boolean {
    const living = { isLacking: (under: string) => lacks.includes(under) } as LivingStore;
    const met = noneMet();
    if (before !== null) met.former.set(before.id, before);
    return isKnownThread({ living, countsTellThreads: true, repliesAreRows: false, ...reading }, next, met, { items: [now] });
  }

  it('is left as it is', () => {
    expect(isKnown(row(), row())).toBe(true);
    expect(isKnown(row({ replyCount: 0 }), row({ replyCount: 0 }))).toBe(true);
  });

  it.each<[string, boolean]>([
    ['it has more replies now', isKnown(row({ replyCount: 6 }), row())],
    ['it has fewer', isKnown(row({ replyCount: 4 }), row())],
    ['nobody says how many', isKnown(row({ replyCount: null }), row({ replyCount: null }))],
    ['it is new', isKnown(row(), null)],
    ['it is not on this page', isKnown({ ...row(), id: 'b' }, row())],
    ['it is a reply itself', isKnown(row({ parentId: 'p' }), row())],
    ['counts tell only of direct answers', isKnown(row(), row(), below, { countsTellThreads: false })],
    ['the run before lacks some of it', isKnown(row(), row(), below, {}, ['a'])],
    ['it is a page, and no thread', isKnown(row(), row(), { cursor: 'next', role: 'page', under: 'a' })],
    ['nobody says whose replies they are', isKnown(row(), row(), { cursor: 'below', role: 'replies' })],
  ])('is read again where %s', (_why, isLeft) => {
    expect(isLeft).toBe(false);
  });

  it('may have changed where a count of a thousand or more is rounded', () => {
    const counted = (replyCount: number, approximate: boolean | null): boolean =>
      isKnown(row({ replyCount, approximate }), row({ replyCount }));
    expect([counted(999, true), counted(1_000, true), counted(1_000, null), counted(1_000, false)]).toEqual([true, false, true, true]);
  });
});

describe('a row that is read again', () => {
  const change = (now: Item, before = row(), isGone = false): string => changeOf({ item: before, isGone }, now);

  it.each<[string, Fields]>([
    ['text', { text: 'Better.' }],
    ['no text any more', { text: null }],
    ['title', { title: 'B' }],
    ['no title any more', { title: null }],
    ['rating', { rating: 4 }],
    ['likes', { likes: 2 }],
    ['dislikes', { dislikes: 2 }],
    ['count of replies', { replyCount: 6 }],
    ['mark as pinned', { isPinned: true }],
    ['mark as edited', { isEdited: true }],
    ['answer of the owner', { ownerReply: { text: 'Thanks.', createdAt: null } }],
  ])('is edited by another %s', (_what, fields) => {
    expect(change(row(fields))).toBe('edited');
  });

  it.each<[string, Fields]>([
    ['nothing', {}],
    ['an address and a date', { url: 'https://a.example/', createdAt: '2026-01-01T00:00:00.000Z' }],
    ['facts that are left out this time', { likes: null, replyCount: null }],
  ])('is the same but for %s', (_what, fields) => {
    expect(change(row(fields))).toBe('same');
  });

  it('is the same with the answer that its owner gave before, or that is left out', () => {
    const answered = row({ ownerReply: { text: 'Thanks.', createdAt: null } });
    expect([
      change(answered, answered),
      change(row(), answered),
      change(row({ ownerReply: { text: 'Hm.', createdAt: null } }), answered),
    ]).toEqual(['same', 'same', 'edited']);
  });

  it('is gone where nothing is left but its place, back where it was gone, and gone earlier where both', () => {
    expect([change(EMPTY), change(EMPTY, row(), true), change(row(), row(), true)]).toEqual(['gone', 'goneEarlier', 'returned']);
    // One that never said anything is what it was.
    expect([change(EMPTY, EMPTY), change(EMPTY, EMPTY, true)]).toEqual(['same', 'returned']);
  });

  it.each([{ text: 'Words.', author: {} }, { title: 'A title', author: {} }, { author: { name: 'Ann' } }, { author: { username: 'ann' } }])(
    'is there still with %j',
    (left) => {
      expect(change(makeItem({ id: 'a', kind: 'comment', text: null, ...left }))).toBe('edited');
    },
  );
});

it('two rows have the same words where all that a person wrote is the same', () => {
  const reply = (text: string): Fields => ({ ownerReply: { text, createdAt: null } });
  expect(haveSameWords(row(reply('B')), row(reply('C')))).toBe(false);
  for (const fields of [{ text: 'B' }, { title: 'B' }, { rating: 1 }, reply('B')]) expect(haveSameWords(row(), row(fields))).toBe(false);
  expect([haveSameWords(row(), row({ likes: 9 })), haveSameWords(row(reply('B')), row(reply('B')))]).toEqual([true, true]);
});
