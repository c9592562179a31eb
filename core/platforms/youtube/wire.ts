// Shapes that many answers of YouTube share.
import { z } from 'zod';
import type { Gap } from '#core/platform-api/define.ts';
import { readWire } from '#core/platform-kit/wire.ts';

/** Of names that YouTube gives, in words for people. */
const MOST_OF_A_NAME = 100;

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
type Thumbnails = z.output<typeof thumbnailsSchema>;

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
type Endpoint = z.output<typeof endpointSchema>;

/** Where a list goes on: a spinner, a button ("Show more replies"), or since 2026 a view that holds its command one layer deeper. */
const continuationRowSchema = z.object({
  continuationItemRenderer: z
    .object({
      continuationEndpoint: endpointSchema.optional(),
      button: z.object({ buttonRenderer: z.object({ command: endpointSchema.optional() }).optional() }).optional(),
    })
    .optional()
    .catch(undefined),
  continuationItemViewModel: z
    .object({ continuationCommand: z.object({ innertubeCommand: endpointSchema.optional() }).optional() })
    .optional()
    .catch(undefined),
});

/** Where a list goes on; `unknown` names the row whose form hides the token. */
export type Onward = { readonly token: string } | { readonly unknown: string };

/** What a row says of the list's next page; null where it is no continuation. Not for rows that hold lists of their own. */
export function onwardOf(row: unknown): Onward | null {
  if (!namesContinuation(row)) return null;
  const { continuationItemRenderer: item, continuationItemViewModel: view } = readWire(continuationRowSchema, row, 'continuation');
  const endpoint = item?.continuationEndpoint ?? item?.button?.buttonRenderer?.command ?? view?.continuationCommand?.innertubeCommand;
  const token = endpoint === undefined ? undefined : tokenIn(endpoint);
  return token === undefined ? { unknown: Object.keys(Object(row)).join(',') } : { token };
}

/** True where any name within says it: whatever holds one, the list goes on. */
function namesContinuation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]: [string, unknown]) => /continuation/i.test(name) || namesContinuation(inner));
}

function tokenIn({ continuationCommand, commandExecutorCommand }: Endpoint): string | undefined {
  const wrapped = commandExecutorCommand?.commands?.find((command) => command.continuationCommand !== undefined);
  return (continuationCommand ?? wrapped?.continuationCommand)?.token;
}

/** The gap of a list that goes on nobody knows where. */
export function unknownOnward(unknown: string, count: number): Gap {
  const note = `YouTube goes on with a list in a form that is not known (${unknown.slice(0, MOST_OF_A_NAME)}), so what follows there is missing. An update of Commentdock may be needed.`;
  return { cause: 'notServed', count, note };
}

/** The largest of a picture's sizes: the last one. */
export function lastThumbnail(pictures: Thumbnails | undefined): string | null {
  const url = pictures?.thumbnails?.at(-1)?.url;
  if (url === undefined) return null;
  return url.startsWith('//') ? `https:${url}` : url;
}
