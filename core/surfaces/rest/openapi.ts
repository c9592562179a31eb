import { VERSION } from '#core/config/version.ts';
import type { Operation } from '#core/operations/define.ts';
import type { Mount } from '#core/surfaces/rest/mount.ts';
import { type ErrorWriter, errorWriter } from '#core/surfaces/rest/openapi-errors.ts';
import { operationObject, partOf, RATE_HEADERS, rateHeaders } from '#core/surfaces/rest/openapi-operation.ts';
import { sharedExamples, sharedParts } from '#core/surfaces/rest/openapi-parts.ts';
import { errorBodySchema, type JsonObject, schemaWriter } from '#core/surfaces/rest/openapi-schemas.ts';
import { TAGS } from '#core/surfaces/rest/openapi-tags.ts';
import { webhooksObject } from '#core/surfaces/rest/openapi-webhooks.ts';

/** A page that people open, as the document lists it. */
export interface DocumentedPage {
  readonly path: string;
  /** The verb of its name in the document. */
  readonly id: string;
  readonly summary: string;
  readonly contentType: string;
  /** How it answers otherwise, by status, where it does. */
  readonly refusals?: Readonly<Record<number, { readonly when: string; readonly contentType: string }>>;
}

/** The OpenAPI 3.1 document of all operations, pages and mounted surfaces. */
export function openApiDocument(
  operations: readonly Operation[],
  pages: readonly DocumentedPage[],
  baseUrl: string,
  mounts: readonly Pick<Mount, 'documentation'>[] = [],
): JsonObject {
  const schemas = schemaWriter();
  // The first to be written: its name is referred to everywhere.
  schemas.write(errorBodySchema, 'output');
  const errors = errorWriter(rateHeaders());
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const { path, method } = operation.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, schemas, errors) };
  }
  for (const page of pages) paths[page.path] = withRefusals({ get: pageObject(page) }, errors);
  for (const { documentation } of mounts)
    for (const [path, methods] of Object.entries(documentation)) paths[path] = withRefusals(methods, errors);
  const shared = sharedParts({ paths, webhooks: webhooksObject(schemas) });
  const answers = sharedExamples(shared.paths, Object.fromEntries([...schemas.responses, ...errors.byName]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commentdock',
      version: VERSION,
      description: `Exports comments, reviews, followers, live chat, likes and shares to spreadsheets, on your own machine. Every answer has the headers ${Object.keys(RATE_HEADERS).join(', ')}.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ token: [] }, { bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: answers.paths,
    webhooks: shared.webhooks,
    components: {
      schemas: Object.fromEntries(schemas.byName),
      responses: answers.responses,
      parameters: shared.parameters,
      requestBodies: shared.requestBodies,
      examples: { ...Object.fromEntries(errors.examples), ...answers.examples },
      headers: Object.fromEntries(
        Object.entries(RATE_HEADERS).map(([name, description]) => [partOf(name), { schema: { type: 'integer' }, description }]),
      ),
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-AUTH-TOKEN', description: '`commentdock token` prints one.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same token, or an access token of OAuth.' },
      },
    },
  };
}

/** What every path may answer, where its methods say nothing of the kind: requests of other sites, and too many of one address, are refused before they are looked at. */
function withRefusals(methods: JsonObject, errors: ErrorWriter): JsonObject {
  const foreign = errors.write(['FORBIDDEN_ORIGIN', 'RATE_LIMIT_EXCEEDED']);
  return Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => {
      const { responses, ...same } = operation as { readonly responses: JsonObject };
      const statuses = Object.keys(responses);
      const refused = statuses.some((status) => status.startsWith('4')) ? {} : foreign;
      const otherwise = statuses.some((status) => status.startsWith('2')) ? {} : { default: foreign['403'] };
      return [method, { ...same, responses: { ...responses, ...refused, ...otherwise } }];
    }),
  );
}

function pageObject({ path, id, summary, contentType, refusals = {} }: DocumentedPage): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    operationId: `pages.${id}`,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    tags: ['pages'],
    security: [],
    responses: {
      200: { description: summary, headers: rateHeaders(), content: { [contentType]: {} } },
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, refusal]) => [
          status,
          { description: refusal.when, headers: rateHeaders(), content: { [refusal.contentType]: {} } },
        ]),
      ),
    },
  };
}
