import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { writeFolderPacks } from '#core/packs/folder-packs.ts';
import { folderPacksOf } from '#core/threads/known-platforms.ts';
import { ownFolder } from '#test/own.ts';
import { ITEM, madePack } from '#test/packs/made-packs.ts';
import { type Api, apiOf, endProgram, type Program, startProgram } from '#test/threads/program.ts';
import { startWorld, type World } from '#test/world/world.ts';

const STORY = 'https://gazette.press/story/';
const REVIEWS = 'https://store.steampowered.com/app/10/';

/** What the code does hangs on the story. */
const DEEDS = `async ({ id }, session) => {
  const say = (text) => ({ items: [{ ...${JSON.stringify(ITEM)}, text: String(text) }] });
  await session.fetch({ url: 'https://gazette.press/api/' + id });
  if (id === 'loop') for (;;);
  if (id === 'rejection') Promise.reject(new Error('nobody waits for this'));
  if (id === 'cookies') return say([session.cookie('https://store.steampowered.com/', 'steamLoginSecure'), session.hasCookies(), Object.keys(session)]);
  if (id === 'elsewhere') await session.fetch({ url: 'https://store.steampowered.com/appreviews/10' });
  if (id === 'twofold') {
    let reads = 0;
    await session.fetch({ get url() { reads += 1; return reads === 1 ? 'https://gazette.press/api/twofold' : 'https://store.steampowered.com/'; } });
  }
  if (id === 'shape') return { items: [{ id: 1 }] };
  if (id === 'never') await new Promise(() => {});
  return say('Hello.');
}`;

const folder = ownFolder('packs');
let world: World;
let program: Program;
let ask: Api;

beforeAll(async () => {
  world = await startWorld({
    simulators: [({ url }) => (url.hostname === 'gazette.press' ? { body: {} } : null), steamSimulator({ reviews: 30 })],
  });
  program = startProgram(['serve', '--json'], { ...world.env, COMMENTDOCK_DATA_DIR: folder, COMMENTDOCK_VAULT: 'file' });
  ask = await apiOf(program, folder);
});

afterAll(async () => {
  await endProgram(program);
  await world.close();
});

const use = (...packs: Uint8Array[]): Promise<void> => writeFolderPacks(folderPacksOf(folder), packs);

async function begin(url: string, options: object = {}): Promise<string> {
  const { body } = await ask('POST', '/api/v3/job', { url, formats: ['json'], options });
  return String(body['guid']);
}

async function ended(guid: string): Promise<Record<string, unknown>> {
  let job: Record<string, unknown> = {};
  const isOver = async (): Promise<boolean> => {
    job = (await ask('GET', `/api/v3/job/${guid}`)).body;
    return ['done', 'error', 'stopped'].includes(String(job['status']));
  };
  await expect.poll(isOver).toBe(true);
  return job;
}

async function textsOf(guid: string): Promise<unknown> {
  const { body } = await ask('GET', `/api/v1/exports/${guid}/search`);
  return body;
}

describe('a pack in a service', () => {
  it('is used from the next export on, and so is the one after it', async () => {
    expect((await ask('POST', '/api/v3/job', { url: `${STORY}1` })).body).toMatchObject({ error_code: 'INVALID_URL' });
    await use(madePack({ fetchPage: DEEDS }));
    const listed = (await ask('GET', '/api/public/platforms')).body as unknown as readonly { id: string }[];
    expect(listed.map(({ id }) => id)).toContain('gazette');
    expect(await ended(await begin(`${STORY}1`))).toMatchObject({ status: 'done', total_exported: 1 });
    expect(await ended(await begin(REVIEWS))).toMatchObject({ status: 'done', total_exported: 30 });
    await use(madePack({ fetchPage: 'async () => ({ items: [] })' }));
    expect(await ended(await begin(`${STORY}2`))).toMatchObject({ status: 'done', total_exported: 0 });
    await use(madePack({ fetchPage: DEEDS }));
  });

  it.each([
    ['asks another site', 'elsewhere', 'BLOCKED', 'none of the hosts of Gazette'],
    ['gives what no item is', 'shape', 'INTERNAL', 'gave something of unknown form (at items.0'],
    ['waits for nothing', 'never', 'INTERNAL', 'waits for nothing, and would do so for ever'],
  ])('that %s fails by itself, by name', async (_, story, code, words) => {
    expect(await ended(await begin(STORY + story))).toMatchObject({
      status: 'error',
      error_code: code,
      error: expect.stringContaining(words) as string,
    });
  });

  it('asks once for what it names, whatever it answers the second time', async () => {
    expect(await ended(await begin(`${STORY}twofold`))).toMatchObject({ status: 'done' });
    expect(world.requests.filter(({ url }) => url === 'https://store.steampowered.com/')).toEqual([]);
  });

  it('sees no cookie of another site', async () => {
    const guid = await begin(`${STORY}cookies`);
    expect(await ended(guid)).toMatchObject({ status: 'done' });
    expect(JSON.stringify(await textsOf(guid))).toContain(',false,options,hasCookies,cookie,userAgent,fetch,json,');
  });

  it('ends no thread by a promise that fails behind its back', async () => {
    expect(await ended(await begin(`${STORY}rejection`))).toMatchObject({ status: 'done' });
    expect(program.said()).not.toContain('broke down');
  });

  it('that stands still can be stopped, and the built-in ones go on', async () => {
    const guid = await begin(`${STORY}loop`);
    await expect.poll(() => world.requests.some(({ url }) => url.endsWith('/api/loop'))).toBe(true);
    expect(await ask('PATCH', `/api/v3/job/${guid}/stop`)).toMatchObject({ body: { status: 'stopped' } });
    expect(await ended(await begin(REVIEWS))).toMatchObject({ status: 'done', total_exported: 30 });
  });
});
