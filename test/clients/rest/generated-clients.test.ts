import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractService, THREAD } from '#test/contract/contract-service.ts';
import { ownFolder } from '#test/own.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);
const house = contractService();
const folder = ownFolder('generated');
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');

const TSCONFIG = {
  compilerOptions: { strict: true, noEmit: true, target: 'es2024', module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
  include: ['.'],
};

/** Makes an export, follows it and downloads it, as somebody writes it who knows the generated client alone: no cast, no `any`. */
const PROGRAMS = {
  'openapi-typescript': `
import createClient from 'openapi-fetch';
import type { paths } from './client/schema';

const [baseUrl = '', token = '', url = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'X-AUTH-TOKEN': token } });

const created = await client.POST('/api/v3/job', { body: { url, options: { limit: 5, replies: true } } });
if (created.error) throw new Error(created.error.detail);
const guid: string = created.data.guid;
let status: 'queueing' | 'progress' | 'done' | 'error' | 'stopped' = created.data.status;
while (status === 'queueing' || status === 'progress') {
  const job = await client.GET('/api/v3/job/{guid}', { params: { path: { guid } } });
  if (job.error) throw new Error(job.error.error_code);
  status = job.data.status;
}
const rows = await client.GET('/api/v3/job/{guid}/json', { params: { path: { guid } } });
if (rows.error) throw new Error(rows.error.detail);
const items = rows.data.map(({ id, text, author, createdAt }) => ({ id, text, name: author.name, year: createdAt?.slice(0, 4) ?? null }));
const file = await client.GET('/api/v3/job/{guid}/download', { params: { path: { guid }, query: { format: 'csv' } }, parseAs: 'text' });
const lost = await client.GET('/api/v3/job/{guid}', { params: { path: { guid: 'nobody' } } });
const many = await client.POST('/api/v1/batch-export', { body: { urls: [url, 'nowhere'] } });
console.log(JSON.stringify({ status, items, bytes: String(file.data).length, lost: lost.error?.error_code, batch: many.data?.guids.length }));
`,
  'hey-api': `
import { batchesCreate, exportsDownload, exportsJson, jobsCreate, jobsGet } from './client';
import { createClient } from './client/client';

const [baseUrl = '', token = '', url = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, auth: token });

const created = await jobsCreate({ client, body: { url, options: { limit: 5, replies: true } } });
if (created.error) throw new Error(created.error.detail);
const guid: string = created.data.guid;
let status: 'queueing' | 'progress' | 'done' | 'error' | 'stopped' = created.data.status;
while (status === 'queueing' || status === 'progress') {
  const job = await jobsGet({ client, path: { guid } });
  if (job.error) throw new Error(job.error.error_code);
  status = job.data.status;
}
const rows = await exportsJson({ client, path: { guid } });
if (rows.error) throw new Error(rows.error.detail);
const items = rows.data.map(({ id, text, author, createdAt }) => ({ id, text, name: author.name, year: createdAt?.slice(0, 4) ?? null }));
const file = await exportsDownload({ client, path: { guid }, query: { format: 'csv' }, parseAs: 'text' });
const lost = await jobsGet({ client, path: { guid: 'nobody' } });
const many = await batchesCreate({ client, body: { urls: [url, 'nowhere'] } });
console.log(JSON.stringify({ status, items, bytes: String(file.data).length, lost: lost.error?.error_code, batch: many.data?.guids.length }));
`,
} as const;

const TOOLS = join(ROOT, 'test/clients/rest/openapi-tools.js');
const use = (...words: readonly string[]) => run(process.execPath, [TOOLS, ...words], { cwd: ROOT });
const document = join(folder, 'openapi.json');
beforeAll(async () => {
  writeFileSync(document, (await house.client.get('/openapi.json')).bytes);
});

describe.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])('the client that %s generates', (name) => {
  it('compiles in strict mode, and makes, follows and downloads an export without a cast', async () => {
    const own = join(folder, name);
    mkdirSync(own);
    writeFileSync(join(own, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    writeFileSync(join(own, 'program.ts'), PROGRAMS[name]);
    await use(name, document, join(own, 'client'));
    const compiled = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', own]).catch((error: { readonly stdout?: string }) => error);
    expect(compiled.stdout).toBe('');

    await use('bundle', join(own, 'program.ts'), join(own, 'program.mjs'));
    const { baseUrl, token } = house.service;
    const { stdout } = await run(process.execPath, [join(own, 'program.mjs'), baseUrl, token, THREAD]);
    const told = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    expect(told).toMatchObject({ status: 'done', lost: 'RESOURCE_NOT_FOUND', batch: 1 });
    expect(told['items']).toHaveLength(5);
    expect(Number(told['bytes'])).toBeGreaterThan(100);
  });
});

it('Redocly finds nothing in the document to warn of', async () => {
  const { stdout } = await use('redocly', document);
  expect(JSON.parse(stdout)).toEqual([]);
});
