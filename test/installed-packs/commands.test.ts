import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACK_CEILING } from '#core/packs/manifest.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { MAKER, madePack, STRANGER, workingPack } from '#test/installed-packs/made-pack.ts';
import { ownFolder } from '#test/own.ts';
import { openAttachedDoor } from '#test/parity/cli-door.ts';
import type { Door } from '#test/parity/door.ts';
import type { Fields } from '#test/parity/row.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const steamSite = steamSimulator({ reviews: 25 });
const ADDRESS = 'https://packs.example/platforms.pack';

let world: World;
let door: Door;
let served: Buffer = Buffer.from('nothing yet');

const shop: Simulator = (request) => {
  const { url } = request;
  if (url.href === 'https://packs.example/inside')
    return { status: 302, headers: { location: 'https://10.0.0.1/platforms.pack' }, body: '' };
  return url.href === ADDRESS ? { headers: { 'content-type': 'application/octet-stream' }, body: served } : steamSite(request);
};

beforeAll(async () => {
  world = await startWorld({ simulators: [shop] });
  door = await openAttachedDoor(world.env);
  await door.call('packs.trust', { key: MAKER.publicKey });
});
afterAll(async () => {
  await door[Symbol.asyncDispose]();
  await world.close();
});

const base64 = (file: Uint8Array): string => Buffer.from(file).toString('base64');
const steam = async (): Promise<Fields | undefined> => {
  const outcome = await door.call('packs.list', {});
  if ('error' in outcome) throw new Error(outcome.error.detail);
  return (outcome.answer as readonly Fields[]).find(({ id }) => id === 'steam');
};

async function changedByte(): Promise<Uint8Array> {
  const file = Buffer.from(await madePack({ version: '2099.1.1.1' }));
  const at = randomInt(20, file.length);
  file[at] = (file[at] ?? 0) ^ 1;
  return file;
}

const otherwise = (samples: string): string => samples.replace('"items":[{"id":"', '"items":[{"id":"other');

/** Its exports of seven items fail, which none of its samples is. */
const failing = (code: string): string => `(house) => {
  const inner = (${code})(house);
  return {
    ...inner,
    fetchPage: (cursor, session) => {
      if (session.options.limit === 7) throw new TypeError('a mistake of the pack');
      return inner.fetchPage(cursor, session);
    },
  };
}`;

describe('commentdock platforms update, beside a running service', () => {
  it.each([
    ['what is no pack', async () => Buffer.from('<html>'), /^This is no pack that can be read: /],
    ['a byte that is another', changedByte, /^(?:The pack was changed after it was signed|This is no pack that can be read): /],
    [
      'what stands behind its end',
      async () => Buffer.concat([await madePack({ version: '2099.1.1.1' }), Buffer.from(' ')]),
      /^The pack was changed/,
    ],
    ['the key of a stranger', () => madePack({ version: '2099.1.1.1', by: STRANGER }), new RegExp(`not trusted: ${STRANGER.publicKey}`)],
    [
      'another interface',
      () => madePack({ version: '2099.1.1.1', api: { from: '99.0', below: '99.1' } }),
      /^The pack is made for another version/,
    ],
    [
      'samples that it reads otherwise',
      () => workingPack({ version: '2099.1.1.1', samples: otherwise }),
      /^The pack breaks a law: steam: a sample that is read again/,
    ],
    [
      'code that does not run',
      () => workingPack({ version: '2099.1.1.1', code: () => '(house) => house.nothing.there' }),
      /^The code of the pack does not run/,
    ],
    ['an older version', () => madePack({ version: '2025.1.1.1' }), /^The pack is older than what is in use: .* --allow-older/],
  ])('refuses %s by name, and leaves what is in use', async (_what, made, words) => {
    expect(await door.call('packs.update', { pack: base64(await made()) })).toMatchObject({
      error: { error_code: 'INVALID_REQUEST', detail: expect.stringMatching(words) as string },
    });
    expect(await steam()).toMatchObject({ origin: 'built_in', aside: [] });
  });

  it('refuses too large a file by name, without reading it', async () => {
    const folder = ownFolder('large');
    const file = join(folder, 'large.pack');
    writeFileSync(file, '');
    truncateSync(file, PACK_CEILING.bytes + 1);
    const env = { ...process.env, COMMENTDOCK_DATA_DIR: join(folder, 'data') };
    const refused = promisify(execFile)(process.execPath, ['core/main.js', 'platforms', 'update', file], { env });
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('The pack is too large: ') as string });
  });

  it.each([
    ['http://packs.example/platforms.pack', 'INVALID_REQUEST', /no https address of the public internet/],
    ['https://192.168.1.1/platforms.pack', 'INVALID_REQUEST', /no https address of the public internet/],
    ['https://packs.example/inside', 'INVALID_REQUEST', /no https address of the public internet/],
    ['https://packs.example/nothing', 'NETWORK', /status 404/],
  ])('takes nothing from %s', async (address, code, words) => {
    expect(await door.call('packs.update', { address })).toMatchObject({
      error: { error_code: code, detail: expect.stringMatching(words) as string },
    });
    expect(await steam()).toMatchObject({ origin: 'built_in' });
  });

  it('takes the pack of an address once its maker is trusted, and goes back', async () => {
    served = Buffer.from(await workingPack({ version: '2099.1.1.1' }));
    world.reset();
    expect(await door.call('packs.update', { address: ADDRESS })).toEqual({ answer: { version: '2099.1.1.1', platforms: ['steam'] } });
    expect(world.requests.map(({ headers }) => Object.keys(headers).toSorted())).toEqual([
      ['accept', 'accept-encoding', 'connection', 'host'],
    ]);
    expect(await steam()).toMatchObject({ origin: 'pack', version: '2099.1.1.1', key: MAKER.publicKey, before: { origin: 'built_in' } });
    expect(await door.call('packs.update', { pack: base64(await workingPack({ version: '2098.1.1.1' })) })).toMatchObject({
      error: { detail: expect.stringContaining('2099.1.1.1 is in use') as string },
    });
    const older = { pack: base64(await workingPack({ version: '2098.1.1.1' })), allow_older: true };
    expect(await door.call('packs.update', older)).toMatchObject({ answer: { version: '2098.1.1.1' } });
    for (const version of ['2099.1.1.1', '2026.11.26.1'])
      expect(await door.call('packs.rollback', { id: 'steam' })).toMatchObject({ answer: { version } });
    expect(await steam()).toMatchObject({ origin: 'built_in', aside: [{ why: 'rollback' }, { why: 'rollback' }] });
  });
});

describe('a pack whose exports fail within it', () => {
  const APP = 'https://store.steampowered.com/app/10/';
  const exported = async (limit: number): Promise<Fields> => {
    const { jobs } = (await door.prepare('jobs.create', { url: APP, options: { limit } })) as { readonly jobs: readonly Fields[] };
    const guid = jobs[0]?.['guid'];
    const state = async (): Promise<Fields> => (await door.prepare('jobs.get', { guid })) as Fields;
    await expect.poll(async () => (await state())['status']).toMatch(/^(?:done|error)$/);
    return state();
  };

  it('is put aside after three in a row, which the list and the findings say, and the built-in one goes on', async () => {
    await door.prepare('packs.update', { pack: base64(await workingPack({ version: '2099.2.1.1', code: failing })) });
    const first = await exported(5);
    expect(first).toMatchObject({ status: 'done', total_exported: 5 });
    expect(JSON.stringify(first)).toContain('2099.2.1.1 of a pack');
    for (let count = 0; count < 3; count += 1) {
      expect(await steam()).toMatchObject({ origin: 'pack', version: '2099.2.1.1' });
      expect(await exported(7)).toMatchObject({ status: 'error', error_code: 'INTERNAL' });
    }
    expect(await steam()).toMatchObject({
      origin: 'built_in',
      aside: expect.arrayContaining([expect.objectContaining({ why: 'failures' })]) as unknown,
    });
    const { findings } = (await door.prepare('service.describe', {})) as { readonly findings: readonly Fields[] };
    expect(findings).toContainEqual(
      expect.objectContaining({
        subject: 'platforms',
        ok: false,
        hint: expect.stringContaining('2099.2.1.1 of steam was put aside') as string,
      }),
    );
    expect(await exported(7)).toMatchObject({ status: 'done', total_exported: 7 });
  });
});
