import { describe, expect, it } from 'vitest';
import { type Schedule, scheduleSchema } from '#core/contract/schedule.ts';
import { callOperation } from '#core/operations/call.ts';
import { OWNER_HERE } from '#core/operations/context.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { scheduleCookiesSecret } from '#core/schedules/scheduled-export.ts';
import { contextOf, fakeServices, type FakeServices, START_MS, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const URL = 'https://tubular.com/watch/abc';
const REVIEWS = 'https://marketplace.example/item/42';
const CREATED_AT = new Date(START_MS).toISOString();
const HOUR_MS = 3_600_000;

type Input = Readonly<Record<string, unknown>>;

function call(services: FakeServices, name: string, input: Input = {}): Promise<unknown> {
  return callOperation(operationNamed(`schedules.${name}`), input, contextOf(services, TOKEN_CALLER));
}

async function create(services: FakeServices, input: Input = {}): Promise<Schedule> {
  return scheduleSchema.parse(await call(services, 'create', { url: URL, frequency: 'daily', ...input }));
}

describe('schedules', () => {
  it('are created with all their fields', async () => {
    const services = fakeServices();
    const schedule = await create(services, { name: 'Mornings', timezone: 'Europe/Berlin', options: { replies: true } });
    expect(schedule).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Mornings',
      url: URL,
      frequency: 'daily',
      cron: null,
      timezone: 'Europe/Berlin',
      anchorAt: CREATED_AT,
      options: { replies: true },
      incremental: false,
      status: 'active',
      lastRunAt: null,
      nextRunAt: new Date(START_MS + 24 * HOUR_MS).toISOString(),
      lastJobGuid: null,
      runsCount: 0,
      missedRuns: 0,
      lastError: null,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      masked_metadata: {},
    });
    expect(await call(services, 'get', { uuid: schedule.uuid })).toEqual(schedule);
    expect(services.engine.created).toEqual([]);
  });

  it('keep the time of an instant that is said, until another one is', async () => {
    const services = fakeServices();
    const anchorAt = '2025-12-31T22:05:00.000Z';
    const made = await create(services, { timezone: 'Europe/Berlin', anchorAt });
    expect(made).toMatchObject({ anchorAt, nextRunAt: '2026-03-01T22:05:00.000Z' });
    expect(await call(services, 'update', { uuid: made.uuid, name: 'Nights' })).toMatchObject({ anchorAt, nextRunAt: made.nextRunAt });
    const later = { anchorAt: '2026-01-01T23:30:00+01:00' };
    expect(await call(services, 'update', { uuid: made.uuid, ...later })).toMatchObject({
      anchorAt: '2026-01-01T22:30:00.000Z',
      nextRunAt: '2026-03-01T22:30:00.000Z',
    });
  });

  it('are in UTC by default, and custom where a cron expression is given', async () => {
    const services = fakeServices();
    const custom = { frequency: 'custom', cron: '0 12 * * *', timezone: 'UTC', nextRunAt: '2026-03-01T12:00:00.000Z' };
    expect(await create(services, { frequency: undefined, cron: '0 12 * * *' })).toMatchObject(custom);
    expect(await create(services, { frequency: 'custom', cron: '0 12 * * *' })).toMatchObject(custom);
  });

  it.each([
    [{ url: undefined }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 'https://nowhere.example/' }, 'url'],
    [{ url: 'x'.repeat(8_193) }, 'url'],
    [{ frequency: undefined }, 'frequency'],
    [{ frequency: 'yearly' }, 'frequency'],
    [{ frequency: 'custom' }, 'cron'],
    [{ cron: '0 9 * * *' }, 'cron'],
    [{ frequency: undefined, cron: '0 9 * *' }, 'cron'],
    [{ frequency: undefined, cron: '0 0 30 2 *' }, 'cron'],
    [{ frequency: undefined, cron: '0 0 9 * * *' }, 'cron'],
    [{ timezone: 'Berlin' }, 'timezone'],
    [{ anchorAt: 'noon' }, 'anchorAt'],
    [{ options: { limit: 'many' } }, 'options.limit'],
    [{ options: { cursor: 'c1.x' } }, 'options.cursor'],
    [{ options: { followers: true } }, 'options'],
    [{ options: { minTimestamp: 5, maxTimestamp: 1 } }, 'options'],
    [{ incremental: 'yes' }, 'incremental'],
    [{ name: 5 }, 'name'],
  ])('refuse %j with a violation of %s, on creation and later', async (input, propertyPath) => {
    const services = fakeServices();
    const error = await refusal(create(services, input));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', status: 422, violations: [{ propertyPath, message: expect.any(String) }] });
    expect(services.schedules.count()).toBe(0);
    const schedule = await create(services);
    const whole = { uuid: schedule.uuid, url: URL, frequency: 'daily', ...input };
    expect(await refusal(call(services, 'replace', whole))).toMatchObject({ code: 'VALIDATION_ERROR', violations: [{ propertyPath }] });
    expect(await call(services, 'get', { uuid: schedule.uuid })).toEqual(schedule);
  });

  it.each([
    ['free', 0],
    ['personal', 0],
    ['premium', 3],
    ['business', 20],
  ] as const)('of tokens are capped: %s has %i', async (plan, cap) => {
    const services = fakeServices({ plan });
    for (let index = 0; index < cap; index += 1) await create(services);
    expect(await refusal(create(services))).toMatchObject({ code: 'LIMIT_EXCEEDED', status: 403 });
    const listed = (await call(services, 'list')) as Schedule[];
    expect(listed).toHaveLength(cap);
    if (listed[0] === undefined) return;
    await call(services, 'delete', { uuid: listed[0].uuid });
    expect(await create(services)).toMatchObject({ status: 'active' });
  });

  it('of the owner are held by no plan', async () => {
    const services = fakeServices({ plan: 'free' });
    const input = { url: REVIEWS, cron: '0 9 * * *', timezone: 'UTC' };
    for (let count = 0; count < 21; count += 1)
      await callOperation(operationNamed('schedules.create'), input, contextOf(services, OWNER_HERE));
    expect(services.schedules.count()).toBe(21);
  });

  it('refuse hourly and cron on premium, also later, and platforms that it has not', async () => {
    const services = fakeServices({ plan: 'premium' });
    const { uuid } = await create(services);
    for (const input of [{ frequency: 'hourly' }, { frequency: undefined, cron: '0 9 * * *' }, { frequency: 'custom', cron: '0 9 * * *' }])
      for (const attempt of [create(services, input), call(services, 'update', { uuid, ...input })])
        expect(await refusal(attempt)).toMatchObject({ code: 'LIMIT_EXCEEDED', status: 403 });
    expect(await refusal(create(services, { url: REVIEWS }))).toMatchObject({ status: 403, code: 'PLATFORM_NOT_ALLOWED' });
    for (const frequency of ['weekly', 'monthly']) expect(await create(services, { frequency })).toMatchObject({ frequency });
    expect(await create(fakeServices(), { frequency: 'hourly' })).toMatchObject({ frequency: 'hourly' });
  });

  it('are listed newest first, in pages', async () => {
    const services = fakeServices();
    for (const name of ['a', 'b', 'c']) await create(services, { name });
    const names = async (input: Input) => ((await call(services, 'list', input)) as Schedule[]).map(({ name }) => name);
    expect(await names({})).toEqual(['c', 'b', 'a']);
    expect(await names({ limit: 2, page: 2 })).toEqual(['a']);
    expect(await names({ limit: 'NaN' })).toHaveLength(3);
    expect(await refusal(call(services, 'list', { page: 0 }))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('change what is given; due times move only where something about them changes', async () => {
    const services = fakeServices();
    const { uuid, nextRunAt } = await create(services, { name: 'a', options: { replies: true } });
    services.clock.nowMs += HOUR_MS;
    const later = new Date(services.now()).toISOString();
    expect(await call(services, 'update', { uuid, name: 'b' })).toMatchObject({
      name: 'b',
      nextRunAt,
      options: { replies: true },
      updatedAt: later,
      createdAt: CREATED_AT,
    });
    expect(await call(services, 'update', { uuid, frequency: 'daily', name: null })).toMatchObject({ name: null, nextRunAt });
    expect(await call(services, 'update', { uuid, options: { limit: 5 } })).toMatchObject({ options: { limit: 5 }, nextRunAt });
    expect(await call(services, 'update', { uuid, cron: '0 12 * * *' })).toMatchObject({
      frequency: 'custom',
      cron: '0 12 * * *',
      nextRunAt: '2026-03-01T12:00:00.000Z',
    });
    expect(await call(services, 'update', { uuid, timezone: 'Europe/Berlin' })).toMatchObject({ nextRunAt: '2026-03-01T11:00:00.000Z' });
    expect(await call(services, 'update', { uuid, frequency: 'hourly' })).toMatchObject({
      frequency: 'hourly',
      cron: null,
      nextRunAt: '2026-03-01T11:30:00.000Z',
    });
  });

  it('are replaced as a whole', async () => {
    const services = fakeServices();
    const { uuid } = await create(services, { name: 'a', timezone: 'Europe/Berlin', options: { replies: true } });
    expect(await call(services, 'replace', { uuid, url: `${URL}d`, frequency: 'weekly' })).toMatchObject({
      uuid,
      url: `${URL}d`,
      name: null,
      timezone: 'UTC',
      frequency: 'weekly',
      options: {},
    });
  });

  it('pause and resume, twice as well as once', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    for (let round = 0; round < 2; round += 1)
      expect(await call(services, 'pause', { uuid })).toMatchObject({ status: 'paused', nextRunAt: null });
    expect(await call(services, 'update', { uuid, frequency: 'hourly' })).toMatchObject({ status: 'paused', nextRunAt: null });
    for (let round = 0; round < 2; round += 1)
      expect(await call(services, 'resume', { uuid })).toMatchObject({ status: 'active', nextRunAt: '2026-03-01T10:30:00.000Z' });
  });

  it('run now under the limits of whoever asks', async () => {
    const services = fakeServices({ plan: 'premium' });
    const { uuid } = await create(services);
    const ran = scheduleSchema.parse(await call(services, 'run', { uuid }));
    expect(ran).toMatchObject({ runsCount: 1, lastRunAt: CREATED_AT, lastJobGuid: services.engine.created[0]?.guid });
    expect(services.engine.created[0]).toMatchObject({ url: URL, tokenUuid: TOKEN_CALLER.tokenUuid, formats: ['xlsx', 'csv'] });
    expect(services.creations.newest('single', 5)).toHaveLength(1);
    services.engine.change(ran.lastJobGuid ?? '', { status: 'done' });
    services.creations.add(
      Array.from({ length: 7 }, (_, index) => `used-${index}`),
      { atMs: START_MS, inBatch: false },
    );
    expect(await refusal(call(services, 'run', { uuid }))).toMatchObject({ code: 'RATE_WINDOW_EXCEEDED', status: 429 });
    expect(await call(services, 'get', { uuid })).toMatchObject({ runsCount: 1, missedRuns: 0, lastError: expect.stringContaining('7') });
  });

  it('keep cookies in the vault alone, until they are replaced or the schedule is deleted', async () => {
    const services = fakeServices();
    const { uuid, options, masked_metadata: masked } = await create(services, { options: { limit: 5, cookies: { SID: 's3cret' } } });
    expect({ options, masked }).toEqual({ options: { limit: 5 }, masked: { 'cookies.SID': '***' } });
    expect(JSON.stringify(await call(services, 'list'))).not.toContain('s3cret');
    const kept = () => services.vault.get(scheduleCookiesSecret(uuid));
    expect(kept()).toContain('s3cret');
    await call(services, 'update', { uuid, name: 'b' });
    expect(kept()).toContain('s3cret');
    expect(await call(services, 'update', { uuid, options: { limit: 6 } })).toMatchObject({ masked_metadata: {} });
    expect(kept()).toBeNull();
    await call(services, 'update', { uuid, options: { cookies: { SID: 'again' } } });
    await call(services, 'delete', { uuid });
    expect(kept()).toBeNull();
  });

  it.each(['get', 'replace', 'update', 'delete', 'run', 'pause', 'resume'])('%s: 404 for one that is not there', async (name) => {
    const input = { uuid: 'b0e1c6de-0000-4000-8000-000000000000', url: URL, frequency: 'daily' };
    expect(await refusal(call(fakeServices(), name, input))).toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404 });
  });
});
