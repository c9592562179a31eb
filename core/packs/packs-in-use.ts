import { readFile, stat } from 'node:fs/promises';
import { CommentdockError } from '#core/contract/error.ts';
import { runInCompartment } from '#core/packs/compartment.ts';
import { PACK_CEILING } from '#core/packs/manifest.ts';
import { type Pack, readPack } from '#core/packs/pack-file.ts';
import { packPlatform } from '#core/packs/pack-platform.ts';
import { PackRefusal } from '#core/packs/refusal.ts';
import type { PackInUse, PackShelf } from '#core/packs/shelf.ts';
import type { PlatformDefinition, PlatformFacts } from '#core/platform-api/define.ts';

/** A platform of a pack as one thread has it. */
interface Opened {
  readonly entry: PackInUse;
  readonly platform: PlatformDefinition;
}

/** The platforms of a shelf for one thread. The code of each is run once, and again where another pack has taken its place. */
export class PacksInUse {
  readonly #shelf: PackShelf;
  readonly #now: () => number;
  readonly #opened = new Map<string, Opened>();
  /** By the hash of the file: a pack has megabytes, is looked at byte by byte each time it is opened, and may hold many platforms. */
  readonly #manifests = new Map<string, Promise<Pick<Pack, 'manifest'>>>();

  constructor(shelf: PackShelf, now: () => number) {
    this.#shelf = shelf;
    this.#now = now;
  }

  /** What the platform says about itself, without its code; null where no pack is in use for it. */
  async facts(id: string): Promise<PlatformFacts | null> {
    const entry = await this.#entry(id);
    return entry === null ? null : factsIn(await this.#manifestOf(entry), id);
  }

  /**
   * With its code; null where no pack is in use for it.
   * @param beforeCode called before each stretch of its code, so that somebody may watch it
   * @throws CommentdockError INTERNAL where it does not run
   */
  async platform(id: string, beforeCode: () => void): Promise<PlatformDefinition | null> {
    const entry = await this.#entry(id);
    if (entry === null) return null;
    const known = this.#opened.get(id);
    if (known !== undefined && known.entry.sha256 === entry.sha256) return known.platform;
    const platform = await loadFrom(entry, { now: this.#now, beforeCode });
    this.#opened.set(id, { entry, platform });
    return platform;
  }

  #manifestOf(entry: PackInUse): Promise<Pick<Pack, 'manifest'>> {
    const known = this.#manifests.get(entry.sha256);
    if (known !== undefined) return known;
    // What it says alone: the bytes go.
    const opening = openPack(entry).then(({ manifest }) => ({ manifest }));
    this.#manifests.set(entry.sha256, opening);
    opening.catch(() => this.#manifests.delete(entry.sha256));
    return opening;
  }

  async #entry(id: string): Promise<PackInUse | null> {
    return (await this.#shelf.inUse()).find((entry) => entry.id === id) ?? null;
  }
}

interface Loading {
  readonly now: () => number;
  readonly beforeCode: () => void;
}

/** @throws PackRefusal where the file is not what was taken; CommentdockError INTERNAL where its code does not run */
async function loadFrom(entry: PackInUse, { now, beforeCode }: Loading): Promise<PlatformDefinition> {
  const pack = await openPack(entry);
  try {
    const port = await runInCompartment(pack.partsOf(entry.id).code, { now, beforeCode });
    const { platform } = packPlatform(port, factsIn(pack, entry.id));
    return { ...platform, origin: originOf(entry, pack) };
  } catch (error) {
    if (error instanceof CommentdockError) throw error;
    const words = error instanceof Error ? error.message.slice(0, 300) : 'with no error';
    throw new CommentdockError('INTERNAL', `The code of ${originOf(entry, pack)} does not run (${words}).`, { cause: error });
  }
}

/** @throws PackRefusal size, form, tampered */
export async function openPack({ path, sha256 }: Pick<PackInUse, 'path' | 'sha256'>): Promise<Pack> {
  const { size } = await stat(path);
  if (size > PACK_CEILING.bytes) throw new PackRefusal('size', `${path} has more than ${PACK_CEILING.bytes} bytes.`);
  const pack = readPack(await readFile(path));
  if (pack.sha256 !== sha256) throw new PackRefusal('tampered', `${path} is not the file that was taken.`);
  return pack;
}

/** @throws PackRefusal form */
export function factsIn({ manifest }: Pick<Pack, 'manifest'>, id: string): PlatformFacts {
  const found = manifest.platforms.find(({ facts }) => facts.id === id);
  if (found === undefined) throw new PackRefusal('form', `it holds no platform "${id}".`);
  return found.facts;
}

function originOf({ origin, id }: PackInUse, { manifest, publicKey }: Pack): string {
  return origin === 'folder' ? `${id} of your folder` : `${id} ${manifest.version} of a pack (key ${publicKey.slice(0, 16)})`;
}
