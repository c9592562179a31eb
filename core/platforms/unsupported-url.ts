import { CommentdockError } from '#core/contract/error.ts';
import { nearWord } from '#core/contract/near-word.ts';
import type { PastedUrl, PlatformFacts } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

/** A shorter host inside another one says nothing: netflix.com ends in x.com. */
const MIN_TELLING_LENGTH = 8;

/** Every pasted address is looked at with the hosts of all platforms, some thousand examples. */
const hostsByPlatform = new WeakMap<PlatformFacts, readonly string[]>();

/** Hosts that the platform's own examples stand on, without `www.`. */
export function hostsOf(platform: PlatformFacts): readonly string[] {
  const known = hostsByPlatform.get(platform);
  if (known !== undefined) return known;
  const urls = platform.targets.flatMap((target) => target.examples.map((example) => parsePastedUrl(example, [platform])));
  const hosts = [...new Set(urls.filter((url) => url.protocol.startsWith('http')).map((url) => url.host))];
  hostsByPlatform.set(platform, hosts);
  return hosts;
}

/** True for a host of the platform and for every host below one. */
export function isHostOf(platform: PlatformFacts, host: string): boolean {
  return hostsOf(platform).some((known) => host === known || host.endsWith(`.${known}`));
}

/** Why nobody takes this URL, and what to paste instead. */
export function unsupportedUrl(platforms: readonly PlatformFacts[], url: PastedUrl): CommentdockError {
  const owner = platforms.find((platform) => isHostOf(platform, url.host));
  if (owner) {
    const patterns = owner.targets.flatMap((target) => target.patterns);
    return new CommentdockError(
      'INVALID_URL',
      `${owner.name} has no export for this kind of URL. Paste one like: ${patterns.slice(0, 8).join(', ')}.`,
    );
  }
  const host = url.host === '' ? url.protocol : url.host;
  const near = nearestHost(platforms, host);
  const hint = near === null ? 'GET /api/public/platforms or `commentdock platforms` lists the sites that are.' : `Did you mean ${near}?`;
  return new CommentdockError('INVALID_URL', `The site ${host} is not supported. ${hint}`);
}

function nearestHost(platforms: readonly PlatformFacts[], host: string): string | null {
  const known = platforms.flatMap(hostsOf);
  const insideAnother = known.find((name) => name.length >= MIN_TELLING_LENGTH && host.includes(name));
  if (insideAnother) return insideAnother;
  return nearWord(host, known);
}
