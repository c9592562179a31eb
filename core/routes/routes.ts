import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { type Route, routeSchema, vpnLocationSchema } from '#core/contract/route.ts';
import { isCountry } from '#core/routes/countries.ts';
import { defineOperation, type RouteContext } from '#core/routes/context.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import { invalidField } from '#core/operations/invalid-field.ts';
import { parseProxyUrl, type ProxyAddress } from '#core/routes/proxy-address.ts';
import { routeSecretName, type RouteRecord } from '#core/routes/ports.ts';

const MAX_NAME_LENGTH = 100;
const PAGING = { defaultLimit: 10, maxLimit: 30 };

/** Name of a route. */
export const routeName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .meta({ description: 'What `options.vpn` of an export names it by.', examples: ['Berlin'] });
/** Country of a route. */
export const routeCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/)
  .refine(isCountry, { error: 'is no country code of ISO 3166-1, such as DE.' })
  .meta({ description: 'Country where it comes out: two letters of ISO 3166-1.', examples: ['DE'] });
const url = z
  .string()
  .trim()
  .min(1)
  .meta({
    description: 'The proxy: http, https, socks4 or socks5. User name and password go to the vault and are never shown again.',
    examples: ['socks5://user:password@127.0.0.1:1080'],
    writeOnly: true,
  });
const uuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the route.' }) });

const locations = defineOperation({
  name: 'vpn.locations',
  summary: 'List VPN locations',
  description: 'The routes that the owner has set up, by name. `options.vpn` of an export takes such a name.',
  scope: 'read',
  input: z.object(pagingFields(PAGING)),
  output: z.array(vpnLocationSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/public/vpn/locations', status: 200, auth: 'public' },
  cli: { command: 'routes locations' },
  run: (paging, { routes }) => routes.list(paging).map((route) => ({ name: route.name, code: route.code })),
});

const create = defineOperation({
  name: 'routes.create',
  summary: 'Add a route',
  description: 'Stores a proxy as a VPN location. The names of routes are unique.',
  scope: 'write',
  input: z.object({ name: routeName, code: routeCode, url }),
  output: routeSchema,
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/routes', status: 201, auth: 'token' },
  team: 'owners',
  cli: { command: 'routes add' },
  run(input, context) {
    refuseTakenName(input.name, null, context);
    return addRoute(input, parseProxyUrl(input.url, 'url'), context);
  },
});

const list = defineOperation({
  name: 'routes.list',
  summary: 'List routes',
  description: 'Routes in order of their names, without credentials.',
  scope: 'read',
  input: z.object(pagingFields(PAGING)),
  output: z.array(routeSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/routes', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'routes' },
  run: (paging, { routes }) => routes.list(paging).map(presentRoute),
});

const get = defineOperation({
  name: 'routes.get',
  summary: 'Get a route',
  description: 'One route, without credentials.',
  scope: 'read',
  input: uuidInput,
  output: routeSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/routes/{uuid}', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'routes get' },
  run: ({ uuid }, context) => presentRoute(findRoute(uuid, context)),
});

const update = defineOperation({
  name: 'routes.update',
  summary: 'Change a route',
  description: 'What is left out stays. A new `url` replaces the credentials too.',
  scope: 'write',
  input: uuidInput.extend({ name: routeName.optional(), code: routeCode.optional(), url: url.optional() }),
  output: routeSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'PATCH', path: '/api/v1/routes/{uuid}', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'routes update' },
  run({ uuid, ...wanted }, context) {
    const route = findRoute(uuid, context);
    if (wanted.name !== undefined) refuseTakenName(wanted.name, uuid, context);
    const parsed = wanted.url === undefined ? null : parseProxyUrl(wanted.url, 'url');
    if (parsed !== null) keepCredentials(uuid, parsed.credentials, context);
    const changed: RouteRecord = {
      ...route,
      name: wanted.name ?? route.name,
      code: wanted.code ?? route.code,
      ...(parsed === null ? {} : { type: parsed.type, address: parsed.address, hasCredentials: parsed.credentials !== null, health: null }),
    };
    context.routes.update(changed);
    return presentRoute(changed);
  },
});

const remove = defineOperation({
  name: 'routes.delete',
  summary: 'Delete a route',
  description: 'Removes the route and its credentials.',
  scope: 'write',
  input: uuidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/routes/{uuid}', status: 204, auth: 'token' },
  team: 'owners',
  cli: { command: 'routes remove' },
  run({ uuid }, context) {
    const route = findRoute(uuid, context);
    context.routes.remove(route.uuid);
    context.vault.remove(routeSecretName(route.uuid));
  },
});

export const ROUTE_OPERATIONS = [locations, create, list, get, update, remove];

/** Stores a route under a name that is free. */
export function addRoute(
  { name, code }: Pick<RouteRecord, 'name' | 'code'>,
  { type, address, credentials }: ProxyAddress,
  context: RouteContext,
): Route {
  const uuid = randomUUID();
  keepCredentials(uuid, credentials, context);
  const hasCredentials = credentials !== null;
  const route = { uuid, name, code, type, address, hasCredentials, health: null, createdAtMs: context.now() };
  context.routes.insert(route);
  return presentRoute(route);
}

function keepCredentials(uuid: string, credentials: ProxyAddress['credentials'], { vault }: RouteContext): void {
  if (credentials === null) vault.remove(routeSecretName(uuid));
  else vault.set(routeSecretName(uuid), JSON.stringify(credentials));
}

/** @throws CommentdockError VALIDATION_ERROR */
function refuseTakenName(wanted: string, ownUuid: string | null, { routes }: RouteContext): void {
  const holder = routes.findByName(wanted);
  if (holder !== null && holder.uuid !== ownUuid) throw invalidField('name', `"${wanted}" is the name of another route. Choose another.`);
}

/** @throws CommentdockError RESOURCE_NOT_FOUND */
function findRoute(uuid: string, { routes }: RouteContext): RouteRecord {
  const route = routes.find(uuid);
  if (route !== null) return route;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no route ${uuid}. GET /api/v1/routes lists those that exist.`);
}

/** A route as its owner sees it. */
export function presentRoute(route: RouteRecord): Route {
  const { uuid, name, code, type, address, hasCredentials, health, createdAtMs } = route;
  const createdAt = new Date(createdAtMs).toISOString();
  return { uuid, name, code, type, address, has_credentials: hasCredentials, health, createdAt };
}
