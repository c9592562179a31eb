import { z } from 'zod';

/**
 * What workers tell each other of requests that are shared. `wanted`: who runs an export would have others make requests of it. `asked`: some wait.
 * `changed`: there is an answer, or one more or less who helps. `over`: nobody is asked any more.
 */
export const helpNewsSchema = z.discriminatedUnion('help', [
  z.object({ help: z.literal('wanted'), guid: z.string(), platform: z.string(), route: z.string().nullable(), seats: z.int().positive() }),
  z.object({ help: z.enum(['asked', 'changed', 'over']), guid: z.string() }),
]);
export type HelpNews = z.infer<typeof helpNewsSchema>;
