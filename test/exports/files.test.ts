import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Plan } from '#core/contract/job.ts';
import { callOperation } from '#core/operations/call.ts';
import type { ExportFile } from '#core/exports/files.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';
import { ownFolder } from '#test/own.ts';

const download = operationNamed('exports.download');
const json = operationNamed('exports.json');
const file = operationNamed('exports.file');

const folder = ownFolder('exports');

async function servicesWithJob(patch: Partial<JobRecord>, plan: Plan = 'business'): Promise<{ services: FakeServices; guid: string }> {
  const services = fakeServices({
    exportsFolder: folder,
    plan,
    writeFile(name, format) {
      writeFileSync(join(folder, name), `written as ${format}`);
      return { format, name, bytes: `written as ${format}`.length };
    },
  });
  const {
    jobs: [job],
  } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
  const guid = job?.guid ?? '';
  services.engine.change(guid, patch);
  return { services, guid };
}

function storedFile(name: string): JobRecord['files'][number] {
  writeFileSync(join(folder, name), 'stored');
  return { format: 'xlsx', name, bytes: 6 };
}

describe('downloading an export', () => {
  it('gives the stored file under its telling name, xlsx by default', async () => {
    const { services, guid } = await servicesWithJob({ status: 'done', files: [storedFile('secret-name.xlsx')] });
    const found = (await callOperation(download, { guid }, contextOf(services))) as ExportFile;
    expect(found).toEqual({
      path: join(folder, 'secret-name.xlsx'),
      name: `tubular-comments_abc_${guid.slice(0, 8)}.xlsx`,
      bytes: 6,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    expect(services.engine.written).toEqual([]);
  });

  it('has a further format written once', async () => {
    const { services, guid } = await servicesWithJob({ status: 'done' });
    const first = (await callOperation(download, { guid, format: 'jsonl' }, contextOf(services))) as ExportFile;
    const second = await callOperation(download, { guid, format: 'jsonl' }, contextOf(services));
    expect(first.contentType).toBe('application/x-ndjson; charset=utf-8');
    expect(second).toEqual(first);
    expect(services.engine.written).toEqual([{ guid, formats: ['jsonl'] }]);
  });

  it('writes a file again that is gone from the folder', async () => {
    const { services, guid } = await servicesWithJob({ status: 'done', files: [{ format: 'xlsx', name: 'gone.xlsx', bytes: 9 }] });
    expect(await callOperation(download, { guid }, contextOf(services))).toMatchObject({ bytes: 'written as xlsx'.length });
  });

  it('gives what a stopped export had', async () => {
    const { services, guid } = await servicesWithJob({ status: 'stopped', exported: 40 });
    expect(await callOperation(download, { guid, format: 'csv' }, contextOf(services))).toMatchObject({
      contentType: 'text/csv; charset=utf-8',
    });
  });

  it.each(['queueing', 'progress'] as const)('refuses while %s', async (status) => {
    const { services, guid } = await servicesWithJob({ status, exported: 12 });
    expect(await refusal(callOperation(download, { guid }, contextOf(services)))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(`"${status}" with 12 items`),
    });
    expect(await refusal(callOperation(json, { guid }, contextOf(services)))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('of a failed export asks for `partial`, and then writes what there is', async () => {
    const { services, guid } = await servicesWithJob({ status: 'error', exported: 7, error: 'The platform could not be reached.' });
    const refused = await refusal(callOperation(download, { guid, partial: 'false' }, contextOf(services)));
    expect(refused).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/could not be reached\. \?partial=true gives the 7 items/),
    });
    expect(await callOperation(download, { guid, partial: 'true' }, contextOf(services))).toMatchObject({
      path: join(folder, `${guid}-later.xlsx`),
    });
  });

  it('keeps JSON to the business plan, and refuses unknown formats and flags', async () => {
    const { services, guid } = await servicesWithJob({ status: 'done' }, 'premium');
    const context = contextOf(services, TOKEN_CALLER);
    expect(await refusal(callOperation(json, { guid }, context))).toMatchObject({ code: 'FORMAT_NOT_ALLOWED', status: 403 });
    expect(await refusal(callOperation(download, { guid, format: 'json' }, context))).toMatchObject({ code: 'FORMAT_NOT_ALLOWED' });
    expect(await refusal(callOperation(download, { guid, format: 'pdf' }, context))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('one of: xlsx, csv'),
    });
    expect(await refusal(callOperation(download, { guid, partial: 'maybe' }, context))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: '`partial` must be true or false.',
    });
  });
});

describe('a file that is written, and goes before it is found', () => {
  async function download(becomes: (services: FakeServices, guid: string) => Promise<unknown>, times = 1): Promise<unknown> {
    const { services, guid } = await servicesWithJob({ status: 'done' });
    const { writeFiles } = services.engine;
    let left = times;
    services.engine.writeFiles = async (asked, formats) => {
      const written = await writeFiles(asked, formats);
      if (left === 0) return written;
      left -= 1;
      for (const { name } of written.files) rmSync(join(folder, name));
      await becomes(services, guid);
      return written;
    };
    return callOperation(operationNamed('exports.download'), { guid, format: 'csv' }, contextOf(services));
  }

  it.each([
    ['is deleted with its export', 'RESOURCE_NOT_FOUND', (services: FakeServices, guid: string) => services.engine.remove(guid)],
    [
      'goes with a new run',
      'INVALID_REQUEST',
      async (services: FakeServices, guid: string) => services.engine.change(guid, { status: 'progress', files: [] }),
    ],
  ])('%s: %s', async (_how, code, becomes) => {
    expect(await refusal(download(becomes))).toMatchObject({ code });
  });

  it('is the one that took its place', async () => {
    const replace = async (services: FakeServices, guid: string): Promise<unknown> =>
      services.engine.change(guid, { files: [{ ...storedFile('in-its-place.csv'), format: 'csv' }] });
    expect(await download(replace)).toMatchObject({ path: join(folder, 'in-its-place.csv'), bytes: 6 });
  });

  it('is written again where the disk lost it, and a disk that loses everything is named', async () => {
    expect(await download(async () => undefined)).toMatchObject({ bytes: 'written as csv'.length });
    expect(await refusal(download(async () => undefined, Infinity))).toMatchObject({ code: 'DISK' });
  });
});

describe('links of files', () => {
  it('give the file by its name', async () => {
    storedFile('abc_0123.xlsx');
    expect(await callOperation(file, { file: 'abc_0123.xlsx' }, contextOf(fakeServices({ exportsFolder: folder })))).toMatchObject({
      name: 'abc_0123.xlsx',
      bytes: 6,
    });
  });

  it('give it the name that somebody wants, with its ending, and never a path', async () => {
    storedFile('abc_0123.xlsx');
    const named = async (name: string) =>
      ((await callOperation(file, { file: 'abc_0123.xlsx', name }, contextOf(fakeServices({ exportsFolder: folder })))) as ExportFile).name;
    expect(await named('Ünser Video / Kommentare')).toBe('Ünser Video - Kommentare.xlsx');
    expect(await named('../../x.exe')).toBe('x.exe.xlsx');
    expect(await named('  ')).toBe('abc_0123.xlsx');
  });

  it.each([
    '../vault/key.json',
    '..%2fkey.json',
    '/etc/passwd.json',
    '.hidden.json',
    'abc_0123.xlsx/..',
    'missing.csv',
    'abc_0123.tmp',
    'a\\b.json',
    'a\0.json',
    '',
  ])('never give %j', async (name) => {
    const error = await refusal(callOperation(file, { file: name }, contextOf(fakeServices({ exportsFolder: folder }))));
    expect(error.code).toBe('RESOURCE_NOT_FOUND');
  });
});
