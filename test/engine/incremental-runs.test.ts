import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { cursorOfJob } from '#core/engine/continuation.ts';
import { type Board, board, newestFirst, post } from '#test/engine/board-platform.ts';
import { boardRooms, idsOf, run, SERIES } from '#test/engine/incremental-run.ts';

const openRoom = boardRooms();

describe('reply threads', () => {
  const withReplies = (count: number, replies: number): Board => {
    const posts = newestFirst(count);
    for (const one of posts) one.replies = Array.from({ length: replies }, (_, index) => ({ id: `${one.id}.${index}`, text: 'yes' }));
    return board(posts);
  };

  it('are read again only where their count changed', async () => {
    const forum = withReplies(12, 3);
    forum.statesOrder = false;
    const room = openRoom(forum);
    const first = await run(room, forum, { replies: true });
    expect(first.rows).toHaveLength(48);
    forum.posts[4]?.replies.push({ id: 'p8.new', text: 'also' });
    forum.posts[7]?.replies.splice(1, 1);
    const second = await run(room, forum, { replies: true });
    expect(second.asked.filter((request) => !request.startsWith('page')).toSorted()).toEqual(['p5 0', 'p8 0', 'p8 1']);
    expect(second.changes).toEqual({ new: ['p8.new'], edited: ['p8', 'p5'], gone: ['p5.1'] });
    expect(second.counts).toMatchObject({ threads_not_read: 10, not_read: 30 });
    expect(second.job.completeness.notes.join(' ')).toContain('10 reply threads are as long as before');
    expect(idsOf(second).slice(idsOf(second).indexOf('p8'), idsOf(second).indexOf('p7'))).toEqual(['p8', 'p8.0', 'p8.1', 'p8.2', 'p8.new']);
    expect(second.job.replies).toBe(37);
  });

  it('are gone with what they answer', async () => {
    const forum = withReplies(30, 2);
    const room = openRoom(forum);
    await run(room, forum, { replies: true });
    forum.posts = forum.posts.filter(({ id }) => id !== 'p29');
    const second = await run(room, forum, { replies: true });
    expect(second.changes.gone).toEqual(['p29', 'p29.0', 'p29.1']);
  });

  it('that were given up are read in the next run, whatever their count', async () => {
    const forum = withReplies(8, 2);
    const room = openRoom(forum);
    forum.beforePage = ({ under }) => {
      if (under === 'p3') throw new PlatformRefusal('NOT_FOUND', 'not now');
    };
    const first = await run(room, forum, { replies: true });
    expect(first.rows).toHaveLength(22);
    const again = await run(room, forum, { replies: true });
    expect(again.asked).toEqual(['page 0', 'p3 0']);
    forum.beforePage = () => undefined;
    const third = await run(room, forum, { replies: true });
    expect(third.asked).toEqual(['page 0', 'p3 0']);
    expect(third.changes.new).toEqual(['p3.0', 'p3.1']);
    expect((await run(room, forum, { replies: true })).asked).toEqual(['page 0']);
  });

  it('are all read where counts tell only of direct answers', async () => {
    const forum = board(withReplies(5, 2).posts, { walk: 'depthFirst' });
    const room = openRoom(forum);
    await run(room, forum, { replies: true });
    expect((await run(room, forum, { replies: true })).asked).toHaveLength(6);
  });
});

describe('the run to build on', () => {
  it('is the last one that was done', async () => {
    const forum = board(newestFirst(30));
    const room = openRoom(forum);
    const first = await run(room, forum);
    forum.posts.unshift(post('n1', 101));
    forum.beforePage = () => {
      throw new PlatformRefusal('PRIVATE', 'not now');
    };
    const failed = await room.createOne({ platform: 'board', series: SERIES });
    expect(await room.until(failed.guid, 'failed')).toMatchObject({ exported: 30, resumable: false, incremental: { unchanged: 30 } });
    forum.beforePage = () => undefined;
    const other = await run(room, forum, {}, 'series-2');
    expect(other.job.incremental?.previous_guid).toBeNull();
    const third = await run(room, forum);
    expect(third.job.incremental).toMatchObject({ previous_guid: first.job.guid, new: 1 });
    await room.engine.retry(failed.guid);
    expect(await room.until(failed.guid, 'finished')).toMatchObject({ exported: 31, incremental: { new: 1, unchanged: 30 } });
  });

  it('may be deleted: every run stands alone', async () => {
    const forum = board(newestFirst(30));
    const room = openRoom(forum);
    const first = await run(room, forum);
    const second = await run(room, forum);
    await room.engine.remove(first.job.guid);
    expect(await room.rows(second.job.guid)).toHaveLength(30);
    forum.posts.unshift(post('n1', 101));
    const third = await run(room, forum);
    expect(third.job.incremental).toMatchObject({ previous_guid: second.job.guid, new: 1, unchanged: 30 });
    expect(await room.rows(second.job.guid)).toHaveLength(30);
  });

  it('is continued by no cursor', async () => {
    const forum = board(newestFirst(30));
    const room = openRoom(forum);
    const { job } = await run(room, forum, { limit: 10 });
    expect(job).toMatchObject({ resumable: false, completeness: { complete: false } });
    const continued = room.createOne({ platform: 'board', options: { cursor: cursorOfJob(job.guid) } });
    await expect(continued).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('leaves other exports as they are', async () => {
    const forum = board(newestFirst(12));
    const room = openRoom(forum);
    const { guid } = await room.createOne({ platform: 'board' });
    expect((await room.until(guid, 'finished')).incremental).toBeNull();
    expect((await room.rows(guid)).every(({ extra }) => !('change' in extra))).toBe(true);
  });
});

describe('an incremental run that was interrupted', () => {
  it.each([0, 1, 2, 3])('goes on after page %i and ends as if nothing had happened', async (lastPage) => {
    const posts = newestFirst(45).toSorted((one, other) => one.id.localeCompare(other.id));
    const forum = board(posts);
    forum.statesOrder = false;
    const first = openRoom(forum);
    await run(first, forum);
    forum.posts = [...posts.filter(({ id }) => id !== 'p7' && id !== 'p33'), post('n1', 0), post('n2', 0)];
    const { promise, resolve } = Promise.withResolvers<void>();
    forum.beforePage = ({ page }) => {
      if (page <= lastPage) return undefined;
      resolve();
      return new Promise(() => undefined);
    };
    const { guid } = await first.createOne({ platform: 'board', series: SERIES });
    await promise;
    await first.close();
    forum.beforePage = () => undefined;
    const askedBefore = forum.asked.length;
    const second = openRoom(forum, first.dataDir);
    second.engine.start();
    const job = await second.until(guid, 'finished');
    expect(forum.asked.slice(askedBefore)).toHaveLength(4 - lastPage);
    expect(job).toMatchObject({ exported: 47, incremental: { new: 2, edited: 0, gone: 2, unchanged: 43, not_read: 0 } });
    const rows = await second.rows(guid);
    expect(rows.filter(({ extra }) => extra['change'] === 'gone').map(({ id }) => id)).toEqual(['p33', 'p7']);
  });

  it.each(['stays', 'is deleted'] as const)('before all rows were taken over goes on, where the run before %s', async (fate) => {
    const forum = board(newestFirst(2_600));
    forum.pageSize = 100;
    const first = openRoom(forum);
    const base = await run(first, forum);
    forum.posts.unshift(post('n1', 5_000));
    const { guid } = await first.createOne({ platform: 'board', series: SERIES });
    const { exported } = await first.until(guid, 'progress');
    expect(exported).toBeLessThan(2_600);
    const asked = forum.asked.length;
    await first.close();
    expect(forum.asked).toHaveLength(asked);
    const second = openRoom(forum, first.dataDir);
    if (fate === 'is deleted') second.store.jobs.remove(base.job.id);
    second.engine.start();
    const job = await second.until(guid, 'finished');
    const unchanged = fate === 'stays' ? 2_600 : 0;
    expect(job).toMatchObject({ exported: 2_601, incremental: { new: 2_601 - unchanged, unchanged, gone: 0 } });
    expect(new Set((await second.rows(guid)).map(({ id }) => id)).size).toBe(2_601);
  });
});
