import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { poolSchema, PROXY_TYPES, routeSchema } from '#core/contract/route.ts';
import { defineOperation, type RouteContext } from '#core/routes/context.ts';
import { addPool, MAX_PROXIES, poolName } from '#core/routes/pools.ts';
import { invalidField } from '#core/operations/invalid-field.ts';
import { readProxyList, type ListedProxy, type UnreadLine } from '#core/routes/proxy-list.ts';
import { addRoute, routeCode, routeName } from '#core/routes/routes.ts';

const MAX_TEXT_LENGTH = 500_000;
/** Lines that an error names; the others are counted. */
const LINES_NAMED = 20;

const FORMS = 'one proxy in a line as protocol://user:password@host:port, user:password@host:port, host:port:user:password or host:port';
const list = z
  .string()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .meta({
    description: `The list: ${FORMS}; or a provider's CSV whose first line names its columns.`,
    examples: ['socks5://user:password@127.0.0.1:1080\n127.0.0.1:3128:user:password'],
    writeOnly: true,
    contentMediaType: 'text/plain',
  });
const type = z
  .enum(PROXY_TYPES)
  .default('http')
  .meta({ description: 'Protocol of lines that name none.', examples: ['socks5'] });

const importRoutes = defineOperation({
  name: 'routes.import',
  summary: 'Import routes from a list',
  description: `Adds a route for every proxy of a list: ${FORMS}; or a provider's CSV. All are added, or none where a line cannot be read.`,
  scope: 'write',
  input: z.object({
    list,
    name: routeName.optional().meta({
      description: 'Routes are named after it and numbered where the list has no names. Default: their country.',
      examples: ['Office'],
    }),
    code: routeCode.optional().meta({ description: 'Country of lines that name none: two letters of ISO 3166-1.', examples: ['DE'] }),
    type,
  }),
  output: z.array(routeSchema),
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/routes/import', status: 201, auth: 'token' },
  team: 'owners',
  cli: { command: 'routes import' },
  run(input, context) {
    const proxies = allOf(input.list, input.type);
    const homeless = proxies.filter(({ code }) => code === null && input.code === undefined);
    if (homeless.length > 0)
      throw refusal(homeless.map(({ line }) => ({ line, words: 'names no country. Give `code` for lines without one.' })));
    const taken = new Set(context.routes.names());
    return proxies.map((proxy) => {
      const code = proxy.code ?? input.code ?? '';
      return addRoute({ name: freeName(proxy.name ?? null, input.name ?? code, taken), code }, proxy, context);
    });
  },
});

const importPool = defineOperation({
  name: 'pools.import',
  summary: 'Import a proxy pool from a list',
  description: `Stores the proxies of a list as a pool: ${FORMS}; or a provider's CSV. Refused where a line cannot be read.`,
  scope: 'write',
  input: z.object({ name: poolName, list, type }),
  output: poolSchema,
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/proxies/import', status: 201, auth: 'token' },
  team: 'owners',
  cli: { command: 'pools import' },
  run: (input, context: RouteContext) =>
    addPool(
      input.name,
      allOf(input.list, input.type).map(({ type: spoken, address, credentials }) => ({
        type: spoken,
        address,
        username: credentials?.username || null,
        password: credentials?.password || null,
      })),
      context,
    ),
});

export const PROXY_IMPORT_OPERATIONS = [importRoutes, importPool];

/** @throws CommentdockError VALIDATION_ERROR naming the lines, never what they hold */
function allOf(given: string, fallback: z.output<typeof type>): readonly ListedProxy[] {
  const { proxies, unread } = readProxyList(given, fallback);
  if (unread.length > 0) throw refusal(unread);
  if (proxies.length === 0) throw invalidField('list', `holds no proxy. Give ${FORMS}.`);
  if (proxies.length > MAX_PROXIES) throw invalidField('list', `holds ${proxies.length} proxies; ${MAX_PROXIES} is the most.`);
  return proxies;
}

function refusal(lines: readonly UnreadLine[]): CommentdockError {
  const violations = lines.slice(0, LINES_NAMED).map(({ line, words }) => ({ propertyPath: 'list', message: `line ${line}: ${words}` }));
  const more = lines.length > LINES_NAMED ? ` (and ${lines.length - LINES_NAMED} more lines)` : '';
  const [first] = violations;
  return new CommentdockError('VALIDATION_ERROR', `\`list\` ${first?.message ?? ''}${more} Nothing was imported.`, { violations });
}

/** A name that no route has, noted as taken: the list's own, else numbered. */
function freeName(own: string | null, base: string, taken: Set<string>): string {
  let name = own ?? `${base} 1`;
  for (let number = own === null ? 1 : 2; taken.has(name); number += 1) name = `${own ?? base} ${number}`;
  taken.add(name);
  return name;
}
