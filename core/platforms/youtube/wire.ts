// Shapes that many answers of YouTube share.
import { z } from 'zod';

/** Text: one string, or pieces that may be links or emoji. */
export const textSchema = z.object({
  simpleText: z.string().optional(),
  runs: z
    .array(
      z.object({
        text: z.string().optional(),
        emoji: z
          .object({ emojiId: z.string().optional(), shortcuts: z.array(z.string()).optional(), isCustomEmoji: z.boolean().optional() })
          .optional(),
        navigationEndpoint: z
          .object({
            commandMetadata: z.object({ webCommandMetadata: z.object({ url: z.string().optional() }).optional() }).optional(),
            urlEndpoint: z.object({ url: z.string().optional() }).optional(),
            browseEndpoint: z.unknown().optional(),
          })
          .optional(),
      }),
    )
    .optional(),
});
export type WireText = z.output<typeof textSchema>;

/** Text of the newer kind: one string, and ranges of UTF-16 units that are links. */
export const attributedTextSchema = z.object({
  content: z.string().optional(),
  commandRuns: z
    .array(
      z.object({
        startIndex: z.int().optional(),
        length: z.int(),
        onTap: z
          .object({
            innertubeCommand: z
              .object({
                commandMetadata: z.object({ webCommandMetadata: z.object({ url: z.string().optional() }).optional() }).optional(),
                urlEndpoint: z.object({ url: z.string().optional() }).optional(),
              })
              .optional(),
          })
          .optional(),
      }),
    )
    .optional(),
});
export type AttributedText = z.output<typeof attributedTextSchema>;

export const thumbnailsSchema = z.object({ thumbnails: z.array(z.object({ url: z.string() })).optional() });
export type Thumbnails = z.output<typeof thumbnailsSchema>;

export const channelLinkSchema = z.object({
  browseEndpoint: z.object({ browseId: z.string().optional(), canonicalBaseUrl: z.string().optional() }).optional(),
});

const continuationCommandSchema = z.object({ token: z.string().min(1) });
const endpointSchema = z.object({
  continuationCommand: continuationCommandSchema.optional(),
  commandExecutorCommand: z
    .object({ commands: z.array(z.object({ continuationCommand: continuationCommandSchema.optional() })).optional() })
    .optional(),
});

/** Where a list goes on, as a spinner or as a button ("Show more replies"). */
export const continuationItemSchema = z.object({
  continuationEndpoint: endpointSchema.optional(),
  button: z.object({ buttonRenderer: z.object({ command: endpointSchema.optional() }).optional() }).optional(),
});

/** The token of a list's continuation; null where the element holds none. */
export function tokenOf(item: z.output<typeof continuationItemSchema>): string | null {
  const endpoint = item.continuationEndpoint ?? item.button?.buttonRenderer?.command;
  const wrapped = endpoint?.commandExecutorCommand?.commands?.find((command) => command.continuationCommand !== undefined);
  return (endpoint?.continuationCommand ?? wrapped?.continuationCommand)?.token ?? null;
}

/** The largest of a picture's sizes: the last one. */
export function lastThumbnail(pictures: Thumbnails | undefined): string | null {
  const url = pictures?.thumbnails?.at(-1)?.url;
  if (url === undefined) return null;
  return url.startsWith('//') ? `https:${url}` : url;
}
