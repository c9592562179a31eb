import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseCookies, plainCookies } from '#core/accounts/cookie-text.ts';
import { ownCookies } from '#core/accounts/own-cookies.ts';
import { jobCookiesSchema } from '#core/contract/options.ts';
import { userAgentSchema } from '#core/contract/user-agent.ts';
import { MAIN_ACCOUNT, renewalCommand, type SavedAccount, savedAccountSchema } from '#core/contract/saved-account.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import { type AccountRecord, accountSecretName } from '#core/logins/ports.ts';
import { defineOperation, type LoginContext } from '#core/logins/context.ts';
import { type Caller, ownerOf } from '#core/operations/context.ts';
import { invalidField } from '#core/operations/invalid-field.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';

const MAX_NAME_LENGTH = 100;
/** Far more than all cookies of a browser take as text. */
const MAX_COOKIE_TEXT = 900_000;

const platform = z
  .string()
  .trim()
  .min(1)
  .meta({ description: 'Id of the platform, as `commentdock platforms` lists it.', examples: ['reddit'] });
const name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .default(MAIN_ACCOUNT)
  .meta({ description: `A name, where there are several. Default: ${MAIN_ACCOUNT}.`, examples: [MAIN_ACCOUNT] });
const cookies = z.union([z.string().min(1).max(MAX_COOKIE_TEXT), jobCookiesSchema]).meta({
  description:
    'The cookies of a session that is logged in, as text in any known form (Netscape cookies.txt, JSON of a cookie extension, a cookie header), or by name. Cookies of other sites are left out. They go to the vault and are never shown again.',
  examples: [{ reddit_session: 'the value of the cookie' }],
  writeOnly: true,
});
const userAgent = userAgentSchema.optional().meta({
  description:
    'User agent of the browser that the cookies were made in (`navigator.userAgent` in its console): every request that carries them carries it. Default: that of the browser on this machine.',
});
const source = z.enum(['given', 'login']).default('given').meta({ description: '`login`: from a window that was opened for that.' });

const list = defineOperation({
  name: 'accounts.list',
  summary: 'List saved accounts',
  description: 'Accounts at platforms, by platform; the first of a platform is its default. Without the values of cookies.',
  scope: 'read',
  input: z.object({}),
  output: z.array(savedAccountSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/accounts', status: 200, auth: 'token' },
  cli: { command: 'accounts' },
  run: (_input, context) => context.accounts.list().map((account) => present(account, context)),
});

const save = defineOperation({
  name: 'accounts.save',
  summary: 'Save an account',
  description:
    'Keeps the cookies of a session at a platform. Exports of that platform use it from then on, unless they bring cookies of their own or refuse it by `options.account`. An account of the same name is replaced.',
  scope: 'write',
  input: z.object({ platform, cookies, name, user_agent: userAgent, source }),
  output: savedAccountSchema,
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/accounts', status: 201, auth: 'token' },
  cli: { command: 'accounts add' },
  async run(input, context) {
    const definition = loginPlatform(input.platform, context.platforms);
    const given = typeof input.cookies === 'string' ? parseCookies(input.cookies) : plainCookies(input.cookies);
    const own = checkedCookies(given, definition, context);
    return keep(definition, { name: input.name, source: input.source, cookies: own, userAgent: input.user_agent ?? null }, context);
  },
});

const importing = defineOperation({
  name: 'accounts.import',
  summary: 'Save an account from a browser',
  description:
    'Takes over the session that a browser on this machine has at a platform. Only the cookies of the platform are taken, from a copy of the database. For the owner alone: API tokens may not.',
  scope: 'write',
  input: z.object({
    platform,
    browser: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'Which browser. Default: the first one that has cookies of the platform.', examples: ['firefox'] }),
    profile: z.string().min(1).optional().meta({ description: 'Which profile of it. Default: the one that was used last.' }),
    name,
    user_agent: userAgentSchema
      .optional()
      .meta({ description: 'User agent of the browser. Default: as its version and this system have it.' }),
  }),
  output: savedAccountSchema,
  errors: ['VALIDATION_ERROR', 'INVALID_REQUEST', 'INSUFFICIENT_SCOPE'],
  rest: { method: 'POST', path: '/api/v1/accounts/import', status: 201, auth: 'owner' },
  cli: { command: 'accounts import' },
  async run(input, context) {
    expectOwner(context.caller);
    const definition = loginPlatform(input.platform, context.platforms);
    const { cookies: own, userAgent: said } = await cookiesOfBrowsers(definition, input.browser ?? null, input.profile ?? null, context);
    return keep(definition, { name: input.name, source: 'browser', cookies: own, userAgent: input.user_agent ?? said }, context);
  },
});

const browsers = defineOperation({
  name: 'accounts.browsers',
  summary: 'List browsers to import from',
  description:
    'Browsers on this machine and their profiles, each with what keeps its cookies from being read, if anything does. For the owner alone: API tokens may not.',
  scope: 'read',
  input: z.object({}),
  output: z.array(
    z.object({
      browser: z.string().meta({ examples: ['firefox'] }),
      profile: z.string().meta({ examples: ['abcd1234.default-release'] }),
      obstacle: z.string().nullable().meta({ description: 'Null: its cookies can be read.' }),
    }),
  ),
  errors: ['INSUFFICIENT_SCOPE'],
  rest: { method: 'GET', path: '/api/v1/accounts/browsers', status: 200, auth: 'owner' },
  cli: { command: 'accounts browsers' },
  async run(_input, { browserCookies, caller }) {
    expectOwner(caller);
    return [...(await browserCookies.profiles())];
  },
});

const remove = defineOperation({
  name: 'accounts.delete',
  summary: 'Remove an account',
  description:
    'Forgets an account, its cookies, and what windows of the platform kept for it. The session itself stays open at the platform until you log out there.',
  scope: 'write',
  input: z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the account.' }) }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/accounts/{uuid}', status: 204, auth: 'token' },
  cli: { command: 'accounts remove' },
  async run({ uuid }, { accounts, vault, engine }) {
    if (accounts.find(uuid) === null)
      throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no account ${uuid}. GET /api/v1/accounts lists those that exist.`);
    await engine.forgetWindows(uuid);
    accounts.remove(uuid);
    vault.remove(accountSecretName(uuid));
  },
});

export const SAVED_ACCOUNT_OPERATIONS = [list, save, importing, browsers, remove];

/**
 * What the browsers of a person keep is asked for by that person alone, with the window or a command; a token may be with a script.
 * @throws CommentdockError INSUFFICIENT_SCOPE
 */
function expectOwner({ kind }: Caller): void {
  if (kind === 'owner') return;
  throw new CommentdockError('INSUFFICIENT_SCOPE', 'Only the owner looks into browsers: run `commentdock accounts import`.');
}

/**
 * When a session ends, in milliseconds since 1970: with the first of the cookies that the platform names for it. The others may be renewed
 * by the site within hours. Where it names none, with the last of all. Null where that one ends with the browser.
 */
function endOfSession(all: readonly SavedCookie[], { cookies: { names } }: PlatformFacts): number | null {
  const wanted = names?.find((known) => all.some((cookie) => cookie.name === known));
  const expiries = all.filter((cookie) => wanted === undefined || cookie.name === wanted).map(({ expiresAt }) => expiresAt ?? Infinity);
  const lastSeconds = Math.max(...expiries);
  return Number.isFinite(lastSeconds) ? Math.floor(lastSeconds * 1_000) : null;
}

async function keep(
  definition: PlatformFacts,
  account: Pick<AccountRecord, 'name' | 'source' | 'userAgent'> & { readonly cookies: readonly SavedCookie[] },
  context: LoginContext,
): Promise<SavedAccount> {
  const { accounts, vault, caller, now } = context;
  const former = accounts.ofPlatform(definition.id, ownerOf(caller)).find((known) => known.name === account.name) ?? null;
  const record: AccountRecord = {
    uuid: former?.uuid ?? randomUUID(),
    platform: definition.id,
    name: account.name,
    cookieNames: [...new Set(account.cookies.map((cookie) => cookie.name))],
    source: account.source,
    userAgent: account.userAgent,
    expiresAtMs: endOfSession(account.cookies, definition),
    needsLoginSinceMs: null,
    createdAtMs: former?.createdAtMs ?? now(),
    savedAtMs: now(),
    memberUuid: ownerOf(caller),
  };
  // What windows kept is of the session before.
  if (former !== null) await context.engine.forgetWindows(former.uuid);
  vault.set(accountSecretName(record.uuid), JSON.stringify(account.cookies));
  if (former === null) accounts.insert(record);
  else accounts.update(record);
  return present(record, context);
}

function present(record: AccountRecord, { accounts, platforms, now }: LoginContext): SavedAccount {
  const { names = [] } = platforms.find(record.platform)?.cookies ?? {};
  const expiredAtMs = record.expiresAtMs !== null && record.expiresAtMs <= now() ? record.expiresAtMs : null;
  const needsLoginSinceMs = record.needsLoginSinceMs ?? expiredAtMs;
  const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  return {
    uuid: record.uuid,
    platform: record.platform,
    name: record.name,
    is_default: accounts.ofPlatform(record.platform, record.memberUuid ?? null)[0]?.uuid === record.uuid,
    cookie_names: [...record.cookieNames],
    missing_cookies: names.filter((known) => !record.cookieNames.includes(known)),
    source: record.source,
    user_agent: record.userAgent,
    expiresAt: iso(record.expiresAtMs),
    needs_login: needsLoginSinceMs !== null,
    needs_login_since: iso(needsLoginSinceMs),
    renew: renewalCommand(record.platform, record.name),
    createdAt: new Date(record.createdAtMs).toISOString(),
    updatedAt: new Date(record.savedAtMs).toISOString(),
    ...(record.memberUuid == null ? {} : { member_uuid: record.memberUuid }),
  };
}

/** @throws CommentdockError VALIDATION_ERROR where there is no such platform, or none of its exports uses a login */
export function loginPlatform(id: string, platforms: PlatformCatalog): PlatformFacts {
  const definition = platforms.find(id.toLowerCase());
  if (definition === null) throw invalidField('platform', `is "${id}"; \`commentdock platforms\` lists those that exist.`);
  if (definition.cookies.need !== 'none' && definition.cookies.domains.length > 0) return definition;
  throw invalidField('platform', `${definition.name}: its exports use no login.`);
}

/** @throws CommentdockError VALIDATION_ERROR */
function checkedCookies(given: readonly SavedCookie[], definition: PlatformFacts, { now }: LoginContext): readonly SavedCookie[] {
  try {
    const { name: title, cookies: of } = definition;
    const audience = { name: title, domains: of.domains, ...(of.anyHost === true ? { elsewhere: of.names ?? [] } : {}) };
    return ownCookies(withRealNames(given, definition), audience, { origin: 'What was given', nowMs: now() });
  } catch (error) {
    throw invalidField('cookies', `cannot be used. ${asCommentdockError(error).message}`);
  }
}

/** Names that the interface has for a platform's own count where no domain was given: that is how people copy them by hand. */
function withRealNames(given: readonly SavedCookie[], { cookies: { aliases = {} } }: PlatformFacts): readonly SavedCookie[] {
  return given.map((cookie) => (cookie.domain === null ? { ...cookie, name: aliases[cookie.name] ?? cookie.name } : cookie));
}

/** @throws CommentdockError INVALID_REQUEST telling what each browser lacks */
async function cookiesOfBrowsers(
  { name: title, cookies: { domains } }: PlatformFacts,
  wanted: string | null,
  profile: string | null,
  { browserCookies, now }: LoginContext,
): Promise<{ readonly cookies: readonly SavedCookie[]; readonly userAgent: string | null }> {
  const known = wanted === null ? (await browserCookies.profiles()).map(({ browser }) => browser) : [wanted.toLowerCase()];
  const refusals: string[] = [];
  for (const browser of new Set(known)) {
    try {
      const read = await browserCookies.read({ browser, profile, domains });
      if (read.cookies.length === 0)
        throw new CommentdockError('INVALID_REQUEST', `${browser} (${read.profile}) has no cookies of ${title}.`);
      const origin = `${browser} (${read.profile})`;
      return { cookies: ownCookies(read.cookies, { name: title, domains }, { origin, nowMs: now() }), userAgent: read.userAgent };
    } catch (error) {
      const { code, message } = asCommentdockError(error);
      if (code !== 'INVALID_REQUEST') throw error;
      refusals.push(message);
    }
  }
  const found = refusals.length === 0 ? 'No browser whose cookies could be read was found.' : refusals.join(' ');
  throw new CommentdockError(
    'INVALID_REQUEST',
    `${found} Log in to ${title} in a browser on this machine first, or use \`commentdock login\`.`,
  );
}
