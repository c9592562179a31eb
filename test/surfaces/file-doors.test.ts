import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileFormat } from '#core/contract/tier.ts';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { createLocalClient } from '#core/surfaces/cli/local-client.ts';
import { contextOf } from '#test/operations/fake-services.ts';
import { ownFolder } from '#test/own.ts';
import { type McpService, startMcpService } from '#test/surfaces/mcp/mcp-service.ts';

/** A disk on which others have their turn once between a look for a file and its opening, or before the look. */
const disk = vi.hoisted(() => ({ beforeLook: [] as (() => Promise<void>)[], afterLook: [] as (() => Promise<void>)[] }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const stat = async (path: string): Promise<unknown> => {
    await disk.beforeLook.pop()?.();
    const found = await original.stat(path);
    await disk.afterLook.pop()?.();
    return found;
  };
  return { ...original, stat };
});

type Contents = Readonly<Record<Extract<FileFormat, 'json' | 'csv'>, string>>;
const OLD: Contents = { json: '[\n{"id":"old"}\n]\n', csv: 'id\r\nold\r\n' };
const NEW: Contents = { json: '[\n{"id":"new"}\n]\n', csv: 'id\r\nnew\r\n' };

let folder: string;
let service: McpService;
let guid: string;

beforeEach(async () => {
  folder = ownFolder('doors');
  service = await startMcpService({ exportsFolder: folder });
  const { jobs } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(service.services));
  guid = jobs[0]?.guid ?? '';
  place('old', OLD);
});

afterEach(async () => {
  disk.beforeLook.length = 0;
  disk.afterLook.length = 0;
  await service[Symbol.asyncDispose]();
});

function place(name: string, contents: Contents): void {
  const files = (['json', 'csv'] as const).map((format) => {
    writeFileSync(join(folder, `${name}.${format}`), contents[format]);
    return { format, name: `${name}.${format}`, bytes: contents[format].length };
  });
  service.services.engine.change(guid, { status: 'done', files });
}

/** As the engine does it: noted first, then the old ones go. */
async function replaced(): Promise<void> {
  place('new', NEW);
  for (const format of ['json', 'csv']) rmSync(join(folder, `old.${format}`));
}

async function deleted(): Promise<void> {
  await service.services.engine.remove(guid);
  for (const format of ['json', 'csv']) rmSync(join(folder, `old.${format}`));
}

async function wentOn(): Promise<void> {
  service.services.engine.change(guid, { status: 'progress', files: [] });
  for (const format of ['json', 'csv']) rmSync(join(folder, `old.${format}`));
}

/** What came through a door: the text of a file, or the code of a refusal. */
type Came = Promise<string>;

async function overRest(path: string): Came {
  const answer = await fetch(service.url + path, { headers: { 'x-auth-token': service.token } });
  const text = await answer.text();
  return answer.ok ? text : `${answer.status} ${(JSON.parse(text) as { error_code: string }).error_code}`;
}

async function asResource(uri: string): Came {
  const { body } = await service.post({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
  const { contents } = (body.result ?? {}) as { contents?: readonly { readonly text: string }[] };
  return contents?.[0]?.text ?? JSON.stringify(body.error);
}

async function withTool(): Came {
  const { body } = await service.call('download_export', { guid });
  return JSON.stringify((body.result as { structuredContent: unknown }).structuredContent);
}

async function onCommandLine(): Came {
  const client = createLocalClient(service.services, new AbortController().signal, async () => undefined);
  try {
    return readFileSync(await client.saveFile(guid, 'csv', () => join(folder, 'saved.csv')), 'utf8');
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const DOORS: readonly (readonly [string, () => Came])[] = [
  ['REST download', () => overRest(`/api/v3/job/${guid}/download?format=csv`)],
  ['REST json', () => overRest(`/api/v3/job/${guid}/json`)],
  ['MCP resource, JSON', () => asResource(`export://${guid}`)],
  ['MCP resource, CSV', () => asResource(`export://${guid}/csv`)],
  ['MCP tool', withTool],
  ['CLI', onCommandLine],
];

describe.each(DOORS)('%s', (_name, come) => {
  it('gives the file', async () => {
    expect(await come()).toContain('old');
  });

  it('gives the new file where it is replaced before it is opened', async () => {
    disk.afterLook.push(replaced);
    expect(await come()).toContain('new');
  });

  it('gives the new file where it is replaced before it is looked for', async () => {
    disk.beforeLook.push(replaced);
    service.services.engine.writeFiles = async (asked) => {
      // Others were faster than the writing that this look asks for.
      const named = service.services.engine.find(asked);
      if (named === null) throw new Error('it is there');
      return { ...named, files: named.files.map((file) => ({ ...file, name: `old.${file.format}` })) };
    };
    expect(await come()).toContain('new');
  });

  it.each([['before', 'beforeLook'] as const, ['after', 'afterLook'] as const])(
    'says that it is gone where its export is deleted %s it is looked for',
    async (_when, moment) => {
      disk[moment].push(deleted);
      expect(await come()).toContain('RESOURCE_NOT_FOUND');
    },
  );

  it('says so where the export goes on before it is opened', async () => {
    disk.afterLook.push(wentOn);
    expect(await come()).toContain('INVALID_REQUEST');
  });
});

describe('a link of a file', () => {
  it.each([
    ['deleted', deleted],
    ['replaced', replaced],
  ])('is not found where it is %s before it is opened', async (_how, gone) => {
    disk.afterLook.push(gone);
    expect(await overRest('/exports/old.csv')).toBe('404 RESOURCE_NOT_FOUND');
  });
});

describe('an archive', () => {
  async function archive(): Promise<{ readonly path: string; remove(): Promise<void> }> {
    const uuid = '4f8a4e1e-90f6-4f0c-9d0f-0d3c6b1c9a10';
    const { bulk, now } = service.services;
    bulk.insert({
      uuid,
      status: 'ready',
      guids: [guid],
      merge: false,
      media: false,
      fileName: 'bulk_0.zip',
      error: null,
      createdAtMs: now(),
    });
    writeFileSync(join(folder, 'bulk_0.zip'), 'zip');
    const path = `/api/v1/bulk-download/${uuid}`;
    return { path: `${path}/download`, remove: async () => void (await overRestDelete(path)) };
  }

  async function overRestDelete(path: string): Promise<void> {
    const answer = await fetch(service.url + path, { method: 'DELETE', headers: { 'x-auth-token': service.token } });
    expect(answer.status).toBe(204);
  }

  it.each([['beforeLook'] as const, ['afterLook'] as const])('that is deleted is not found (%s)', async (moment) => {
    const { path, remove } = await archive();
    expect(await overRest(path)).toBe('zip');
    disk[moment].push(remove);
    expect(await overRest(path)).toBe('404 RESOURCE_NOT_FOUND');
  });

  it('that somebody took from the folder is a failure of the disk', async () => {
    const { path } = await archive();
    rmSync(join(folder, 'bulk_0.zip'));
    expect(await overRest(path)).toBe('500 DISK');
  });
});
