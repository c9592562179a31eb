import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { PastedUrl, PlatformDefinition, PlatformFacts } from '#core/platform-api/define.ts';
import { platformFacts } from '#core/platforms/facts.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';
import { asAddress, loadPlatform, type PlatformCatalog, type PlatformRegistry, platformRegistry } from '#core/platforms/registry.ts';
import { hostsOf, isHostOf } from '#core/platforms/unsupported-url.ts';

/** A part of a host shorter than this is no name of a site: `www`, `com`, `co`. */
const MIN_NAME_LENGTH = 4;

/** The catalog of this house. @throws CommentdockError INTERNAL where a built program lacks a part */
export async function openCatalog(): Promise<PlatformCatalog> {
  return catalogOf(await platformFacts(), loadKnown);
}

/** @param load a platform by its id, with all of its code */
export function catalogOf(facts: readonly PlatformFacts[], load: (id: string) => Promise<PlatformDefinition>): PlatformCatalog {
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
      await loadAll(akin.map(({ id }) => id));
      // That nobody takes a URL by name is known to all of them together.
      if (!urls.every(knows)) await loadAll(all.map(({ id }) => id));
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
