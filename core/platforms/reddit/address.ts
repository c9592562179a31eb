import { isHost } from '#core/platform-kit/host.ts';
import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';

/** Of a pasted URL, or of the address that a share link leads to: `host` in lower case without `www.`. */
export type Address = Pick<PastedUrl, 'host' | 'path' | 'query'>;

const ID36 = /^[0-9a-z]{1,13}$/i;
const SUBREDDITS = /^\w[\w+-]*$/;
const NAME = /^[\w-]+$/;
const TOKEN = /^\w+$/;
const LISTINGS = new Set(['hot', 'new', 'top', 'rising', 'controversial', 'best']);
const PERIODS = new Set(['hour', 'day', 'week', 'month', 'year', 'all']);

/** `{post}`, or `{post, comment}` for a link to one comment; null for any other address. */
export function threadAt(url: Address): TargetParams | null {
  if (url.host === 'redd.it') {
    const [post, ...rest] = partsOf(url.path);
    return post && ID36.test(post) && rest.length === 0 ? { post: post.toLowerCase() } : null;
  }
  if (!isReddit(url)) return null;
  const below = afterComments(url.path);
  const post = below?.[0];
  if (!below || !post || !ID36.test(post)) return null;
  // The title may be empty (`/comments/<id>//<comment>`), so that only its place counts.
  const comment = below[2];
  if (!comment) return { post: post.toLowerCase() };
  return ID36.test(comment) ? { post: post.toLowerCase(), comment: comment.toLowerCase() } : null;
}

/** `{path}` of an app's share link. */
export function shareAt(url: Address): TargetParams | null {
  const [scope, name, s, token, ...rest] = partsOf(url.path);
  const isShare = isReddit(url) && (scope === 'r' || isPerson(scope)) && s === 's' && rest.length === 0;
  return isShare && NAME.test(name ?? '') && TOKEN.test(token ?? '') ? { path: `/${scope}/${name}/s/${token}` } : null;
}

/** `{path, t?}` of a subreddit, several of them, or a multireddit: `/r/<sub>/hot`. */
export function listingAt(url: Address): TargetParams | null {
  if (!isReddit(url)) return null;
  const parts = partsOf(url.path);
  const isMulti = isPerson(parts[0]) && parts[2] === 'm' && NAME.test(parts[1] ?? '') && NAME.test(parts[3] ?? '');
  const isSubreddit = parts[0] === 'r' && SUBREDDITS.test(parts[1] ?? '');
  if (!isMulti && !isSubreddit) return null;
  const [listing = 'hot', ...rest] = parts.slice(isMulti ? 4 : 2);
  if (!LISTINGS.has(listing) || rest.length > 0) return null;
  const period = url.query.get('t');
  const path = isMulti ? `/user/${parts[1]}/m/${parts[3]}/${listing}` : `/r/${parts[1]}/${listing}`;
  return { path, ...(period !== null && PERIODS.has(period) ? { t: period } : {}) };
}

/** `{user}` of somebody's page, given what follows the name: nothing or `submitted`, or `comments`. */
export function userAt(url: Address, pages: readonly (string | undefined)[]): TargetParams | null {
  const [scope, user, page, ...rest] = partsOf(url.path);
  const isUser = isReddit(url) && isPerson(scope) && user !== undefined && NAME.test(user) && rest.length === 0;
  return isUser && pages.includes(page) ? { user } : null;
}

function isReddit(url: Address): boolean {
  return isHost(url, 'reddit.com');
}

function isPerson(scope: string | undefined): boolean {
  return scope === 'user' || scope === 'u';
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** What follows `comments` (or `gallery`) where a post's address has it; empty parts stay. */
function afterComments(path: string): readonly string[] | null {
  const parts = path.split('/').slice(1);
  if (parts[0] === 'comments') return parts.slice(1);
  if (parts[0] === 'gallery') return parts.slice(1, 2);
  const isOwned = (parts[0] === 'r' || isPerson(parts[0])) && parts[2] === 'comments';
  return isOwned ? parts.slice(3) : null;
}
