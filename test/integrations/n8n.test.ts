import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
  ICredentialType,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  INodeExecutionData,
  INodeType,
  IWebhookFunctions,
} from 'n8n-workflow';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNodes } from '../../scripts/n8n.ts';
import { APP, contractService, GONE, PATIENCE } from '#test/contract/contract-service.ts';
import { ownFolder } from '#test/own.ts';

const folder = ownFolder('n8n');
const house = contractService({ COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1' });
const built = join(folder, 'package');
/** Every request of the nodes, to be held against the OpenAPI document. */
const asked: { readonly method: string; readonly path: string; readonly body: IDataObject }[] = [];
/** The service lowers what it is asked for at once; so low that a few rows take several pages. */
const MOST_AT_ONCE = 8;
let action: INodeType;
let trigger: INodeType;
let credential: ICredentialType;

/** By the words that n8n reads in a package. */
function loadFrom<T>(file: string, name: string): T {
  const made = createRequire(join(built, 'package.json'))(join(built, file)) as Readonly<Record<string, new () => T>>;
  const Class = made[name];
  if (Class === undefined) throw new Error(`${file} has no ${name}`);
  return new Class();
}

beforeAll(async () => {
  await buildNodes(built);
  const engine = join(built, 'node_modules/n8n-workflow');
  mkdirSync(engine, { recursive: true });
  writeFileSync(
    join(engine, 'index.js'),
    'exports.NodeOperationError = class extends Error { constructor(node, message, options) { super(message); Object.assign(this, { node, ...options }); } };',
  );
  action = loadFrom('dist/nodes/Commentdock.node.js', 'Commentdock');
  trigger = loadFrom('dist/nodes/CommentdockTrigger.node.js', 'CommentdockTrigger');
  credential = loadFrom('dist/credentials/CommentdockApi.credentials.js', 'CommentdockApi');
});

/** What n8n hands to every node. */
function nodeFunctions() {
  return {
    getNode: () => ({ name: 'Commentdock' }),
    getCredentials: async () => ({ baseUrl: `${house.service.baseUrl}/`, token: house.service.token }),
    helpers: {
      async httpRequestWithAuthentication(name: string, { url, method, body, qs, headers, encoding }: IHttpRequestOptions) {
        expect(name).toBe(credential.name);
        const address = new URL(url);
        for (const [key, value] of Object.entries(qs ?? {})) address.searchParams.set(key, String(value));
        if (address.pathname.endsWith('/rows')) address.searchParams.set('limit', String(Math.min(Number(qs?.['limit']), MOST_AT_ONCE)));
        asked.push({ method, path: address.pathname, body: body ?? {} });
        const rule = credential.authenticate.properties as { headers: Record<string, string> };
        const own = Object.fromEntries(
          Object.entries(rule.headers).map(([key, value]) => [key, value.replace('={{$credentials.token}}', house.service.token)]),
        );
        const answer = await fetch(address, {
          method,
          headers: { ...headers, ...own, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        const read = encoding === 'arraybuffer' ? bytes : bytes.length === 0 ? '' : (JSON.parse(bytes.toString('utf8')) as unknown);
        return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: read };
      },
      prepareBinaryData: async (content: Buffer, fileName = '', mimeType = '') => ({
        data: content.toString('base64'),
        fileName,
        mimeType,
      }),
    },
  };
}

/** Runs the node on one item, or on as many as there are sets of parameters. */
async function execute(
  parameters: IDataObject | readonly IDataObject[],
  onFail: 'throw' | 'goOn' = 'throw',
): Promise<INodeExecutionData[]> {
  const sets = [parameters].flat();
  const functions: IExecuteFunctions = {
    ...nodeFunctions(),
    getInputData: () => sets.map(() => ({ json: {} })),
    getNodeParameter: (name, index, fallback) => sets[index]?.[name] ?? fallback,
    continueOnFail: () => onFail === 'goOn',
    getExecutionCancelSignal: () => undefined,
  };
  return (await action.execute?.call(functions))?.[0] ?? [];
}

describe('the n8n package', () => {
  it('is what n8n reads', () => {
    const { name, keywords, n8n } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly keywords: string[];
      readonly n8n: { readonly nodes: string[]; readonly credentials: string[] };
    };
    expect(name).toMatch(/^n8n-nodes-/);
    expect(keywords).toContain('n8n-community-node-package');
    for (const file of [...n8n.nodes, ...n8n.credentials]) expect(readFileSync(join(built, file), 'utf8')).toContain('exports.');
    for (const { description } of [action, trigger]) {
      expect(description.credentials).toEqual([{ name: credential.name, required: true }]);
      expect(readFileSync(join(built, 'dist/nodes', description.icon.replace('file:', '')), 'utf8')).toContain('<svg');
    }
  });

  it('checks a credential by a call that wants a token', async () => {
    const { url } = credential.test.request;
    expect((await house.client.get(url)).status).toBe(200);
    expect((await house.client.get(url, { 'X-AUTH-TOKEN': 'none' })).status).toBe(401);
  });
});

describe('the node', { timeout: 180_000 }, () => {
  it('exports a URL, waits for it, and hands on its rows and its file', async () => {
    const options = { limit: 20, sort: 'new', replies: false, from: '2001-01-01T00:00:00', countries: '' };
    const [job] = await execute({ operation: 'export', url: APP, options });
    expect(job).toMatchObject({ json: { status: 'done', total_exported: 20 }, pairedItem: { item: 0 } });
    const guid = job?.json['guid'];
    const whole = await house.client.get(`/api/v3/job/${String(guid)}/json`);
    for (const [limit, pages] of [
      [5, 1],
      [18, 3],
      [100, 3],
    ] as const) {
      const before = asked.length;
      const rows = await execute({ operation: 'rows', guid, limit });
      expect(rows.map(({ json }) => json)).toEqual(whole.list.slice(0, limit));
      expect(asked.slice(before).map(({ path }) => path.split('/').at(-1))).toEqual([guid, ...Array.from({ length: pages }, () => 'rows')]);
    }
    const [file] = await execute({ operation: 'download', guid, format: 'xlsx', field: 'workbook' });
    const workbook = file?.binary?.['workbook'];
    expect(workbook?.fileName).toMatch(/\.xlsx$/);
    expect(
      Buffer.from(workbook?.data ?? '', 'base64')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('gives a sample at once, and an export without waiting', async () => {
    const [sample] = await execute({ operation: 'export', url: APP, sandbox: true, options: { list: 'followers' } }, 'goOn');
    expect(sample?.json['error']).toMatch(/^[A-Z_]+: /);
    house.gate.close();
    const [started] = await execute({ operation: 'export', url: APP, wait: false });
    expect(started?.json['status']).toBe('queueing');
    await expect(execute({ operation: 'rows', guid: started?.json['guid'], limit: 5 })).rejects.toThrow(/still is (?:queueing|progress)/);
    const [stopped] = await execute({ operation: 'stop', guid: started?.json['guid'] });
    expect(stopped?.json['status']).toBe('stopped');
  });

  it('fails with the code that says why, or goes on where that is wished', async () => {
    await expect(execute({ operation: 'export', url: GONE })).rejects.toThrow(/^NOT_FOUND: /);
    const [failed] = await execute({ operation: 'export', url: GONE, wait: false });
    await expect(execute({ operation: 'get', guid: failed?.json['guid'] })).rejects.toThrow(/^NOT_FOUND: /);
    await expect(execute({ operation: 'rows', guid: failed?.json['guid'], limit: 5 })).rejects.toThrow(/^NOT_FOUND: /);
    await expect(execute({ operation: 'export', url: 'https://example.com/x' })).rejects.toThrow(/^INVALID_URL: /);
    await expect(execute({ operation: 'download', guid: 'nobody', format: 'csv', field: 'x' })).rejects.toThrow(/^RESOURCE_NOT_FOUND: /);
    const both = await execute(
      [
        { operation: 'export', url: 'https://example.com/x' },
        { operation: 'export', url: APP, sandbox: true },
      ],
      'goOn',
    );
    expect(both.map(({ json, pairedItem }) => [pairedItem?.item, json['status'] ?? json['error']])).toEqual([
      [0, expect.stringMatching(/^INVALID_URL/)],
      [1, 'done'],
    ]);
  });

  it('asks nothing that the OpenAPI document does not have', async () => {
    const { body } = await house.client.get('/openapi.json');
    const paths = body['paths'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    const patterns = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((one) => !patterns.some(({ method, path }) => method === one.method && path.test(one.path)))).toEqual([]);
  });
});

describe('the trigger', () => {
  it('makes a webhook, takes what is signed by its secret alone, and removes it', async () => {
    const kept: IDataObject = {};
    const heard: INodeExecutionData[] = [];
    const statuses: number[] = [];
    const server = createServer((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => void receive(Buffer.concat(chunks), request.headers).then((status) => answer.writeHead(status).end()));
    });
    const receive = async (rawBody: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): Promise<number> => {
      let status = 200;
      const functions: IWebhookFunctions = {
        ...nodeFunctions(),
        getHeaderData: () => headers,
        getBodyData: () => JSON.parse(rawBody.toString('utf8')) as IDataObject,
        getRequestObject: () => ({ rawBody }),
        getResponseObject: () => ({ status: (code) => ({ send: () => void (status = code) }) }),
        getWorkflowStaticData: () => kept,
      };
      const given = await trigger.webhook?.call(functions);
      heard.push(...(given?.workflowData?.[0] ?? []));
      statuses.push(status);
      return status;
    };
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/x`;
    const hook: IHookFunctions = {
      ...nodeFunctions(),
      getNodeParameter: () => ['export.finished'],
      getNodeWebhookUrl: () => url,
      getWorkflowStaticData: () => kept,
    };
    const { checkExists, create, delete: remove } = trigger.webhookMethods?.['default'] ?? {};
    expect(await checkExists?.call(hook)).toBe(false);
    expect(await create?.call(hook)).toBe(true);
    expect(await checkExists?.call(hook)).toBe(true);
    const { guid } = await house.client.export(APP, { limit: 5 });
    await expect.poll(() => heard.map(({ json }) => json['guid']), PATIENCE).toEqual([guid]);
    expect(heard[0]?.json).toMatchObject({ event: 'export.finished', status: 'done' });
    const forged = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ event: 'export.finished' }),
      headers: { 'x-signature': '0'.repeat(64) },
    });
    const unsigned = await fetch(url, { method: 'POST', body: '{}' });
    expect([forged.status, unsigned.status, heard.length]).toEqual([401, 401, 1]);
    expect(await remove?.call(hook)).toBe(true);
    expect(kept).toEqual({});
    expect((await house.client.get('/api/v1/webhooks')).list).toEqual([]);
    expect(await remove?.call(hook)).toBe(true);
  });
});
