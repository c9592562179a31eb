import type { ExportRow, PastedUrl, Target } from '#core/platforms/define.ts';
import { isHost } from '#core/platforms/kit/host.ts';

const COUNTRY = /^(?:m|[a-z]{2})\.linkedin\.com$/;
const IN_SLUG = /-(activity|share|ugcPost)-(\d{10,20})(?:-|$)/;
const URN = /^urn:li:(activity|share|ugcPost):(\d{10,20})$/;

const COMMENTS: ExportRow = { type: 'comments' };
const LIKES: ExportRow = { type: 'likes' };

/** A post: the urn that its address names, and where its public page stands. */
export interface Post {
  readonly urn: string;
  readonly path: string;
}

export const TARGETS: readonly Target[] = [
  {
    name: 'post',
    patterns: [
      'linkedin.com/posts/<author>_<words>-activity-<id>-<code>',
      'linkedin.com/feed/update/urn:li:activity:<id>',
      'linkedin.com/embed/feed/update/urn:li:ugcPost:<id>',
    ],
    examples: [
      'https://www.linkedin.com/posts/example-company_words-of-a-post-activity-7123456789012345678-AbCd?utm_source=share',
      'https://de.linkedin.com/posts/somebody_words-ugcPost-7123456789012345678-AbCd',
      'https://www.linkedin.com/feed/update/urn:li:share:7123456789012345678/',
      'https://www.linkedin.com/embed/feed/update/urn:li:ugcPost:7123456789012345678',
    ],
    match: (url) => {
      const post = nameIn(url);
      return post === null || postOf(post) === null ? null : { post };
    },
    exports: { own: COMMENTS, likes: LIKES },
  },
];

/** What a post's part of the address, slug or urn, says of it; null where it names none. */
export function postOf(name: string): Post | null {
  const [, kind, id] = URN.exec(name) ?? IN_SLUG.exec(name) ?? [];
  if (kind === undefined || id === undefined) return null;
  const urn = `urn:li:${kind}:${id}`;
  return { urn, path: name.startsWith('urn:') ? `/feed/update/${urn}` : `/posts/${encodeURIComponent(name)}` };
}

function nameIn(url: PastedUrl): string | null {
  if (!isHost(url, 'linkedin.com') || (url.host !== 'linkedin.com' && !COUNTRY.test(url.host))) return null;
  const parts = url.segments[0] === 'embed' ? url.segments.slice(1) : url.segments;
  const [first, second = '', third = ''] = parts;
  if (first === 'posts' && parts.length === 2 && !second.startsWith('urn:')) return second;
  return first === 'feed' && second === 'update' && parts.length === 3 && third.startsWith('urn:') ? third : null;
}
