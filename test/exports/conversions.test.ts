import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { Plan } from '#core/contract/job.ts';
import type { JobChange } from '#core/engine/ports.ts';
import type { Announcement } from '#core/events/define.ts';
import { announceChanges } from '#core/exports/announcements.ts';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';
import { ownFolder } from '#test/own.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';

const folder = ownFolder('convert');

async function exportDone(plan: Plan = 'business') {
  const services = fakeServices({
    exportsFolder: folder,
    plan,
    writeFile(name, format) {
      writeFileSync(join(folder, name), format);
      return { format, name, bytes: format.length };
    },
  });
  const announced: Announcement[] = [];
  services.announcer.subscribe((announcement) => announced.push(announcement));
  const { jobs } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
  const guid = jobs[0]?.guid ?? '';
  writeFileSync(join(folder, `${guid}.xlsx`), 'rows');
  services.engine.change(guid, { status: 'done', files: [{ format: 'xlsx', name: `${guid}.xlsx`, bytes: 4 }] });
  return { services, guid, announced };
}

const call = (services: FakeServices, name: string, input: object): Promise<unknown> =>
  callOperation(operationNamed(name), input, contextOf(services, TOKEN_CALLER));

describe('download options', () => {
  it('list every format of the plan, with the links of what exists', async () => {
    const { services, guid } = await exportDone();
    expect(await call(services, 'conversions.options', { guid })).toEqual([
      { format: 'xlsx', status: 'ready', link: `http://127.0.0.1:4780/exports/${guid}.xlsx` },
      ...FILE_FORMATS.slice(1).map((format) => ({ format, status: 'none', link: null })),
    ]);
    services.settings.setPlan('premium');
    expect(await call(services, 'conversions.options', { guid })).toMatchObject([{ format: 'xlsx' }, { format: 'csv' }]);
    expect(await refusal(call(services, 'conversions.options', { guid: 'nope' }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});

describe('a conversion', () => {
  it('is processing, then done with a link that is told of', async () => {
    const { services, guid, announced } = await exportDone();
    expect(await call(services, 'conversions.start', { guid, format: 'csv' })).toEqual({
      guid,
      format: 'csv',
      status: 'processing',
      link: null,
    });
    await expect.poll(() => announced).toHaveLength(1);
    const link = `http://127.0.0.1:4780/exports/${guid}-later.csv`;
    expect(announced).toEqual([
      {
        name: 'job.convert.done',
        audience: 'exports',
        payload: {
          version: 'v3-beta',
          event: 'job.convert.done',
          guid,
          status: 'done',
          url: link,
          details: { guid, status: 'done', download_url: link },
        },
      },
    ]);
    expect(await call(services, 'conversions.options', { guid })).toContainEqual({ format: 'csv', status: 'ready', link });
  });

  it('of what exists already is done at once and writes nothing', async () => {
    const { services, guid, announced } = await exportDone();
    expect(await call(services, 'conversions.start', { guid })).toMatchObject({ format: 'xlsx', status: 'ready' });
    expect(announced).toMatchObject([{ name: 'job.convert.done' }]);
    expect(services.engine.written).toEqual([]);
  });

  it('that fails is told of, shows, and can be asked for again', async () => {
    const { services, guid, announced } = await exportDone();
    const { writeFiles } = services.engine;
    Object.assign(services.engine, { writeFiles: () => Promise.reject(new CommentdockError('DISK')) });
    await call(services, 'conversions.start', { guid, format: 'json' });
    await expect.poll(() => announced).toMatchObject([{ name: 'job.convert.failed', payload: { guid, status: 'error', url: null } }]);
    expect(await call(services, 'conversions.options', { guid })).toContainEqual({ format: 'json', status: 'error', link: null });
    Object.assign(services.engine, { writeFiles });
    await call(services, 'conversions.start', { guid, format: 'json' });
    await expect.poll(() => announced.at(-1)).toMatchObject({ name: 'job.convert.done' });
  });

  it('is written once where it is asked for twice', async () => {
    const { services, guid } = await exportDone();
    await Promise.all([
      call(services, 'conversions.start', { guid, format: 'csv' }),
      call(services, 'conversions.start', { guid, format: 'csv' }),
    ]);
    expect(services.engine.written).toHaveLength(1);
  });

  it('with sentiment judges the export and replaces its files', async () => {
    const { services, guid, announced } = await exportDone();
    const stop = announceChanges({ ...services, baseUrl: 'http://127.0.0.1:4780' });
    expect(await call(services, 'conversions.start', { guid, format: 'csv', filter: { sentiment: true } })).toEqual({
      guid,
      format: 'csv',
      status: 'processing',
      link: null,
    });
    await expect.poll(() => services.engine.reprocessed).toEqual([{ guid, wish: { sentiment: true, language: false, format: 'csv' } }]);
    await expect
      .poll(() => announced.filter(({ name }) => name.startsWith('job.convert.')))
      .toMatchObject([{ name: 'job.convert.done', payload: { url: `http://127.0.0.1:4780/exports/${guid}-judged.csv` } }]);
    expect(await call(services, 'conversions.options', { guid })).toMatchObject([
      { format: 'xlsx', status: 'ready', link: `http://127.0.0.1:4780/exports/${guid}-judged.xlsx` },
      { format: 'csv', status: 'ready' },
      ...FILE_FORMATS.slice(2).map((format) => ({ format, status: 'none' })),
    ]);
    stop();
  });

  it('chooses by language, and not where rows stay from run to run', async () => {
    const { services, guid } = await exportDone();
    await call(services, 'conversions.start', { guid, format: 'csv', filter: { language: ['en', 'pt'] } });
    const wish = { sentiment: false, language: ['en', 'pt'], format: 'csv' };
    await expect.poll(() => services.engine.reprocessed).toEqual([{ guid, wish }]);
    services.engine.change(guid, { series: '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21' });
    const refused = refusal(call(services, 'conversions.start', { guid, filter: { language: ['en'] } }));
    expect(await refused).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('an incremental export keeps its rows'),
    });
  });

  it('tells how far the judging has come, at once and then once in each interval', async () => {
    const { services, guid, announced } = await exportDone();
    const listeners: ((change: JobChange) => void)[] = [];
    const engine = { subscribe: (listener: (change: JobChange) => void) => (listeners.push(listener), () => undefined) };
    const stop = announceChanges({ engine, announcer: services.announcer, baseUrl: '', progressIntervalMs: 20 });
    const tell = (judged: number): void => {
      const sentiment = { state: 'running', judge: 'a judge', judged, total: 900, unclassified: 0, note: null } as const;
      const job = services.engine.change(guid, { sentiment });
      for (const listener of listeners) listener({ kind: 'judging', job });
    };
    for (const judged of [100, 200, 300]) tell(judged);
    expect(announced).toMatchObject([
      {
        name: 'job.convert.progress',
        payload: { guid, status: 'processing', url: null, current: 100, total: 900, details: { sentiment: { judged: 100 } } },
      },
    ]);
    await expect.poll(() => announced.map(({ payload }) => payload)).toMatchObject([{ current: 100 }, { current: 300, total: 900 }]);
    stop();
  });

  it.each(['followers', 'following', 'likes', 'shares'] as const)('refuses a choice by language for %s', async (type) => {
    const { services, guid } = await exportDone();
    services.engine.change(guid, { target: { target: 'x', params: {}, type, selector: 'own', url: 'https://tubular.com/x' } });
    expect(await refusal(call(services, 'conversions.start', { guid, filter: { language: ['en'] } }))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: `\`filter.language\`: an export of ${type} has no texts in any language. Leave it out, or export comments, reviews or posts.`,
    });
  });

  it.each(['followers', 'following', 'likes', 'shares'] as const)('refuses sentiment for %s, which have no texts', async (type) => {
    const { services, guid } = await exportDone();
    services.engine.change(guid, { target: { target: 'x', params: {}, type, selector: 'own', url: 'https://tubular.com/x' } });
    expect(await refusal(call(services, 'conversions.start', { guid, filter: { sentiment: true } }))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: `\`filter.sentiment\`: an export of ${type} has no texts to judge. Leave it out, or export comments, reviews or posts.`,
    });
    expect(services.engine.reprocessed).toEqual([]);
  });

  it('refuses foreign formats, and exports that have not ended well', async () => {
    const { services, guid } = await exportDone('premium');
    const refused = (input: object): Promise<CommentdockError> => refusal(call(services, 'conversions.start', { guid, ...input }));
    expect(await refused({ format: 'json' })).toMatchObject({ code: 'FORMAT_NOT_ALLOWED' });
    expect(await refused({ format: 'pdf' })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await refused({ filter: { sentiment: 'yes' } })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await refused({ filter: { language: ['en', 'xx'] } })).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('`filter.language[1]` is "xx", which is no language of ISO 639. Give codes such as en, de or pt.'),
    });
    expect(await refused({ filter: { language: 'en' } })).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('Give true, or a list of ISO 639 codes'),
    });
    expect(await refused({ guid: 'nope' })).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    for (const status of ['queueing', 'progress', 'error'] as const) {
      services.engine.change(guid, { status });
      expect(await refused({ format: 'csv' })).toMatchObject({ code: 'INVALID_REQUEST' });
    }
    services.engine.change(guid, { status: 'stopped' });
    expect(await call(services, 'conversions.start', { guid, format: 'csv', filter: { sentiment: false } })).toMatchObject({
      status: 'processing',
    });
  });
});
