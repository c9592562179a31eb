import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal, ThrottledFailure, TransientFailure } from '#core/contract/error.ts';
import { backoffMs } from '#core/engine/backoff.ts';
import { MAX_RETRIES } from '#core/network/retry.ts';
import { secondsUntil } from '#core/network/stated-limits.ts';
import { PHASE_TIMEOUT_MS } from '#core/network/transport.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage, PaceMemory } from '#test/network/page.ts';

const ANY = z.any();

/** Answers the nth request with the nth listener, the last one for ever. */
function inTurn(...listeners: readonly RequestListener[]): RequestListener {
  let asked = 0;
  return (incoming, answer) => listeners[Math.min(asked++, listeners.length - 1)]?.(incoming, answer);
}

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, answer) =>
    void answer.writeHead(code, headers).end('problem');
const good: RequestListener = (_, answer) => void answer.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
const reset: RequestListener = (incoming) => void incoming.socket.resetAndDestroy();
const cutOff: RequestListener = (incoming, answer) =>
  void answer.writeHead(200, { 'content-length': 100 }).write('{"a":', () => incoming.socket.end());
const cutChunked: RequestListener = (incoming, answer) => void answer.writeHead(200).write('{"a":', () => incoming.socket.end());
const cutGzip: RequestListener = (_, answer) => {
  const packed = gzipSync('{"a":1}');
  answer.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 10));
};
const badJson: RequestListener = (_, answer) => void answer.writeHead(200, { 'content-type': 'application/json' }).end('{"a":');

describe('a platform that never answers', () => {
  it('is given up within four minutes, with two doors before its last one, and after a second start', () => {
    const waits = Array.from({ length: MAX_RETRIES }, (_, retry) => backoffMs(retry, 1, () => 1));
    const requests = 2 + 1 + MAX_RETRIES;
    const run = requests * PHASE_TIMEOUT_MS + waits.reduce((sum, wait) => sum + wait, 0);
    const longestWaitBetween = 20_000;
    expect(2 * run + longestWaitBetween).toBeLessThan(4 * 60_000);
  });
});

describe('backoff', () => {
  it('is anything up to the doubled bound, 20 s at most, times the scale', () => {
    expect([0, 1, 2, 5, 9].map((n) => backoffMs(n, 1, () => 1))).toEqual([1_000, 2_000, 4_000, 20_000, 20_000]);
    expect(backoffMs(2, 0.5, () => 0.5)).toBe(1_000);
    expect(backoffMs(2, 1, () => 0)).toBe(0);
  });

  it('reads Retry-After as seconds or as a date', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(secondsUntil('120', now)).toBe(120);
    expect(secondsUntil('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30);
    expect(secondsUntil('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(['', 'soon', '-5', '2026'].map((text) => secondsUntil(text, now))).toEqual([null, null, null, 2026]);
  });
});

describe('what passes is asked for again', () => {
  it.each<[string, RequestListener]>([
    ['408', status(408)],
    ['425', status(425)],
    ['429', status(429)],
    ['500', status(500)],
    ['503', status(503)],
    ['599', status(599)],
    ['a reset', reset],
    ['a body that is cut off', cutOff],
    ['a chunked body that is cut off', cutChunked],
    ['a packed body that is cut off', cutGzip],
  ])('%s', async (_, fault) => {
    await using server = await serve(inTurn(fault, good));
    await using page = await openPage();
    expect(await page.session.json(ANY, { url: server.origin })).toEqual({ a: 1 });
    expect(page.counters).toMatchObject({ requests: 2, retries: 1 });
    expect(page.budget.left).toBe(29);
  });

  it.each<[string, RequestListener, string]>([
    ['429', status(429), 'RATE_LIMITED'],
    ['502', status(502), 'NETWORK'],
    ['408', status(408), 'NETWORK'],
    ['a reset', reset, 'NETWORK'],
    ['a cut-off body', cutOff, 'NETWORK'],
  ])('%s at most three times', async (_, fault, code) => {
    await using server = await serve(fault);
    await using page = await openPage();
    await expect(page.session.fetch({ url: server.origin })).rejects.toMatchObject({ code });
    expect(page.counters).toMatchObject({ requests: 4, retries: 3 });
    expect(page.budget.left).toBe(27);
  });

  it('as far as the budget of the export goes', async () => {
    await using server = await serve(status(500));
    await using page = await openPage({ retriesLeft: 4 });
    await expect(page.session.fetch({ url: server.origin })).rejects.toBeInstanceOf(TransientFailure);
    await expect(page.another().session.fetch({ url: server.origin })).rejects.toBeInstanceOf(TransientFailure);
    await expect(page.session.fetch({ url: server.origin })).rejects.toBeInstanceOf(TransientFailure);
    expect(page.budget.left).toBe(0);
    expect(page.counters).toMatchObject({ requests: 5, retries: 3 });
  });

  it('never with `once`, of the request or of the page', async () => {
    await using server = await serve(inTurn(status(500)));
    await using page = await openPage();
    await expect(page.session.fetch({ url: server.origin, tries: 'once' })).rejects.toBeInstanceOf(TransientFailure);
    await expect(page.session.json(ANY, { url: server.origin, tries: 'once' })).rejects.toBeInstanceOf(TransientFailure);
    expect(page.counters).toMatchObject({ requests: 2, retries: 0, waits: 0 });
    await using optional = await openPage({ tries: 'once' });
    await expect(optional.session.fetch({ url: server.origin, tries: 'general' })).rejects.toBeInstanceOf(TransientFailure);
    expect(optional.counters.requests).toBe(1);
  });

  it('after a wait that is counted, and that an abort ends as stopped, with its reason', async () => {
    await using server = await serve(status(500));
    await using page = await openPage({ config: { retryScale: 1_000 } });
    const work = page.session.fetch({ url: server.origin });
    await expect.poll(() => page.counters.waits).toBe(1);
    const reason = new Error('stopped');
    page.abort.abort(reason);
    await expect(work).rejects.toMatchObject({ name: 'Stopped', cause: reason });
    await expect(page.session.fetch({ url: server.origin })).rejects.toMatchObject({ name: 'Stopped', cause: reason });
    expect(page.counters.requests).toBe(1);
  });
});

describe('statuses that nobody accepted', () => {
  it.each([
    [401, 'LOGIN_REQUIRED'],
    [403, 'BLOCKED'],
    [404, 'NOT_FOUND'],
    [410, 'NOT_FOUND'],
    [451, 'GEO_BLOCKED'],
  ])('%i is %s', async (code, expected) => {
    await using server = await serve(status(code));
    await using page = await openPage();
    const error: unknown = await page.session.fetch({ url: `${server.origin}/path?token=secret` }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(PlatformRefusal);
    expect(error).toMatchObject({ code: expected });
    expect((error as Error).message).toContain(`${server.host} answered ${code}`);
    expect((error as Error).message).not.toContain('secret');
    expect(page.counters).toMatchObject({ requests: 1, retries: 0 });
  });

  it.each([400, 409, 418, 422, 999])('%i is PLATFORM_CHANGED', async (code) => {
    await using server = await serve(status(code));
    await using page = await openPage();
    await expect(page.session.fetch({ url: server.origin })).rejects.toBeInstanceOf(PlatformChanged);
    expect(page.counters.requests).toBe(1);
  });

  it('are handed back where the list names them, at once', async () => {
    await using server = await serve(status(503));
    await using page = await openPage();
    expect((await page.session.fetch({ url: server.origin, accept: [404, 503] })).status).toBe(503);
    expect(page.counters.requests).toBe(1);
    await expect(page.session.fetch({ url: server.origin, accept: [404], tries: 'once' })).rejects.toBeInstanceOf(TransientFailure);
  });

  it('are all handed back with `any`, those that pass after their retries', async () => {
    await using server = await serve((incoming, answer) => answer.writeHead(Number(incoming.url?.slice(1)), { 'retry-after': '0' }).end());
    await using page = await openPage();
    for (const [code, requests, meaning] of [
      [403, 1, 'BLOCKED'],
      [418, 1, 'PLATFORM_CHANGED'],
      [429, 4, 'RATE_LIMITED'],
      [500, 4, 'NETWORK'],
    ]) {
      page.counters.requests = 0;
      const answer = await page.session.fetch({ url: `${server.origin}/${code}`, accept: 'any' });
      expect(answer.status).toBe(code);
      expect(answer.refusal).toMatchObject({ code: meaning });
      expect(page.counters.requests).toBe(requests);
    }
    await using gone = await serve(reset);
    await expect(page.session.fetch({ url: gone.origin, accept: 'any' })).rejects.toBeInstanceOf(TransientFailure);
  });
});

describe('JSON', () => {
  it('that does not parse is asked for at most twice again', async () => {
    await using server = await serve(inTurn(badJson, badJson, good));
    await using page = await openPage();
    expect(await page.session.json(ANY, { url: server.origin })).toEqual({ a: 1 });
    expect(page.counters).toMatchObject({ requests: 3, retries: 2 });
    await using broken = await serve(badJson);
    await expect(page.session.json(ANY, { url: broken.origin })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: '$' });
    expect(page.counters).toMatchObject({ requests: 6, retries: 4 });
    await expect(page.session.json(ANY, { url: broken.origin, tries: 'once' })).rejects.toBeInstanceOf(PlatformChanged);
    expect(page.counters).toMatchObject({ requests: 7, retries: 4 });
  });

  it('that does not parse, after other faults, keeps to three retries in all', async () => {
    await using server = await serve(inTurn(badJson, status(500), badJson, reset, good));
    await using page = await openPage();
    await expect(page.session.json(ANY, { url: server.origin })).rejects.toBeInstanceOf(TransientFailure);
    expect(page.counters).toMatchObject({ requests: 4, retries: 3 });
  });

  it('that does not fit is a change at once, with the path of the first complaint', async () => {
    await using server = await serve((_, answer) => answer.end('{"items":[{"id":"1"},{"id":2}],"kind":"x"}'));
    await using page = await openPage();
    const schema = z.object({ items: z.array(z.object({ id: z.string() })) });
    await expect(page.session.json(schema, { url: server.origin })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'items.1.id' });
    await expect(page.session.json(z.array(z.any()), { url: server.origin })).rejects.toMatchObject({ path: '$' });
    const union = z.object({ items: z.union([z.string(), z.array(z.object({ id: z.string() }))]) });
    await expect(page.session.json(union, { url: server.origin })).rejects.toMatchObject({ path: 'items.1.id' });
    expect(page.counters).toMatchObject({ requests: 3, retries: 0 });
  });

  it('can be asked of an answer', async () => {
    await using server = await serve((incoming, answer) => answer.writeHead(404).end(incoming.url === '/json' ? '{"a":1}' : 'gone'));
    await using page = await openPage();
    const answer = await page.session.fetch({ url: `${server.origin}/json`, accept: [404] });
    expect([answer.isJson, answer.json(z.object({ a: z.number() }))]).toEqual([true, { a: 1 }]);
    const text = await page.session.fetch({ url: server.origin, accept: [404] });
    expect(text.isJson).toBe(false);
    expect(() => text.json(ANY)).toThrow(PlatformChanged);
  });
});

describe('429', () => {
  it('waits as long as the host asks, times the scale, and counts the wait', async () => {
    let first = 0;
    let second = 0;
    await using server = await serve(
      inTurn(
        (incoming, answer) => {
          first = performance.now();
          status(429, { 'retry-after': '20' })(incoming, answer);
        },
        (incoming, answer) => {
          second = performance.now();
          good(incoming, answer);
        },
      ),
    );
    await using page = await openPage({ config: { retryScale: 0.01 } });
    await page.session.fetch({ url: server.origin });
    expect(second - first).toBeGreaterThanOrEqual(195);
    expect(page.counters).toMatchObject({ requests: 2, retries: 1, waits: 1 });
    // A busy machine comes to the wait later than to the answer, and waits the less.
    expect(page.counters.waitedMs).toBeGreaterThan(0);
    expect(page.counters.waitedMs).toBeLessThanOrEqual(second - first);
  });

  it('holds all exports of the host while the host asks for it', async () => {
    let resumedAt = 0;
    await using server = await serve(
      inTurn(status(429, { 'retry-after': '30' }), (incoming, answer) => {
        resumedAt ||= performance.now();
        good(incoming, answer);
      }),
    );
    await using page = await openPage({ config: { retryScale: 0.01 } });
    await page.session.fetch({ url: server.origin, tries: 'once' }).catch(() => {});
    const pausedAt = performance.now();
    await page.another().session.fetch({ url: server.origin });
    expect(resumedAt - pausedAt).toBeGreaterThanOrEqual(280);
  });

  it('does not wait for more than a minute, and says how long', async () => {
    const hosts = new PaceMemory();
    await using server = await serve(status(429, { 'retry-after': '3600' }));
    await using page = await openPage({ config: { retryScale: 1 }, hosts });
    const error: unknown = await page.session.fetch({ url: server.origin }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ThrottledFailure);
    expect(error).toMatchObject({ secondsToWait: 3_600 });
    expect((error as Error).message).toContain('60 min');
    expect(page.counters).toMatchObject({ requests: 1, retries: 0, waits: 0 });
    // The next request to that host is not even sent, in this process and after a restart.
    await using later = await openPage({ hosts });
    for (const { session } of [page.another(), later]) {
      await expect(session.fetch({ url: server.origin, accept: 'any' })).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        secondsToWait: 3_600,
      });
    }
    expect(server.connections()).toBe(1);
  });

  it('holds visitors alone, not a program that comes with a token of its owner', async () => {
    await using server = await serve((incoming, answer) =>
      incoming.headers['authorization'] === undefined ? status(429, { 'retry-after': '3600' })(incoming, answer) : answer.end('here'),
    );
    await using page = await openPage({ config: { retryScale: 1 } });
    const asProgram = { url: server.origin, withoutCookies: true } as const;
    await expect(page.session.fetch(asProgram)).rejects.toMatchObject({ secondsToWait: 3_600 });
    expect((await page.session.fetch({ ...asProgram, headers: { Authorization: 'Bearer own' } })).text).toBe('here');
    await expect(page.session.fetch(asProgram)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('with a date says the seconds until then', async () => {
    await using server = await serve(status(429, { 'retry-after': 'Thu, 01 Jan 2026 00:05:00 GMT' }));
    await using page = await openPage({ config: { retryScale: 1 }, now: () => Date.UTC(2026, 0, 1) });
    await expect(page.session.fetch({ url: server.origin })).rejects.toMatchObject({ secondsToWait: 300 });
  });

  it('503 with Retry-After waits alike', async () => {
    await using server = await serve(inTurn(status(503, { 'retry-after': '20' }), good));
    await using page = await openPage({ config: { retryScale: 0.01 } });
    const since = performance.now();
    await page.session.fetch({ url: server.origin });
    expect(performance.now() - since).toBeGreaterThanOrEqual(195);
    expect(page.counters.waitedMs).toBeGreaterThan(0);
    await using long = await serve(status(503, { 'retry-after': '600' }));
    await using impatient = await openPage({ config: { retryScale: 1 } });
    await expect(impatient.session.fetch({ url: long.origin })).rejects.toMatchObject({ code: 'NETWORK', secondsToWait: 600 });
    expect(impatient.counters.requests).toBe(1);
  });
});
