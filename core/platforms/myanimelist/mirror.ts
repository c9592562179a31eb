// Public mirrors of MyAnimeList's pages with one form of answer, which was Jikan's first. Neither belongs to MyAnimeList.
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { countSchema, idSchema } from '#core/platform-kit/wire.ts';
import { reactionsOf, SCALE, urlOfReview } from '#core/platforms/myanimelist/review.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const words = z.string().nullish();
const count = countSchema.nullish();

const reviewSchema = z.object({
  mal_id: idSchema,
  date: words,
  review: words,
  score: count,
  tags: z.array(z.string()).nullish(),
  is_spoiler: z.boolean().nullish(),
  is_preliminary: z.boolean().nullish(),
  episodes_watched: count,
  chapters_read: count,
  reactions: z
    .object({
      overall: count,
      nice: count,
      love_it: count,
      funny: count,
      confusing: count,
      informative: count,
      well_written: count,
      creative: count,
    })
    .nullish(),
  user: z.object({ username: words, url: words, images: z.object({ jpg: z.object({ image_url: words }).nullish() }).nullish() }).nullish(),
});

const listSchema = z.object({
  data: rowsOf(reviewSchema),
  pagination: z.object({ has_next_page: z.boolean().nullish() }).nullish(),
});

/** In the order in which they are asked. */
export const MIRROR_NAMES = ['tenrai', 'jikan'] as const;
export type MirrorName = (typeof MIRROR_NAMES)[number];

interface Mirror {
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly tries: 'general' | 'once';
  /** How it calls an order; none where it has one of its own. */
  readonly sorts: Readonly<Partial<Record<string, string>>>;
}

export const MIRRORS: Readonly<Record<MirrorName, Mirror>> = {
  tenrai: {
    name: 'Tenrai',
    host: 'api.tenrai.org',
    path: '/v1',
    tries: 'general',
    sorts: { newest: 'newest', oldest: 'oldest', mostvoted: 'most_helpful' },
  },
  // Given up in October 2026: whatever may still answer there is asked last, and once.
  jikan: { name: 'Jikan', host: 'api.jikan.moe', path: '/v4', tries: 'once', sorts: {} },
};

/** What a mirror shows of a page of reviews. */
interface MirroredPage {
  readonly items: readonly Item[];
  readonly goesOn: boolean;
  /** The mirror's own name. */
  readonly name: string;
  readonly host: string;
}

/** @throws CommentdockError NOT_FOUND, RATE_LIMITED, NETWORK, PLATFORM_CHANGED */
export async function askMirror(
  session: Session,
  mirror: MirrorName,
  { kind, id, page, sort }: { readonly kind: string; readonly id: string; readonly page: number; readonly sort: string },
): Promise<MirroredPage> {
  const { name, host, path, tries, sorts } = MIRRORS[mirror];
  const { data, pagination } = await session.json(listSchema, {
    url: `https://${host}${path}/${kind}/${id}/reviews`,
    query: { page, preliminary: 'true', spoilers: 'true', sort: sorts[sort] },
    headers: { accept: 'application/json' },
    tries,
  });
  return { items: readRows(data, 'data', reviewItem), goesOn: data.length > 0 && pagination?.has_next_page === true, name, host };
}

function reviewItem(review: z.output<typeof reviewSchema>): Item {
  const { user, reactions, tags } = review;
  const name = orNull(user?.username);
  const counts = [
    reactions?.nice,
    reactions?.love_it,
    reactions?.funny,
    reactions?.confusing,
    reactions?.informative,
    reactions?.well_written,
    reactions?.creative,
  ];
  return makeItem({
    id: review.mal_id,
    kind: 'review',
    author: { name, username: name, url: orNull(user?.url), avatarUrl: orNull(user?.images?.jpg?.image_url) },
    text: review.review ?? '',
    createdAt: statedInstant(review.date, 'data.date'),
    likes: reactions?.overall ?? null,
    rating: review.score ?? null,
    ratingScale: SCALE,
    url: urlOfReview(review.mal_id),
    extra: {
      tags: tags && tags.length > 0 ? tags : undefined,
      spoiler: review.is_spoiler ?? undefined,
      preliminary: review.is_preliminary ?? undefined,
      episodesWatched: review.episodes_watched ?? review.chapters_read ?? undefined,
      reactions: reactions == null ? undefined : reactionsOf(reactions.overall ?? null, counts),
    },
  });
}
