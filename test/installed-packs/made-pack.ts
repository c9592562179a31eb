import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { factsOf } from '#core/platform-api/define.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { type PlatformToPack, readPack, sealPack } from '#core/packs/pack-file.ts';
import { makeKeyPair } from '#core/packs/signature.ts';
import { API_VERSION, type ApiRange, rangeOf } from '#core/platform-api/version.ts';

/** Two of whom one is trusted, by tests that say so. */
export const MAKER = makeKeyPair();
export const STRANGER = makeKeyPair();

interface Wish {
  readonly version: string;
  readonly ids?: readonly string[];
  readonly api?: ApiRange;
  readonly by?: typeof MAKER;
}

/** A pack of built-in platforms whose code nobody runs. */
export async function madePack({ version, ids = ['steam'], api = rangeOf(API_VERSION), by = MAKER }: Wish): Promise<Uint8Array> {
  const platforms = await Promise.all(
    ids.map(async (id) => ({ facts: factsOf((await loadPlatform(id))!), code: `// ${id} ${version}`, samples: '[]' })),
  );
  return sealPack({ version, date: '2026-11-26T10:00:00.000Z', api }, platforms, by.privateKey);
}

let packed: Promise<PlatformToPack> | null = null;

interface Changes {
  readonly version: string;
  readonly code?: (code: string) => string;
  readonly samples?: (samples: string) => string;
}

/** A pack of Steam as `npm run pack` makes it, under another version and changed as a test wants it. */
export async function workingPack({ version, code = asItIs, samples = asItIs }: Changes): Promise<Uint8Array> {
  const made = await (packed ??= packedSteam());
  const platform = { facts: made.facts, code: code(made.code), samples: samples(made.samples) };
  return sealPack({ version, date: '2026-11-26T10:00:00.000Z', api: rangeOf(API_VERSION) }, [platform], MAKER.privateKey);
}

/** In a process of its own: what runs code of packs is changed for good. */
async function packedSteam(): Promise<PlatformToPack> {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-packing-'));
  try {
    const [key, out] = [join(folder, 'key'), join(folder, 'steam.pack')];
    writeFileSync(key, MAKER.privateKey);
    await promisify(execFile)(process.execPath, ['scripts/pack.ts', 'steam', '--key', key, '--out', out]);
    const pack = readPack(readFileSync(out));
    const { facts } = pack.manifest.platforms.find((platform) => platform.facts.id === 'steam')!;
    return { facts, ...pack.partsOf('steam') };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function asItIs(text: string): string {
  return text;
}
