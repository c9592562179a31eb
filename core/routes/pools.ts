import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { type Pool, poolSchema, PROXY_TYPES } from '#core/contract/route.ts';
import { defineOperation, type RouteContext } from '#core/routes/context.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import { isHostAndPort } from '#core/routes/proxy-address.ts';
import { poolSecretName, type PoolRecord } from '#core/routes/ports.ts';

const MAX_NAME_LENGTH = 100;
export const MAX_PROXIES = 1_000;
const MAX_CREDENTIAL_LENGTH = 512;

const credential = z.string().min(1).max(MAX_CREDENTIAL_LENGTH).nullish();
const proxySchema = z.object({
  type: z.enum(PROXY_TYPES),
  address: z
    .string()
    .trim()
    .refine(isHostAndPort, { error: 'must be host:port, such as 127.0.0.1:1080.' })
    .meta({ examples: ['127.0.0.1:1080'] }),
  username: credential,
  password: credential.meta({ description: 'Never shown again.', writeOnly: true }),
});
/** Name of a pool. */
export const poolName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .meta({ description: 'A name to know it by.', examples: ['Berlin and Paris'] });
const uuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the pool.' }) });

const create = defineOperation({
  name: 'pools.create',
  summary: 'Add a proxy pool',
  description: 'Stores a list of proxies under a name. Passwords go to the vault and are never shown again.',
  scope: 'write',
  input: z.object({
    name: poolName,
    proxies: z.array(proxySchema).min(1).max(MAX_PROXIES).meta({
      description: 'The proxies. Exports begin with them by turns; one that is blocked, or whose proxy is down, goes on with the next.',
    }),
  }),
  output: poolSchema,
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/proxies', status: 201, auth: 'token' },
  team: 'owners',
  cli: { command: 'pools add' },
  run: ({ name, proxies }, context) => addPool(name, proxies, context),
});

const list = defineOperation({
  name: 'pools.list',
  summary: 'List proxy pools',
  description: 'Pools, newest first, without passwords.',
  scope: 'read',
  input: z.object(pagingFields({ defaultLimit: 10, maxLimit: 30 })),
  output: z.array(poolSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/proxies', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'pools' },
  run: (paging, { pools }) => pools.list(paging).map(presentPool),
});

const get = defineOperation({
  name: 'pools.get',
  summary: 'Get a proxy pool',
  description: 'One pool, without passwords.',
  scope: 'read',
  input: uuidInput,
  output: poolSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'GET', path: '/api/v1/proxies/{uuid}', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'pools get' },
  run: ({ uuid }, context) => presentPool(findPool(uuid, context)),
});

const remove = defineOperation({
  name: 'pools.delete',
  summary: 'Delete a proxy pool',
  description: 'Removes the pool and its passwords.',
  scope: 'write',
  input: uuidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'DELETE', path: '/api/v1/proxies/{uuid}', status: 204, auth: 'token' },
  team: 'owners',
  cli: { command: 'pools remove' },
  run({ uuid }, context) {
    const pool = findPool(uuid, context);
    context.pools.remove(pool.uuid);
    context.vault.remove(poolSecretName(pool.uuid));
  },
});

export const POOL_OPERATIONS = [create, list, get, remove];

/** Stores a pool. */
export function addPool(name: string, proxies: readonly z.output<typeof proxySchema>[], { pools, vault, now }: RouteContext): Pool {
  const uuid = randomUUID();
  const stored = proxies.map(({ type, address, username, password }) => ({
    type,
    address,
    username: username ?? null,
    has_password: typeof password === 'string',
    health: null,
  }));
  vault.set(poolSecretName(uuid), JSON.stringify(proxies.map(({ password }) => password ?? null)));
  const pool = { uuid, name, proxies: stored, createdAtMs: now() };
  pools.insert(pool);
  return presentPool(pool);
}

/** @throws CommentdockError RESOURCE_NOT_FOUND */
export function findPool(uuid: string, { pools }: RouteContext): PoolRecord {
  const pool = pools.find(uuid);
  if (pool !== null) return pool;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no proxy pool ${uuid}. GET /api/v1/proxies lists those that exist.`);
}

/** A pool as its owner sees it. */
export function presentPool({ uuid, name, proxies, createdAtMs }: PoolRecord): Pool {
  return { uuid, name, proxies: [...proxies], createdAt: new Date(createdAtMs).toISOString() };
}
