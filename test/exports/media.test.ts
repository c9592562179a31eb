import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import type { Job } from '#core/contract/job.ts';
import { verifyPackage } from '#core/evidence/verify.mjs';
import { startCore } from '#core/index.ts';
import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { ownFolder } from '#test/own.ts';
import { redirect, type SimulatedAnswer } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const OWNER = 'o'.repeat(120);
const THREAD = 'https://social.example/@owner/1000';
/** One row in five names a picture: `https://files.example/100000.png`, 100005 ... 100035. */
const ROWS = 40;
const HOST = 'files.example';
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')]);
const GIF = Buffer.from('GIF89a, and what moves in it');
const fileOf = (bytes: Buffer, ending: string): string => `media/${createHash('sha256').update(bytes).digest('hex')}.${ending}`;

let opened: AsyncDisposableStack;
let world: World;
let dataDir: string;
/** What lies at the addresses of pictures, by their number. */
let answers: Record<string, SimulatedAnswer>;

beforeEach(async ({ onTestFinished }) => {
  opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  answers = {};
  const media = ({ url }: { readonly url: URL }): SimulatedAnswer | null =>
    url.hostname === HOST ? (answers[url.pathname.slice(1, -'.png'.length)] ?? { body: PNG }) : null;
  world = opened.use(await startWorld({ simulators: [media, mastodonSimulator({ comments: ROWS })] }));
  dataDir = ownFolder('media');
});

interface Service {
  close(): Promise<void>;
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  start(options: Record<string, unknown>, formats?: readonly string[]): Promise<string>;
  done(guid: string): Promise<Job>;
  rows(guid: string): Promise<readonly ExportedItem[]>;
}

async function openService(): Promise<Service> {
  const settings = { COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_PACE: 'off', COMMENTDOCK_RETRY_SCALE: '0' };
  const core = await startCore(readConfig({ ...world.env, ...settings }));
  const standing = opened.use(new AsyncDisposableStack());
  standing.defer(() => core.close());
  const rest = await startRest({ services: core.services, ownerSecret: OWNER });
  standing.defer(() => rest.close());
  await core.bulkAssembly.start(rest.url);
  const ask: Service['ask'] = (method, path, body) =>
    fetch(new URL(path, rest.url), {
      method,
      headers: { 'x-auth-token': OWNER, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const jobOf = async (guid: string): Promise<Job> => (await (await ask('GET', `/api/v3/job/${guid}`)).json()) as Job;
  return {
    close: () => standing.disposeAsync(),
    ask,
    async start(options, formats = ['json']) {
      const created = await ask('POST', '/api/v3/job', { url: THREAD, formats, options: { replies: true, ...options } });
      expect(created.status).toBe(201);
      return ((await created.json()) as Job).guid;
    },
    async done(guid) {
      await expect.poll(async () => (await jobOf(guid)).status, { interval: 20, timeout: 20_000 }).toBe('done');
      return jobOf(guid);
    },
    rows: async (guid) => (await (await ask('GET', `/api/v3/job/${guid}/json`)).json()) as ExportedItem[],
  };
}

const noteOf = ({ completeness }: Job): string | undefined => completeness.notes.find((note) => note.startsWith('Files of rows:'));
const bytesOf = async (answer: Promise<Response>): Promise<Uint8Array> => new Uint8Array(await (await answer).arrayBuffer());
const filesOnDisk = (): readonly string[] => readdirSync(join(dataDir, 'exports', 'media')).toSorted();
const requestsOf = (number: number): number => world.requests.filter(({ host, path }) => host === HOST && path === `/${number}.png`).length;

describe('files that rows name', () => {
  it('are fetched after the rows, named in every format, and what could not be had is in the ledger', async () => {
    Object.assign(answers, {
      100000: { body: PNG, headers: { 'set-cookie': 'visitor=1; path=/' } },
      100010: { body: '<!doctype html><title>Log in</title>', headers: { 'content-type': 'image/png' } },
      100015: { status: 404, body: 'gone' },
      100020: { body: Buffer.concat([PNG, Buffer.alloc(60_000)]), isEndless: true },
      100025: redirect('https://192.168.0.1/router.png'),
      100035: { body: GIF },
    });
    world.addFault({ match: /files\.example\/100030/, fault: { kind: 'resetMidway' } });
    const service = await openService();
    const guid = await service.start({ media: 'images', mediaMb: 1 }, ['json', 'csv', 'html', 'md']);
    const job = await service.done(guid);
    expect(noteOf(job)).toBe(
      'Files of rows: 3 of 8, 0.0 MB. Not here: 1 larger than a quarter of the ceiling, 1 of another kind than was asked for, by their first bytes, 1 at an address that is none of the public web, 1 gone (404 or 410), 1 not answered by their hosts, or cut off.',
    );
    expect(job.completeness).toMatchObject({ exported: ROWS });
    const [png, gif] = [fileOf(PNG, 'png'), fileOf(GIF, 'gif')];
    const named = (await service.rows(guid)).flatMap(({ media }) => media);
    expect(named).toHaveLength(8);
    expect(Object.fromEntries(named.flatMap(({ url, file }) => (file === undefined ? [] : [[url.slice(-10, -4), file]])))).toEqual({
      100000: png,
      100005: png,
      100035: gif,
    });
    expect(filesOnDisk()).toEqual([png, gif].map((name) => name.slice('media/'.length)).toSorted());
    const text = async (format: string): Promise<string> =>
      (await service.ask('GET', `/api/v3/job/${guid}/download?format=${format}`)).text();
    expect(await text('csv')).toContain(png);
    expect(await text('md')).toContain(`[${gif}](${gif})`);
    const page = await text('html');
    expect(page).toContain(`["${png}","data:image/png;base64,${PNG.toString('base64')}"]`);
    expect(page).toContain("img-src data:; script-src 'sha256-");
    const archive = unzipSync(await bytesOf(service.ask('GET', `/api/v1/exports/${guid}/media`)));
    expect(Object.keys(archive).toSorted()).toEqual([png, gif].toSorted());
    expect(Buffer.from(archive[gif] ?? [])).toEqual(GIF);
    expect(world.requests.filter(({ host, headers }) => host === HOST && headers['cookie'] !== undefined)).toEqual([]);
  });

  it('take no more room than was said', async () => {
    for (let number = 100_000; number < 100_040; number += 5)
      answers[number] = { body: Buffer.concat([PNG, Buffer.alloc(240_000, number % 251)]) };
    const service = await openService();
    const job = await service.done(await service.start({ media: 'all', mediaMb: 1 }));
    expect(noteOf(job)).toBe('Files of rows: 4 of 8, 1.0 MB. Not here: 4 left out, as the ceiling was reached.');
    expect(filesOnDisk()).toHaveLength(4);
  });

  it('are shared by exports, and go with the last one that names them', async () => {
    const service = await openService();
    const [first, second, without] = [
      await service.start({ media: 'thumbnails' }),
      await service.start({ media: 'images' }),
      await service.start({}),
    ];
    expect(noteOf(await service.done(first))).toBe('Files of rows: 8 of 8, 0.0 MB.');
    await service.done(second);
    expect(noteOf(await service.done(without))).toBeUndefined();
    expect((await service.rows(without)).flatMap(({ media }) => media).filter(({ file }) => file !== undefined)).toEqual([]);
    expect((await service.ask('GET', `/api/v1/exports/${without}/media`)).status).toBe(404);
    expect(filesOnDisk()).toHaveLength(1);
    expect((await service.ask('DELETE', `/api/v3/job/${first}`)).status).toBe(204);
    expect(filesOnDisk()).toHaveLength(1);
    expect((await service.ask('DELETE', `/api/v3/job/${second}`)).status).toBe(204);
    expect(filesOnDisk()).toEqual([]);
  });

  it('go on after a crash from where they were, and nothing stays of half a file', async () => {
    world.addFault({ match: /files\.example\/100010/, fault: { kind: 'hang' } });
    const service = await openService();
    const guid = await service.start({ media: 'images' });
    await expect.poll(() => world.count(HOST), { interval: 20, timeout: 20_000 }).toBe(8);
    await expect.poll(filesOnDisk, { interval: 20 }).toHaveLength(2);
    await service.close();
    writeFileSync(join(dataDir, 'exports', 'media', 'left-behind.partial'), 'half a file');
    world.clearFaults();
    const again = await openService();
    expect(noteOf(await again.done(guid))).toBe('Files of rows: 8 of 8, 0.0 MB.');
    expect([requestsOf(100_000), requestsOf(100_010)]).toEqual([1, 2]);
    expect(filesOnDisk()).toEqual([fileOf(PNG, 'png').slice('media/'.length)]);
  });

  it('come along in archives and evidence on wish', async () => {
    const service = await openService();
    const guid = await service.start({ media: 'images' }, ['csv']);
    await service.done(guid);
    const png = fileOf(PNG, 'png');
    const bulk = async (media: boolean): Promise<readonly string[]> => {
      const { uuid } = (await (await service.ask('POST', '/api/v1/bulk-download', { guids: [guid], media })).json()) as { uuid: string };
      const state = async (): Promise<unknown> =>
        ((await (await service.ask('GET', `/api/v1/bulk-download/${uuid}`)).json()) as { status: unknown }).status;
      await expect.poll(state, { interval: 20 }).toBe('ready');
      return Object.keys(unzipSync(await bytesOf(service.ask('GET', `/api/v1/bulk-download/${uuid}/download`))));
    };
    expect(await bulk(true)).toContain(png);
    expect(await bulk(false)).not.toContain(png);
    const path = join(dataDir, 'package.zip');
    for (const [query, has] of [
      ['media=true', true],
      ['', false],
      ['media=true&pseudonyms=thesis', false],
    ] as const) {
      const bytes = await bytesOf(service.ask('GET', `/api/v1/exports/${guid}/evidence?${query}`));
      writeFileSync(path, bytes);
      expect(Object.keys(unzipSync(bytes)).includes(png), query).toBe(has);
      expect(verifyPackage(path).faults, query).toEqual([]);
      if (query.includes('pseudonyms')) expect(strFromU8(unzipSync(bytes)['data/rows.json'] ?? new Uint8Array())).not.toContain(png);
    }
    expect(existsSync(join(dataDir, 'exports', png))).toBe(true);
  });
});
