import type { ExportRow, PastedUrl, Target } from '#core/platforms/define.ts';
import { isHost } from '#core/platforms/kit/host.ts';

const COUNTRY = /^(?:m|[a-z]{2})\.linkedin\.com$/;
const IN_SLUG = /-(activity|share|ugcPost)-(\d{10,20})(?:-|$)/;
const URN = /^urn:li:(activity|share|ugcPost):(\d{10,20})$/;

const COMMENTS: ExportRow = { type: 'comments' };
const LIKES: ExportRow = { type: 'likes' };

/** A post: `kind` and `id` make its urn, `path` is where its public page stands. */
export interface PostParams {
  readonly kind: string;
  readonly id: string;
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
      const post = postAt(url);
      return post === null ? null : { ...post };
    },
    exports: { own: COMMENTS, likes: LIKES },
  },
];

function postAt(url: PastedUrl): PostParams | null {
  if (!isHost(url, 'linkedin.com') || (url.host !== 'linkedin.com' && !COUNTRY.test(url.host))) return null;
  const parts = url.segments[0] === 'embed' ? url.segments.slice(1) : url.segments;
  const [first, second = '', third = ''] = parts;
  const isSlug = first === 'posts' && parts.length === 2;
  const isUpdate = first === 'feed' && second === 'update' && parts.length === 3;
  const [, kind, id] = (isSlug ? IN_SLUG.exec(second) : isUpdate ? URN.exec(third) : null) ?? [];
  if (kind === undefined || id === undefined) return null;
  return { kind, id, path: isSlug ? `/posts/${encodeURIComponent(second)}` : `/feed/update/urn:li:${kind}:${id}` };
}
