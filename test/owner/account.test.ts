import { describe, expect, it } from 'vitest';
import { issueToken } from '#core/auth/tokens.ts';
import { PLANS } from '#core/contract/job.ts';
import { subscriptionUpdated } from '#core/events/subscription.ts';
import { callOperation } from '#core/operations/call.ts';
import { type Caller, OWNER_HERE } from '#core/operations/context.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices, type FakeServices, START_MS, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const VIDEO = 'https://tubular.com/watch/abc';

function call(services: FakeServices, name: string, input: object = {}, caller: Caller = TOKEN_CALLER): Promise<unknown> {
  return callOperation(operationNamed(name), input, contextOf(services, caller));
}

describe('api-usage', () => {
  it('full access on business', async () => {
    const services = fakeServices({ plan: 'business' });
    issueToken('test', services);
    expect(await call(services, 'account.usage')).toEqual({
      has_access: true,
      has_token: true,
      tier: 'business',
      api_version: 'v3',
      limits: { daily_requests: 'Unlimited', concurrent_requests: 5, rate_per_minute: 200, max_comments_per_export: 250_000, webhooks: 10 },
      usage: { daily_requests_used: 0, active_exports: 0 },
      platforms: { allowed: ['Marketplace', 'Tubular'], restricted: [], all_platforms: true },
      upgrade_benefits: null,
    });
  });

  it('premium, with what business adds', async () => {
    const services = fakeServices({ plan: 'premium' });
    issueToken('test', services);
    expect(await call(services, 'account.usage')).toEqual({
      has_access: true,
      has_token: true,
      tier: 'premium',
      api_version: 'v3',
      limits: { daily_requests: 100, concurrent_requests: 1, rate_per_minute: 60, max_comments_per_export: 5_000, webhooks: 1 },
      usage: { daily_requests_used: 0, active_exports: 0 },
      platforms: { allowed: ['Tubular'], restricted: ['Marketplace'], all_platforms: false },
      upgrade_benefits: {
        unlimited_daily_requests: true,
        more_concurrent_requests: '5 instead of 1',
        higher_rate_limit: '200 instead of 60 requests per minute',
        more_comments: '250,000 instead of 5,000 items per export',
        all_platforms: true,
        more_webhooks: '10 instead of 1',
      },
    });
  });

  it.each(['free', 'personal'] as const)('no access on %s', async (plan) => {
    expect(await call(fakeServices({ plan }), 'account.usage')).toEqual({
      has_access: false,
      required_plan: 'premium',
      message: expect.stringContaining(`The ${plan} plan has no API access`),
    });
  });

  it('without a valid token', async () => {
    const services = fakeServices();
    const missing = { has_access: true, has_token: false, tier: 'business', message: expect.stringContaining('no valid API token') };
    expect(await call(services, 'account.usage', {}, OWNER_HERE)).toMatchObject(missing);
    issueToken('old', services);
    expect(await call(services, 'account.usage', {}, OWNER_HERE)).not.toHaveProperty('message');
    services.clock.nowMs += 366 * 86_400_000;
    expect(await call(services, 'account.usage', {}, OWNER_HERE)).toMatchObject(missing);
  });

  it('counts what tokens created in the last 24 hours, and what runs', async () => {
    const services = fakeServices();
    const { jobs } = await callOperation(createJobs, { urls: [VIDEO, VIDEO] }, contextOf(services, TOKEN_CALLER));
    await callOperation(createJobs, { url: VIDEO }, contextOf(services, OWNER_HERE));
    await callOperation(createJobs, { url: VIDEO, sandbox: true }, contextOf(services, TOKEN_CALLER));
    services.engine.change(jobs[0]?.guid ?? '', { status: 'progress' });
    expect(await call(services, 'account.usage')).toMatchObject({ usage: { daily_requests_used: 2, active_exports: 1 } });
    services.clock.nowMs += 86_400_000;
    expect(await call(services, 'account.usage')).toMatchObject({ usage: { daily_requests_used: 0 } });
  });
});

describe('profile, limits and quota', () => {
  it('name the owner and the plan, and hold no secret', async () => {
    const services = fakeServices({ plan: 'premium' });
    const { value } = issueToken('test', services);
    const profile = await call(services, 'account.profile');
    expect(profile).toEqual({
      uuid: services.settings.userUuid,
      plan: 'premium',
      has_api_access: true,
      api_version: 'v3',
      platforms: 'major',
      formats: ['xlsx', 'csv'],
      tokens: 1,
    });
    for (const name of ['account.profile', 'account.limits', 'account.quota', 'account.usage'])
      expect(JSON.stringify(await call(services, name))).not.toContain(value);
  });

  it.each([
    [
      'premium',
      { exports_per_day: 100, requests_per_minute: 60, creations_per_3_minutes: 7, creations_per_5_minutes: 10, urls_per_batch: 25 },
    ],
    [
      'business',
      { exports_per_day: null, requests_per_minute: 200, creations_per_3_minutes: 30, creations_per_5_minutes: 15, urls_per_batch: 100 },
    ],
    ['personal', { urls_per_batch: 0, webhooks: 0, schedules: 0 }],
  ] as const)('limits of %s', async (plan, limits) => {
    expect(await call(fakeServices({ plan }), 'account.limits')).toMatchObject({ plan, ...limits });
  });

  it('quota tells what is left, and when the next one passes', async () => {
    const services = fakeServices({ plan: 'premium' });
    for (let made = 0; made < 7; made += 1) {
      const { jobs } = await callOperation(createJobs, { url: VIDEO }, contextOf(services, TOKEN_CALLER));
      services.engine.change(jobs[0]?.guid ?? '', { status: made === 6 ? 'progress' : 'done' });
    }
    services.clock.nowMs += 10_000;
    expect(await call(services, 'account.quota')).toEqual({
      plan: 'premium',
      enforced: true,
      per_24_hours: { allowed: 100, used: 7, remaining: 93, seconds_to_wait: 0 },
      per_3_minutes: { allowed: 7, used: 7, remaining: 0, seconds_to_wait: 170 },
      per_5_minutes: { allowed: 10, used: 7, remaining: 3, seconds_to_wait: 0 },
      running: { allowed: 1, used: 1, remaining: 0 },
      queued: { allowed: 3, used: 0, remaining: 3 },
    });
    const refused = await refusal(callOperation(createJobs, { url: VIDEO }, contextOf(services, TOKEN_CALLER)));
    expect(refused).toMatchObject({ code: 'RATE_WINDOW_EXCEEDED', secondsToWait: 170 });
    services.settings.setPlan('business');
    expect(await call(services, 'account.quota')).toMatchObject({ per_24_hours: null, per_5_minutes: { allowed: 15, used: 7 } });
  });
});

describe('switching the plan', () => {
  it.each([
    [OWNER_HERE, 'premium', 'created'],
    [TOKEN_CALLER, 'premium', 'created'],
    [TOKEN_CALLER, 'personal', 'created'],
    [TOKEN_CALLER, 'free', 'canceled'],
  ] as const)('by %j to %s is announced as %s', async (caller, plan, action) => {
    const services = fakeServices();
    const heard: unknown[] = [];
    const stop = services.announcer.subscribe((announcement) => heard.push(announcement));
    expect(await call(services, 'account.switch', { plan }, caller)).toMatchObject({ plan });
    expect(services.settings.plan()).toBe(plan);
    expect(heard).toEqual([
      {
        name: 'subscription.updated',
        audience: 'user',
        payload: { type: 'subscription.updated', plan, action, timestamp: START_MS / 1000 },
      },
    ]);
    subscriptionUpdated.payload.parse((heard[0] as { payload: unknown }).payload);
    await call(services, 'account.switch', { plan }, caller);
    expect(heard, 'the same plan again is no news').toHaveLength(1);
    stop();
    await call(services, 'account.switch', { plan: 'business' }, caller);
    expect(heard).toHaveLength(1);
  });

  it.each([{}, { plan: 'gold' }, { plan: null }, { plan: 5 }])('refuses %j', async (input) => {
    const services = fakeServices();
    const error = await refusal(call(services, 'account.switch', input));
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(PLANS.join(', ')) });
    expect(services.settings.plan()).toBe('business');
  });

  it.each([
    ['free', 'PLAN_EXPIRED', 'PLAN_EXPIRED'],
    ['personal', null, 'PLAN_EXPIRED'],
    ['premium', null, null],
    ['business', null, null],
  ] as const)('holds at once: %s', async (plan, single, generate) => {
    const services = fakeServices();
    await call(services, 'account.switch', { plan });
    const outcome = (made: Promise<unknown>): Promise<unknown> =>
      made.then(
        () => null,
        (error: { code: string }) => error.code,
      );
    expect(await outcome(call(services, 'jobs.create', { url: VIDEO }))).toBe(single);
    expect(await outcome(call(services, 'tokens.generate'))).toBe(generate);
    expect(await outcome(call(services, 'account.ping'))).toBeNull();
    expect(await outcome(call(services, 'tokens.generate', {}, OWNER_HERE)), "the owner's own door").toBeNull();
  });
});
