// A comment in both formats of YouTube's answers.
import { z } from 'zod';
import { attributedTextSchema, channelLinkSchema, textSchema, thumbnailsSchema } from '#core/platforms/youtube/wire.ts';

/** The newer format: an answer names its comments by keys and carries their data apart. */
export const commentViewSchema = z.object({
  commentKey: z.string(),
  toolbarStateKey: z.string().optional(),
  commentSurfaceKey: z.string().optional(),
  pinnedText: z.unknown().optional(),
});
export type CommentView = z.output<typeof commentViewSchema>;

export const commentEntitySchema = z.object({
  commentEntityPayload: z.object({
    properties: z.object({
      commentId: z.string().min(1),
      content: attributedTextSchema.optional(),
      publishedTime: z.string(),
      replyLevel: z.int().optional(),
    }),
    author: z.object({
      channelId: z.string().optional(),
      displayName: z.string(),
      avatarThumbnailUrl: z.string().optional(),
      isVerified: z.boolean().optional(),
      isArtist: z.boolean().optional(),
      isCreator: z.boolean().optional(),
      sponsorBadgeA11y: z.string().optional(),
      channelCommand: z.object({ innertubeCommand: channelLinkSchema.optional() }).optional(),
    }),
    toolbar: z.object({ likeCountNotliked: z.string().optional(), replyCount: z.string().optional() }),
  }),
});

export const toolbarStateSchema = z.object({
  engagementToolbarStateEntityPayload: z.object({ heartState: z.string().optional() }).optional(),
});

/** Written from descriptions alone: what does not fit is left out. */
export const surfaceSchema = z.object({
  commentSurfaceEntityPayload: z
    .object({
      pdgCommentChip: z
        .object({ pdgCommentChipRenderer: z.object({ chipText: textSchema }) })
        .optional()
        .catch(undefined),
    })
    .optional(),
});

/** The older format: each comment whole. */
export const commentRendererSchema = z.object({
  commentId: z.string().min(1),
  authorText: textSchema.optional(),
  authorThumbnail: thumbnailsSchema.optional(),
  authorEndpoint: channelLinkSchema.optional(),
  contentText: textSchema.optional(),
  publishedTimeText: textSchema,
  voteCount: textSchema.optional(),
  replyCount: z.int().optional(),
  authorIsChannelOwner: z.boolean().optional(),
  pinnedCommentBadge: z.unknown().optional(),
  authorCommentBadge: z
    .object({ authorCommentBadgeRenderer: z.object({ icon: z.object({ iconType: z.string().optional() }).optional() }).optional() })
    .optional(),
  actionButtons: z
    .object({
      commentActionButtonsRenderer: z
        .object({
          creatorHeart: z.object({ creatorHeartRenderer: z.object({ isHearted: z.boolean().optional() }).optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
  paidCommentChipRenderer: z
    .object({ pdgCommentChipRenderer: z.object({ chipText: textSchema }) })
    .optional()
    .catch(undefined),
});
