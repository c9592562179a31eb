import { VERSION } from '#core/config/version.ts';
import type { Operation } from '#core/operations/define.ts';
import type { Mount } from '#core/surfaces/rest/mount.ts';
import { operationObject, RATE_HEADERS, rateHeaders } from '#core/surfaces/rest/openapi-operation.ts';
import { errorBodySchema, type JsonObject, schemaWriter } from '#core/surfaces/rest/openapi-schemas.ts';
import { TAGS } from '#core/surfaces/rest/openapi-tags.ts';
import { webhooksObject } from '#core/surfaces/rest/openapi-webhooks.ts';

/** A page that people open, as the document lists it. */
export interface DocumentedPage {
  readonly path: string;
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
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const { path, method } = operation.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, schemas) };
  }
  for (const page of pages) paths[page.path] = { get: pageObject(page) };
  for (const { documentation } of mounts) Object.assign(paths, documentation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commentdock',
      version: VERSION,
      description: 'Exports comments, reviews, followers, live chat, likes and shares to spreadsheets, on your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ token: [] }, { bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooksObject(schemas),
    components: {
      schemas: Object.fromEntries(schemas.byName),
      headers: Object.fromEntries(
        Object.entries(RATE_HEADERS).map(([name, description]) => [name, { schema: { type: 'integer' }, description }]),
      ),
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-AUTH-TOKEN', description: '`commentdock token` prints one.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same token, or an access token of OAuth.' },
      },
    },
  };
}

function pageObject({ path, summary, contentType, refusals = {} }: DocumentedPage): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
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
