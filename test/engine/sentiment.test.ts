import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { board, boardNetwork, newestFirst, post } from '#test/engine/board-platform.ts';
import { type EngineRoom, engineRooms } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { type PlayedJudge, playedJudge, POSITIVE } from '#test/engine/played-judge.ts';
import { ownFolder } from '#test/own.ts';

const NEGATIVE = { sentiment: 'negative', score: -0.8 } as const;
const SENTIMENT = { filter: { sentiment: true } };
const ALSO = { sentiment: true, language: false, format: 'json' } as const;

const openRoom = engineRooms();

const say = (id: string, text: string | null): Item => ({ ...comment(id), text, language: 'en' });
const sevenTexts = (): readonly Item[] => ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => say(id, `text of ${id}`));

async function exported(
  judge: PlayedJudge,
  options: object = SENTIMENT,
  items = sevenTexts(),
): Promise<{ room: EngineRoom; puppet: Puppet; done: JobRecord }> {
  const puppet = puppetPlatform();
  const room = openRoom({ platforms: [puppet.platform], sentiment: judge });
  const { guid } = await room.createOne({ options });
  (await puppet.next()).answer({ items, total: items.length });
  return { room, puppet, done: await room.until(guid, 'finished') };
}

const verdictsOf = (rows: readonly Item[]): readonly unknown[] => rows.map(({ extra }) => [extra['sentiment'], extra['sentimentScore']]);

describe('sentiment of an export', () => {
  it('is judged in batches after fetching, and stands in its files', async () => {
    const judge = playedJudge();
    judge.answer = async ({ texts }) => texts.map(({ text }) => (text.endsWith('c') ? NEGATIVE : POSITIVE));
    const { room, done } = await exported(judge);
    expect(judge.asked.map(({ texts }) => texts.map(({ text }) => text.at(-1)).join(''))).toEqual(['abc', 'def', 'g']);
    expect(done.sentiment).toEqual({ state: 'done', judge: 'a played judge', judged: 7, total: 7, unclassified: 0, note: null });
    const rows = await room.rows(done.guid);
    expect(verdictsOf(rows)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => (id === 'c' ? ['negative', -0.8] : ['positive', 1])));
    expect(rows[2]).toMatchObject({ sentiment: 'negative', sentiment_score: -0.8 });
  });

  it('is asked with nothing of an item but its text and language', async () => {
    const judge = playedJudge();
    const named: Item = { ...say('a', 'Nice.'), author: { ...comment('a').author, name: 'Ann Smith', username: 'ann' }, title: 'A title' };
    await exported(judge, SENTIMENT, [named]);
    expect(judge.asked.map(({ texts }) => texts)).toEqual([[{ text: 'A title\nNice.', language: 'en' }]]);
  });

  it('is not judged where it was not asked for', async () => {
    const judge = playedJudge();
    const { room, done } = await exported(judge, {});
    expect(judge.asked).toEqual([]);
    expect(done.sentiment).toBeNull();
    expect(verdictsOf(await room.rows(done.guid))).toEqual(sevenTexts().map(() => [undefined, undefined]));
  });

  it('of what says nothing is unclassified, and nobody is asked', async () => {
    const judge = playedJudge();
    const { room, done } = await exported(judge, SENTIMENT, [say('a', null), say('b', '  '), say('c', 'Well.')]);
    expect(judge.asked.map(({ texts }) => texts.length)).toEqual([1]);
    expect(verdictsOf(await room.rows(done.guid))).toEqual([
      ['unclassified', null],
      ['unclassified', null],
      ['positive', 1],
    ]);
    expect(done.sentiment).toMatchObject({ judged: 3, unclassified: 2 });
  });

  it('stops at the rows that the judge takes', async () => {
    const { room, done } = await exported(playedJudge({ maxRows: 2 }));
    expect(done.sentiment).toMatchObject({ judged: 2, total: 2 });
    expect(verdictsOf(await room.rows(done.guid)).slice(0, 3)).toEqual([
      ['positive', 1],
      ['positive', 1],
      [undefined, undefined],
    ]);
  });
});

describe('answers that are not right', () => {
  it('lacking a text have it asked alone, once, and then it is unclassified', async () => {
    const judge = playedJudge();
    judge.answer = async ({ texts }) => texts.map(({ text }) => (/[be]$/.test(text) ? null : POSITIVE));
    const { room, done } = await exported(judge);
    expect(judge.asked.map(({ texts }) => texts.map(({ text }) => text.at(-1)).join(''))).toEqual(['abc', 'b', 'def', 'e', 'g']);
    expect(new Set(judge.asked.map(({ key }) => key)).size).toBe(5);
    expect(verdictsOf(await room.rows(done.guid))[1]).toEqual(['unclassified', null]);
    expect(done.sentiment).toMatchObject({ state: 'done', judged: 7, unclassified: 2 });
  });

  it('that cannot be read are asked for in halves', async () => {
    const judge = playedJudge({ textsPerRequest: 7 });
    judge.answer = async ({ texts }) => (texts.length > 2 ? null : texts.map(() => POSITIVE));
    const { done } = await exported(judge);
    expect(judge.asked.map(({ texts }) => texts.length)).toEqual([7, 4, 3, 2, 2, 2, 1]);
    expect(done.sentiment).toMatchObject({ state: 'done', judged: 7, unclassified: 0 });
  });

  it('that are never readable end the judging, not the export', async () => {
    const judge = playedJudge({ textsPerRequest: 100 });
    judge.answer = async () => null;
    const many = Array.from({ length: 300 }, (_, index) => say(`i${index}`, 'text'));
    const { done } = await exported(judge, SENTIMENT, many);
    expect(judge.asked.length).toBe(8);
    expect(done).toMatchObject({
      status: 'done',
      exported: 300,
      sentiment: { state: 'incomplete', note: expect.stringContaining('cannot be read') },
    });
    expect(done.completeness.notes).toContainEqual(expect.stringContaining('Sentiment was judged of 0 of 300 items'));
  });

  it('that refuse leave what was judged, and the next time goes on there', async () => {
    const judge = playedJudge();
    judge.answer = async ({ texts }) => {
      if (judge.asked.length > 2) throw new CommentdockError('BLOCKED', 'The key is not valid.');
      return texts.map(() => POSITIVE);
    };
    const { room, done } = await exported(judge);
    expect(done).toMatchObject({ status: 'done', sentiment: { state: 'incomplete', judged: 6, note: 'The key is not valid.' } });
    expect(verdictsOf(await room.rows(done.guid)).at(-1)).toEqual([undefined, undefined]);
    const cutOff = judge.asked[2]?.key;
    judge.asked.length = 0;
    judge.answer = async ({ texts }) => texts.map(() => POSITIVE);
    await room.engine.reprocess(done.guid, ALSO);
    expect(judge.asked).toEqual([{ key: cutOff, texts: [{ text: 'text of g', language: 'en' }] }]);
    expect(room.job(done.guid).sentiment).toMatchObject({ state: 'done', judged: 7, note: null });
  });
});

describe('sentiment afterwards', () => {
  it('fetches nothing and replaces the files that exist', async () => {
    const judge = playedJudge();
    const { room, puppet, done } = await exported(judge, {});
    const before = room.files();
    const changed = await room.engine.reprocess(done.guid, { ...ALSO, format: 'csv' });
    expect(puppet.asked).toEqual(['first']);
    expect(changed.files.map(({ format }) => format).toSorted()).toEqual(['csv', 'json']);
    expect(room.files().filter((name) => before.includes(name))).toEqual([]);
    expect(verdictsOf(await room.rows(done.guid))).toEqual(sevenTexts().map(() => ['positive', 1]));
    expect(room.told(done.guid).slice(-1)).toEqual(['reprocessed done']);
  });

  it('asks for nothing again that this judge has judged, and for all of it another one', async () => {
    const judge = playedJudge();
    const { room, done } = await exported(judge);
    judge.asked.length = 0;
    await room.engine.reprocess(done.guid, ALSO);
    expect(judge.asked).toEqual([]);
    judge.settings = { ...judge.settings, name: 'another' };
    judge.answer = async ({ texts }) => texts.map(() => NEGATIVE);
    await room.engine.reprocess(done.guid, ALSO);
    expect(judge.asked.flatMap(({ texts }) => texts)).toHaveLength(7);
    expect(verdictsOf(await room.rows(done.guid))).toEqual(sevenTexts().map(() => ['negative', -0.8]));
  });

  it('that fails keeps the files, and says so', async () => {
    const judge = playedJudge();
    const { room, done } = await exported(judge, {});
    const before = room.files();
    judge.answer = async () => {
      throw new CommentdockError('BLOCKED', 'No more credit.');
    };
    await expect(room.engine.reprocess(done.guid, ALSO)).rejects.toThrow('No more credit.');
    expect(room.files()).toEqual(before);
    expect(room.told(done.guid).slice(-1)).toEqual(['notReprocessed done']);
    expect(verdictsOf(await room.rows(done.guid))[0]).toEqual([undefined, undefined]);
  });

  it('can be cancelled, keeps what was judged, and goes on from there', async () => {
    const judge = playedJudge();
    const { room, done } = await exported(judge, {});
    const before = room.files();
    judge.answer = ({ texts }, signal) =>
      judge.asked.length === 1
        ? Promise.resolve(texts.map(() => POSITIVE))
        : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const work = room.engine.reprocess(done.guid, ALSO).catch((error: unknown) => error);
    await expect.poll(() => judge.asked.length).toBe(2);
    await room.engine.cancelReprocessing(done.guid);
    expect(await work).toMatchObject({ code: 'STOPPED' });
    expect(room.told(done.guid).slice(-1)).toEqual(['notReprocessed done']);
    expect(room.store.reprocessings.all()).toEqual([]);
    expect(room.job(done.guid).sentiment).toMatchObject({ state: 'incomplete', judged: 3 });
    expect(room.files()).toEqual(before);
    judge.answer = async ({ texts }) => texts.map(() => POSITIVE);
    await room.engine.reprocess(done.guid, ALSO);
    expect(judge.asked.map(({ texts }) => texts.length)).toEqual([3, 3, 3, 1]);
    await room.engine.cancelReprocessing(done.guid);
  });

  it('ends with its export', async () => {
    const judge = playedJudge();
    const { room, done } = await exported(judge, {});
    judge.answer = (_request, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const work = room.engine.reprocess(done.guid, ALSO).catch((error: unknown) => error);
    await expect.poll(() => judge.asked.length).toBe(1);
    await room.engine.remove(done.guid);
    expect(await work).toMatchObject({ code: 'STOPPED' });
    expect(room.files()).toEqual([]);
    expect(room.store.reprocessings.all()).toEqual([]);
  });
});

describe('judging that is cut off', () => {
  const hold: PlayedJudge['answer'] = (_request, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

  it('goes on at the next start, with the request in flight under its own key', async () => {
    const dataDir = ownFolder('sentiment');
    const [judge, puppet] = [playedJudge(), puppetPlatform()];
    judge.answer = (request, signal) =>
      judge.asked.length > 1 ? hold(request, signal) : Promise.resolve(request.texts.map(() => POSITIVE));
    const first = openRoom({ dataDir, platforms: [puppet.platform], sentiment: judge });
    const { guid } = await first.createOne({ options: SENTIMENT });
    (await puppet.next()).answer({ items: sevenTexts() });
    await expect.poll(() => judge.asked.length).toBe(2);
    await first.close();
    const again = playedJudge();
    const second = openRoom({ dataDir, platforms: [puppet.platform], sentiment: again });
    second.engine.start();
    const done = await second.until(guid, 'finished');
    expect(again.asked[0]).toEqual(judge.asked[1]);
    expect(again.asked.map(({ texts }) => texts.length)).toEqual([3, 1]);
    expect(done.sentiment).toMatchObject({ state: 'done', judged: 7, total: 7 });
    expect(puppet.asked).toEqual(['first']);
  });

  it('goes on with an export that had ended', async () => {
    const dataDir = ownFolder('sentiment');
    const [judge, puppet] = [playedJudge(), puppetPlatform()];
    const first = openRoom({ dataDir, platforms: [puppet.platform], sentiment: judge });
    const { guid } = await first.createOne();
    (await puppet.next()).answer({ items: sevenTexts() });
    await first.until(guid, 'finished');
    judge.answer = hold;
    const cut = first.engine.reprocess(guid, ALSO).catch((error: unknown) => error);
    await expect.poll(() => judge.asked.length).toBe(1);
    await first.close();
    expect(await cut).toBeInstanceOf(Error);
    const again = playedJudge();
    const second = openRoom({ dataDir, platforms: [puppet.platform], sentiment: again });
    second.engine.start();
    await second.until(guid, 'reprocessed');
    expect(again.asked[0]).toEqual(judge.asked[0]);
    expect(verdictsOf(await second.rows(guid))).toEqual(sevenTexts().map(() => ['positive', 1]));
    expect(second.store.reprocessings.all()).toEqual([]);
  });

  it('is stopped with its export', async () => {
    const [judge, puppet] = [playedJudge(), puppetPlatform()];
    judge.answer = hold;
    const room = openRoom({ platforms: [puppet.platform], sentiment: judge });
    const { guid } = await room.createOne({ options: SENTIMENT });
    (await puppet.next()).answer({ items: sevenTexts() });
    await expect.poll(() => judge.asked.length).toBe(1);
    expect(await room.engine.stop(guid)).toMatchObject({ status: 'stopped', exported: 7 });
  });
});

describe('runs of one living dataset', () => {
  it('take over the verdicts of texts that have not changed', async () => {
    const shown = board(newestFirst(6));
    const judge = playedJudge({ textsPerRequest: 10 });
    const room = openRoom({ platforms: [shown.platform], network: boardNetwork(), sentiment: judge });
    const run = async (): Promise<readonly (readonly string[])[]> => {
      judge.asked.length = 0;
      const { guid } = await room.createOne({ platform: 'board', options: SENTIMENT, series: 'series-1' });
      const done = await room.until(guid, 'finished');
      expect(done.sentiment).toMatchObject({ state: 'done', judged: done.exported, total: done.exported });
      const rows = await room.rows(guid);
      expect(verdictsOf(rows)).toEqual(rows.map(() => ['positive', 1]));
      return judge.asked.map(({ texts }) => texts.map(({ text }) => text));
    };
    expect((await run()).flat()).toHaveLength(6);
    expect(await run()).toEqual([]);
    shown.posts[0]!.likes = 99;
    shown.posts[1]!.text = 'quite another text';
    shown.posts.unshift(post('p7', 7));
    expect(await run()).toEqual([['text of p7', 'quite another text']]);
  });
});
