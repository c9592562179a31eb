import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { InstalledPacks } from '#core/installed-packs/installed-packs.ts';
import { installedShelf } from '#core/installed-packs/shelf.ts';
import { packPath, PACKS_FOLDER, readState } from '#core/installed-packs/state.ts';
import { troublesIn } from '#core/installed-packs/troubles.ts';
import { thisMachine } from '#core/machine.ts';
import { PackRefusal } from '#core/packs/refusal.ts';
import { BUILT_IN_VERSION } from '#core/packs/version.ts';
import { API_VERSION } from '#core/platform-api/version.ts';
import { MAKER, madePack, STRANGER } from '#test/installed-packs/made-pack.ts';
import { ownFolder } from '#test/own.ts';

const OLD = '2025.1.1.1';
const FIRST = '2099.1.1.1';
const SECOND = '2099.1.1.2';
const BUILT_IN = ['steam', 'vk'];
const NOBODY_WAITS = AbortSignal.any([]);

let dataDir: string;
let nowMs: number;
let said: string[];
let laws: (file: Uint8Array) => Promise<void>;

beforeEach(() => {
  dataDir = ownFolder('packs');
  nowMs = Date.UTC(2026, 10, 26);
  said = [];
  laws = async () => undefined;
});

function opened(): InstalledPacks {
  const warn = (words: string): void => void said.push(words);
  return new InstalledPacks({ dataDir, builtIn: new Set(BUILT_IN), expectLaws: (file) => laws(file), warn, now: () => (nowMs += 1_000) });
}

function trusting(): InstalledPacks {
  const packs = opened();
  packs.trust(MAKER.publicKey);
  return packs;
}

const used = async (): Promise<unknown> => (await installedShelf(dataDir, async () => BUILT_IN).inUse()).map(({ id, path }) => [id, path]);
const sha256Of = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex');
const pathOf = (file: Uint8Array): string => packPath(dataDir, sha256Of(file));
const ended = (errorCode: 'INTERNAL' | 'NETWORK' | null, startedAtMs = nowMs + 1) => ({
  platform: 'steam',
  errorCode,
  startedAtMs,
  sandbox: false,
});

describe('a pack that is taken', () => {
  it('is in use, for other processes too and after another start, and the one before is kept', async () => {
    const packs = trusting();
    const [first, second] = [await madePack({ version: FIRST, ids: BUILT_IN }), await madePack({ version: SECOND })];
    expect(await packs.take(first, 'newer', NOBODY_WAITS)).toEqual({ version: FIRST, platforms: BUILT_IN });
    expect(await packs.take(second, 'newer', NOBODY_WAITS)).toEqual({ version: SECOND, platforms: ['steam'] });
    expect(await packs.take(second, 'newer', NOBODY_WAITS)).toEqual({ version: SECOND, platforms: [] });
    expect(await used()).toEqual([
      ['steam', pathOf(second)],
      ['vk', pathOf(first)],
    ]);
    expect(opened().inUse('steam')).toMatchObject({ version: SECOND, key: MAKER.publicKey });
    expect(said).toEqual([]);
  });

  it.each([
    ['form', async () => Buffer.from('no pack')],
    ['tampered', async () => Buffer.concat([await madePack({ version: FIRST }), Buffer.from('x')])],
    ['untrusted', () => madePack({ version: FIRST, by: STRANGER })],
    ['api', () => madePack({ version: FIRST, api: { from: '99.0', below: '99.1' } })],
    ['older', () => madePack({ version: OLD })],
    ['law', () => madePack({ version: FIRST })],
  ] as const)('is refused by name: %s', async (reason, made) => {
    const packs = trusting();
    laws = () => Promise.reject(new PackRefusal('law', 'one'));
    await expect(packs.take(await made(), 'newer', NOBODY_WAITS)).rejects.toMatchObject({ reason, code: 'INVALID_REQUEST' });
    expect(await used()).toEqual([]);
    expect(readdirSync(join(dataDir, PACKS_FOLDER))).toEqual(['state.json']);
  });

  it('may be older where the owner says so, and stays in use', async () => {
    const packs = trusting();
    await packs.take(await madePack({ version: FIRST }), 'newer', NOBODY_WAITS);
    const older = await madePack({ version: OLD });
    await expect(packs.take(older, 'newer', NOBODY_WAITS)).rejects.toThrow(`${FIRST} is in use. --allow-older`);
    await packs.take(older, 'older', NOBODY_WAITS);
    expect(await used()).toEqual([['steam', pathOf(older)]]);
  });

  it('gives way to a newer program, and to one that its range leaves out', async () => {
    const packs = trusting();
    await packs.take(await madePack({ version: FIRST }), 'newer', NOBODY_WAITS);
    const file = join(dataDir, PACKS_FOLDER, 'state.json');
    const text = JSON.stringify(readState(dataDir).state);
    writeFileSync(file, text.replaceAll(FIRST, OLD));
    expect(await used()).toEqual([]);
    writeFileSync(file, text.replaceAll(`"from":"${API_VERSION}"`, '"from":"0.1"').replaceAll('"below":"2.0"', '"below":"0.2"'));
    expect(await used()).toEqual([]);
    writeFileSync(file, text);
    expect(await used()).toHaveLength(1);
  });

  it('is looked at again after its laws: who is trusted no more by then is not taken', async () => {
    const packs = trusting();
    laws = async () => packs.distrust(MAKER.publicKey);
    await expect(packs.take(await madePack({ version: FIRST }), 'newer', NOBODY_WAITS)).rejects.toMatchObject({ reason: 'untrusted' });
    expect(await used()).toEqual([]);
  });
});

describe('going back', () => {
  it('leads to the pack before, then to the built-in one, then nowhere', async () => {
    const packs = trusting();
    const [first, second] = [await madePack({ version: FIRST }), await madePack({ version: SECOND })];
    for (const file of [first, second]) await packs.take(file, 'newer', NOBODY_WAITS);
    packs.rollBack('steam');
    expect(await used()).toEqual([['steam', pathOf(first)]]);
    packs.rollBack('steam');
    expect(await used()).toEqual([]);
    expect(() => packs.rollBack('steam')).toThrow('nothing to go back from');
    expect(packs.wasPutAside(sha256Of(second))).toBe(true);
    expect(packs.state.platforms['steam']?.aside.map(({ version, why }) => [version, why])).toEqual([
      [SECOND, 'rollback'],
      [FIRST, 'rollback'],
    ]);
    await packs.take(second, 'newer', NOBODY_WAITS);
    expect(await used()).toEqual([['steam', pathOf(second)]]);
  });

  it('happens to all that a key signed once it is trusted no more', async () => {
    const packs = trusting();
    await packs.take(await madePack({ version: FIRST, ids: BUILT_IN }), 'newer', NOBODY_WAITS);
    packs.distrust(MAKER.publicKey);
    expect(await used()).toEqual([]);
    expect(() => packs.distrust(MAKER.publicKey)).toThrow('none that you trusted');
  });
});

describe('a pack that fails', () => {
  it('three exports in a row is put aside, and said so', async () => {
    const packs = trusting();
    await packs.take(await madePack({ version: FIRST }), 'newer', NOBODY_WAITS);
    for (const code of ['INTERNAL', 'INTERNAL', 'NETWORK', 'INTERNAL', null, 'INTERNAL', 'INTERNAL'] as const) packs.noteEnd(ended(code));
    expect(said).toEqual([]);
    const later = opened();
    later.noteEnd(ended('INTERNAL'));
    const words = `The pack ${FIRST} of steam was put aside: three exports in a row failed within it. The built-in one is in use.`;
    expect(said).toEqual([words]);
    expect(troublesIn(dataDir, BUILT_IN)).toEqual([words]);
    using machine = thisMachine(readConfig({ COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_VAULT: 'file' }), dataDir);
    expect(await machine.findings()).toContainEqual(expect.objectContaining({ subject: 'platforms', ok: false, hint: words }));
    expect(await used()).toEqual([]);
    await later.take(await madePack({ version: SECOND }), 'newer', NOBODY_WAITS);
    expect(troublesIn(dataDir, BUILT_IN)).toEqual([]);
  });

  it('by exports that began before it was taken is not counted', async () => {
    const packs = trusting();
    const beganMs = nowMs;
    await packs.take(await madePack({ version: FIRST }), 'newer', NOBODY_WAITS);
    for (let count = 0; count < 5; count += 1) packs.noteEnd(ended('INTERNAL', beganMs));
    expect(packs.inUse('steam')).toMatchObject({ failures: 0 });
  });
});

it('puts aside a pack whose code does not say whose an address is, and no folder of the owner', async () => {
  const packs = trusting();
  const [first, second] = [await madePack({ version: FIRST }), await madePack({ version: SECOND })];
  for (const file of [first, second]) await packs.take(file, 'newer', NOBODY_WAITS);
  const { pack: sha256 } = packs.inUse('steam')!;
  packs.noteSilent({ origin: 'folder', sha256 });
  expect(await used()).toEqual([['steam', pathOf(second)]]);
  packs.noteSilent({ origin: 'pack', sha256 });
  expect(await used()).toEqual([['steam', pathOf(first)]]);
  expect(said).toEqual([
    `The pack ${SECOND} of steam was put aside: its code does not say whose an address is. The pack ${FIRST} is in use.`,
  ]);
});

describe('what is damaged', () => {
  it('as a pack is put aside at the next start, and the one before is in use', async () => {
    const packs = trusting();
    const [first, second] = [await madePack({ version: FIRST }), await madePack({ version: SECOND })];
    for (const file of [first, second]) await packs.take(file, 'newer', NOBODY_WAITS);
    writeFileSync(pathOf(second), 'rust');
    opened();
    expect(await used()).toEqual([['steam', pathOf(first)]]);
    expect(said).toEqual([`The pack ${SECOND} of steam was put aside: its file is damaged or gone. The pack ${FIRST} is in use.`]);
  });

  it.each(['', '{"platforms":', '{"platforms":{"steam":{}}}'])(
    'as the state (%s) leaves the built-in platforms, and is kept',
    async (text) => {
      const packs = trusting();
      await packs.take(await madePack({ version: FIRST }), 'newer', NOBODY_WAITS);
      const file = join(dataDir, PACKS_FOLDER, 'state.json');
      writeFileSync(file, text);
      expect(await used()).toEqual([]);
      expect(opened().state.keys).toEqual([]);
      expect(said).toEqual([expect.stringContaining('is damaged; it was put aside')]);
      expect(existsSync(`${file}.damaged`)).toBe(true);
      said = [];
      opened();
      expect(said).toEqual([]);
    },
  );
});

it('what a killed process left half written goes at the next start', () => {
  trusting();
  writeFileSync(join(dataDir, PACKS_FOLDER, `${'a'.repeat(64)}.pack.0123456789ab.tmp`), 'half');
  writeFileSync(join(dataDir, PACKS_FOLDER, `${'b'.repeat(64)}.pack`), 'nobody names it');
  opened();
  expect(readdirSync(join(dataDir, PACKS_FOLDER))).toEqual(['state.json']);
});

it('the built-in version is one that packs are counted with', () => {
  expect(BUILT_IN_VERSION > OLD && BUILT_IN_VERSION < FIRST).toBe(true);
});
