import { describe, expect, it } from 'vitest';
import { jobSchema } from '#core/contract/job.ts';
import { callOperation } from '#core/operations/call.ts';
import { OWNER_HERE } from '#core/operations/context.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const VIDEO = 'https://www.tubular.com/watch/abc';
const STREAM = 'https://www.tubular.com/channel/abc/live';

async function createOne(services: ReturnType<typeof fakeServices>, input: object = {}) {
  const {
    jobs: [job],
  } = await callOperation(createJobs, { url: VIDEO, ...input }, contextOf(services));
  if (!job) throw new Error('no job was created');
  return job;
}

describe('creating an export', () => {
  it('hands the engine a checked job with its target chosen', async () => {
    const services = fakeServices();
    const job = await createOne(services, {
      url: ` ${VIDEO}?utm=1 `,
      options: { limit: 10, replies: true, cookies: { sessionid: 'secret' }, unknown: 1 },
    });
    expect(services.engine.created).toMatchObject([
      {
        url: `${VIDEO}?utm=1`,
        platform: 'tubular',
        plan: 'business',
        formats: ['xlsx', 'csv', 'json'],
        sandbox: false,
        batchId: null,
        tokenUuid: null,
        target: { target: 'video', params: { key: 'abc' }, type: 'comments', selector: 'own', url: `${VIDEO}?utm=1` },
        options: { limit: 10, replies: true, cookies: { sessionid: 'secret' } },
      },
    ]);
    expect(services.engine.created[0]?.options).not.toHaveProperty('unknown');
    expect(jobSchema.parse(job)).toMatchObject({
      status: 'queueing',
      options: { limit: 10, replies: true },
      download_link: null,
      json_url: null,
      masked_metadata: { 'cookies.sessionid': '***' },
    });
    expect(JSON.stringify(job)).not.toContain('secret');
  });

  it.each([
    ['the owner in front of it', OWNER_HERE, { attended: true }, true],
    ['the owner with a window', OWNER_HERE, { options: { window: true } }, true],
    ['the owner otherwise', OWNER_HERE, {}, false],
    ['a token, whatever it says', TOKEN_CALLER, { attended: true, options: { window: true } }, false],
  ])('is by hand where it comes from %s', async (_who, caller, input, byHand) => {
    const services = fakeServices();
    await callOperation(createJobs, { url: VIDEO, ...input }, contextOf(services, caller));
    expect(services.engine.created.map((job) => job.byHand)).toEqual([byHand]);
  });

  it('makes one job for each of `urls`, as texts or objects', async () => {
    const services = fakeServices();
    const { jobs } = await callOperation(
      createJobs,
      { urls: [VIDEO, { url: 'marketplace.example/item/42' }] },
      contextOf(services, TOKEN_CALLER),
    );
    expect(jobs.map(({ platform, export_type }) => `${platform} ${export_type}`)).toEqual(['tubular comments', 'marketplace reviews']);
    expect(services.engine.created.map(({ tokenUuid }) => tokenUuid)).toEqual([TOKEN_CALLER.tokenUuid, TOKEN_CALLER.tokenUuid]);
  });

  it('creates nothing where one of `urls` is refused, and names it', async () => {
    const services = fakeServices();
    const error = await refusal(callOperation(createJobs, { urls: [VIDEO, 'https://nowhere.example/'] }, contextOf(services)));
    expect(error).toMatchObject({ code: 'INVALID_URL', message: expect.stringMatching(/^urls\[1\]: .*nowhere\.example is not supported/) });
    expect(services.engine.created).toEqual([]);
  });

  it.each([
    [{}, 'INVALID_REQUEST', '`url` is required'],
    [{ url: VIDEO, urls: [VIDEO] }, 'INVALID_REQUEST', 'not both'],
    [{ url: 5 }, 'INVALID_REQUEST', '`url` must be a text.'],
    [{ url: null }, 'INVALID_REQUEST', '`url` must be a text.'],
    [{ urls: [] }, 'INVALID_REQUEST', '`urls` must be a list of at least 1 entries'],
    [{ url: VIDEO, options: { limit: -1 } }, 'INVALID_REQUEST', '`options.limit` must be at least 1. Correct it or leave it out.'],
    [{ url: VIDEO, options: { limit: 0 } }, 'INVALID_REQUEST', '`options.limit` must be at least 1'],
    [{ url: VIDEO, options: { limit: 1.5 } }, 'INVALID_REQUEST', '`options.limit` must be a whole number.'],
    [{ url: VIDEO, options: { limit: '10' } }, 'INVALID_REQUEST', '`options.limit` must be a number'],
    [{ url: VIDEO, options: { replies: 'yes' } }, 'INVALID_REQUEST', '`options.replies` must be true or false.'],
    [{ url: VIDEO, options: { sort: 'loudest' } }, 'INVALID_REQUEST', '`options.sort` must be one of: top, new'],
    [{ url: VIDEO, options: { pool: 'x' } }, 'INVALID_REQUEST', '`options.pool` is not a valid'],
    [{ url: VIDEO, options: { cookies: { sessionid: 5 } } }, 'INVALID_REQUEST', '`options.cookies.sessionid` must be a text.'],
    [{ url: VIDEO, options: [] }, 'INVALID_REQUEST', '`options` must be an object.'],
    [{ url: VIDEO, options: { vpn: 'Mars' } }, 'INVALID_REQUEST', 'no VPN location named "Mars"'],
    [{ url: VIDEO, options: { minTimestamp: 9, maxTimestamp: 3 } }, 'INVALID_REQUEST', 'Swap them'],
    [
      { url: VIDEO, options: { followers: true } },
      'INVALID_REQUEST',
      'Tubular gives no followers for this kind of URL. It can give: comments without an option; likes with "likes": true; live chat with "live": true.',
    ],
    [{ url: STREAM }, 'INVALID_REQUEST', 'It can give: live chat with "live": true.'],
    [{ url: VIDEO, formats: ['pdf'] }, 'INVALID_REQUEST', '`formats[0]` must be one of: xlsx'],
    [{ url: 'not a url' }, 'INVALID_URL', 'is not a URL'],
  ])('refuses %j', async (input, code, words) => {
    const services = fakeServices();
    const error = await refusal(callOperation(createJobs, input, contextOf(services)));
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(services.engine.created).toEqual([]);
  });

  it('takes no options, null options and a selector that the platform ignores', async () => {
    const services = fakeServices();
    await createOne(services);
    await createOne(services, { options: null });
    await createOne(services, { options: { tweets: true } });
    await createOne(services, { options: { live: true, likes: true } });
    expect(services.engine.created.map(({ target }) => target.selector)).toEqual(['own', 'own', 'own', 'likes']);
  });
});

describe('plans', () => {
  it.each([
    ['free', TOKEN_CALLER, 'PLAN_EXPIRED'],
    ['personal', TOKEN_CALLER, null],
    ['premium', TOKEN_CALLER, null],
    ['free', { ...TOKEN_CALLER, kind: 'owner', tokenUuid: null }, null],
  ] as const)('%s: a single export by %j', async (plan, caller, code) => {
    const services = fakeServices({ plan });
    const outcome = await callOperation(createJobs, { url: VIDEO }, contextOf(services, caller)).then(
      () => null,
      (error: { code: string }) => error.code,
    );
    expect(outcome).toBe(code);
  });

  it('premium has the major platforms and no JSON', async () => {
    const services = fakeServices({ plan: 'premium' });
    const create = (input: object): Promise<unknown> =>
      callOperation(createJobs, { url: VIDEO, ...input }, contextOf(services, TOKEN_CALLER));
    const beyond = { url: 'https://marketplace.example/item/42', formats: ['csv', 'json'] };
    await create({});
    expect(services.engine.created[0]).toMatchObject({ plan: 'premium', formats: ['xlsx', 'csv'] });
    expect(await refusal(create({ url: beyond.url }))).toMatchObject({ code: 'PLATFORM_NOT_ALLOWED' });
    expect(await refusal(create({ formats: beyond.formats }))).toMatchObject({ code: 'FORMAT_NOT_ALLOWED' });
    await createOne(services, beyond);
    expect(services.engine.created[1]).toMatchObject({ plan: 'business', formats: beyond.formats });
  });
});

describe('sandbox', () => {
  it('answers the finished job with its sample', async () => {
    const services = fakeServices();
    const job = await createOne(services, { sandbox: 'true', options: { replies: true } });
    expect(job).toMatchObject({ status: 'done', sandbox: true, total: 100, total_exported: 100 });
    expect(job.download_link).toBe(`http://127.0.0.1:4780/exports/${job.guid}.xlsx`);
    expect(job.comments).toHaveLength(100);
    expect(job.comments?.every((comment) => comment._sandbox && comment.message === comment.text)).toBe(true);
    expect(services.engine.listenerCount).toBe(0);
  });

  it('ends when the caller goes away', async () => {
    const services = fakeServices();
    const gone = new AbortController();
    const context = {
      ...contextOf(services),
      signal: gone.signal,
      engine: { ...services.engine, create: async () => [], subscribe: services.engine.subscribe },
    };
    gone.abort(new Error('gone'));
    await expect(callOperation(createJobs, { url: VIDEO, sandbox: true }, context)).rejects.toThrow('gone');
    expect(services.engine.listenerCount).toBe(0);
  });
});

describe('lists', () => {
  it.each([
    [{}, 30],
    [{ page: 1, limit: 2 }, 2],
    [{ page: '2', limit: '30' }, 1],
    [{ limit: '31' }, 30],
    [{ limit: 500 }, 30],
    [{ page: 'NaN', limit: 'NaN' }, 30],
    [{ page: 3 }, 0],
    [{ page: '99999999999999999999' }, 0],
  ])('%j gives %i', async (input, length) => {
    const services = fakeServices();
    for (let job = 0; job < 31; job += 1) await createOne(services);
    expect(await callOperation(operationNamed('jobs.list'), input, contextOf(services))).toHaveLength(length);
  });

  it.each([
    { page: 0 },
    { page: '-1' },
    { limit: 'ten' },
    { limit: 0 },
    { limit: '1.5' },
    { limit: '' },
    { page: ['1', '2'] },
    { page: null },
  ])('%j is refused', async (input) => {
    const error = await refusal(callOperation(operationNamed('jobs.list'), input, contextOf(fakeServices())));
    expect(error).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/^`(page|limit)` must be a whole number of at least 1/),
    });
  });
});

describe('one export', () => {
  it('is found, stopped, retried and deleted', async () => {
    const services = fakeServices();
    const context = contextOf(services);
    const { guid } = await createOne(services);
    expect(await callOperation(operationNamed('jobs.get'), { guid }, context)).toMatchObject({ guid, status: 'queueing', cursor: null });
    services.engine.change(guid, { resumable: true });
    expect(await callOperation(operationNamed('jobs.stop'), { guid }, context)).toMatchObject({
      status: 'stopped',
      cursor: expect.stringContaining(guid),
    });
    expect(await refusal(callOperation(operationNamed('jobs.stop'), { guid }, context))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('stopped'),
    });
    services.engine.change(guid, { status: 'error' });
    expect(await callOperation(operationNamed('jobs.retry'), { guid }, context)).toMatchObject({ status: 'queueing' });
    expect(await callOperation(operationNamed('jobs.delete'), { guid }, context)).toBeUndefined();
    expect(await refusal(callOperation(operationNamed('jobs.get'), { guid }, context))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it.each(['jobs.get', 'jobs.stop', 'jobs.retry', 'jobs.delete', 'exports.download', 'exports.json'])(
    '%s knows no unknown guid',
    async (name) => {
      const error = await refusal(callOperation(operationNamed(name), { guid: 'nope' }, contextOf(fakeServices())));
      expect(error).toMatchObject({ code: 'RESOURCE_NOT_FOUND', message: expect.stringContaining('nope') });
    },
  );
});
