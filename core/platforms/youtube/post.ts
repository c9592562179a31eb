// A post of a channel as an item. Written from descriptions: no recorded answer proves it.
import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { authorOf, countOf, datesOf } from '#core/platforms/youtube/comment.ts';
import { plainText } from '#core/platforms/youtube/text.ts';
import { channelLinkSchema, lastThumbnail, textSchema, thumbnailsSchema } from '#core/platforms/youtube/wire.ts';

const imageSchema = z.object({ backstageImageRenderer: z.object({ image: thumbnailsSchema.optional() }).optional() });
const choicesSchema = z.object({ choices: z.array(z.object({ text: textSchema.optional() })).optional() });

const sharedFields = {
  postId: z.string().min(1),
  publishedTimeText: textSchema.optional(),
  voteCount: textSchema.optional(),
  actionButtons: z
    .object({
      commentActionButtonsRenderer: z
        .object({
          replyButton: z.object({ buttonRenderer: z.object({ text: textSchema.optional() }).optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
};

const postSchema = z.object({
  ...sharedFields,
  authorText: textSchema.optional(),
  authorEndpoint: channelLinkSchema.optional(),
  authorThumbnail: thumbnailsSchema.optional(),
  contentText: textSchema.optional(),
  backstageAttachment: z
    .object({
      backstageImageRenderer: z.object({ image: thumbnailsSchema.optional() }).optional(),
      postMultiImageRenderer: z.object({ images: z.array(imageSchema).optional() }).optional(),
      videoRenderer: z.object({ videoId: z.string().optional() }).optional(),
      pollRenderer: choicesSchema.optional(),
      quizRenderer: choicesSchema.optional(),
    })
    .optional(),
});

/** A post that passes on another one. */
const sharedPostSchema = z.object({
  ...sharedFields,
  displayName: textSchema.optional(),
  endpoint: channelLinkSchema.optional(),
  thumbnail: thumbnailsSchema.optional(),
  content: textSchema.optional(),
  originalPost: z.object({ backstagePostRenderer: z.object({ postId: z.string().optional() }).optional() }).optional(),
});

const holderSchema = z.object({ backstagePostRenderer: z.unknown().optional(), sharedPostRenderer: z.unknown().optional() });

/**
 * A post, null where the row holds none.
 * @throws PlatformChanged where it is of an unknown form
 */
export function postItem(holder: unknown, fetchedAt: Date): Item | null {
  const { backstagePostRenderer, sharedPostRenderer } = readWire(holderSchema, holder, 'backstagePostThreadRenderer.post');
  if (backstagePostRenderer !== undefined) return ownPost(readWire(postSchema, backstagePostRenderer, 'backstagePostRenderer'), fetchedAt);
  return sharedPostRenderer === undefined
    ? null
    : sharedPost(readWire(sharedPostSchema, sharedPostRenderer, 'sharedPostRenderer'), fetchedAt);
}

function ownPost(post: z.output<typeof postSchema>, fetchedAt: Date): Item {
  const attached = post.backstageAttachment;
  const images = attached?.postMultiImageRenderer?.images?.map((image) => image.backstageImageRenderer) ?? [
    attached?.backstageImageRenderer,
  ];
  return makeItem({
    ...commonOf(post, fetchedAt),
    author: authorOf(plainText(post.authorText), post.authorEndpoint?.browseEndpoint?.browseId, post.authorEndpoint, {
      avatarUrl: lastThumbnail(post.authorThumbnail),
      verified: null,
    }),
    text: orNull(plainText(post.contentText)),
    media: images.flatMap((image) => {
      const url = lastThumbnail(image?.image);
      return url === null ? [] : [{ type: 'image' as const, url }];
    }),
    extra: {
      videoId: attached?.videoRenderer?.videoId,
      pollChoices: (attached?.pollRenderer ?? attached?.quizRenderer)?.choices?.map((choice) => plainText(choice.text)),
    },
  });
}

function sharedPost(post: z.output<typeof sharedPostSchema>, fetchedAt: Date): Item {
  return makeItem({
    ...commonOf(post, fetchedAt),
    author: authorOf(plainText(post.displayName), post.endpoint?.browseEndpoint?.browseId, post.endpoint, {
      avatarUrl: lastThumbnail(post.thumbnail),
      verified: null,
    }),
    text: orNull(plainText(post.content)),
    extra: { sharedPostId: post.originalPost?.backstagePostRenderer?.postId },
  });
}

type Common = Pick<
  Item,
  'id' | 'kind' | 'likes' | 'replyCount' | 'approximate' | 'url' | 'relativeTime' | 'createdAt' | 'createdAtPrecision' | 'isEdited'
>;

function commonOf(post: Pick<z.output<typeof postSchema>, keyof typeof sharedFields>, fetchedAt: Date): Common {
  const likes = countOf(plainText(post.voteCount), 'voteCount');
  const button = plainText(post.actionButtons?.commentActionButtonsRenderer?.replyButton?.buttonRenderer?.text);
  const replies = button === '' ? { value: 0, approximate: false } : readCount(button);
  return {
    id: post.postId,
    kind: 'post',
    ...datesOf(plainText(post.publishedTimeText), fetchedAt),
    likes: likes.value,
    replyCount: replies?.value ?? null,
    approximate: likes.approximate || replies?.approximate === true ? true : null,
    url: `https://www.youtube.com/post/${post.postId}`,
  };
}
