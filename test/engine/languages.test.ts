import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { tallyDataset } from '#core/store/dataset.ts';
import { readCounted } from '#core/store/counted-items.ts';
import { openReading } from '#core/store/place.ts';
import { lacksLanguages } from '#core/store/verdict-reader.ts';
import { type EngineRoom, engineRooms } from '#test/engine/engine-room.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { type PlayedJudge, playedJudge, POSITIVE } from '#test/engine/played-judge.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';

const ALL = { sentiment: false, format: 'json' } as const;

const openRoom = engineRooms();

/** As the platform says; `null` is what the played judge cannot tell either. */
const say = (id: string, language: string | null): Item => ({ ...comment(id), text: `text of ${id}`, language });
const SEVEN = [say('a', 'en'), say('b', 'de'), say('c', null), say('d', 'pt-BR'), say('e', 'en'), say('f', 'de'), say('g', null)];

async function exported(options: object): Promise<{ room: EngineRoom; judge: PlayedJudge; puppet: Puppet; done: JobRecord }> {
  const judge = playedJudge();
  judge.languagesOf = async (texts) => texts.map(({ language }) => language?.slice(0, 2) ?? null);
  const puppet = puppetPlatform();
  const room = openRoom({ platforms: [puppet.platform], sentiment: judge });
  const { guid } = await room.createOne({ options });
  (await puppet.next()).answer({ items: SEVEN, total: SEVEN.length });
  return { room, judge, puppet, done: await room.until(guid, 'finished') };
}

const idsOf = (rows: readonly Item[]): string => rows.map(({ id }) => id).join('');

describe('an export in some languages', () => {
  it('leaves out the others, and accounts for them', async () => {
    const { room, done } = await exported({ filter: { language: ['en', 'pt'] } });
    expect(idsOf(await room.rows(done.guid))).toBe('ade');
    expect(done).toMatchObject({ status: 'done', exported: 3 });
    expect(done.completeness).toMatchObject({ platform_total: 7, exported: 3, missing: 4, complete: false });
    expect(done.completeness.gap).toMatchObject({ filtered: 4, notServed: 0 });
    expect(done.completeness.notes).toEqual([
      '4 items are left out by their language (wanted: en, pt), 2 of them in none that could be told.',
    ]);
  });

  it('keeps what nobody can tell where that is wanted', async () => {
    const { room, done } = await exported({ filter: { language: ['und', 'de'] } });
    expect(idsOf(await room.rows(done.guid))).toBe('bcfg');
    expect(done.completeness.gap).toMatchObject({ filtered: 3 });
  });

  it('judges only what it keeps', async () => {
    const { judge, done } = await exported({ filter: { language: ['de'], sentiment: true } });
    expect(judge.asked.flatMap(({ texts }) => texts.map(({ text }) => text))).toEqual(['text of b', 'text of f']);
    expect(done.sentiment).toMatchObject({ judged: 2, total: 2 });
  });

  it('counts with `limit` before it leaves out', async () => {
    const { room, done } = await exported({ limit: 3, filter: { language: ['en'] } });
    expect(idsOf(await room.rows(done.guid))).toBe('a');
    expect(done.completeness.gap).toMatchObject({ filtered: 2, limit: 4 });
  });

  it('shows what it keeps to all who read it', async () => {
    const { room, done } = await exported({ filter: { language: ['de'] } });
    const connection = openReading(inFolder(room.dataDir));
    try {
      const job = { id: done.id, limit: 100 };
      expect([...readCounted(connection, job)].flat().map(({ id }) => id)).toEqual(['b', 'f']);
      expect(tallyDataset(connection, job).rows).toBe(2);
    } finally {
      connection.close();
    }
  });
});

describe('the language of judged texts', () => {
  it('stands in all that is read, as the judge told it', async () => {
    const { room, judge, done } = await exported({});
    judge.answer = async ({ texts }) =>
      texts.map(({ text, language }) => ({ ...POSITIVE, language: text.endsWith('c') ? 'nl' : language }));
    await room.engine.reprocess(done.guid, { sentiment: true, language: false, format: 'json' });
    expect((await room.rows(done.guid)).map(({ language }) => language)).toEqual(['en', 'de', 'nl', 'pt-BR', 'en', 'de', null]);
    const connection = openReading(inFolder(room.dataDir));
    try {
      expect(lacksLanguages(connection, done.id)).toBe(false);
      const counted = [...readCounted(connection, { id: done.id, limit: 100 })].flat();
      expect(counted.map(({ language }) => language)).toEqual(['en', 'de', 'nl', 'pt-BR', 'en', 'de', null]);
      expect(counted.map(({ extra }) => extra['sentiment'])).toEqual(SEVEN.map(() => 'positive'));
    } finally {
      connection.close();
    }
  });

  it('is to be detected where the judge does not tell it', async () => {
    const { room, done } = await exported({ filter: { sentiment: true } });
    const connection = openReading(inFolder(room.dataDir));
    try {
      expect(lacksLanguages(connection, done.id)).toBe(true);
    } finally {
      connection.close();
    }
  });
});

describe('an export that had ended', () => {
  it('is cut down to some languages, to others, and takes all in again', async () => {
    const { room, done } = await exported({});
    const process = (language: boolean | readonly string[]): Promise<JobRecord> => room.engine.reprocess(done.guid, { ...ALL, language });
    expect(await process(['en'])).toMatchObject({ exported: 2, completeness: { gap: { filtered: 5 } } });
    expect(idsOf(await room.rows(done.guid))).toBe('ae');
    expect(await process(['de', 'pt'])).toMatchObject({ exported: 3, completeness: { gap: { filtered: 4 } } });
    expect(idsOf(await room.rows(done.guid))).toBe('bdf');
    expect(await process(true)).toMatchObject({ exported: 7, completeness: { gap: { filtered: 0 }, complete: true, notes: [] } });
    expect(idsOf(await room.rows(done.guid))).toBe('abcdefg');
  });

  it('stays cut down where only its texts are judged', async () => {
    const { room, done } = await exported({ filter: { language: ['en'] } });
    const judged = await room.engine.reprocess(done.guid, { sentiment: true, language: false, format: 'json' });
    expect(judged).toMatchObject({ exported: 2, sentiment: { judged: 2, total: 2 } });
    expect(idsOf(await room.rows(done.guid))).toBe('ae');
  });
});
