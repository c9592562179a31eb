import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { type Commentdock, type ExportedItem, exportUrl, type OpenOptions, openCommentdock } from '#core/library/commentdock.ts';
import { own, ownFolder } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const THREAD = 'https://news.ycombinator.com/item?id=1000000';
const SAMPLE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const REVIEWS = 350;

const world = await own(startWorld());
const { env } = world;
const simulators = [steamSimulator({ reviews: REVIEWS }), hackerNewsSimulator({ comments: 100, doors: ['firebase'] })];

beforeEach(() => world.replace({ simulators }));

const inFolder = (dataDir: string): Promise<Commentdock> => openCommentdock({ dataDir, env, settings: { vault: 'file' } });
const inMemory = (more: Partial<OpenOptions> = {}): Promise<Commentdock> => openCommentdock({ memory: true, env, ...more } as OpenOptions);

async function all(items: AsyncIterable<ExportedItem>): Promise<ExportedItem[]> {
  const found: ExportedItem[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const idsOf = async (items: AsyncIterable<ExportedItem>): Promise<string[]> => (await all(items)).map(({ id }) => id);

/** As far as a loop came, and what it ended with. */
async function partOf(items: AsyncIterable<ExportedItem>): Promise<{ readonly ids: string[]; readonly error: unknown }> {
  const ids: string[] = [];
  try {
    for await (const { id } of items) ids.push(id);
    return { ids, error: null };
  } catch (error) {
    return { ids, error };
  }
}

describe('the items of a URL', () => {
  it('come one by one, with the ledger at the end', async () => {
    const items = exportUrl(APP, { env, options: { limit: 120 } });
    expect(items.ledger).toBeNull();
    const found = await all(items);
    expect(new Set(found.map(({ id }) => id)).size).toBe(120);
    expect(found[0]).toMatchObject({ kind: 'review', message: found[0]?.text });
    expect(items.ledger).toMatchObject({ platform_total: REVIEWS, exported: 120, gap: { limit: REVIEWS - 120 } });
  });

  it('leave files, also where the loop is left, and stop their export then', async () => {
    const folder = ownFolder('library-files');
    const [csv, json] = [join(folder, 'all.csv'), join(folder, 'all.json')];
    world.addFault({ after: 1, fault: { kind: 'hang' } });
    const items = exportUrl(APP, { env, save: [csv, json] });
    for await (const _ of items) break;
    expect(items.ledger).toMatchObject({ exported: 100, complete: false });
    expect((JSON.parse(readFileSync(json, 'utf8')) as object[]).length).toBe(100);
    expect(readdirSync(folder)).toEqual(['all.csv', 'all.json']);
  });

  it('say what the export failed of, after the last one that it had', async () => {
    world.addFault({ after: 1, fault: { kind: 'status', status: 500 } });
    const { ids, error } = await partOf(exportUrl(APP, { env }));
    expect(ids).toHaveLength(100);
    expect(error).toMatchObject({ name: 'CommentdockError', code: 'NETWORK' });
    expect((await partOf(exportUrl('https://nobody.example/', { env }))).error).toMatchObject({ code: 'INVALID_URL' });
  });

  it('come from nobody in the sandbox, and say so', async () => {
    const sample = await all(exportUrl(SAMPLE, { env, sandbox: true }));
    expect(sample).toHaveLength(100);
    expect(sample.every(({ _sandbox: mark }) => mark === true)).toBe(true);
    expect(world.count()).toBe(0);
  });
});

describe('a run', () => {
  it('gives items while it goes on, is stopped, and what it lacks comes from its resumption', async () => {
    const folder = ownFolder('library-data');
    await using dock = await inFolder(folder);
    world.addFault({ after: 1, fault: { kind: 'hang' } });
    const run = await dock.export(APP);
    const first: string[] = [];
    const loop = (async () => {
      for await (const { id } of run) {
        if (first.length === 0) expect(run.state).toBe('progress');
        first.push(id);
        if (first.length === 100) void run.abort();
      }
    })();
    await expect(loop).rejects.toMatchObject({ code: 'STOPPED' });
    expect(run).toMatchObject({ state: 'stopped', error: { code: 'STOPPED' }, ledger: { exported: 100, gap: { notReached: 250 } } });
    await run.abort();
    world.clearFaults();
    const rest = await idsOf(await dock.resume(run.guid));
    expect(rest).toHaveLength(REVIEWS - 100);
    expect(new Set([...first, ...rest]).size).toBe(REVIEWS);
  });

  it('that failed goes on in another process, and gives all of its items again', async () => {
    const folder = ownFolder('library-data');
    world.addFault({ after: 2, fault: { kind: 'status', status: 500 } });
    const failed = await (async () => {
      await using dock = await inFolder(folder);
      const run = await dock.export(APP);
      await expect(run.finished()).rejects.toMatchObject({ code: 'NETWORK' });
      return run;
    })();
    expect(failed.ledger.exported).toBe(200);
    world.clearFaults();
    await using dock = await inFolder(folder);
    const run = await dock.resume(failed.guid);
    const ids = await idsOf(run);
    expect(new Set(ids).size).toBe(REVIEWS);
    expect(await run.finished()).toMatchObject({ exported: REVIEWS, complete: true });
    expect(await idsOf(run)).toEqual(ids);
    expect(await idsOf(await dock.resume(run.guid))).toEqual(ids);
    await expect(dock.resume('7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('gives items in the order of one reader, whatever is asked at once', async () => {
    const options = { replies: true };
    const ordered = await idsOf(exportUrl(THREAD, { env, options, settings: { lanes: 1 } }));
    world.setLatency(5);
    const quick = await idsOf(exportUrl(THREAD, { env, options, settings: { lanes: 16 } }));
    world.setLatency(0);
    expect(ordered).toHaveLength(100);
    expect(quick).toEqual(ordered);
  });

  it('gives what is chosen at the end as its file has it', async () => {
    await using dock = await inMemory();
    const run = await dock.export(APP, { options: { limit: 50, filter: { language: true } } });
    const items = await all(run);
    const path = await run.save(join(ownFolder('library-files'), 'all.json'));
    expect(items).toEqual(JSON.parse(readFileSync(path, 'utf8')));
    expect(items).toHaveLength(50);
  });

  it('keeps files of other kinds for itself, and says what cannot be written', async () => {
    await using dock = await inMemory();
    const run = await dock.export(SAMPLE, { sandbox: true });
    await expect(run.save('all.pdf')).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('.xlsx, .csv') });
    await expect(run.save(join(ownFolder('library-files'), 'nowhere', 'all.csv'))).rejects.toMatchObject({ code: 'DISK' });
  });

  it('is stopped by its signal', async () => {
    await using dock = await inMemory();
    const stopping = new AbortController();
    world.addFault({ after: 1, fault: { kind: 'hang' } });
    const run = await dock.export(APP, { signal: stopping.signal });
    for await (const _ of run) break;
    stopping.abort();
    await expect(run.finished()).rejects.toMatchObject({ code: 'STOPPED' });
    expect(run.state).toBe('stopped');
    await expect(dock.export(APP, { signal: stopping.signal })).rejects.toBe(stopping.signal.reason);
  });
});

describe('a dock', () => {
  it('stands beside others, each with its own exports and settings', async () => {
    const [one, other] = [ownFolder('library-data'), ownFolder('library-data')];
    await using first = await inFolder(one);
    await using second = await inFolder(other);
    await expect(inFolder(one)).rejects.toMatchObject({ code: 'DATA_DIR_IN_USE' });
    const [reviews, thread] = await Promise.all([first.export(APP), second.export(THREAD)]);
    expect(await Promise.all([idsOf(reviews), idsOf(thread)])).toMatchObject({ 0: { length: REVIEWS }, 1: { length: 20 } });
    await expect(first.resume(thread.guid)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('that closes ends every loop, and what ran goes on when it is opened again', async () => {
    const folder = ownFolder('library-data');
    world.addFault({ after: 1, fault: { kind: 'hang' } });
    const closing = new AbortController();
    const dock = await openCommentdock({ dataDir: folder, env, settings: { vault: 'file' }, signal: closing.signal });
    const run = await dock.export(APP);
    const first: string[] = [];
    const loop = (async () => {
      for await (const { id } of run) {
        first.push(id);
        if (first.length === 100) closing.abort();
      }
    })();
    await expect(loop).rejects.toMatchObject({ code: 'STOPPED' });
    await dock.close();
    expect(run.state).toBe('progress');
    await expect(dock.export(APP)).rejects.toMatchObject({ code: 'STOPPED' });
    await expect(openCommentdock({ memory: true, env, signal: closing.signal })).rejects.toBe(closing.signal.reason);
    world.clearFaults();
    await using again = await inFolder(folder);
    const ids = await idsOf(await again.resume(run.guid));
    expect(ids).toHaveLength(REVIEWS);
    expect(ids.slice(0, 100)).toEqual(first);
  });

  it('refuses a place that is none, and settings that are none', async () => {
    await expect(openCommentdock({ env } as OpenOptions)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(inMemory({ settings: { lanes: 0 } })).rejects.toMatchObject({
      message: expect.stringMatching(/^The setting lanes is 0\. /),
    });
    await expect(inMemory({ settings: { speed: 9 } as object })).rejects.toMatchObject({ message: 'There is no setting "speed".' });
  });
});
