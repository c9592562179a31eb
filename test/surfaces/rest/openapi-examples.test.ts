import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { WEBHOOK_EVENTS } from '#core/contract/webhook.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { NO_EXAMPLE } from '#core/surfaces/rest/openapi-example.ts';
import { withPartsInPlace } from '#core/surfaces/rest/openapi-parts.ts';
import { openApiDocument } from '#core/surfaces/rest/openapi.ts';
import { PAGES } from '#core/surfaces/rest/pages.ts';
import { inputOf } from '#core/surfaces/rest/request-input.ts';

interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: object;
  readonly example?: unknown;
}
interface Documented {
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Documented>>>>;
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: Readonly<Record<'responses' | 'examples' | 'parameters' | 'requestBodies', Readonly<Record<string, object>>>>;
}

const whole = openApiDocument(OPERATIONS, PAGES, 'http://127.0.0.1:4780') as unknown as Document;
const document = withPartsInPlace(whole);
const all = [document.paths, document.webhooks].flatMap((paths) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({ title: `${method.toUpperCase()} ${path}`, documented })),
  ),
);
const operations = all.filter(({ documented }) => OPERATIONS.some(({ name }) => name === documented.operationId));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

function expectFits(value: unknown, schema: object, title: string): void {
  const validate = ajv.compile({ ...schema, components: document.components });
  expect(validate(value), `${title}: ${JSON.stringify(validate.errors)}`).toBe(true);
  expect(JSON.stringify(value), title).not.toContain(`"${NO_EXAMPLE}"`);
}

function mediaOf({ requestBody, responses }: Documented): readonly (readonly [string, Media])[] {
  return [
    ...Object.values(requestBody?.content ?? {}).map((media) => ['request', media] as const),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) => Object.values(content).map((media) => [status, media] as const)),
  ];
}

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(whole) as unknown as Record<string, unknown>);
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  it('is refused by that schema where something is missing', async () => {
    const broken = structuredClone(whole) as unknown as { paths: Record<string, { get: { responses?: unknown } }> };
    delete broken.paths['/health']?.get.responses;
    broken.paths['health'] = broken.paths['/health'] ?? { get: {} };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('says of each tag what stands under it, and uses each', () => {
    const used = new Set(all.flatMap(({ documented }) => documented.tags));
    const described = document.tags.map(({ name }) => name);
    for (const tag of used) expect(described).toContain(tag);
    for (const { description } of document.tags) expect(description).toMatch(/\.$/);
  });

  it('gives ids to operations, each once', () => {
    const ids = all.flatMap(({ documented }) => documented.operationId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => name)));
  });
});

describe('the examples of the OpenAPI document', () => {
  it.each(operations)('fit their schemas: $title', ({ title, documented }) => {
    for (const { name, schema, example } of documented.parameters ?? []) expectFits(example, schema, `${title} ${name}`);
    for (const [where, { schema, example, examples }] of mediaOf(documented)) {
      if (schema === undefined) continue;
      const shown = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
      for (const value of shown) expectFits(value, schema, `${title} ${where}`);
    }
  });

  it.each(OPERATIONS.map((operation) => ({ operation, name: operation.name })))('are taken by the operation: $name', ({ operation }) => {
    const { parameters = [], requestBody } = operations.find(({ documented }) => documented.operationId === operation.name)?.documented ?? {
      responses: {},
    };
    const from = (place: Parameter['in']) =>
      Object.fromEntries(parameters.filter((parameter) => parameter.in === place).map(({ name, example }) => [name, example]));
    const body = requestBody?.content['application/json']?.example;
    const input = inputOf(operation, { params: from('path'), query: from('query'), headers: from('header') as never, body });
    expect(operation.input.safeParse(input).error).toBeUndefined();
  });

  it.each(operations)('show each error in the body it comes in: $title', ({ documented }) => {
    const { errors } = OPERATIONS.find(({ name }) => name === documented.operationId) ?? { errors: [] };
    const shown = Object.entries(documented.responses).flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([code, { value }]) => {
        expect(value).toMatchObject({
          status_code: Number(status),
          error_code: code,
          ...(status === '429' ? { seconds_to_wait: 42 } : {}),
        });
        expect(ERROR_CATALOGUE).toHaveProperty(code);
        return code;
      }),
    );
    expect(shown).toEqual(expect.arrayContaining([...errors, 'FORBIDDEN_ORIGIN', 'INTERNAL']));
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('show the message of each webhook event with its headers', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
    for (const [event, { post }] of Object.entries(document.webhooks)) {
      const { schema = {}, example } = post?.requestBody?.content['application/json'] ?? {};
      expectFits(example, schema, event);
      expect(example).toMatchObject({ event });
      const headers = Object.fromEntries((post?.parameters ?? []).map((header) => [header.name, header]));
      expect(Object.keys(headers)).toEqual([
        'X-Signature',
        'X-Webhook-Event',
        'X-Webhook-Id',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
      for (const { name, schema: text, example: shown } of Object.values(headers)) expectFits(shown, text, name);
      expect(headers['X-Webhook-Event']?.example).toBe(event);
    }
  });
});
