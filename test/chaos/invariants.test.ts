import { describe, expect, it } from 'vitest';
import {
  endBreaches,
  fileBreaches,
  folderBreaches,
  growthBreaches,
  orphanBreaches,
  outboxBreaches,
  rowBreaches,
  scheduleBreaches,
  wordBreaches,
  zombieBreaches,
} from '#test/chaos/invariants.ts';

const fileOf = (...ids: readonly string[]): string => JSON.stringify(ids.map((id) => ({ id })));

describe('rows', () => {
  const ended = { name: 'reviews', stored: new Set(['a', 'b']), file: fileOf('a', 'b', 'c'), reference: fileOf('a', 'b', 'c'), missing: 0 };
  const without = fileOf('a', 'b');

  it('are all there', () => expect(rowBreaches(ended)).toEqual([]));
  it('may be missing where the ledger says so', () => expect(rowBreaches({ ...ended, file: without, missing: 1 })).toEqual([]));
  it('may be missing uncounted below one that is missing', () => {
    const reference = JSON.stringify([{ id: 'a' }, { id: 'b', parentId: 'a' }, { id: 'c', parentId: 'b' }]);
    const lacking = { ...ended, stored: new Set(['a']), reference, file: fileOf('a') };
    expect(rowBreaches({ ...lacking, missing: 1 })).toEqual([]);
    expect(rowBreaches(lacking)).toEqual(['reviews: 1 rows are missing, and the ledger tells of 0']);
  });
  it.each([
    ['doubled', { file: fileOf('a', 'b', 'c', 'c') }, /1 rows are doubled/],
    ['lost', { file: fileOf('a', 'c'), missing: 1 }, /1 stored rows are lost, b the first/],
    ['missing untold', { file: without }, /1 rows are missing, and the ledger tells of 0/],
    ['of another export', { file: fileOf('a', 'b', 'c', 'd') }, /1 rows are of no undisturbed run/],
    ['in another order', { file: fileOf('b', 'a', 'c') }, /differs from that of an undisturbed run: row 0 is b in place of a/],
    [
      'of other words',
      { file: fileOf('a', 'b', 'c').replace('"b"', '"b","text":"x"') },
      /row 1 is {"id":"b","text":"x"} in place of {"id":"b"}/,
    ],
    ['spaced otherwise', { file: `${fileOf('a', 'b', 'c')} ` }, /in its form alone/],
  ])('%s are found', (_, change, words) => expect(rowBreaches({ ...ended, ...change }).join()).toMatch(words));
});

describe('ends of exports', () => {
  const excused = new Set(['DISK']);
  it('are done, or failed for a fault', () => {
    expect(endBreaches('x', { status: 'done', code: null, words: null }, excused)).toEqual([]);
    expect(endBreaches('x', { status: 'error', code: 'DISK', words: 'full' }, excused)).toEqual([]);
  });
  it.each([
    ['error', 'INTERNAL', /failed with INTERNAL, which no fault accounts for/],
    ['progress', null, /is stuck: progress/],
    ['queueing', null, /is stuck: queueing/],
  ])('%s is found', (status, code, words) => expect(endBreaches('x', { status, code, words: null }, excused).join()).toMatch(words));
});

it('files that are not whole are found, and those that belong to nobody or are not there', () => {
  expect(fileBreaches(new Map([['whole.json', fileOf('a')]]))).toEqual([]);
  expect(fileBreaches(new Map([['cut.json', '[{"id":"a"},{"i']]))).toEqual(['the file cut.json is not whole (15 bytes)']);
  expect(folderBreaches(['a.json'], new Set(['a.json']))).toEqual([]);
  expect(folderBreaches(['a.json.partial'], new Set(['a.json']))).toEqual([
    'the file a.json.partial belongs to no export',
    'the file a.json of an export is not there',
  ]);
});

describe('the outbox', () => {
  const stored = ['created', 'finished'].map((event) => ({ messageId: `msg_${event}`, event, guid: 'g', calls: 1, nextCallAtMs: null }));
  const taken = stored.map(({ messageId, event, guid }) => ({ messageId, event, guid, body: `{"event":"${event}"}` }));
  const [first, last] = [taken[0] ?? never(), taken[1] ?? never()];

  it('is drained, and a message may come twice', () => expect(outboxBreaches(stored, [first, first, last])).toEqual([]));
  it('may give those in another order of which one failed', () => {
    expect(
      outboxBreaches(
        stored.map((message) => ({ ...message, calls: 2 })),
        [last, first],
      ),
    ).toEqual([]);
  });
  it.each([
    ['lost', stored, [first], /finished of g has not come/],
    ['waiting', stored.map((message) => ({ ...message, nextCallAtMs: 1 })), taken, /created of g still waits/],
    ['changed', stored, [...taken, { ...last, body: '{}' }], /msg_finished came with two bodies/],
    ['early', stored, [last, first], /out of order/],
  ])('a message that is %s is found', (_, messages, calls, words) => expect(outboxBreaches(messages, calls).join()).toMatch(words));
});

describe('a process', () => {
  const held = { rssMb: 250, handles: 80, threads: 13 };
  it('holds what it held', () => expect(growthBreaches(held, { rssMb: 300, handles: 85, threads: 14 })).toEqual([]));
  it.each([
    [{ rssMb: 450 }, /the resident set grew from 250 to 450 MB/],
    [{ rssMb: 700 }, /resident set of 700 MB/],
    [{ handles: 150 }, /open handles grew from 80 to 150/],
    [{ threads: 40 }, /threads grew from 13 to 40/],
  ])('that grew is found: %j', (grown, words) => expect(growthBreaches(held, { ...held, ...grown }).join()).toMatch(words));

  it('leaves no zombies and no orphans', () => {
    const child = { pid: 7, parent: 1, startedAt: '5', name: 'node' };
    const [alive, dead] = [
      { ...child, isZombie: false },
      { ...child, isZombie: true },
    ];
    expect(zombieBreaches([[dead], []], 0)).toEqual([]);
    expect(zombieBreaches([[alive], [dead]], 0)).toEqual([]);
    expect(zombieBreaches([[dead], [dead]], 1)).toEqual([]);
    expect(zombieBreaches([[dead], [dead]], 0)).toEqual(['node (7) is a zombie']);
    expect(orphanBreaches([alive])).toEqual(['node (7) outlived its service']);
  });

  it.each([
    '(node:1) UnhandledPromiseRejectionWarning: x',
    'Uncaught Error: x',
    '    at next (file:///core/engine/engine.ts:10:5)',
    'FATAL ERROR: Reached heap limit',
  ])('that says "%s" is found', (words) => expect(wordBreaches(`well\n${words}\n`)).toHaveLength(1));
  it('may warn', () => expect(wordBreaches('(node:1) Warning: The engine broke down: broken by chaos.\n')).toEqual([]));
});

it('a schedule that runs too late is found', () => {
  const now = Date.parse('2026-11-27T12:30:00Z');
  expect(scheduleBreaches('2026-11-27T13:00:00Z', now, 3_600_000)).toEqual([]);
  expect(scheduleBreaches('2027-03-01T13:00:00Z', now, 3_600_000)).toHaveLength(1);
  expect(scheduleBreaches(null, now, 3_600_000)).toHaveLength(1);
});

function never(): never {
  throw new Error('the table is empty');
}
