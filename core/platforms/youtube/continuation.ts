// What an answer brings of a list: commands with rows, each of its own form.
import { z } from 'zod';
import { textSchema } from '#core/platforms/youtube/wire.ts';

const contentsSchema = z.object({ continuationItems: z.array(z.unknown()).optional() });
const commandsSchema = z
  .array(
    z.object({
      reloadContinuationItemsCommand: contentsSchema.optional(),
      appendContinuationItemsAction: contentsSchema.optional(),
    }),
  )
  .optional();

/** Rows and entities are checked one by one as they are read. */
export const continuationSchema = z.object({
  onResponseReceivedEndpoints: commandsSchema,
  onResponseReceivedActions: commandsSchema,
  onResponseReceivedCommands: commandsSchema,
  frameworkUpdates: z
    .object({
      entityBatchUpdate: z
        .object({
          /** One that deletes carries no payload. */
          mutations: z.array(z.object({ entityKey: z.string().optional(), payload: z.unknown().optional() })).optional(),
        })
        .optional(),
    })
    .optional(),
});
export type Continuation = z.output<typeof continuationSchema>;

export const rowSchema = z.object({
  commentThreadRenderer: z.unknown().optional(),
  commentViewModel: z.unknown().optional(),
  commentRenderer: z.unknown().optional(),
  commentsHeaderRenderer: z.unknown().optional(),
  messageRenderer: z.object({ text: textSchema.optional() }).optional(),
  commentFilterContextViewModel: z.unknown().optional(),
});

const repliesSchema = z.object({
  contents: z.array(z.unknown()).optional(),
  teaserContents: z.array(z.unknown()).optional(),
  subThreads: z.array(z.unknown()).optional(),
  continuations: z
    .array(
      z.object({
        nextContinuationData: z
          .object({ continuation: z.string().min(1) })
          .optional()
          .catch(undefined),
      }),
    )
    .optional(),
});
export const threadSchema = z.object({
  commentViewModel: z.unknown().optional(),
  comment: z.object({ commentRenderer: z.unknown() }).optional(),
  replies: z.object({ commentRepliesRenderer: repliesSchema.optional() }).optional(),
});
export const headerSchema = z.object({
  countText: textSchema.optional(),
  commentsCount: textSchema.optional(),
  sortMenu: z
    .object({
      sortFilterSubMenuRenderer: z
        .object({
          subMenuItems: z
            .array(
              z.object({
                selected: z.boolean().optional(),
                serviceEndpoint: z.object({ continuationCommand: z.object({ token: z.string().min(1) }).optional() }).optional(),
              }),
            )
            .optional(),
        })
        .optional(),
    })
    .optional(),
});

/** The lists of an answer; null where it has none, which is how YouTube fails to deliver. */
export function listsOf(continuation: Continuation): (readonly unknown[])[] | null {
  const { onResponseReceivedEndpoints = [], onResponseReceivedActions = [], onResponseReceivedCommands = [] } = continuation;
  const lists = [...onResponseReceivedEndpoints, ...onResponseReceivedActions, ...onResponseReceivedCommands].flatMap((command) => {
    const holder = command.reloadContinuationItemsCommand ?? command.appendContinuationItemsAction;
    return holder === undefined ? [] : [holder.continuationItems ?? []];
  });
  return lists.length === 0 ? null : lists;
}
