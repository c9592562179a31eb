import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { withPartsInPlace } from '#core/surfaces/rest/openapi-parts.ts';
import { own, ownFolder } from '#test/own.ts';
import { registeredRoutes } from '#test/surfaces/rest/registered-routes.ts';
import { restRoutes, type RestService, startRestService } from '#test/surfaces/rest/rest-service.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';

interface Documented {
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema?: { readonly properties?: Readonly<Record<string, { readonly description?: string }>> } }>
    >;
  };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: Readonly<
    Record<'schemas' | 'responses' | 'examples' | 'parameters' | 'requestBodies', Readonly<Record<string, object>>>
  >;
}

const VIDEO = 'https://tubular.com/watch/abc';
const ROWS = JSON.stringify([]);

const folder = ownFolder('openapi');
const service = await own(
  startRestService({
    exportsFolder: folder,
    writeFile(name, format) {
      writeFileSync(join(folder, name), ROWS);
      return { format, name, bytes: ROWS.length };
    },
  }),
);
const served = (await service.ask('GET', '/openapi.json')).json as unknown as Document;
const document = withPartsInPlace(served);

/** Fails unless the answer is one that the document has for this route, in its shape. */
async function expectDocumented(
  method: string,
  route: string,
  path: string,
  extra: Parameters<RestService['ask']>[2] = {},
): Promise<Record<string, unknown>> {
  const answer = await service.ask(method, path, extra);
  const documented = document.paths[route]?.[method.toLowerCase()]?.responses[answer.status];
  expect(documented, `${method} ${route} ${answer.status}`).toBeDefined();
  const type = answer.headers['content-type']?.replace(/;.*$/, '');
  if (type === undefined) return {};
  expect(Object.keys(documented?.content ?? {})).toContain(type);
  const schema = documented?.content?.[type]?.schema;
  if (schema) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile({ ...schema, components: document.components });
    expect(validate(JSON.parse(answer.text)), `${method} ${path}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
  return answer.json;
}

describe('the OpenAPI document', () => {
  it('covers every registered route, and no other', async () => {
    const app = restRoutes();
    await app.ready();
    const registered = registeredRoutes(app)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted();
    await app.close();
    const documented = Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .toSorted();
    expect(documented).toEqual(registered);
    expect(document.openapi).toBe('3.1.0');
  });

  it('is short enough to be read', () => {
    expect(Buffer.byteLength(JSON.stringify(served))).toBeLessThan(300_000);
  });

  it('resolves every reference', () => {
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(references.length).toBeGreaterThan(50);
    for (const path of new Set(references)) {
      const found = path.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
      expect(found, path).toBeTypeOf('object');
    }
  });

  it('describes the parameters of each path, the errors and the security of each operation', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const documented of Object.values(methods)) {
        const described = (documented.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect(described.map(({ name, required }) => required && name)).toEqual(inPath);
        if (documented.tags.includes('pages')) continue;
        expect(Object.keys(documented.responses)).toEqual(
          expect.arrayContaining(['403', '500', ...(documented.security ? [] : ['401', '429'])]),
        );
      }
    }
    expect(document.paths['/api/v3/job']?.['post']).toMatchObject({
      description: expect.stringMatching(/`urls`.*`POST \/api\/v1\/batch-export`|batch-export.*`urls`/),
      requestBody: { required: true, content: { 'application/json': { schema: { required: ['url'] } } } },
      responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CreatedJob' } } } } },
    });
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Job', 'Error', 'Item', 'Platform', 'Token']));
  });
});

describe('words', () => {
  it('stand by each operation, parameter and field of a body', () => {
    const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { summary, description, tags, parameters = [], requestBody }]) => {
        if (tags.includes('pages')) return [];
        const fields = Object.entries(requestBody?.content['application/json']?.schema?.properties ?? {}).filter(
          ([, field]) => !('$ref' in field),
        );
        const said = [
          ['summary', summary],
          ['description', description],
        ] as const;
        const described = [...parameters, ...fields.map(([name, field]) => ({ name, ...field }))].map((each) => [
          each.name,
          each.description,
        ]);
        return [...said, ...described].filter(([, words]) => (words ?? '') === '').map(([name]) => `${method} ${path}: ${name}`);
      }),
    );
    expect(silent).toEqual([]);
  });

  it('say of secrets that they are written alone', () => {
    for (const [method, path] of [
      ['post', '/api/v1/webhooks'],
      ['patch', '/api/v1/webhooks/{uuid}'],
    ] as const)
      expect(document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema?.properties).toMatchObject({
        signingSecret: { writeOnly: true },
      });
  });
});

describe('answers are as the document says', () => {
  it('of exports', async () => {
    const { guid } = await expectDocumented('POST', '/api/v3/job', '/api/v3/job', { body: { url: VIDEO } });
    const several = await service.ask('POST', '/api/v3/job', { body: { urls: [VIDEO] } });
    expect([several.status, several.json['data']]).toEqual([201, [{ guid: expect.any(String), item: expect.any(Object) }]]);
    await expectDocumented('POST', '/api/v3/job', '/api/v3/job', {
      body: { url: VIDEO, options: { replies: true } },
      headers: { 'x-sandbox': 'true' },
    });
    await expectDocumented('POST', '/api/v3/job', '/api/v3/job', { body: { url: 'nope' } });
    await expectDocumented('POST', '/api/v3/job', '/api/v3/job', { body: 'x', headers: { 'content-type': 'text/plain' } });
    await expectDocumented('POST', '/api/v3/job', '/api/v3/job', { body: {}, headers: { 'x-auth-token': '' } });
    await expectDocumented('GET', '/api/v3/jobs', '/api/v3/jobs');
    await expectDocumented('GET', '/api/v3/jobs', '/api/v3/jobs?page=0');
    await expectDocumented('GET', '/api/v3/jobs', '/api/v3/jobs', { headers: { origin: 'https://evil.example' } });
    const path = `/api/v3/job/${String(guid)}`;
    await expectDocumented('GET', '/api/v3/job/{guid}', path);
    await expectDocumented('GET', '/api/v3/job/{guid}', '/api/v3/job/nope');
    await expectDocumented('GET', '/api/v3/job/{guid}/download', `${path}/download`);
    await expectDocumented('PATCH', '/api/v3/job/{guid}/stop', `${path}/stop`);
    await expectDocumented('PATCH', '/api/v3/job/{guid}/stop', `${path}/stop`);
    await expectDocumented('PATCH', '/api/v3/job/{guid}/retry', `${path}/retry`);
    service.services.engine.change(String(guid), { status: 'error', error: 'Private.', errorCode: 'PRIVATE' });
    await expectDocumented('PATCH', '/api/v3/job/{guid}/retry', `${path}/retry`);
    service.services.engine.change(String(guid), { status: 'done' });
    for (const format of [...FILE_FORMATS, 'pdf'])
      await expectDocumented('GET', '/api/v3/job/{guid}/download', `${path}/download?format=${format}`);
    await expectDocumented('GET', '/api/v3/job/{guid}/json', `${path}/json`);
    await expectDocumented('GET', '/exports/{file}', `/exports/${String(guid)}-later.csv`);
    await expectDocumented('GET', '/exports/{file}', '/exports/nope.csv');
    await expectDocumented('DELETE', '/api/v3/job/{guid}', path);
    await expectDocumented('DELETE', '/api/v3/job/{guid}', path);
  });

  it('of tokens, account, platforms and pages', async () => {
    await expectDocumented('POST', '/api/v1/api_tokens/generate', '/api/v1/api_tokens/generate', { body: { name: 'x' } });
    await expectDocumented('POST', '/api/v1/api_tokens/generate', '/api/v1/api_tokens/generate', { body: { name: 5 } });
    await expectDocumented('POST', '/api/v1/api_tokens/generate', '/api/v1/api_tokens/generate', { body: '{' });
    const tokens = (await expectDocumented('GET', '/api/v1/api_tokens', '/api/v1/api_tokens')) as unknown as { uuid: string }[];
    const uuid = tokens.find((token) => token.uuid !== service.tokenUuid)?.uuid;
    await expectDocumented('GET', '/api/v1/api_tokens', '/api/v1/api_tokens?limit=0');
    await expectDocumented('GET', '/api/v1/api_tokens/{uuid}', `/api/v1/api_tokens/${uuid}`);
    await expectDocumented('DELETE', '/api/v1/api_tokens/{uuid}', `/api/v1/api_tokens/${uuid}`);
    await expectDocumented('GET', '/api/v1/api_tokens/{uuid}', `/api/v1/api_tokens/${uuid}`);
    await expectDocumented('GET', '/api/v1/ping', '/api/v1/ping');
    await expectDocumented('GET', '/api/public/platforms', '/api/public/platforms');
    await expectDocumented('GET', '/api/public/platforms/detect', `/api/public/platforms/detect?url=${encodeURIComponent(VIDEO)}`);
    await expectDocumented('GET', '/api/public/platforms/detect', '/api/public/platforms/detect');
    for (const page of ['/', '/docs', '/openapi.json', '/health']) await expectDocumented('GET', page, page);
  });

  it('of batches and the account, on every plan', async () => {
    const batch = await expectDocumented('POST', '/api/v1/batch-export', '/api/v1/batch-export', { body: { urls: [VIDEO, 'nope'] } });
    const path = `/api/v1/batch-export/${String(batch['batch_id'])}`;
    await expectDocumented('GET', '/api/v1/batch-export/{batchId}', path);
    await expectDocumented('GET', '/api/v1/batch-export/{batchId}', '/api/v1/batch-export/nope');
    await expectDocumented('POST', '/api/v1/batch-export', '/api/v1/batch-export', { body: { urls: [] } });
    const sandbox = { body: { urls: [VIDEO] }, headers: { 'x-sandbox': 'true' } };
    await expectDocumented('POST', '/api/v1/batch-export', '/api/v1/batch-export', sandbox);
    for (const plan of ['free', 'personal', 'premium', 'business']) {
      await expectDocumented('PATCH', '/api/v1/user/profile', '/api/v1/user/profile', { body: { plan } });
      for (const route of ['/api/v1/api-usage', '/api/v1/user/profile', '/api/v1/user/quota', '/api/v1/user/limits'])
        await expectDocumented('GET', route, route);
      await expectDocumented('POST', '/api/v3/job', '/api/v3/job', { body: { urls: Array.from({ length: 31 }, () => VIDEO) } });
    }
    await expectDocumented('PATCH', '/api/v1/user/profile', '/api/v1/user/profile', { body: { plan: 'gold' } });
  });

  it('of archives, conversions, winners, routes and pools', async () => {
    const { guid } = await expectDocumented('POST', '/api/v3/job', '/api/v3/job', { body: { url: VIDEO } });
    const [options, convert] = ['/api/v1/jobs/{guid}/downloadOptions', '/api/v1/jobs/{guid}/download'];
    const winners = '/api/v1/exports/{guid}/winners';
    const of = (route: string, value: unknown): string => route.replace(/\{\w+\}/, String(value));
    for (const status of ['progress', 'done'] as const) {
      service.services.engine.change(String(guid), { status });
      await expectDocumented('GET', options, of(options, guid));
      await expectDocumented('POST', convert, of(convert, guid), { body: { format: 'csv' } });
      await expectDocumented('POST', winners, of(winners, guid), { body: { count: 2 } });
      await expectDocumented('POST', winners, of(winners, guid));
    }
    await expectDocumented('POST', convert, of(convert, guid), { body: { filter: { sentiment: true } } });
    await expectDocumented('POST', winners, of(winners, 'nope'));
    await service.services.bulkAssembly.start(service.url);
    const bulk = '/api/v1/bulk-download';
    const one = `${bulk}/{uuid}`;
    await expectDocumented('POST', bulk, bulk, { body: { guids: ['nope'] } });
    const { uuid } = await expectDocumented('POST', bulk, bulk, { body: { guids: [guid], merge: true } });
    await expect.poll(() => expectDocumented('GET', one, of(one, uuid))).toMatchObject({ status: 'ready' });
    await expectDocumented('GET', `${one}/download`, of(`${one}/download`, uuid));
    await expectDocumented('DELETE', one, of(one, uuid));
    await expectDocumented('GET', one, of(one, uuid));
    await expectDocumented('GET', `${one}/download`, of(`${one}/download`, uuid));
    const made = [
      ['/api/v1/routes', { name: 'Berlin', code: 'DE', url: 'http://ann:secret@127.0.0.1:3128' }],
      ['/api/v1/proxies', { name: 'Mine', proxies: [{ type: 'http', address: '127.0.0.1:3128', password: 'secret' }] }],
    ] as const;
    for (const [list, body] of made) {
      const entry = `${list}/{uuid}`;
      await expectDocumented('POST', list, list, { body: { name: 1 } });
      const stored = await expectDocumented('POST', list, list, { body });
      await expectDocumented('GET', list, list);
      await expectDocumented('GET', list, `${list}?page=0`);
      await expectDocumented('GET', entry, of(entry, stored['uuid']));
      if (list === '/api/v1/routes') await expectDocumented('PATCH', entry, of(entry, stored['uuid']), { body: { code: 'CH' } });
      await expectDocumented('GET', '/api/public/vpn/locations', '/api/public/vpn/locations');
      await expectDocumented('DELETE', entry, of(entry, stored['uuid']));
      await expectDocumented('DELETE', entry, of(entry, stored['uuid']));
    }
  });
});
