import fc from 'fast-check';
import type { withPartsInPlace } from '#core/surfaces/rest/openapi-parts.ts';
import { anId, fitting, type Schema, type Surroundings } from '#test/fuzz/from-schema.ts';
import { hostileBody, hostilePart, hostileText, hostileValue, oddHeader } from '#test/fuzz/hostile.ts';
import type { RawRequest } from '#test/fuzz/raw-http.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** What of an OpenAPI document requests are made from. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> } & Parameters<typeof withPartsInPlace>[0]['components'];
}

/** One route of the document. */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

export function routesOf({ paths }: OpenApi): readonly Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** How far from the document a request is. */
const KINDS = ['valid', 'nearlyValid', 'hostile'] as const;
type Kind = (typeof KINDS)[number];

export interface FuzzedRequest extends RawRequest {
  readonly kind: Kind;
  readonly route: Route;
}

type Header = readonly [string, string];

/** Where nobody listens, known without a look-up of names. */
const HOOKS = ['https://127.0.0.1:9/hook', 'http://127.0.0.1:9/'];

const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'FOO'] as const;

/** Requests to any route, a third of each kind. `token` opens the service. */
export function requestsTo(routes: readonly Route[], around: Surroundings, token: string): fc.Arbitrary<FuzzedRequest> {
  const auth: readonly Header[] = [['X-AUTH-TOKEN', token]];
  return fc
    .tuple(fc.constantFrom(...routes), fc.constantFrom(...KINDS))
    .chain(([route, kind]) =>
      requestTo(route, kind, route.path.includes('webhooks') ? { ...around, urls: HOOKS } : around).map((request) =>
        withToken({ ...request, kind, route }, auth),
      ),
    );
}

/** A header that a hostile request brings itself is not sent twice, but for one in a few. */
function withToken(request: FuzzedRequest, auth: readonly Header[]): FuzzedRequest {
  const brings = request.headers.some(([name]) => name === 'X-AUTH-TOKEN');
  return brings ? request : { ...request, headers: [...auth, ...request.headers] };
}

function requestTo(route: Route, kind: Kind, around: Surroundings): fc.Arbitrary<RawRequest> {
  const hostile = kind === 'hostile';
  return fc
    .record({
      method: hostile
        ? fc.oneof({ weight: 4, arbitrary: fc.constant(route.method) }, { weight: 1, arbitrary: fc.constantFrom(...OTHER_METHODS) })
        : fc.constant(route.method),
      path: pathOf(route, hostile, around),
      query: queryOf(route, kind, around),
      sandbox: fc.integer({ min: 0, max: 3 }).map((number): readonly Header[] => (number === 0 ? [['X-Sandbox', 'true']] : [])),
      odd: hostile ? fc.array(oddHeader, { maxLength: 2 }) : fc.constant<readonly Header[]>([]),
      body: bodyOf(route, kind, around),
    })
    .map(({ method, path, query, sandbox, odd, body }) => {
      const typed = odd.some(([name]) => name === 'Content-Type');
      const type: readonly Header[] = body === null || typed ? [] : [['Content-Type', 'application/json']];
      return { method, target: `${path}${query}`, headers: [...sandbox, ...type, ...odd], body };
    });
}

function pathOf({ path }: Route, hostile: boolean, around: Surroundings): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const known =
      part === '{event}' ? fc.constantFrom('export.finished', 'export.failed') : anId(around, part === '{guid}' ? 'guid' : kindOf(path));
    return hostile ? fc.oneof({ weight: 1, arbitrary: known }, { weight: 3, arbitrary: hostilePart }) : known;
  });
  const whole = fc.tuple(...parts).map((filled) => filled.join('/'));
  if (!hostile) return whole;
  return fc.oneof(
    { weight: 9, arbitrary: whole },
    { weight: 1, arbitrary: fc.tuple(whole, hostilePart).map(([start, end]) => `${start}/${end}`) },
  );
}

/** What stands below a path: its ids are of one kind. */
export function kindOf(path: string): string {
  return path.replace(/\/?\{.*$/, '');
}

function queryOf({ operation }: Route, kind: Kind, around: Surroundings): fc.Arbitrary<string> {
  const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const pairs = named.map(({ name, required, schema }) => {
    const fit = fitting(schema, around, name).map((value) => encodeURIComponent(String(value).toWellFormed()));
    const value = kind === 'valid' ? fit : fc.oneof(fit, hostilePart);
    const pair = value.map((text) => `${name}=${text}`);
    return required === true && kind === 'valid' ? pair : fc.option(pair, { nil: '' });
  });
  const surplus =
    kind === 'hostile'
      ? fc.array(
          fc.tuple(hostilePart, hostilePart).map(([name, value]) => `${name}=${value}`),
          { maxLength: 3 },
        )
      : fc.constant([]);
  return fc.tuple(fc.tuple(...pairs), surplus).map(([own, more]) => {
    const all = [...own, ...more].filter((pair) => pair !== '');
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

function bodyOf({ operation, method }: Route, kind: Kind, around: Surroundings): fc.Arbitrary<Buffer | null> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    const none = fc.constant(null);
    return kind === 'hostile' && method !== 'GET' ? fc.oneof(none, hostileBody) : none;
  }
  const fit = fitting(schema, around);
  if (kind === 'valid') return fit.map(asJson);
  const near = fc.oneof(
    fit.chain((value) => damaged(value)),
    fc.tuple(fit, hostileText, hostileValue).map(([value, name, extra]) => ({ ...(value as object), [name]: extra })),
  );
  return kind === 'nearlyValid' ? near.map(asJson) : fc.oneof(near.map(asJson), hostileBody);
}

/** One field somewhere in it is another value, or gone. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (fields.length === 0) return hostileValue;
  return fc.constantFrom(...fields).chain(([name, old]) => {
    const others = Object.fromEntries(fields.filter(([other]) => other !== name));
    const inner = typeof old === 'object' && old !== null && !Array.isArray(old) ? fc.oneof(damaged(old), hostileValue) : hostileValue;
    return fc.oneof(
      { weight: 4, arbitrary: inner.map((wrong) => ({ ...others, [name]: wrong })) },
      { weight: 1, arbitrary: fc.constant(others) },
    );
  });
}

function asJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '');
}
