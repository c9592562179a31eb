import { z } from 'zod';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import type { FieldPlace, Operation } from '#core/operations/define.ts';
import { givesFile } from '#core/exports/files.ts';
import { placeOf } from '#core/operations/field-place.ts';
import { ARCHIVE_TYPE, CONTENT_TYPES } from '#core/exports/file-types.ts';
import { errorCodesOf, type ErrorWriter } from '#core/surfaces/rest/openapi-errors.ts';
import { EXAMPLE_ID, exampleOf, NO_EXAMPLE } from '#core/surfaces/rest/openapi-example.ts';
import { MEDIA_TYPES } from '#core/contract/media.ts';
import type { JsonObject, SchemaWriter } from '#core/surfaces/rest/openapi-schemas.ts';
import { tagOf } from '#core/surfaces/rest/openapi-tags.ts';
import { TRANSLATIONS } from '#core/surfaces/rest/translations.ts';

const PICTURE_TYPES = Object.values(MEDIA_TYPES).filter((type) => type.startsWith('image/'));
const JSON_TYPE = 'application/json';
/** Operations whose files are never of another type. */
const FILES_OF_ONE_KIND: ReadonlySet<string> = new Set(['exports.json', 'exports.evidence', 'exports.media', 'exports.picture']);

export const RATE_HEADERS = {
  'X-RateLimit-Limit': 'Requests a minute.',
  'X-RateLimit-Remaining': 'Requests left in this minute.',
  'X-RateLimit-Reset': 'When all of them are free again, in Unix seconds.',
} as const;

interface InputSchema {
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
}

/** The operation as OpenAPI has it: where each input field goes, what is answered, and every error. */
export function operationObject(operation: Operation, schemas: SchemaWriter, errors: ErrorWriter): JsonObject {
  const { rest } = operation;
  const translation = TRANSLATIONS[operation.name];
  const { properties = {}, required = [] } = schemas.write(translation?.input ?? operation.input, 'input') as InputSchema;
  const fields = Object.entries(properties);
  const names = fields.map(([name]) => name);
  const inBody = fields.filter(([name]) => placeOf(rest, name) === 'body');
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: [operation.description, ...(translation === undefined ? [] : [translation.note])].join(' '),
    tags: [tagOf(operation)],
    ...(rest.auth === 'public' ? { security: [] } : {}),
    parameters: fields
      .filter(([name]) => placeOf(rest, name) !== 'body')
      .map(([name, schema]) => parameterObject(operation, name, { schema, required: required.includes(name) }, schemas)),
    ...(inBody.length === 0 ? {} : { requestBody: bodyObject(inBody, required, schemas) }),
    responses: { [rest.status]: successObject(operation, schemas), ...errors.write(errorCodesOf(operation, names)) },
  };
}

/** The name of a header among the components: what tells it from the others. */
export function partOf(header: string): string {
  return header.replace('X-RateLimit-', '');
}

/** On every answer; said once, and shown where they matter. */
export function rateHeaders(): JsonObject {
  return Object.fromEntries(Object.keys(RATE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${partOf(name)}` }]));
}

function parameterObject(
  { rest }: Operation,
  name: string,
  field: { readonly schema: JsonObject; readonly required: boolean },
  schemas: SchemaWriter,
): JsonObject {
  const place = placeOf(rest, name);
  const { description, ...schema } = field.schema;
  const where = typeof place === 'object' ? { name: place.header, in: 'header' } : { name, in: place };
  return {
    ...where,
    ...(place === 'path' || field.required ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
    example: parameterExample(exampleOf(schema, schemas.byName), place),
  };
}

/** A path names things by their ids. */
function parameterExample(example: unknown, place: FieldPlace): unknown {
  return example === NO_EXAMPLE && place === 'path' ? EXAMPLE_ID : example;
}

function bodyObject(fields: readonly (readonly [string, JsonObject])[], required: readonly string[], { byName }: SchemaWriter): JsonObject {
  const needed = fields.map(([name]) => name).filter((name) => required.includes(name));
  const schema = { type: 'object', properties: Object.fromEntries(fields), ...(needed.length === 0 ? {} : { required: needed }) };
  return { required: needed.length > 0, content: { [JSON_TYPE]: { schema, example: exampleOf(schema, byName) } } };
}

/** What many operations answer alike stands once, under components. */
function successObject(operation: Operation, schemas: SchemaWriter): JsonObject {
  if (operation.rest.status === 204) return named('Done', { description: 'Done.' }, schemas);
  if (givesFile(operation)) {
    const response = { description: 'The file.', content: fileContent(operation, schemas) };
    return FILES_OF_ONE_KIND.has(operation.name) ? response : named('File', response, schemas);
  }
  const schema = schemas.write(TRANSLATIONS[operation.name]?.schema ?? operation.output, 'output');
  // The example is made of those that fields have.
  const plain = JSON.parse(JSON.stringify(schema), (field, value: unknown) =>
    field === 'examples' && Array.isArray(value) ? undefined : value,
  ) as JsonObject;
  const content = { [JSON_TYPE]: { schema: plain, example: exampleOf(schema, schemas.byName) } };
  const [, list, name] = /^\{("type":"array","items":\{)?"\$ref":"#\/components\/schemas\/(\w+)"\}+$/.exec(JSON.stringify(schema)) ?? [];
  if (name === undefined) return { description: 'The answer.', content };
  return list === undefined
    ? named(name, { description: `An object: ${name}.`, content }, schemas)
    : named(`${name}List`, { description: `A list of objects: ${name}.`, content }, schemas);
}

function named(name: string, response: JsonObject, { responses }: SchemaWriter): JsonObject {
  responses.set(name, response);
  return { $ref: `#/components/responses/${name}` };
}

/** The types that a file of the operation can have. Rows are described where they come as JSON. */
function fileContent({ name }: Operation, schemas: SchemaWriter): JsonObject {
  if (name === 'exports.picture') return Object.fromEntries(PICTURE_TYPES.map((type) => [type, {}]));
  if (name === 'exports.evidence' || name === 'exports.media') return { [ARCHIVE_TYPE]: {} };
  const rows = schemas.write(z.array(exportedItemSchema), 'output');
  const json = { schema: rows, example: exampleOf(rows, schemas.byName) };
  const formats = name === 'exports.json' ? (['json'] as const) : FILE_FORMATS;
  return {
    ...Object.fromEntries(formats.map((format) => [CONTENT_TYPES[format].replace(/;.*$/, ''), format === 'json' ? json : {}])),
    ...(name === 'exports.json' ? {} : { [ARCHIVE_TYPE]: {} }),
  };
}
