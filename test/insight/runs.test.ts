import { describe, expect, it } from 'vitest';
import { RunDesk } from '#core/insight/desk/runs.ts';
import { board, boardNetwork, post } from '#test/engine/board-platform.ts';
import { openEngineRoom } from '#test/engine/engine-room.ts';
import { refusal } from '#test/operations/refusal.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';

describe('the runs of an address', () => {
  it('tells how many rows each had, and what became of them', async () => {
    const dataDir = ownFolder('runs');
    const forum = board(Array.from({ length: 12 }, (_, at) => post(`p${at}`, null)));
    forum.statesOrder = false;
    await using room = openEngineRoom({ platforms: [forum.platform], network: boardNetwork(), dataDir });
    const insights = new RunDesk(inFolder(dataDir), async () => forum.platform);
    const guids: string[] = [];
    const run = async (): Promise<void> => {
      const { guid } = await room.createOne({ platform: 'board', series: 'series-1', formats: ['jsonl'] });
      await room.until(guid, 'finished');
      guids.push(guid);
    };
    await run();
    const [first, second] = forum.posts;
    if (first !== undefined) first.text = 'other words';
    forum.posts = forum.posts.filter((one) => one !== second);
    forum.posts.push(post('p20', null), post('p21', null));
    await run();
    await run();
    const told = await insights.runs(guids[0] ?? '');
    expect(told).toEqual([
      { guid: guids[0], rows: 12, new: 12, edited: 0, gone: 0, averageRating: null, averageSentiment: null },
      { guid: guids[1], rows: 13, new: 2, edited: 1, gone: 1, averageRating: null, averageSentiment: null },
      { guid: guids[2], rows: 13, new: 0, edited: 0, gone: 0, averageRating: null, averageSentiment: null },
    ]);
    expect(await insights.runs(guids[2] ?? '')).toEqual(told);
    const alone = await room.createOne({ platform: 'board' });
    await room.until(alone.guid, 'finished');
    expect(await insights.runs(alone.guid)).toEqual([]);
    expect(await refusal(insights.runs('nobody'))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
