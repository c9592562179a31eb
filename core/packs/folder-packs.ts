import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { platformIdSchema } from '#core/packs/facts-schema.ts';
import { readPack } from '#core/packs/pack-file.ts';
import type { PackInUse } from '#core/packs/shelf.ts';

const LIST = 'list.json';
const listSchema = z.array(z.strictObject({ id: platformIdSchema, path: z.string(), sha256: z.string() }));

/** Platforms of the owner's own folder, packed when the service started; none where it was not given one. */
export async function readFolderPacks(folder: string): Promise<readonly PackInUse[]> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => null);
  if (text === null) return [];
  const read = listSchema.safeParse(JSON.parse(text));
  return read.success ? read.data.map((entry) => ({ origin: 'folder', ...entry })) : [];
}

/** Puts packs in the place of those that lie there. @throws PackRefusal */
export async function writeFolderPacks(folder: string, packs: readonly Uint8Array[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  if (packs.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = await Promise.all(
    packs.map(async (file) => {
      const { sha256, manifest } = readPack(file);
      const path = join(folder, `${sha256}.pack`);
      await writeFile(path, file, { mode: 0o600 });
      return manifest.platforms.map(({ facts }) => ({ id: facts.id, path, sha256 }));
    }),
  );
  await writeFile(join(folder, LIST), JSON.stringify(entries.flat()), { mode: 0o600 });
}
