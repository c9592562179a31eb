import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { poolSchema, routeSchema } from '#core/contract/route.ts';
import { defineOperation, type RouteContext } from '#core/routes/context.ts';
import { findPool, presentPool } from '#core/routes/pools.ts';
import type { RouteRecord } from '#core/routes/ports.ts';
import { presentRoute } from '#core/routes/routes.ts';

const HOW =
  'Where the setting COMMENTDOCK_ROUTE_CHECK_URL names an address it is asked through the proxy, and the country where that comes out is noted; else only the proxy itself is connected to.';

const checkRoutes = defineOperation({
  name: 'routes.check',
  summary: 'Check routes',
  description: `Looks whether the proxies of routes work, and how fast. ${HOW}`,
  scope: 'write',
  input: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'Name of one route. Default: all of them.', examples: ['Berlin'] }),
  }),
  output: z.array(routeSchema),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'POST', path: '/api/v1/routes/check', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'routes check' },
  async run({ name }, context) {
    const wanted = asked(name, context);
    const healths = await context.routeProbe.routes(wanted);
    return wanted.map((route, index) => {
      const health = healths[index] ?? null;
      if (health !== null) context.routes.noteHealth(route.uuid, health);
      return presentRoute({ ...route, health });
    });
  },
});

const checkPool = defineOperation({
  name: 'pools.check',
  summary: 'Check a proxy pool',
  description: `Looks whether the proxies of a pool work, and how fast. ${HOW}`,
  scope: 'write',
  input: z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the pool.' }) }),
  output: poolSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/proxies/{uuid}/check', status: 200, auth: 'token' },
  team: 'owners',
  cli: { command: 'pools check' },
  async run({ uuid }, context) {
    const pool = findPool(uuid, context);
    const healths = await context.routeProbe.pool(pool);
    context.pools.noteHealth(uuid, healths);
    return presentPool({ ...pool, proxies: pool.proxies.map((proxy, index) => ({ ...proxy, health: healths[index] ?? null })) });
  },
});

export const ROUTE_CHECK_OPERATIONS = [checkRoutes, checkPool];

/** @throws CommentdockError RESOURCE_NOT_FOUND */
function asked(name: string | undefined, { routes }: RouteContext): readonly RouteRecord[] {
  if (name === undefined) return routes.names().flatMap((each) => routes.findByName(each) ?? []);
  const route = routes.findByName(name);
  if (route !== null) return [route];
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no route named "${name}". GET /api/v1/routes lists those that exist.`);
}
