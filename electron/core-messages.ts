import { z } from 'zod';

const address = { baseUrl: z.url({ protocol: /^http$/ }), ownerSecret: z.string().min(32) };

/** How to reach a service as its owner. */
const serviceAddressSchema = z.object(address);
export type ServiceAddress = z.infer<typeof serviceAddressSchema>;

/**
 * What the core's process tells the shell, once. `ready`: its service answers. `inUse`: another service holds the data folder, and
 * this is where it answers. `failed`: `detail` says what happened and what to do.
 */
export const coreNewsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), ...address }),
  z.object({ type: z.literal('inUse'), ...address }),
  z.object({ type: z.literal('failed'), detail: z.string() }),
]);
export type CoreNews = z.infer<typeof coreNewsSchema>;

/** What the shell asks of the core's process: to close everything and end. */
export const closeRequestSchema = z.object({ type: z.literal('close') });
export type CloseRequest = z.infer<typeof closeRequestSchema>;
