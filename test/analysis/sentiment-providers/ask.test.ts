import { describe, expect, it } from 'vitest';
import { ask, type AskParts } from '#core/analysis/sentiment-providers/ask.ts';
import { createPace } from '#core/analysis/sentiment-providers/pace.ts';
import type { ProviderAnswer, ProviderRequest } from '#core/analysis/sentiment-providers/ports.ts';
import { dialectOf, settingsOf } from '#core/analysis/sentiment-providers/providers.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';

const GOOD: ProviderAnswer = {
  status: 200,
  headers: {},
  text: JSON.stringify({ choices: [{ message: { content: '{"results":[{"id":1,"sentiment":"neutral","score":0}]}' } }] }),
};
const answer = (status: number, headers: Record<string, string> = {}, text = '{"error":{"message":"no"}}'): ProviderAnswer => ({
  status,
  headers,
  text,
});
const broken = (): never => {
  throw new CommentdockError('NETWORK', 'the wire broke');
};

/** Asks a provider that gives these answers in turn, the last one for good. */
async function asked(answers: readonly (ProviderAnswer | (() => never))[], retryScale = 0) {
  const sent: ProviderRequest[] = [];
  const parts: AskParts = {
    dialect: dialectOf('chat-completions'),
    settings: settingsOf('chat-completions', sentimentSettingsSchema.parse({})),
    key: 'very-secret',
    http: {
      async post(request) {
        sent.push(request);
        const next = answers[Math.min(sent.length, answers.length) - 1] as ProviderAnswer | (() => never);
        return typeof next === 'function' ? next() : next;
      },
    },
    pace: createPace('off'),
    retryScale,
    now: () => Date.UTC(2026, 0, 1),
    random: () => 1,
  };
  const outcome = await ask(['Hi'], 'key-of-request', parts, new AbortController().signal).catch((error: unknown) => error);
  return { outcome, sent };
}

const NEUTRAL = [{ sentiment: 'neutral', score: 0 }];

describe('a request to a provider', () => {
  it.each([
    ['a fault of its own', [answer(500), answer(503), GOOD], 3],
    ['a broken wire', [broken, broken, GOOD], 3],
    ['429', [answer(429, { 'retry-after': '1' }), answer(429), GOOD], 3],
    ['an answer that is cut off', [answer(200, {}, '{"choices":[{"mess'), GOOD], 2],
    ['overload', [answer(529), GOOD], 2],
  ])('is made again after %s, always under its own key', async (_name, answers, times) => {
    const { outcome, sent } = await asked(answers);
    expect(outcome).toEqual(NEUTRAL);
    expect(sent).toHaveLength(times);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['key-of-request']));
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  it.each([
    [401, 'BLOCKED', 'refuses the key'],
    [403, 'BLOCKED', 'refuses the key'],
    [402, 'BLOCKED', 'paid'],
    [400, 'INVALID_REQUEST', 'does not take the request'],
    [404, 'INVALID_REQUEST', 'Check address and model'],
    [302, 'INVALID_REQUEST', 'does not take the request'],
  ])('is made once where the answer is %d', async (status, code, words) => {
    const { outcome, sent } = await asked([answer(status)]);
    expect(outcome).toMatchObject({ code, message: expect.stringContaining(words) });
    expect((outcome as Error).message).not.toContain('very-secret');
    expect(sent).toHaveLength(1);
  });

  it('is given up after eight faults, and after forty times 429', async () => {
    expect((await asked([answer(502)])).sent).toHaveLength(8);
    const { outcome, sent } = await asked([answer(429)]);
    expect(sent).toHaveLength(40);
    expect(outcome).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('is given up at once where the provider wants to be left alone for long', async () => {
    const { outcome, sent } = await asked([answer(429, { 'retry-after': '7200' })], 1);
    expect(sent).toHaveLength(1);
    expect(outcome).toMatchObject({ code: 'RATE_LIMITED', secondsToWait: 7200 });
    const date = await asked([answer(429, { 'retry-after': 'Thu, 01 Jan 2026 02:00:00 GMT' })], 1);
    expect(date.outcome).toMatchObject({ secondsToWait: 7200 });
  });

  it('that is too large cannot be read: it is asked for in halves then', async () => {
    expect((await asked([answer(413)])).outcome).toBeNull();
    expect((await asked([answer(200, {}, '<html>')])).outcome).toBeNull();
  });
});

describe('the pace', () => {
  it('spreads requests over the minute, pauses hold for all', async () => {
    let now = 0;
    const pace = createPace('on', () => now);
    const { signal } = new AbortController();
    await pace.turn(60_000, signal);
    const second = pace.turn(60_000, signal);
    now += 1;
    await second;
    pace.pause(3);
    const third = pace.turn(60_000, signal);
    let isFree = false;
    void third.then(() => (isFree = true));
    await Promise.resolve();
    expect(isFree).toBe(false);
    await third;
    const aborted = new AbortController();
    pace.pause(60_000);
    const never = pace.turn(60, aborted.signal);
    aborted.abort(new Error('enough'));
    await expect(never).rejects.toThrow('enough');
  });
});
