import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { PastedUrl, PlatformDefinition, PlatformFacts } from '#core/platform-api/define.ts';
import { platformFacts } from '#core/platforms/facts.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';
import {
  asAddress,
  elsewhere,
  loadPlatform,
  type PlatformCatalog,
  type PlatformRegistry,
  platformRegistry,
} from '#core/platforms/registry.ts';
import { hostsOf, isHostOf } from '#core/platforms/unsupported-url.ts';

/** A part of a host shorter than this is no name of a site: `www`, `com`, `co`. */
const MIN_NAME_LENGTH = 4;

/** Platforms from elsewhere: each stands beside the built-in ones, or takes the place of the one with its id. */
export interface ForeignPlatforms {
  /** What they say about themselves; the same list as long as they are the same. */
  facts(): Promise<readonly PlatformFacts[]>;
  /** By its id. It claims what it was asked about, and nothing else. */
  load(id: string): PlatformDefinition;
  /** Has them say whether these addresses are theirs. Returns false where one of them did not, and is none of them any more. */
  ask(ids: readonly string[], urls: readonly PastedUrl[]): Promise<boolean>;
}

/**
 * The catalog of this house.
 * @param foreign looked at anew with every `prepare`
 * @throws CommentdockError INTERNAL where a built program lacks a part
 */
export async function openCatalog(foreign: ForeignPlatforms | null = null): Promise<PlatformCatalog> {
  const builtIn = await platformFacts();
  if (foreign === null) return catalogOf(builtIn, loadKnown);
  let known: readonly PlatformFacts[] | null = null;
  let catalog = catalogOf(builtIn, loadKnown);
  const renew = async (): Promise<void> => {
    const facts = await foreign.facts();
    if (facts === known) return;
    known = facts;
    const ids = new Set(facts.map(({ id }) => id));
    const load = async (id: string): Promise<PlatformDefinition> => (ids.has(id) ? foreign.load(id) : loadKnown(id));
    const ask = (asked: readonly string[], urls: readonly PastedUrl[]): Promise<boolean> =>
      foreign.ask(
        asked.filter((id) => ids.has(id)),
        urls.flatMap((url) => [url, elsewhere(url)]),
      );
    catalog = catalogOf([...builtIn.filter(({ id }) => !ids.has(id)), ...facts], load, ask);
  };
  await renew();
  return {
    get all() {
      return catalog.all;
    },
    find: (id) => catalog.find(id),
    async prepare(urls) {
      await renew();
      // Whoever does not answer is left out at the next try.
      while (!(await catalog.prepare(urls))) await renew();
    },
    claim: (url) => catalog.claim(url),
    choose: (url, options) => catalog.choose(url, options),
  };
}

/**
 * @param load a platform by its id, with all of its code
 * @param ask told whom `prepare` has found to be akin, before anything is claimed; what it answers is what `prepare` does
 */
export function catalogOf(
  facts: readonly PlatformFacts[],
  load: (id: string) => Promise<PlatformDefinition>,
  ask: (ids: readonly string[], urls: readonly PastedUrl[]) => Promise<boolean> = async () => true,
): Omit<PlatformCatalog, 'prepare'> & { prepare(urls: readonly string[]): Promise<boolean> } {
  const all = facts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const loaded = new Map<string, PlatformDefinition>();
  let registry = platformRegistry([], all);
  const loadAll = async (ids: readonly string[]): Promise<void> => {
    const missing = ids.filter((id) => !loaded.has(id));
    for (const id of missing) {
      loaded.set(id, await load(id));
      // Code is read in one piece: without a pause between two of them all of it would hold up every other call.
      await nextTurn();
    }
    // What another call has loaded meanwhile counts too.
    if (registry.all.length < loaded.size) registry = platformRegistry([...loaded.values()], all);
  };
  const knows = (url: PastedUrl): boolean => loaded.size === all.length || registry.isNamed(url.href);
  const prepared = (text: string): PlatformRegistry => {
    const url = addressOf(text, all);
    if (url !== null && !knows(url)) throw new CommentdockError('INTERNAL', `No platform was loaded for ${text}.`);
    return registry;
  };
  return {
    all,
    find: (id) => all.find((platform) => platform.id === id) ?? null,
    async prepare(texts) {
      const urls = texts.map((text) => addressOf(text, all)).filter((url) => url !== null);
      const akin = all.filter((platform) => urls.some((url) => isAkin(platform, url.host)));
      const [near, far] = [akin.map(({ id }) => id), all.map(({ id }) => id)];
      await loadAll(near);
      if (!(await ask(near, urls))) return false;
      // That nobody takes a URL by name is known to all of them together.
      if (urls.every((url) => registry.isNamed(url.href))) return true;
      await loadAll(far);
      return ask(far, urls);
    },
    claim: (url) => prepared(url).claim(url),
    choose: (url, options) => prepared(url).choose(url, options),
  };
}

/** As `options.advanced` reads a text: words are an address too, that of a search. */
function addressOf(text: string, all: readonly PlatformFacts[]): PastedUrl | null {
  return readableUrl(asAddress(text, all), all);
}

/** True for hosts of the platform, and for those that share a name with one: `bilibili.tv` with `bilibili.com`. */
function isAkin(platform: PlatformFacts, host: string): boolean {
  const names = namesIn(host);
  return isHostOf(platform, host) || hostsOf(platform).some((known) => namesIn(known).some((name) => names.includes(name)));
}

/** The parts of a host that could name a site; never its last. */
function namesIn(host: string): readonly string[] {
  return host
    .split('.')
    .slice(0, -1)
    .filter((part) => part.length >= MIN_NAME_LENGTH);
}

async function loadKnown(id: string): Promise<PlatformDefinition> {
  const platform = await loadPlatform(id);
  if (platform === null) throw new CommentdockError('INTERNAL', `The platform ${id} has no module.`);
  return platform;
}
