import { factsOf } from '#core/platform-api/define.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { sealPack } from '#core/packs/pack-file.ts';
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
