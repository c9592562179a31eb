import { readdir } from 'node:fs/promises';
import { CommentdockError } from '#core/contract/error.ts';
import { type JobOptions, type Selector, SELECTORS } from '#core/contract/options.ts';
import type {
  ChosenTarget,
  ExportRow,
  PastedUrl,
  PlatformDefinition,
  PlatformFacts,
  Target,
  TargetParams,
} from '#core/platform-api/define.ts';
import { parsePastedUrl, readableUrl } from '#core/platform-api/pasted-url.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { hostsOf, isHostOf, unsupportedUrl } from '#core/platforms/unsupported-url.ts';

/** A URL with the platform and the target that claim it. */
interface ClaimedUrl {
  readonly url: PastedUrl;
  readonly platform: PlatformDefinition;
  readonly target: Target;
  readonly params: TargetParams;
}

export interface Choice {
  readonly platform: PlatformDefinition;
  readonly target: ChosenTarget;
}

/** All platforms by what they say about themselves. The code of one is loaded when a URL may be its. */
export interface PlatformCatalog {
  /** In the order of their ids. */
  readonly all: readonly PlatformFacts[];
  find(id: string): PlatformFacts | null;
  /** Loads the platforms that the URLs may belong to. Whoever claims or chooses has prepared the URL before; what is no URL is left out. */
  prepare(urls: readonly string[]): Promise<unknown>;
  /** @throws CommentdockError INVALID_URL with what to do; INTERNAL where the URL was not prepared */
  claim(url: string): ClaimedUrl;
  /**
   * What an export of the URL under these options is about.
   * @throws CommentdockError INVALID_URL; INVALID_REQUEST listing what the URL can give; INTERNAL where the URL was not prepared
   */
  choose(url: string, options: JobOptions): Choice;
}

/** Platforms with all of their code: nothing needs to be prepared. */
export interface PlatformRegistry extends PlatformCatalog {
  readonly all: readonly PlatformDefinition[];
  find(id: string): PlatformDefinition | null;
  /** True where a platform takes the URL by the name of its host: no other can have a better right to it. False for what is no URL. */
  isNamed(url: string): boolean;
}

/** A host that no platform names: a target that claims it claims by the shape of the path alone. */
const UNNAMED_HOST = 'host-without-a-platform.invalid';

/** Reads every platform of the folder: `<id>/index.ts`, each with one default export. */
export async function loadPlatforms(): Promise<PlatformRegistry> {
  const modules = await platformModules();
  return platformRegistry(await Promise.all([...modules.values()].map(importPlatform)));
}

/** One platform, without loading the others; null where there is no such file. */
export async function loadPlatform(id: string): Promise<PlatformDefinition | null> {
  const module = (await platformModules()).get(id);
  return module === undefined ? null : importPlatform(module);
}

/** Without loading any of them. */
export async function platformIds(): Promise<readonly string[]> {
  return [...(await platformModules()).keys()];
}

/** Ids with the module of each. */
async function platformModules(): Promise<Map<string, string>> {
  const entries = await readdir(new URL('./platforms/', import.meta.resolve('#core/main.js')), { withFileTypes: true });
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return new Map(ids.map((id) => [id, `#core/platforms/${id}/index.ts`]));
}

async function importPlatform(module: string): Promise<PlatformDefinition> {
  const loaded = (await import(import.meta.resolve(module))) as { readonly default: PlatformDefinition };
  return loaded.default;
}

/**
 * @param known what all platforms say about themselves, where `platforms` are some of them: a text may be written as one of the others has it
 * @throws CommentdockError INTERNAL where two platforms share an id
 */
export function platformRegistry(platforms: readonly PlatformDefinition[], known: readonly PlatformFacts[] = platforms): PlatformRegistry {
  const all = platforms.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const byId = new Map(all.map((platform) => [platform.id, platform]));
  if (byId.size < all.length) throw new CommentdockError('INTERNAL', 'Two platforms share an id.');
  const claim = (text: string, asked: readonly Selector[] = []): ClaimedUrl => claimUrl(all, parsePastedUrl(text, known), asked);
  return {
    all,
    find: (id) => byId.get(id) ?? null,
    prepare: () => Promise.resolve(),
    claim: (text) => claim(text),
    isNamed(text) {
      const url = readableUrl(text, known);
      return url !== null && claimsOf(all, url, []).some(isByName);
    },
    choose(text, options) {
      const { url, platform, target, params } = claim(options.advanced === true ? asAddress(text, known) : text, askedOf(options));
      const { selector, row } = chooseRow(platform, target, options);
      return { platform, target: { target: target.name, params, type: row.type, selector, url: url.href } };
    },
  };
}

/** A platform whose host is named goes before one that takes any host by the shape of its path, and of those the one whose turn comes first. */
function claimUrl(platforms: readonly PlatformDefinition[], url: PastedUrl, asked: readonly Selector[]): ClaimedUrl {
  const claims = claimsOf(platforms, url, asked);
  const byName = claims.find(isByName);
  if (byName) return byName;
  const [byShape] = claims.toSorted((one, other) => (one.platform.turn ?? 0) - (other.platform.turn ?? 0));
  if (byShape === undefined) throw unsupportedUrl(platforms, url);
  // Below a host that stands alone may be the forum of its makers.
  const owner = platforms.find((platform) =>
    platform.hostsStandAlone === true ? hostsOf(platform).includes(url.host) : isHostOf(platform, url.host),
  );
  if (!owner || owner.id === byShape.platform.id) return byShape;
  throw unsupportedUrl(platforms, url);
}

function claimsOf(platforms: readonly PlatformDefinition[], url: PastedUrl, asked: readonly Selector[]): readonly ClaimedUrl[] {
  return platforms.flatMap((platform) =>
    platform.targets.flatMap((target) => {
      const isOpen = target.whenAsked !== true || asked.some((selector) => target.exports[selector]);
      const params = isOpen ? target.match(url) : null;
      return params ? [{ url, platform, target, params }] : [];
    }),
  );
}

function isByName({ target, url }: ClaimedUrl): boolean {
  return target.match(elsewhere(url)) === null;
}

/** The same address at a host that nobody names. */
export function elsewhere(url: PastedUrl): PastedUrl {
  return { ...url, host: UNNAMED_HOST, href: url.href.replace(new URL(url.href).hostname, UNNAMED_HOST) };
}

/** Words that are no address, for an advanced search, as the address of one where a platform has such a search. */
export function asAddress(text: string, known: readonly PlatformFacts[]): string {
  const url = readableUrl(text, known);
  if (url !== null) return url.href;
  const words = text.trim();
  const search = known.find(({ searchesAt }) => searchesAt !== undefined)?.searchesAt;
  return words === '' || search === undefined ? text : `${search}${percentEncoded(words)}`;
}

function askedOf(options: JobOptions): readonly Selector[] {
  return SELECTORS.filter((selector) => options[selector] === true);
}

function chooseRow(
  platform: PlatformDefinition,
  target: Target,
  options: JobOptions,
): { readonly selector: Selector | 'own'; readonly row: ExportRow } {
  const asked = askedOf(options);
  const refused = asked.filter((selector) => !target.exports[selector] && !platform.ignores?.includes(selector));
  if (refused.length > 0) {
    const reasons = refused.flatMap((selector) => target.refuses?.[selector] ?? []);
    throw new CommentdockError(
      'INVALID_REQUEST',
      [`${platform.name} gives no ${refused.join(', ')} for this kind of URL.`, ...reasons, whatItGives(target)].join(' '),
    );
  }
  const selector = asked.find((name) => target.exports[name]) ?? 'own';
  const row = target.exports[selector];
  if (row) return { selector, row };
  const reason =
    Object.keys(target.exports).length === 0 ? 'names nothing that could be exported' : 'needs an option that says what to export';
  throw new CommentdockError('INVALID_REQUEST', `This ${platform.name} URL ${reason}. ${whatItGives(target)}`);
}

function whatItGives(target: Target): string {
  const rows = (['own', ...SELECTORS] as const).flatMap((selector) => {
    const row = target.exports[selector];
    if (!row) return [];
    return [selector === 'own' ? `${words(row)} without an option` : `${words(row)} with "${selector}": true`];
  });
  return rows.length === 0 ? 'Paste the URL of what stands in it.' : `It can give: ${rows.join('; ')}.`;
}

function words(row: ExportRow): string {
  return row.type.replace('_', ' ');
}
