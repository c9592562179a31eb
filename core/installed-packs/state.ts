import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256Of } from '#core/packs/pack-file.ts';
import { publicKeySchema } from '#core/packs/signature.ts';
import { BUILT_IN_VERSION, compareVersions, packVersionSchema } from '#core/packs/version.ts';
import { API_VERSION, apiRangeSchema, isWithin } from '#core/platform-api/version.ts';
import { readPrivateFile, replacePrivateFile } from '#core/config/private-file.ts';

/** Of the data folder. Files alone: no table knows of packs. */
export const PACKS_FOLDER = 'packs';
const STATE_FILE = 'state.json';
const PACK_ENDING = '.pack';
const DAMAGED = '.damaged';
/** Of one platform, each: packs to go back to, and packs that are remembered as put aside. */
const MOST_KEPT = 3;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const instantSchema = z.int().min(0);

const installedSchema = z.object({
  /** SHA-256 of its file, by which it is kept. */
  pack: sha256Schema,
  /** These three are what its manifest says. */
  version: packVersionSchema,
  date: z.iso.datetime(),
  api: apiRangeSchema,
  /** Who signed it. */
  key: publicKeySchema,
  installedAtMs: instantSchema,
  /** The owner wanted it although what was in use was newer. */
  evenOlder: z.boolean(),
  /** Exports in a row that ended with INTERNAL. */
  failures: z.int().min(0),
});

/** A platform as one pack brings it. */
export type InstalledPack = z.infer<typeof installedSchema>;

/** Why one is no longer in use: it failed three times, its code does not answer, the owner went back, its key is trusted no more, its file is damaged or gone. */
export const ASIDE_REASONS = ['failures', 'silent', 'rollback', 'distrust', 'damage'] as const;
const asideSchema = installedSchema.extend({
  why: z.enum(ASIDE_REASONS),
  asideAtMs: instantSchema,
});

/** One that is no longer in use. */
export type PackAside = z.infer<typeof asideSchema>;

const stateSchema = z.object({
  platforms: z.record(
    z.string(),
    z.object({
      /** The newest last: it is in use. What came before stands before it; with none the platform is the built-in one. */
      packs: z.array(installedSchema),
      /** The newest last. */
      aside: z.array(asideSchema),
    }),
  ),
  /** Public keys that the owner trusts, besides those that are built in. */
  keys: z.array(z.object({ key: publicKeySchema, trustedAtMs: instantSchema })),
  updates: z.object({
    /** Whether the address is asked once a day. */
    daily: z.boolean(),
    address: z.string().nullable(),
    /** When it was last asked by itself; null: never. */
    askedAtMs: instantSchema.nullable(),
    /** What became of that, where it did not go well. */
    failure: z.string().nullable(),
  }),
});

/** Which pack each platform is in use from, which came before, what was put aside, whom the owner trusts. */
export type PacksState = z.infer<typeof stateSchema>;

const NOTHING_INSTALLED: PacksState = {
  platforms: {},
  keys: [],
  updates: { daily: false, address: null, askedAtMs: null, failure: null },
};

/** The state as it is stored. `isDamaged`: it cannot be read, and what is returned is that of a new folder. @throws CommentdockError DISK */
export function readState(dataDir: string): { readonly state: PacksState; readonly isDamaged: boolean } {
  const text = readPrivateFile(statePath(dataDir));
  if (text === null) return { state: NOTHING_INSTALLED, isDamaged: false };
  try {
    return { state: stateSchema.parse(JSON.parse(text)), isDamaged: false };
  } catch {
    return { state: NOTHING_INSTALLED, isDamaged: true };
  }
}

/** For the process alone that holds the data folder. A process that is killed leaves the state before or the one after. @throws CommentdockError DISK */
export function writeState(dataDir: string, state: PacksState): void {
  mkdirSync(join(dataDir, PACKS_FOLDER), { recursive: true, mode: 0o700 });
  replacePrivateFile(statePath(dataDir), `${JSON.stringify(state)}\n`);
}

/** Keeps a state that cannot be read for its owner to look at: the next one takes its place. */
export function putStateAside(dataDir: string): void {
  renameSync(statePath(dataDir), `${statePath(dataDir)}${DAMAGED}`);
}

/** Keeps the bytes of a pack, whole or not at all. They count for nothing until the state names them. Returns their SHA-256. @throws CommentdockError DISK */
export function keepPack(dataDir: string, bytes: Uint8Array): string {
  mkdirSync(join(dataDir, PACKS_FOLDER), { recursive: true, mode: 0o700 });
  const pack = sha256Of(bytes);
  replacePrivateFile(packPath(dataDir, pack), bytes);
  return pack;
}

/** The bytes that were kept; null where they are gone or no longer what they were. */
export function keptPack(dataDir: string, pack: string): Uint8Array | null {
  const path = packPath(dataDir, pack);
  const bytes = existsSync(path) ? readFileSync(path) : null;
  return bytes !== null && sha256Of(bytes) === pack ? bytes : null;
}

/** Removes packs that the state names no more, and what killed processes left half written. */
export function sweepPacks(dataDir: string, { platforms }: PacksState): void {
  const folder = join(dataDir, PACKS_FOLDER);
  if (!existsSync(folder)) return;
  const named = new Set(
    Object.values(platforms).flatMap(({ packs, aside }) => [...packs, ...aside].map(({ pack }) => `${pack}${PACK_ENDING}`)),
  );
  const kept = (name: string): boolean => name === STATE_FILE || name.endsWith(DAMAGED) || named.has(name);
  for (const name of readdirSync(folder)) if (!kept(name)) rmSync(join(folder, name), { force: true });
}

/** Where a pack is kept. */
export function packPath(dataDir: string, pack: string): string {
  return join(dataDir, PACKS_FOLDER, `${pack}${PACK_ENDING}`);
}

/**
 * What a platform is used from: the newest pack that this program can use. Null: the built-in one, which a newer program may have in a newer
 * version, or nothing where there is none.
 */
export function packInUse({ platforms }: PacksState, id: string, isBuiltIn: boolean): InstalledPack | null {
  const mayBe = ({ api, version, evenOlder }: InstalledPack): boolean =>
    isWithin(api, API_VERSION) && (!isBuiltIn || evenOlder || compareVersions(version, BUILT_IN_VERSION) >= 0);
  return platforms[id]?.packs.findLast(mayBe) ?? null;
}

/** With the pack in use for these platforms. */
export function withPack(state: PacksState, ids: readonly string[], installed: InstalledPack): PacksState {
  return changed(state, ids, ({ packs, aside }) => ({
    packs: [...packs.filter(({ pack }) => pack !== installed.pack), installed].slice(-MOST_KEPT),
    aside: aside.filter(({ pack }) => pack !== installed.pack),
  }));
}

/** Without the pack: of these platforms the one before it is in use, else the built-in one. */
export function withoutPack(
  state: PacksState,
  ids: readonly string[],
  { pack: out, why, atMs }: { readonly pack: string; readonly why: PackAside['why']; readonly atMs: number },
): PacksState {
  return changed(state, ids, ({ packs, aside }) => ({
    packs: packs.filter(({ pack }) => pack !== out),
    aside: [...aside, ...packs.filter(({ pack }) => pack === out).map((entry) => ({ ...entry, why, asideAtMs: atMs }))].slice(-MOST_KEPT),
  }));
}

/** With another count of exports in a row that failed within the pack. */
export function withFailures(state: PacksState, id: string, counted: string, failures: number): PacksState {
  return changed(state, [id], ({ packs, aside }) => ({
    packs: packs.map((entry) => (entry.pack === counted ? { ...entry, failures } : entry)),
    aside,
  }));
}

type Standing = PacksState['platforms'][string];

function changed(state: PacksState, ids: readonly string[], change: (standing: Standing) => Standing): PacksState {
  const next = ids.map((id) => [id, change(state.platforms[id] ?? { packs: [], aside: [] })] as const);
  return { ...state, platforms: { ...state.platforms, ...Object.fromEntries(next) } };
}

function statePath(dataDir: string): string {
  return join(dataDir, PACKS_FOLDER, STATE_FILE);
}
