import { z } from 'zod';

/** What a person may: owners all, members what is theirs and reading what is shared, readers reading what is shared. */
export const ROLES = ['owner', 'member', 'reader'] as const;
export type Role = (typeof ROLES)[number];

/** A person besides the owner of the data folder, as owners see them. */
export const memberSchema = z.object({
  uuid: z.uuid(),
  name: z.string().meta({ examples: ['Ann'] }),
  role: z.enum(ROLES).meta({ examples: ['member'] }),
  createdAt: z.iso.datetime(),
});
export type MemberView = z.infer<typeof memberSchema>;
