import { z } from 'zod';
import { VERSION } from '#core/config/version.ts';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import type { ErrorCode } from '#core/contract/error.ts';
import { completenessSchema } from '#core/contract/completeness.ts';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { jobSchema } from '#core/contract/job.ts';
import { jobOptionsSchema } from '#core/contract/options.ts';
import { platformInfoSchema } from '#core/contract/platform.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import { webhookBodySchema, webhookEventSchema, webhookSchema } from '#core/contract/webhook.ts';
import type { Operation } from '#core/operations/define.ts';
import { exportFileSchema } from '#core/operations/exports.ts';
import { placeOf, takesBody } from '#core/operations/field-place.ts';
import { ARCHIVE_TYPE, CONTENT_TYPES } from '#core/operations/file-types.ts';
import { createdJobSchema } from '#core/operations/job-creation.ts';
import { tokenSchema } from '#core/operations/tokens.ts';
import type { Mount } from '#core/surfaces/rest/mount.ts';
import { TRANSLATIONS } from '#core/surfaces/rest/translations.ts';

type JsonObject = { [key: string]: unknown };

/** A page that people open, as the document lists it. */
export interface DocumentedPage {
  readonly path: string;
  readonly summary: string;
  readonly contentType: string;
}

const JSON_TYPE = 'application/json';

const errorBodySchema = z.object({
  status_code: z.int(),
  error_code: z.enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]),
  detail: z.string().meta({ description: 'What happened and what to do.' }),
  error: z.string().meta({ description: 'The same as `detail`.' }),
  seconds_to_wait: z.int().optional(),
  violations: z.array(z.object({ propertyPath: z.string(), message: z.string() })).optional(),
});

/** Schemas that stand once, under components. */
const NAMED_SCHEMAS = {
  Job: jobSchema,
  CreatedJob: createdJobSchema,
  JobOptions: jobOptionsSchema,
  Completeness: completenessSchema,
  Item: exportedItemSchema,
  Platform: platformInfoSchema,
  Token: tokenSchema,
  Webhook: webhookSchema,
  WebhookEvent: webhookEventSchema,
  WebhookBody: webhookBodySchema,
  Error: errorBodySchema,
} as const;

/** Codes that every route may answer, and those of routes with a token or a body. */
const COMMON_ERRORS: readonly ErrorCode[] = ['FORBIDDEN_ORIGIN', 'INTERNAL'];
const TOKEN_ERRORS: readonly ErrorCode[] = ['AUTH_HEADER_TOKEN', 'TOKEN_EXPIRED', 'INSUFFICIENT_SCOPE', 'RATE_LIMIT_EXCEEDED'];
const BODY_ERRORS: readonly ErrorCode[] = ['INVALID_REQUEST', 'UNSUPPORTED_MEDIA_TYPE'];

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** The OpenAPI 3.1 document of all operations, pages and mounted surfaces. */
export function openApiDocument(
  operations: readonly Operation[],
  pages: readonly DocumentedPage[],
  baseUrl: string,
  mounts: readonly Pick<Mount, 'documentation'>[] = [],
): JsonObject {
  const schemas = namedSchemas();
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
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(schemas.byName),
      headers: Object.fromEntries(
        RATE_HEADERS.map((name) => [name, { schema: { type: 'integer' }, description: RATE_HEADER_WORDS[name] }]),
      ),
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-AUTH-TOKEN', description: '`commentdock token` prints one.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same token, or an access token of OAuth.' },
      },
    },
  };
}

const RATE_HEADER_WORDS = {
  'X-RateLimit-Limit': 'Requests a minute.',
  'X-RateLimit-Remaining': 'Requests left in this minute.',
  'X-RateLimit-Reset': 'When all of them are free again, in Unix seconds.',
} as const;

/** Turns schemas into JSON Schema with references to the named ones. */
interface SchemaWriter {
  readonly byName: ReadonlyMap<string, JsonObject>;
  write(schema: z.ZodType, io: 'input' | 'output'): JsonObject;
}

/** What schemas say of themselves, and the names under which some stand once. */
class NamedMetadata extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<Record<string, unknown>, S> | undefined {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) } as z.core.$replace<Record<string, unknown>, S>;
  }
}

function namedSchemas(): SchemaWriter {
  const metadata = new NamedMetadata();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) metadata.add(schema, { id });
  const byName = new Map<string, JsonObject>();
  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const { $schema: _dialect, $defs = {}, ...written } = withRefs(z.toJSONSchema(schema, { io, metadata, unrepresentable: 'any' }));
    for (const [name, definition] of Object.entries($defs as Record<string, JsonObject>)) byName.set(name, definition);
    return written;
  };
  write(z.array(errorBodySchema), 'output');
  return { byName, write };
}

function withRefs(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject;
}

function operationObject(operation: Operation, schemas: SchemaWriter): JsonObject {
  const { rest } = operation;
  const input = schemas.write(operation.input, 'input') as {
    readonly properties?: Record<string, JsonObject>;
    readonly required?: readonly string[];
  };
  const fields = Object.entries(input.properties ?? {});
  const inBody = fields.filter(([name]) => placeOf(rest, name) === 'body');
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [tagOf(operation)],
    ...(rest.auth === 'public' ? { security: [] } : {}),
    parameters: fields
      .filter(([name]) => placeOf(rest, name) !== 'body')
      .map(([name, schema]) => parameterObject(operation, name, schema, input.required ?? [])),
    ...(inBody.length === 0 ? {} : { requestBody: bodyObject(inBody, input.required ?? []) }),
    responses: {
      [rest.status]: successObject(operation, schemas),
      ...errorObjects(
        operation,
        fields.map(([name]) => name),
      ),
    },
  };
}

function parameterObject({ rest }: Operation, name: string, schema: JsonObject, required: readonly string[]): JsonObject {
  const place = placeOf(rest, name);
  const { description, ...bare } = schema;
  const where = typeof place === 'object' ? { name: place.header, in: 'header' } : { name, in: place };
  return {
    ...where,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: bare,
  };
}

function bodyObject(fields: readonly (readonly [string, JsonObject])[], required: readonly string[]): JsonObject {
  const needed = fields.map(([name]) => name).filter((name) => required.includes(name));
  const schema = { type: 'object', properties: Object.fromEntries(fields), ...(needed.length === 0 ? {} : { required: needed }) };
  return { required: needed.length > 0, content: { [JSON_TYPE]: { schema } } };
}

function successObject(operation: Operation, schemas: SchemaWriter): JsonObject {
  const headers = rateHeaders();
  if (operation.rest.status === 204) return { description: 'Done.', headers };
  if (operation.output === exportFileSchema) {
    const formats = operation.name === 'exports.json' ? (['json'] as const) : FILE_FORMATS;
    const content = Object.fromEntries(
      formats.map((format) => [CONTENT_TYPES[format].replace(/;.*$/, ''), format === 'json' ? { schema: rows(schemas) } : {}]),
    );
    const archive = operation.name === 'exports.file' || operation.name === 'bulk.download' ? { [ARCHIVE_TYPE]: {} } : {};
    return { description: 'The file.', headers, content: operation.name === 'bulk.download' ? archive : { ...content, ...archive } };
  }
  const schema = schemas.write(TRANSLATIONS[operation.name]?.schema ?? operation.output, 'output');
  return { description: operation.summary, headers, content: { [JSON_TYPE]: { schema } } };
}

function rows(schemas: SchemaWriter): JsonObject {
  return schemas.write(z.array(exportedItemSchema), 'output');
}

function errorObjects(operation: Operation, fields: readonly string[]): JsonObject {
  const codes = new Set<ErrorCode>([...operation.errors, ...COMMON_ERRORS]);
  if (operation.rest.auth !== 'public') for (const code of TOKEN_ERRORS) codes.add(code);
  if (takesBody(operation.rest, fields)) for (const code of BODY_ERRORS) codes.add(code);
  if (fields.length > 0 && !codes.has('VALIDATION_ERROR')) codes.add('INVALID_REQUEST');
  const byStatus = Map.groupBy(codes, (code) => ERROR_CATALOGUE[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`).join('\n\n'),
        headers: {
          ...rateHeaders(),
          ...(status === 429 ? { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } } : {}),
        },
        content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function pageObject({ summary, contentType }: DocumentedPage): JsonObject {
  return {
    summary,
    tags: ['pages'],
    security: [],
    responses: { 200: { description: summary, headers: rateHeaders(), content: { [contentType]: {} } } },
  };
}

function rateHeaders(): JsonObject {
  return Object.fromEntries(RATE_HEADERS.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function tagOf({ name }: Operation): string {
  return name.split('.')[0] ?? name;
}
