import { expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { type Board, board, boardNetwork, post } from '#test/engine/board-platform.ts';
import { type EngineRoom, engineRooms } from '#test/engine/engine-room.ts';
import { randomNumbers } from '#test/crash/random.ts';
import { roomOfRuns } from '#test/engine/room-of-runs.ts';
import { ownFolder } from '#test/own.ts';

const HOUR_MS = 3_600_000;
const SEED = 20_261_126;
const SERIES = 'series-1';
const openRoom = engineRooms();

interface Clock {
  nowMs: number;
}

function open({ platform }: Board, clock: Clock, dataDir: string): EngineRoom {
  return openRoom({ platforms: [platform], network: boardNetwork(), dataDir, now: () => clock.nowMs });
}

/** What is true of one comment, whatever a run found. Instants are milliseconds. */
interface Truth {
  /** What it said, with the run's time at which each was there first. */
  readonly words: { text: string; sinceMs: number }[];
  likes: number;
  seenMs: number;
  goneMs: number | null;
}

/** What a run has to find, against what the run before found. */
interface Found {
  readonly new: string[];
  readonly edited: string[];
  readonly gone: string[];
}

/** Takes what the board shows now into the truth. */
function lookAt({ posts }: Board, truth: Map<string, Truth>, nowMs: number): Found {
  const found: Found = { new: [], edited: [], gone: [] };
  const shown = new Set(posts.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
  for (const { id, text, likes, isDeleted } of posts) {
    const known = truth.get(id);
    if (isDeleted) continue;
    if (known === undefined) {
      truth.set(id, { words: [{ text, sinceMs: nowMs }], likes, seenMs: nowMs, goneMs: null });
      found.new.push(id);
      continue;
    }
    const isReworded = known.words.at(-1)?.text !== text;
    if (known.goneMs !== null) found.new.push(id);
    else if (isReworded || known.likes !== likes) found.edited.push(id);
    if (isReworded) known.words.push({ text, sinceMs: nowMs });
    Object.assign(known, { likes, seenMs: nowMs, goneMs: null });
  }
  for (const [id, known] of truth) {
    if (shown.has(id) || known.goneMs !== null) continue;
    known.goneMs = nowMs;
    found.gone.push(id);
  }
  return found;
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function historyOf({ words, seenMs, goneMs }: Truth) {
  const earlier = words
    .slice(0, -1)
    .map(({ text, sinceMs }) => ({ text, title: null, rating: null, owner_reply: null, since: iso(sinceMs) }));
  return {
    text: words.at(-1)?.text,
    firstSeenAt: iso(words[0]?.sinceMs ?? 0),
    lastSeenAt: iso(seenMs),
    goneAt: iso(goneMs),
    earlier: earlier.length === 0 ? null : earlier,
  };
}

function toldOf({ text, extra }: Item) {
  const { firstSeenAt, lastSeenAt, goneAt, earlier } = extra;
  return { text, firstSeenAt, lastSeenAt, goneAt, earlier };
}

const random = randomNumbers(SEED);
const randomInt = (below: number): number => Math.floor(random() * below);

/** Comments come, go, come back, are emptied and rewritten, and change their places. */
function live(forum: Board, run: number, isKnown: (id: string) => boolean): void {
  const any = () => forum.posts[randomInt(forum.posts.length)] as Board['posts'][number];
  for (let count = randomInt(4); count >= 0; count -= 1)
    forum.posts.splice(randomInt(forum.posts.length), 0, post(`r${run}.${count}`, null));
  for (let count = randomInt(3); count > 0; count -= 1) any().text += ` in run ${run}`;
  for (let count = randomInt(3); count > 0; count -= 1) any().likes += 1;
  for (let count = randomInt(3); count > 0; count -= 1) {
    const one = any();
    // An empty place where nobody has seen anything is a row of its own.
    one.isDeleted = run % 3 !== 0 && isKnown(one.id);
  }
  if (forum.posts.length > 25) forum.posts.splice(randomInt(forum.posts.length), randomInt(4));
  if (run % 5 === 0) {
    const [back] = forum.posts.splice(randomInt(forum.posts.length), 1);
    if (back !== undefined) setAside.push(back);
  } else if (run % 5 === 2) forum.posts.push(...setAside.splice(0));
}
const setAside: Board['posts'] = [];

const byId = (rows: readonly Item[], change: string): string[] =>
  rows
    .filter(({ extra }) => extra['change'] === change)
    .map(({ id }) => id)
    .toSorted();

it('tells all that came, changed and went over 30 runs with crashes, a failure and a clock that was set back', async () => {
  const forum = board(Array.from({ length: 30 }, (_, at) => post(`p${at}`, null)));
  forum.statesOrder = false;
  const clock: Clock = { nowMs: Date.UTC(2026, 0, 1) };
  const dataDir = ownFolder('living-runs');
  const truth = new Map<string, Truth>();
  const kept = new Map<string, readonly unknown[]>();
  let room = open(forum, clock, dataDir);
  let failedGuid = '';
  for (let run = 1; run <= 30; run += 1) {
    clock.nowMs += run === 15 ? -72 * HOUR_MS : HOUR_MS;
    live(forum, run, (id) => truth.has(id));
    if (run === 9) {
      forum.beforePage = ({ page }) => {
        if (page > 1) throw new PlatformRefusal('PRIVATE', 'not now');
      };
      const failed = await room.createOne({ platform: 'board', series: SERIES });
      await room.until(failed.guid, 'failed');
      forum.beforePage = () => undefined;
      failedGuid = failed.guid;
      continue;
    }
    const found = lookAt(forum, truth, clock.nowMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    const crashes = run === 6 || run === 20;
    if (crashes)
      forum.beforePage = ({ page }) => {
        if (page < 2) return undefined;
        resolve();
        return new Promise(() => undefined);
      };
    const { guid } = await room.createOne({ platform: 'board', series: SERIES });
    if (crashes) {
      await promise;
      await room.close();
      forum.beforePage = () => undefined;
      room = open(forum, clock, dataDir);
      room.engine.start();
    }
    const { incremental } = await room.until(guid, 'finished');
    const rows = await room.rows(guid);
    const goneBefore = [...truth].filter(([id, { goneMs }]) => goneMs !== null && !found.gone.includes(id)).map(([id]) => id);
    expect(byId(rows, 'new'), `run ${run}`).toEqual(found.new.toSorted());
    expect(byId(rows, 'edited'), `run ${run}`).toEqual(found.edited.toSorted());
    expect(byId(rows, 'gone'), `run ${run}`).toEqual([...found.gone, ...goneBefore].toSorted());
    expect(incremental).toMatchObject({ new: found.new.length, edited: found.edited.length, gone: found.gone.length, not_read: 0 });
    expect(Object.fromEntries(rows.map((row) => [row.id, toldOf(row)]))).toEqual(
      Object.fromEntries([...truth].map(([id, known]) => [id, historyOf(known)])),
    );
    kept.set(guid, rows);
  }
  // What ended long ago says what it said; so it does once others are deleted.
  const guids = [...kept.keys()];
  for (const [at, guid] of guids.entries()) if (at % 3 !== 0) await room.engine.remove(guid);
  await room.engine.retry(failedGuid);
  expect(await room.until(failedGuid, 'finished')).toMatchObject({ incremental: { previous_guid: guids[7] } });
  // It goes on from its third page, with what the board shows there now.
  const retried = (await room.rows(failedGuid)).map(({ id }) => id);
  expect(new Set(retried).size).toBe(retried.length);
  expect(retried).toEqual(expect.arrayContaining(forum.posts.slice(20).map(({ id }) => id)));
  for (const [at, guid] of guids.entries()) if (at % 3 === 0) expect(await room.rows(guid)).toEqual(kept.get(guid));
});

it('takes no more room for ten runs than for one and what changed, and none once all are deleted', async () => {
  const { ratio, rowsLeft } = await roomOfRuns({ rows: 1_000, runs: 10, changed: 10, dataDir: ownFolder('living-room') });
  expect(ratio).toBeLessThan(1.3);
  expect(rowsLeft).toBe(0);
});
