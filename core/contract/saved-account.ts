import { z } from 'zod';
import { userAgentSchema } from '#core/contract/user-agent.ts';

/** Where the cookies of an account came from. */
const ACCOUNT_SOURCES = ['given', 'browser', 'login'] as const;
export type AccountSource = (typeof ACCOUNT_SOURCES)[number];

/** The name of an account that was given none. */
export const MAIN_ACCOUNT = 'main';

/** A saved account as its owner sees it. The values of its cookies never leave the vault. */
export const savedAccountSchema = z.object({
  uuid: z.uuid(),
  platform: z.string().meta({ description: 'Id of the platform.', examples: ['reddit'] }),
  name: z.string().meta({ description: 'What `options.account` of an export names it by.', examples: [MAIN_ACCOUNT] }),
  is_default: z.boolean().meta({ description: 'Used by exports of the platform that bring no cookies and name no account.' }),
  cookie_names: z.array(z.string()).meta({ examples: [['reddit_session', 'token_v2']] }),
  missing_cookies: z
    .array(z.string())
    .meta({ description: 'Cookies of a session that is logged in at the platform and that this one lacks.', examples: [[]] }),
  source: z.enum(ACCOUNT_SOURCES),
  user_agent: userAgentSchema
    .nullable()
    .meta({ description: 'User agent that its cookies were made under, and are sent with; null: that of the installed browser.' }),
  expiresAt: z.iso.datetime().nullable().meta({ description: 'When its session ends, as far as the cookies say; null: they do not.' }),
  needs_login: z.boolean(),
  needs_login_since: z.iso.datetime().nullable(),
  renew: z.string().meta({ description: 'What renews it.', examples: ['commentdock login reddit'] }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  member_uuid: z.uuid().optional(),
});
export type SavedAccount = z.infer<typeof savedAccountSchema>;

/** The command that renews an account of a platform, or makes one. */
export function renewalCommand(platform: string, name: string = MAIN_ACCOUNT): string {
  if (name === MAIN_ACCOUNT) return `commentdock login ${platform}`;
  return `commentdock login ${platform} --name ${/^[\w.-]+$/.test(name) ? name : `"${name.replaceAll('"', '')}"`}`;
}
