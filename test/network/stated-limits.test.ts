import { describe, expect, it } from 'vitest';
import { ThrottledFailure } from '#core/contract/error.ts';
import { askedWaitSeconds, secondsUntil, spentForSeconds } from '#core/network/stated-limits.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage, PaceMemory } from '#test/network/page.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const NOW_S = NOW_MS / 1_000;

describe('forms of a time to wait', () => {
  it.each([
    ['30', 30],
    ['1.5', 1.5],
    [' 0 ', 0],
    [String(NOW_S + 40), 40],
    [`${NOW_S + 40}.5`, 40.5],
    [String(NOW_MS + 2_500), 2.5],
    [String(NOW_S - 40), 0],
    ['2026-01-01T00:05:00.678379Z', 300.678],
    ['2026-01-01T01:00:10+01:00', 10],
    ['2025-07-17T13:45:00.241610Z', 0],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
  ])('%s', (text, seconds) => {
    expect(secondsUntil(text, NOW_MS)).toBeCloseTo(seconds, 5);
  });

  it.each(['', 'soon', '-5', '5 minutes', '2026-01-01', 'Thu', '0x10'])('%j says nothing', (text) => {
    expect(secondsUntil(text, NOW_MS)).toBeNull();
  });
});

/** Header forms of platforms, with nothing left for 40 s. */
const SPENT: readonly (readonly [string, Record<string, string>])[] = [
  [
    'Bluesky',
    { 'ratelimit-limit': '3000', 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW_S + 40), 'ratelimit-policy': '3000;w=300' },
  ],
  ['Mastodon', { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-01-01T00:00:40.000000Z' }],
  ['Reddit', { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '40', 'x-ratelimit-used': '600' }],
  ['Disqus', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_S + 40) }],
  [
    'Tumblr',
    {
      'x-ratelimit-perday-remaining': '900',
      'x-ratelimit-perday-reset': '7000',
      'x-ratelimit-perhour-remaining': '0',
      'x-ratelimit-perhour-reset': '40',
    },
  ],
  ['the draft, seconds', { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-reset': '40' }],
  ['the draft, one header', { ratelimit: 'limit=10, remaining=0, reset=40' }],
  ['the draft, policies', { ratelimit: '"burst";r=5;t=2, "hour";r=0;t=40' }],
];

/** The same for one kind of request only. */
const SPENT_ENDPOINT: readonly (readonly [string, Record<string, string>])[] = [
  ['Discord', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '40' }],
  ['X', { 'x-rate-limit-limit': '50', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(NOW_S + 40) }],
];

describe('limits that hosts state', () => {
  it.each(SPENT)('%s: nothing left', (_, headers) => {
    expect(spentForSeconds(headers, NOW_MS)).toBeCloseTo(40, 3);
    expect(askedWaitSeconds(headers, 429, NOW_MS)).toBeCloseTo(40, 3);
  });

  it.each(SPENT_ENDPOINT)('%s: nothing left of one kind', (_, headers) => {
    expect(spentForSeconds(headers, NOW_MS)).toBe(0);
    expect(askedWaitSeconds(headers, 429, NOW_MS)).toBeCloseTo(40, 3);
  });

  it.each([
    ['no headers', {}],
    ['some left', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '40' }],
    ['no reset', { 'x-ratelimit-remaining': '0' }],
    ['a reset that has passed', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2025-07-17T13:45:00.241610Z' }],
    ['words', { 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': 'soon' }],
    ['a policy alone', { 'ratelimit-policy': '3000;w=300' }],
  ])('%s: no pause', (_, headers) => {
    expect(spentForSeconds(headers, NOW_MS)).toBe(0);
  });

  it('Retry-After comes first, and alone counts besides 429', () => {
    expect(askedWaitSeconds({ 'retry-after': '7', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' }, 429, NOW_MS)).toBe(7);
    expect(askedWaitSeconds({ 'x-ratelimit-reset': '40' }, 503, NOW_MS)).toBeNull();
    expect(askedWaitSeconds({ 'retry-after': '7' }, 503, NOW_MS)).toBe(7);
    expect(askedWaitSeconds({ 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '40' }, 429, NOW_MS)).toBe(40);
    expect(askedWaitSeconds({}, 429, NOW_MS)).toBeNull();
  });
});

describe('requests under a stated limit', () => {
  it('wait for it after a 429', async () => {
    await using server = await serve((_, answer) =>
      server.requests() === 0
        ? answer.writeHead(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.4' }).end()
        : answer.end('ok'),
    );
    await using page = await openPage({ config: { retryScale: 1 } });
    const sinceMs = performance.now();
    expect((await page.session.fetch({ url: server.origin })).text).toBe('ok');
    expect(performance.now() - sinceMs).toBeGreaterThanOrEqual(400);
  });

  it('that is filled after more than a minute end at once and say when', async () => {
    await using server = await serve((_, answer) =>
      answer.writeHead(429, { 'ratelimit-remaining': '0', 'ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 300) }).end(),
    );
    await using page = await openPage({ config: { retryScale: 1 } });
    const error: unknown = await page.session.fetch({ url: server.origin }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ThrottledFailure);
    expect((error as ThrottledFailure).secondsToWait).toBeGreaterThan(290);
    expect(page.counters.requests).toBe(1);
  });

  it('are not made before it is filled once an answer said that none is left', async () => {
    await using server = await serve((_, answer) =>
      answer.writeHead(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.4' }).end(),
    );
    const hosts = new PaceMemory();
    await using page = await openPage({ config: { retryScale: 1, pace: 'on' }, hosts });
    const sinceMs = performance.now();
    await page.session.fetch({ url: server.origin });
    await page.session.fetch({ url: server.origin });
    expect(performance.now() - sinceMs).toBeGreaterThanOrEqual(400);
    expect(hosts.load(server.host)?.perSecond).toBeGreaterThan(1_000);
  });
});
