import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { BUILT_IN_KEYS } from '#core/installed-packs/built-in-keys.ts';
import {
  type InstalledPack,
  keepPack,
  keptPack,
  type PackAside,
  packInUse,
  type PacksState,
  putStateAside,
  readState,
  sweepPacks,
  withFailures,
  withoutPack,
  withPack,
  writeState,
} from '#core/installed-packs/state.ts';
import { packTroubles } from '#core/installed-packs/troubles.ts';
import { type Pack, readPack } from '#core/packs/pack-file.ts';
import { PackRefusal } from '#core/packs/refusal.ts';
import type { PackInUse } from '#core/packs/shelf.ts';
import { BUILT_IN_VERSION, compareVersions } from '#core/packs/version.ts';
import { API_VERSION, isWithin } from '#core/platform-api/version.ts';

/** After so many exports in a row that ended with INTERNAL a pack is put aside. */
const MOST_FAILURES = 3;

interface InstalledPacksParts {
  readonly dataDir: string;
  /** Ids of the platforms that the program brings along. */
  readonly builtIn: ReadonlySet<string>;
  /** Runs the laws of a pack on its own samples, in a process apart. @throws PackRefusal law, code */
  expectLaws(file: Uint8Array, signal: AbortSignal): Promise<void>;
  /** What happened by itself, for whoever looks after the service. */
  warn(words: string): void;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What an update brought. */
interface Taken {
  readonly version: string;
  /** In use from it now. Empty: all of them were before. */
  readonly platforms: readonly string[];
}

/** The packs of a data folder, for the process alone that holds it: taken, gone back from, put aside. */
export class InstalledPacks {
  readonly #parts: InstalledPacksParts;
  #state: PacksState;
  #taking: Promise<unknown> = Promise.resolve();

  /** Looks at every pack that is kept: one that is damaged or gone is put aside. @throws CommentdockError DISK */
  constructor(parts: InstalledPacksParts) {
    this.#parts = parts;
    const { state, isDamaged } = readState(parts.dataDir);
    this.#state = state;
    if (isDamaged) {
      putStateAside(parts.dataDir);
      parts.warn(
        'What the data folder says of packs is damaged; it was put aside. The built-in platforms are in use, and no key is trusted.',
      );
    }
    const packs = new Set(Object.values(state.platforms).flatMap((standing) => standing.packs.map(({ pack }) => pack)));
    for (const pack of packs) if (keptPack(parts.dataDir, pack) === null) this.#putAside(pack, 'damage');
    sweepPacks(parts.dataDir, this.#state);
  }

  get state(): PacksState {
    return this.#state;
  }

  /** Null: the built-in one, or nothing where there is none. */
  inUse(id: string): InstalledPack | null {
    return packInUse(this.#state, id, this.#parts.builtIn.has(id));
  }

  isBuiltIn(id: string): boolean {
    return this.#parts.builtIn.has(id);
  }

  /**
   * Takes a pack: exports that start afterwards use it. One after the other.
   * @param even `older`: although what is in use is newer
   * @throws PackRefusal the first of size, form, tampered, untrusted, api, older, law, code that holds; CommentdockError DISK; the signal's reason
   */
  async take(file: Uint8Array, even: 'older' | 'newer', signal: AbortSignal): Promise<Taken> {
    const taken = this.#taking.then(() => this.#take(file, even, signal));
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  async #take(file: Uint8Array, even: 'older' | 'newer', signal: AbortSignal): Promise<Taken> {
    signal.throwIfAborted();
    const pack = readPack(file);
    const { version, date, api } = pack.manifest;
    this.#expectTakeable(pack, even);
    const ids = idsOf(pack).filter((id) => this.inUse(id)?.pack !== pack.sha256);
    if (ids.length === 0) return { version, platforms: ids };
    await this.#parts.expectLaws(file, signal);
    signal.throwIfAborted();
    // The owner may have trusted a key no more, or gone back, meanwhile.
    this.#expectTakeable(pack, even);
    const installed = { pack: keepPack(this.#parts.dataDir, file), version, date, api, key: pack.publicKey, failures: 0 };
    const evenOlder = this.#olderThan(pack).length > 0;
    this.#become(withPack(this.#state, ids, { ...installed, evenOlder, installedAtMs: this.#parts.now() }));
    sweepPacks(this.#parts.dataDir, this.#state);
    return { version, platforms: ids };
  }

  /** @throws PackRefusal untrusted, api, older */
  #expectTakeable(pack: Pack, even: 'older' | 'newer'): void {
    const { version, api } = pack.manifest;
    if (!this.#trusts(pack.publicKey)) {
      const detail = `${pack.publicKey}. Where you know whose it is, trust it: \`commentdock platforms trust ${pack.publicKey}\`.`;
      throw new PackRefusal('untrusted', detail);
    }
    if (!isWithin(api, API_VERSION)) {
      const detail = `it works with versions of the platform interface from ${api.from} and below ${api.below}, and this is ${API_VERSION}.`;
      throw new PackRefusal('api', detail);
    }
    const [newer] = even === 'older' ? [] : this.#olderThan(pack);
    if (newer === undefined) return;
    throw new PackRefusal('older', `it has ${newer.id} ${version}, and ${newer.version} is in use. --allow-older takes it all the same.`);
  }

  /** Platforms that are in use in a newer version than the pack has. */
  #olderThan(pack: Pack): readonly { readonly id: string; readonly version: string }[] {
    return idsOf(pack).flatMap((id) => {
      const version = this.inUse(id)?.version ?? (this.isBuiltIn(id) ? BUILT_IN_VERSION : null);
      return version !== null && compareVersions(pack.manifest.version, version) < 0 ? [{ id, version }] : [];
    });
  }

  /** True where the pack was in use once and is put aside: it does not come back by itself. */
  wasPutAside(sha256: string): boolean {
    return Object.values(this.#state.platforms).some(({ aside }) => aside.some(({ pack }) => pack === sha256));
  }

  /** The pack before is in use, else the built-in platform. @throws CommentdockError INVALID_REQUEST where there is nothing to go back from */
  rollBack(id: string): void {
    const current = this.inUse(id);
    if (current === null) throw new CommentdockError('INVALID_REQUEST', `No pack of "${id}" is in use: there is nothing to go back from.`);
    this.#become(withoutPack(this.#state, [id], { pack: current.pack, why: 'rollback', atMs: this.#parts.now() }));
  }

  trust(key: string): void {
    if (this.#trusts(key)) return;
    this.#become({ ...this.#state, keys: [...this.#state.keys, { key, trustedAtMs: this.#parts.now() }] });
  }

  /** Packs that it signed go out of use. @throws CommentdockError RESOURCE_NOT_FOUND */
  distrust(key: string): void {
    const keys = this.#state.keys.filter((known) => known.key !== key);
    if (keys.length === this.#state.keys.length)
      throw new CommentdockError(
        'RESOURCE_NOT_FOUND',
        `The key ${key} is none that you trusted. \`commentdock platforms keys\` lists those.`,
      );
    const entries = Object.entries(this.#state.platforms).flatMap(([id, { packs }]) => packs.map((entry) => ({ id, ...entry })));
    const signed = entries.filter((entry) => entry.key === key);
    const atMs = this.#parts.now();
    this.#become(
      signed.reduce((state, { id, pack }) => withoutPack(state, [id], { pack, why: 'distrust', atMs }), { ...this.#state, keys }),
    );
  }

  chooseUpdates(changes: Partial<PacksState['updates']>): void {
    this.#become({ ...this.#state, updates: { ...this.#state.updates, ...changes } });
  }

  /** An export has ended: a pack whose exports fail within it again and again is put aside by itself. @throws CommentdockError DISK */
  noteEnd({ platform, errorCode, startedAtMs, sandbox }: Pick<JobRecord, 'platform' | 'errorCode' | 'startedAtMs' | 'sandbox'>): void {
    const current = this.inUse(platform);
    // What began before it was taken says nothing of it.
    if (current === null || sandbox || (startedAtMs ?? 0) < current.installedAtMs) return;
    const failures = errorCode === 'INTERNAL' ? current.failures + 1 : 0;
    if (failures === current.failures) return;
    const counted = withFailures(this.#state, platform, current.pack, failures);
    if (failures < MOST_FAILURES) return this.#become(counted);
    this.#become(withoutPack(counted, [platform], { pack: current.pack, why: 'failures', atMs: this.#parts.now() }));
    this.#warnOf([platform]);
  }

  /** Its code does not say whose an address is: it stands still, breaks down, or takes all memory. @throws CommentdockError DISK */
  noteSilent({ origin, sha256 }: Pick<PackInUse, 'origin' | 'sha256'>): void {
    if (origin === 'pack') this.#putAside(sha256, 'silent');
  }

  #putAside(pack: string, why: PackAside['why']): void {
    const ids = Object.entries(this.#state.platforms).flatMap(([id, { packs }]) =>
      packs.some((entry) => entry.pack === pack) ? [id] : [],
    );
    this.#become(withoutPack(this.#state, ids, { pack, why, atMs: this.#parts.now() }));
    this.#warnOf(ids);
  }

  #warnOf(ids: readonly string[]): void {
    for (const { id, words } of packTroubles(this.#state, this.#parts.builtIn)) if (ids.includes(id)) this.#parts.warn(words);
  }

  #trusts(key: string): boolean {
    return BUILT_IN_KEYS.includes(key) || this.#state.keys.some((known) => known.key === key);
  }

  #become(state: PacksState): void {
    writeState(this.#parts.dataDir, state);
    this.#state = state;
  }
}

function idsOf({ manifest }: Pack): readonly string[] {
  return manifest.platforms.map(({ facts }) => facts.id);
}
