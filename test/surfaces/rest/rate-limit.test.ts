import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimit } from '#core/owner/rate-limit.ts';
import { issueToken } from '#core/auth/tokens.ts';
import { fakeRequests } from '#test/operations/fake-services.ts';
import { OWNER_SECRET, startRestService } from '#test/surfaces/rest/rest-service.ts';

const MINUTE_MS = 60_000;

describe('the sliding minute', () => {
  it('never lets more than the limit pass, and says exactly when to come back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }), (limit, gaps) => {
        const rate = createRateLimit(fakeRequests(), 0);
        const passed: number[] = [];
        let nowMs = 1_000_000;
        for (const gap of gaps) {
          nowMs += gap;
          const { remaining, secondsToWait } = rate.take('a', limit, nowMs);
          const inWindow = passed.filter((atMs) => atMs > nowMs - MINUTE_MS);
          expect(secondsToWait === null).toBe(inWindow.length < limit);
          if (secondsToWait === null) passed.push(nowMs);
          else expect(secondsToWait).toBe(Math.ceil(((inWindow[0] ?? 0) + MINUTE_MS - nowMs) / 1000));
          expect(remaining).toBe(Math.max(0, limit - inWindow.length - (secondsToWait === null ? 1 : 0)));
        }
      }),
    );
  });

  it('holds when the limit shrinks', () => {
    const rate = createRateLimit(fakeRequests(), 0);
    for (let request = 0; request < 5; request += 1) rate.take('a', 5, request * 1_000);
    expect(rate.take('a', 2, 10_000)).toMatchObject({ remaining: 0, secondsToWait: 53 });
    expect(rate.take('b', 2, 10_000)).toMatchObject({ remaining: 1, secondsToWait: null });
  });
});

describe('after a restart', () => {
  it('the minute goes on where it was', () => {
    const log = fakeRequests();
    const before = createRateLimit(log, 0);
    for (const atMs of [10_000, 20_000, 30_000]) before.take('a', 3, atMs);
    before.take('b', 3, 25_000);
    const after = createRateLimit(log, 40_000);
    expect(after.take('a', 3, 40_000)).toMatchObject({ remaining: 0, secondsToWait: 30, resetAtMs: 90_000 });
    expect(after.take('b', 3, 40_000)).toMatchObject({ remaining: 1, secondsToWait: null });
    expect(createRateLimit(log, 70_000).take('a', 3, 70_000)).toMatchObject({ remaining: 0, secondsToWait: null });
  });
});

describe('the rate limit over REST', () => {
  it('counts down by token and answers 429 with the time to wait', async () => {
    await using service = await startRestService({ plan: 'premium' });
    const other = issueToken('other', service.services).value;
    for (let request = 1; request <= 60; request += 1) {
      const { status, headers } = await service.ask('GET', '/api/v1/ping');
      expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([200, '60', String(60 - request)]);
    }
    service.services.clock.nowMs += 17_500;
    const { status, headers, json } = await service.ask('GET', '/api/v1/ping');
    expect([status, json['error_code'], json['seconds_to_wait'], headers['retry-after'], headers['x-ratelimit-remaining']]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      43,
      '43',
      '0',
    ]);
    expect((await service.ask('GET', '/api/v1/ping', { headers: { 'x-auth-token': other } })).status).toBe(200);
    expect((await service.ask('GET', '/api/v1/ping', { headers: { 'x-auth-token': OWNER_SECRET } })).status).toBe(200);
    expect((await service.ask('GET', '/api/v1/ping', { headers: { 'x-sandbox': 'true' } })).status).toBe(200);
    expect((await service.ask('GET', '/api/public/platforms')).status).toBe(200);
    service.services.clock.nowMs += 42_500;
    expect((await service.ask('GET', '/api/v1/ping')).status).toBe(200);
  });

  it('is off with COMMENTDOCK_LIMITS=off', async () => {
    await using service = await startRestService({ plan: 'premium', env: { COMMENTDOCK_LIMITS: 'off' } });
    for (let request = 0; request < 61; request += 1) expect((await service.ask('GET', '/api/v1/ping')).status).toBe(200);
  });
});
