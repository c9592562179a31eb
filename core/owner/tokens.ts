import { z } from 'zod';
import { issueToken, tokenSecretName } from '#core/auth/tokens.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { tierOf } from '#core/contract/tier.ts';
import { ownerOf } from '#core/operations/context.ts';
import { defineOperation, type OwnerContext } from '#core/owner/context.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import type { TokenRecord } from '#core/auth/ports.ts';

const DEFAULT_NAME = 'API token';
const MAX_DAYS = 365;

export const tokenSchema = z.object({
  uuid: z.uuid(),
  name: z.string().meta({ examples: ['Reports'] }),
  /** The value; null where the request does not come from this machine. */
  token: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
  createdAt: z.iso.datetime(),
});

const uuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the token.' }) });

const generate = defineOperation({
  name: 'tokens.generate',
  summary: 'Generate an API token',
  description: 'Makes a token that is valid for one year, or for fewer days. Its value is read with the list or retrieve operation.',
  scope: 'write',
  input: z.object({
    name: z.string().trim().min(1).max(100).optional().meta({ description: 'A name to know it by.' }),
    expiresInDays: z
      .int()
      .min(1)
      .max(MAX_DAYS)
      .optional()
      .meta({ description: 'For so many days. Default: one year.', examples: [30] }),
  }),
  output: z.object({ message: z.string().meta({ examples: ['api_token.generated'] }) }),
  errors: ['PLAN_EXPIRED', 'VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/api_tokens/generate', status: 200, auth: 'owner' },
  team: 'all',
  cli: { command: 'token new' },
  run({ name, expiresInDays }, context) {
    const { caller, settings } = context;
    if (caller.kind !== 'owner' && !tierOf(settings.plan()).apiAccess) throw new CommentdockError('PLAN_EXPIRED');
    issueToken(name ?? DEFAULT_NAME, context, { days: expiresInDays, member: caller.member });
    return { message: 'api_token.generated' };
  },
});

const list = defineOperation({
  name: 'tokens.list',
  summary: 'List API tokens',
  description: 'Tokens, newest first, with their values where the request comes from this machine.',
  scope: 'read',
  input: z.object(pagingFields({ defaultLimit: 30, maxLimit: 30 })),
  output: z.array(tokenSchema),
  errors: ['INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/api_tokens', status: 200, auth: 'owner' },
  team: 'all',
  cli: { command: 'token list' },
  run({ page, limit }, context) {
    const newestFirst = context.tokens.list(ownerOf(context.caller)).toSorted((a, b) => b.createdAtMs - a.createdAtMs);
    return newestFirst.slice((page - 1) * limit, page * limit).map((token) => presentToken(token, context));
  },
});

const get = defineOperation({
  name: 'tokens.get',
  summary: 'Get an API token',
  description: 'One token, with its value where the request comes from this machine.',
  scope: 'read',
  input: uuidInput,
  output: tokenSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'GET', path: '/api/v1/api_tokens/{uuid}', status: 200, auth: 'owner' },
  team: 'all',
  cli: { command: 'token get' },
  run: ({ uuid }, context) => presentToken(findToken(uuid, context), context),
});

const remove = defineOperation({
  name: 'tokens.delete',
  summary: 'Revoke an API token',
  description: 'Removes the token for good. Requests with it are refused at once.',
  scope: 'write',
  input: uuidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'DELETE', path: '/api/v1/api_tokens/{uuid}', status: 204, auth: 'owner' },
  team: 'all',
  cli: { command: 'token revoke' },
  run({ uuid }, context) {
    const token = findToken(uuid, context);
    context.tokens.remove(token.uuid);
    context.vault.remove(tokenSecretName(token.uuid));
  },
});

export const TOKEN_OPERATIONS = [generate, list, get, remove];

function findToken(uuid: string, { tokens }: OwnerContext): TokenRecord {
  const token = tokens.find(uuid);
  if (token) return token;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no token ${uuid}. GET /api/v1/api_tokens lists those that exist.`);
}

function presentToken(token: TokenRecord, { vault, caller, now }: OwnerContext): z.output<typeof tokenSchema> {
  return {
    uuid: token.uuid,
    name: token.name,
    token: caller.showsTokens ? vault.get(tokenSecretName(token.uuid)) : null,
    expiresAt: new Date(token.expiresAtMs).toISOString(),
    isExpired: token.expiresAtMs <= now(),
    createdAt: new Date(token.createdAtMs).toISOString(),
  };
}
