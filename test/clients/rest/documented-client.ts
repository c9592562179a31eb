import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { withPartsInPlace } from '#core/surfaces/rest/openapi-parts.ts';
import type { Answer, Fields, RestClient } from '#test/clients/rest/rest-client.ts';

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<'responses' | 'examples' | 'parameters' | 'requestBodies', Readonly<Record<string, object>>>>;
}

interface Call {
  /** Of the answer. Without one: the success that the document has. */
  readonly status?: number;
  /** For the braces of the path. */
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Text is sent as it is. */
  readonly body?: Fields | string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

/** A client that knows the service by its OpenAPI document alone, and holds every answer to it. */
export interface DocumentedClient {
  /** Names of all operations: their ids, or method and path where they have none. */
  readonly names: readonly string[];
  /** Those that were called with success so far. */
  readonly called: ReadonlySet<string>;
  /** @throws AssertionError where status, content type, headers or body are not as documented */
  call(name: string, call?: Call): Promise<Answer>;
  /** As `call` with an empty body, and whatever documented status. */
  visit(name: string): Promise<Answer>;
}

export async function documentedClient(client: RestClient): Promise<DocumentedClient> {
  const document = withPartsInPlace((await client.get('/openapi.json')).body as unknown as OpenApi);
  const routes = routesOf(document);
  const called = new Set<string>();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const compiled = new Map<object, ValidateFunction>();
  const fits = (schema: object, value: unknown): string | null => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, validate);
    return validate(value) ? null : JSON.stringify(validate.errors).slice(0, 500);
  };
  const send = async (name: string, { path = {}, query = {}, body, headers = {}, status }: Call, anyStatus: boolean): Promise<Answer> => {
    const route = routes.get(name);
    if (route === undefined) throw new Error(`the document has no operation ${name}`);
    const search = new URLSearchParams(query).toString();
    const target = route.path.replace(/\{(\w+)\}/g, (_braces, field: string) => encodeURIComponent(String(path[field])));
    const answer = await client.ask(route.method, `${target}${search === '' ? '' : `?${search}`}`, body, headers);
    const title = `${name} answers ${answer.status} ${answer.bytes.toString('utf8').slice(0, 300)}`;
    const success = Number(Object.keys(route.operation.responses).find((code) => code.startsWith('2')));
    if (!anyStatus) expect(answer.status, title).toBe(status ?? success);
    const response = route.operation.responses[answer.status];
    expect(response, `${title}, which is not documented`).toBeDefined();
    expectAsDocumented(title, response ?? {}, answer, fits);
    if (anyStatus || answer.status === success) called.add(name);
    return answer;
  };
  return {
    names: [...routes.keys()],
    called,
    call: (name, call = {}) => send(name, call, false),
    visit: (name) => send(name, emptyCall(routes.get(name)), true),
  };
}

/** A body of the first type that the document has for the operation, with nothing in it. */
function emptyCall(route: Route | undefined): Call {
  const [type] = Object.keys(route?.operation.requestBody?.content ?? {});
  if (type === undefined) return {};
  return { body: type === 'application/json' ? {} : 'nothing=', headers: { 'content-type': type } };
}

function routesOf({ paths }: OpenApi): ReadonlyMap<string, Route> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const verb = method.toUpperCase();
        return [operation.operationId ?? `${verb} ${path}`, { method: verb, path, operation }] as const;
      }),
    ),
  );
}

function expectAsDocumented(
  title: string,
  { content = {}, headers = {} }: Response,
  { headers: given, bytes }: Answer,
  fits: (schema: object, value: unknown) => string | null,
): void {
  for (const header of Object.keys(headers)) expect(given.get(header), `${title}, without ${header}`).not.toBeNull();
  const types = Object.keys(content);
  if (types.length === 0) return;
  const type = given.get('content-type')?.replace(/;.*$/, '') ?? '';
  expect(types, title).toContain(type);
  const schema = content[type]?.schema;
  if (schema !== undefined) expect(fits(schema, JSON.parse(bytes.toString('utf8'))), title).toBeNull();
}
