import type { Author, Item } from '#core/contract/item.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { SITE, type Voyage } from '#core/platforms/linkedin/ask.ts';
import { countsOf, detailOf, likesIn, repliesIn } from '#core/platforms/linkedin/counts.ts';
import { memberId, timeOf, withoutQuery } from '#core/platforms/linkedin/items.ts';
import { mediaIn, picturesIn } from '#core/platforms/linkedin/pictures.ts';
import { entityOf } from '#core/platforms/linkedin/voyage.ts';
import { contentSchema, updateSchema, type WireCounts, type WireUpdate } from '#core/platforms/linkedin/wire.ts';

const ACTIVITY = /urn:li:activity:(\d+)/;
const UPDATE_TYPE = /\.feed\.(?:render\.UpdateV2|Update)$/;

/** What a list means by the urn of an update: it may name the place where the update is shown besides the update. */
export function updateOf(urn: string, voyage: Voyage): WireUpdate | null {
  const own = entityOf(voyage, urn, updateSchema);
  const activity = ACTIVITY.exec(urn)?.[0];
  if (own !== null || activity === undefined) return own;
  for (const { $type, entityUrn } of voyage.entities.values()) {
    if (UPDATE_TYPE.test($type ?? '') && ACTIVITY.exec(entityUrn ?? '')?.[0] === activity) return entityOf(voyage, entityUrn, updateSchema);
  }
  return null;
}

/** The number of the post; null for what is none, such as an advertisement. */
export function activityOf({ metadata, updateMetadata, entityUrn }: WireUpdate): string | null {
  const urns = [metadata?.backendUrn, updateMetadata?.urn, entityUrn];
  return urns.map((urn) => ACTIVITY.exec(urn ?? '')?.[1]).find((id) => id !== undefined) ?? null;
}

export function postUrl(update: WireUpdate): string | null {
  const activity = activityOf(update);
  return withoutQuery(update.socialContent?.shareUrl) ?? (activity === null ? null : `${SITE}/feed/update/urn:li:activity:${activity}`);
}

export function actorOf({ actor }: WireUpdate): Partial<Author> {
  return {
    id: memberId(actor?.backendUrn ?? actor?.urn),
    name: orNull(actor?.name?.text),
    url: withoutQuery(actor?.navigationContext?.actionTarget),
    avatarUrl: picturesIn(actor?.image)[0] ?? null,
  };
}

/** A post of a list; what somebody reposted without a word stands there as the post of its author, under a header that says so. */
export function postItem(update: WireUpdate, id: string, voyage: Voyage): Item {
  const detail = detailOf(update, voyage);
  const counts = countsOf(detail, voyage);
  const content = checked(contentSchema, update.content).data;
  const link = content?.articleComponent ?? content;
  const reshared = update['*resharedUpdate'] ? updateOf(update['*resharedUpdate'], voyage) : null;
  return makeItem({
    id,
    kind: 'post',
    author: actorOf(update),
    text: orNull(update.commentary?.text?.text),
    title: orNull(link?.title?.text),
    createdAt: timeOf(id),
    likes: likesIn(counts),
    replyCount: repliesIn(detail, counts),
    url: postUrl(update),
    media: mediaIn(update.content, voyage),
    extra: {
      headline: orNull(update.actor?.description?.text) ?? undefined,
      header: orNull(update.header?.text?.text) ?? undefined,
      shares: counts?.numShares ?? undefined,
      reactions: reactionsOf(counts),
      link: orNull(link?.navigationContext?.actionTarget) ?? undefined,
      resharedUrl: (reshared === null ? null : postUrl(reshared)) ?? undefined,
    },
  });
}

/** How many reacted in which way: `{ LIKE: 155, PRAISE: 26 }`. */
function reactionsOf(counts: WireCounts | null): Readonly<Record<string, number>> | undefined {
  const entries = (counts?.reactionTypeCounts ?? []).flatMap(({ reactionType, count }) =>
    reactionType && count != null ? [[reactionType, count] as const] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
