import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import type { CrossedClaim, CrossedUrl } from '#core/packs/crossing.ts';
import type { Pack } from '#core/packs/pack-file.ts';
import { factsIn, openPack } from '#core/packs/packs-in-use.ts';
import type { PackInUse, PackShelf } from '#core/packs/shelf.ts';
import type { PastedUrl, PlatformDefinition, PlatformFacts, TargetParams } from '#core/platform-api/define.ts';
import type { ForeignPlatforms } from '#core/platforms/catalog.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { shelfOf } from '#core/threads/known-platforms.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

/** What the thread is asked: whose these addresses are. */
export interface ClaimWish {
  readonly entry: PackInUse;
  readonly urls: readonly CrossedUrl[];
}

type Claim = CrossedClaim & { readonly pastedHosts: readonly string[] };
/** For each of the addresses. */
export type Claims = readonly (readonly Claim[])[];

/** To start the thread, to load the code, and to look at some addresses: a second on a slow machine, and more on a busy one. */
const PATIENCE_MS = 30_000;
/** How long after its last question the thread is ended. */
const REST_MS = 60_000;
/** Addresses that are remembered; whoever claims one has just asked about it. */
const MOST_REMEMBERED = 5_000;

interface PackCatalogParts {
  readonly shelf: PackShelf;
  /** A pack is left out until another one takes its place. */
  warn(words: string): void;
  /** Told of one whose code did not answer. */
  onSilent?(entry: PackInUse): void;
  readonly patienceMs?: number;
}

/**
 * The platforms of a shelf for the catalog: what they say about themselves is that of their manifests, and whose an address is their code
 * says in a thread that is ended where it stands still. The main thread never runs it.
 */
export class PackCatalog implements ForeignPlatforms, AsyncDisposable {
  readonly #parts: PackCatalogParts;
  readonly #claims = new Map<string, readonly Claim[]>();
  /** Files whose code did not answer. */
  readonly #silent = new Set<string>();
  readonly #thread: CalledThread;
  /** One question after the other: a pack that stands still is to blame for nobody else's silence. */
  #asking: Promise<unknown> = Promise.resolve();
  #shown: { readonly key: string; readonly entries: readonly PackInUse[]; readonly facts: readonly PlatformFacts[] } | null = null;

  constructor(parts: PackCatalogParts) {
    this.#parts = parts;
    const { patienceMs = PATIENCE_MS } = parts;
    this.#thread = new CalledThread({ name: 'pack-claims', workerData: null, resourceLimits: ROW_MEMORY, restMs: REST_MS, patienceMs });
  }

  async facts(): Promise<readonly PlatformFacts[]> {
    const all = await this.#parts.shelf.inUse();
    const entries = all.filter((entry) => !this.#silent.has(nameOf(entry)));
    const key = entries.map(nameOf).join(' ');
    if (this.#shown?.key === key) return this.#shown.facts;
    const files = new Map<string, Promise<Pack>>();
    // One file may hold many of them.
    const packOf = (entry: PackInUse): Promise<Pack> => {
      const pack = files.get(entry.sha256) ?? openPack(entry);
      files.set(entry.sha256, pack);
      return pack;
    };
    const read = await Promise.all(entries.map((entry) => this.#factsOf(entry, packOf(entry))));
    this.#claims.clear();
    this.#shown = { key, entries, facts: read.filter((facts) => facts !== null) };
    return this.#shown.facts;
  }

  async #factsOf(entry: PackInUse, pack: Promise<Pack>): Promise<PlatformFacts | null> {
    try {
      return factsIn(await pack, entry.id);
    } catch (error) {
      this.#leaveOut(entry, error);
      return null;
    }
  }

  load(id: string): PlatformDefinition {
    const facts = this.#shown?.facts.find((each) => each.id === id);
    if (facts === undefined) throw new CommentdockError('INTERNAL', `No pack holds ${id}.`);
    const claimsOf = (url: Pick<PastedUrl, 'href'>): readonly Claim[] => this.#claims.get(`${id} ${url.href}`) ?? [];
    const elsewhere = (): never => {
      throw new CommentdockError('INTERNAL', 'The code of a pack does not run here.');
    };
    const hostsOf = (params: TargetParams): readonly string[] => {
      const asked = JSON.stringify(params);
      const known = [...this.#claims].filter(([name]) => name.startsWith(`${id} `)).flatMap(([, claims]) => claims);
      return known.find((claim) => JSON.stringify(claim.params) === asked)?.pastedHosts ?? [];
    };
    return {
      ...facts,
      targets: facts.targets.map((target) => ({
        ...target,
        match: (url) => claimsOf(url).find((claim) => claim.target === target.name)?.params ?? null,
      })),
      hosts: [],
      pastedHosts: hostsOf,
      start: elsewhere,
      fetchPage: elsewhere,
    };
  }

  async ask(ids: readonly string[], urls: readonly PastedUrl[]): Promise<boolean> {
    let areAllThere = true;
    for (const id of ids) {
      const entry = this.#shown?.entries.find((each) => each.id === id);
      const unknown = urls.filter(({ href }) => !this.#claims.has(`${id} ${href}`));
      if (entry === undefined || unknown.length === 0) continue;
      const asked = this.#asking.then(() => this.#askOne(entry, unknown));
      this.#asking = asked.catch(() => undefined);
      areAllThere = (await asked) && areAllThere;
    }
    return areAllThere;
  }

  async #askOne(entry: PackInUse, urls: readonly PastedUrl[]): Promise<boolean> {
    // Somebody else's question before it may have told.
    if (this.#silent.has(nameOf(entry))) return false;
    const wish: ClaimWish = { entry, urls: urls.map(({ query: _query, ...url }) => url) };
    try {
      const claims = (await this.#thread.call('claims', wish)) as Claims;
      if (this.#claims.size > MOST_REMEMBERED) this.#claims.clear();
      for (const [index, { href }] of urls.entries()) this.#claims.set(`${entry.id} ${href}`, claims[index] ?? []);
      return true;
    } catch (error) {
      // Whoever closes has no answer either, and that is nobody's fault.
      if (error instanceof CommentdockError && error.code === 'STOPPED') throw error;
      this.#leaveOut(entry, error);
      this.#parts.onSilent?.(entry);
      return false;
    }
  }

  #leaveOut(entry: PackInUse, error: unknown): void {
    this.#silent.add(nameOf(entry));
    this.#parts.warn(
      `The pack of ${entry.id} does not say whose an address is (${asCommentdockError(error).message}). It is left out until another one takes its place or Commentdock is started again.`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.close();
  }
}

/** That of a data folder. */
export function packCatalogOf(dataDir: string, told: Partial<Pick<PackCatalogParts, 'onSilent' | 'warn'>> = {}): PackCatalog {
  return new PackCatalog({ warn: (words) => void process.emitWarning(words), ...told, shelf: shelfOf(dataDir) });
}

function nameOf({ id, sha256 }: PackInUse): string {
  return `${id}:${sha256}`;
}
