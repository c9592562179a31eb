import { z } from 'zod';

const httpUrl = z.url({ protocol: /^http$/ });

/**
 * What the core's process tells the shell, once. `ready`: its service answers; `windowUrl` is the one-time link that opens its window. `inUse`: another service holds the data folder,
 * and this is where it answers. `failed`: `detail` says what happened and what to do.
 */
export const coreNewsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), baseUrl: httpUrl, windowUrl: httpUrl.optional() }),
  z.object({ type: z.literal('inUse'), baseUrl: httpUrl }),
  z.object({ type: z.literal('failed'), detail: z.string() }),
]);
export type CoreNews = z.infer<typeof coreNewsSchema>;

/** What the shell asks of the core's process: to close everything and end. */
export const closeRequestSchema = z.object({ type: z.literal('close') });
export type CloseRequest = z.infer<typeof closeRequestSchema>;
