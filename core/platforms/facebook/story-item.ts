import type { Item, Media } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { authorOf, films, pictures } from '#core/platforms/facebook/items.ts';
import type { WireMedia, WireStory } from '#core/platforms/facebook/wire.ts';
import { checked, fits } from '#core/platform-kit/checked.ts';
import { z } from 'zod';

const POST = 'https://www.facebook.com/';
const DOES_NOT = /\b(?:doesn['’]t|does not) recommend\b/i;
const DOES = /\brecommends?\b/i;
const countedSchema = z.object({ count: z.int() });
const commentsSchema = z.object({ comments: z.object({ total_count: z.int() }) });
const titleSchema = z.object({ text: z.string() });

/** A post of a page, of a profile or of a group. */
export function postItem(story: WireStory): Item {
  return makeItem({ ...fieldsOf(story), kind: 'post' });
}

/** A review: since 2018 no stars, but "recommends" (1) or "doesn't recommend" (0). */
export function reviewItem(story: WireStory): Item {
  const rating = ratingOf(story);
  return makeItem({ ...fieldsOf(story), kind: 'review', rating, ratingScale: rating === null ? null : 1 });
}

function fieldsOf(story: WireStory) {
  const content = story.comet_sections?.content?.story;
  const feedback = story.comet_sections?.feedback;
  const comments = shallowest(feedback, 'comment_rendering_instance', (value) => fits(commentsSchema, value));
  const repost = content?.attached_story ?? story.attached_story ?? null;
  return {
    id: story.post_id,
    author: authorOf(content?.actors?.[0] ?? story.actors?.[0]),
    text: content?.message?.text ?? story.message?.text ?? '',
    createdAt: isoFromSeconds(story.creation_time ?? createdIn(story)),
    likes: countUnder(feedback, 'reaction_count'),
    replyCount: checked(commentsSchema, comments).data?.comments.total_count ?? null,
    url: orNull(content?.wwwURL) ?? orNull(story.wwwURL) ?? orNull(story.permalink_url) ?? POST + story.post_id,
    media: (attachmentsOf(story) ?? []).flatMap(({ styles }) => attached(styles?.attachment)),
    extra: { shares: countUnder(feedback, 'share_count') ?? undefined, isRepost: repost !== null },
  };
}

function ratingOf(story: WireStory): 0 | 1 | null {
  const type = shallowest(story, 'recommendation_type', (value) => value === 'POSITIVE' || value === 'NEGATIVE');
  if (type !== undefined) return type === 'POSITIVE' ? 1 : 0;
  const title = shallowest(story.comet_sections?.context_layout ?? story, 'title', (value) => fits(titleSchema, value));
  const words = checked(titleSchema, title).data?.text ?? '';
  if (DOES_NOT.test(words)) return 0;
  return DOES.test(words) ? 1 : null;
}

/** What the story says above its words goes before all else: a post that is passed on has a moment of its own, nearer to the root. */
function createdIn(story: WireStory): number | null {
  const { timestamp, context_layout: layout } = story.comet_sections ?? {};
  for (const place of [timestamp, layout, story]) {
    const created = shallowest(place, 'creation_time', (value) => typeof value === 'number');
    if (typeof created === 'number') return created;
  }
  return null;
}

function countUnder(feedback: unknown, name: string): number | null {
  const found = shallowest(feedback, name, (value) => fits(countedSchema, value));
  return checked(countedSchema, found).data?.count ?? null;
}

type Attachments = NonNullable<WireStory['attachments']>;

function attachmentsOf({ attachments, comet_sections: sections }: WireStory): Attachments | null {
  return attachments?.length ? attachments : (sections?.content?.story?.attachments ?? null);
}

/** An album has its pictures below, and perhaps the first one of them as its own. */
function attached(attachment: NonNullable<Attachments[number]['styles']>['attachment']): Media[] {
  const album = (attachment?.all_subattachments?.nodes ?? []).flatMap(({ media }) => storyMedia(media));
  return album.length > 0 ? album : storyMedia(attachment?.media);
}

function storyMedia(media: WireMedia | null | undefined): Media[] {
  if (!media) return [];
  if (media.__typename === 'Video') return films(media.url, media.permalink_url);
  return pictures(media.photo_image?.uri, media.image?.uri);
}
