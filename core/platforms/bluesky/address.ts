import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';

const HOSTS = new Set([
  'bsky.app',
  'main.bsky.dev',
  'staging.bsky.app',
  'deer.social',
  'blacksky.community',
  'fxbsky.app',
  'bskyx.app',
  'bskye.app',
]);

/** A post, with `tab` as the last part of its URL. */
export function postOf({ host, segments }: PastedUrl, tab: string | null): TargetParams | null {
  const [profile, actor, post, rkey] = segments;
  if (!HOSTS.has(host) || profile !== 'profile' || post !== 'post' || !actor || !rkey) return null;
  return segments.length === (tab === null ? 4 : 5) && (segments[4] ?? null) === tab ? { actor, rkey } : null;
}

/** A profile, with `tab` as the last part of its URL. */
export function profileOf({ host, segments }: PastedUrl, tab: string | null): TargetParams | null {
  const [profile, actor] = segments;
  if (!HOSTS.has(host) || profile !== 'profile' || !actor) return null;
  return segments.length === (tab === null ? 2 : 3) && (segments[2] ?? null) === tab ? { actor } : null;
}
