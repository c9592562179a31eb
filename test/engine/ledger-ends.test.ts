import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Ledger } from '#core/engine/completeness.ts';
import { cursorOfJob } from '#core/engine/continuation.ts';
import type { ExportRow } from '#core/platform-api/define.ts';
import { board, type Board, boardNetwork, newestFirst } from '#test/engine/board-platform.ts';
import { countingOnly } from '#test/engine/counting-writing.ts';
import { type EngineRoom, engineRooms, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform, puppetRoom } from '#test/engine/puppet-platform.ts';

const openRoom = engineRooms();

const second = { cursor: 'second', role: 'page' } as const;

describe('what an export did not come to', () => {
  it('is missing where it is stopped', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [comment('a'), comment('b')], next: [second], total: 48_210 });
    await puppet.next();
    await room.engine.stop(guid);
    const { completeness } = room.job(guid);
    expect(completeness).toMatchObject({ exported: 2, missing: 48_208, gap: { notReached: 48_208, notServed: 0 }, complete: false });
    expect(completeness.summary).toBe('Stopped with 2 items; what was fetched is kept. Missing: 48208 not asked for before the end.');
    expect((await room.rows(guid)).length).toBe(2);
  });

  it('is missing where it fails', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [comment('a')], next: [second], total: 10, gaps: [{ cause: 'hidden', count: 2 }] });
    (await puppet.next()).fail(new CommentdockError('BLOCKED', 'The site is shut.'));
    const { completeness } = await room.until(guid, 'failed');
    expect(completeness).toMatchObject({ missing: 9, gap: { hidden: 2, notReached: 7, notServed: 0 }, complete: false });
    expect(completeness.summary).toBe(
      'Failed with 1 items fetched: The site is shut. Missing: 2 hidden by the platform, 7 not asked for before the end.',
    );
  });

  it('is asked for by the one that goes on, and missing there no more', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [comment('a')], next: [second], total: 4 });
    await puppet.next();
    await room.engine.stop(guid);
    const further = await room.createOne({ options: { cursor: cursorOfJob(guid) } });
    (await puppet.next()).answer({ items: [comment('b'), comment('c')] });
    const { completeness } = await room.until(further.guid, 'finished');
    expect(completeness).toMatchObject({ exported: 2, missing: 2, gap: { filtered: 1, notReached: 0, notServed: 1 } });
  });
});

describe('replies that were not asked for', () => {
  const row: ExportRow = { type: 'comments', totalCountsReplies: true };
  const ended = async (replyCount: number | null): Promise<JobRecord> => {
    const puppet = puppetPlatform({ row });
    const room = openRoom({ platforms: [puppet.platform] });
    const { guid } = await room.createOne({ options: { replies: false } });
    (await puppet.next()).answer({
      items: [
        { ...comment('a'), replyCount },
        { ...comment('b'), replyCount: 3 },
      ],
      total: 16,
    });
    return room.until(guid, 'finished');
  };

  it('are left out by the options, as many as the rows say', async () => {
    const { completeness } = await ended(5);
    expect(completeness).toMatchObject({ missing: 14, gap: { filtered: 8, notServed: 6 }, notes: [] });
  });

  it('and so is all that is missing where a row does not say', async () => {
    const { completeness } = await ended(null);
    expect(completeness).toMatchObject({ missing: 14, gap: { filtered: 14, notServed: 0 }, complete: false });
    expect(completeness.notes).toEqual([expect.stringContaining('does not say how many 1 of the items have')]);
  });
});

/** What there is together with what is missing is what the platform states, and more only where named gaps alone are more. */
function addsUp({ completeness, incremental }: JobRecord, ledger: Ledger): boolean {
  const { exported, gap, missing, platform_total: total } = completeness;
  const present = exported - (incremental == null ? 0 : incremental.gone + incremental.gone_earlier);
  const sum = GAP_CAUSES.reduce((all, cause) => all + gap[cause], 0);
  const named = GAP_CAUSES.reduce((all, cause) => all + (ledger.gaps[cause] ?? 0), ledger.surplus);
  return GAP_CAUSES.every((cause) => gap[cause] >= 0) && sum === missing && present + sum === Math.max(total ?? 0, present + named);
}

/** A job once it has ended, by itself, by a failure or by the stop that the board asks for. */
async function endOf(room: EngineRoom, guid: string): Promise<JobRecord> {
  return Promise.race((['finished', 'failed', 'stopped'] as const).map((kind) => room.until(guid, kind)));
}

it('adds up in every end', async () => {
  const ends = fc.record({
    posts: fc.integer({ min: 1, max: 60 }),
    statesTotal: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
    cut: fc.constantFrom('none' as const, 'stop' as const, 'fail' as const),
    atRequest: fc.integer({ min: 1, max: 6 }),
    further: fc.constantFrom('nothing' as const, 'cursor' as const, 'nextRun' as const),
    lost: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(ends, async ({ posts, statesTotal, limit, cut, atRequest, further, lost }) => {
      const played: Board = board(newestFirst(posts));
      played.statesTotal = statesTotal;
      await using room = openEngineRoom({ platforms: [played.platform], network: boardNetwork(), writing: countingOnly });
      let asked = 0;
      let stopping: Promise<unknown> = Promise.resolve();
      let current = '';
      played.beforePage = async () => {
        asked += 1;
        if (asked !== atRequest) return;
        // As on the net, an answer never comes while it is being asked for.
        await nextTurn();
        if (cut === 'fail') throw new CommentdockError('BLOCKED');
        if (cut === 'stop') stopping = room.engine.stop(current).catch(() => undefined);
      };
      const run = async (options: object): Promise<JobRecord> => {
        const wish = { platform: 'board', options, ...(further === 'nextRun' ? { series: 'one' } : {}) };
        ({ guid: current } = await room.createOne(wish));
        await endOf(room, current);
        await stopping;
        const job = room.job(current);
        expect(addsUp(job, room.store.jobs.ledger(job.id)), JSON.stringify(job.completeness)).toBe(true);
        return job;
      };
      const options = limit === undefined ? {} : { limit };
      const first = await run(options);
      if (further === 'nothing') return;
      played.posts = played.posts.slice(lost);
      if (further === 'nextRun') await run(options);
      else await run({ ...options, cursor: cursorOfJob(first.guid) });
    }),
    { numRuns: 40 },
  );
});
