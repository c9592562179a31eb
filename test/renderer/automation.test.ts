import { describe, expect, it } from 'vitest';
import { nextRunAfter } from '#core/schedules/next-run.ts';
import { en } from '#renderer/messages/en.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';
import { linkTo, placeOf } from '#renderer/shell/place.ts';
import { routesIn } from '#renderer/views/api/routes-in.ts';
import { isNew, repeatedIn, repeatPlace } from '#renderer/views/schedules/repeat.ts';
import { optionsOf, wishOf } from '#renderer/views/schedules/repeated-options.ts';
import { anchorOf, inWords, type Timing, timingOf } from '#renderer/views/schedules/timing.ts';
import { deliveryState } from '#renderer/views/webhooks/delivery-state.ts';
import { newSigningSecret } from '#renderer/views/webhooks/signing-secret.ts';

const WEEKLY: Timing = { pace: 'weekly', time: '07:45', weekday: 5, day: 31, cron: '', timezone: 'Europe/Berlin' };

describe('the timing of a schedule', () => {
  it.each([
    [WEEKLY, 'Every Friday at 7:45 AM'],
    [{ ...WEEKLY, pace: 'daily' }, 'Every day at 7:45 AM'],
    [{ ...WEEKLY, pace: 'hourly' }, 'Every hour, at minute 45'],
    [{ ...WEEKLY, pace: 'monthly', day: 5 }, 'Every month on day 5 at 7:45 AM'],
    [{ ...WEEKLY, pace: 'monthly' }, 'Every month on the last day at 7:45 AM'],
    [{ ...WEEKLY, pace: 'custom', cron: '0 9 * * 1' }, 'As 0 9 * * 1 says'],
  ] as const)('is said in words', (timing, words) => {
    expect(inWords(timing, wordsIn('en', en))).toBe(words);
  });

  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/St_Johns'])(
    'comes back from its anchor in %s',
    (timezone) => {
      for (const pace of ['daily', 'weekly', 'monthly'] as const) {
        const timing = { ...WEEKLY, pace, timezone };
        const read = timingOf({ frequency: pace, cron: null, timezone, anchorAt: anchorOf(timing) });
        expect(read).toMatchObject({
          pace,
          time: '07:45',
          ...(pace === 'weekly' ? { weekday: 5 } : {}),
          ...(pace === 'monthly' ? { day: 31 } : {}),
        });
      }
    },
  );

  it('is what the scheduler makes of it', () => {
    const anchorAtMs = Date.parse(anchorOf(WEEKLY));
    const next = nextRunAfter({ frequency: 'weekly', cron: null, timezone: 'Europe/Berlin', anchorAtMs }, Date.UTC(2026, 6, 1));
    expect(new Date(next).toISOString()).toBe('2026-07-03T05:45:00.000Z');
  });
});

describe('an export that is to be repeated', () => {
  const repeated = { url: 'https://example.com/ä?x=1#y', options: { limit: 5, filter: { sentiment: true } } };

  it('travels in the address', () => {
    const place = repeatPlace(repeated);
    expect(placeOf(linkTo(place))).toEqual(place);
    const detail = 'detail' in place ? (place.detail ?? '') : '';
    expect(isNew(detail)).toBe(true);
    expect(repeatedIn(detail)).toEqual(repeated);
  });

  it('is nothing where the address says nothing that makes sense', () => {
    for (const detail of ['new', 'new.', 'new.AAAA', 'new.bnVsbA']) expect(repeatedIn(detail), detail).toBeNull();
    expect(isNew('7d44bd9e')).toBe(false);
  });

  it('keeps the options that the form has no control for', () => {
    const options = {
      likes: true,
      limit: 5,
      minTimestamp: 1_767_225_600,
      vpn: 'home',
      cursor: 'c',
      filter: { sentiment: true, language: true },
    };
    const wish = wishOf(options);
    expect(wish).toMatchObject({ selector: 'likes', limit: '5', since: '2026-01-01', sentiment: true, replies: false });
    expect(optionsOf({ ...wish, limit: '7' }, [], options)).toEqual({
      likes: true,
      limit: 7,
      minTimestamp: 1_767_225_600,
      vpn: 'home',
      filter: { sentiment: true, language: true },
    });
  });
});

describe('deliveries and secrets', () => {
  it('are told apart', () => {
    const later = '2026-01-01T00:00:00+00:00';
    expect(deliveryState({ numberOfCalls: 0, nextCallAt: later, error: null })).toBe('queued');
    expect(deliveryState({ numberOfCalls: 2, nextCallAt: later, error: 'no' })).toBe('retrying');
    expect(deliveryState({ numberOfCalls: 2, nextCallAt: null, error: 'no' })).toBe('failed');
    expect(deliveryState({ numberOfCalls: 1, nextCallAt: null, error: null })).toBe('delivered');
  });

  it('are never the same twice', () => {
    expect(newSigningSecret()).toMatch(/^whsec_[\w+/]{32}$/);
    expect(newSigningSecret()).not.toBe(newSigningSecret());
  });
});

describe('routes', () => {
  it('come out of the document with their anchors', () => {
    const document = {
      paths: { '/docs': { get: { summary: 'Page' } }, '/api/v3/job': { post: { summary: 'Create', operationId: 'jobs.create' } } },
    };
    expect(routesIn(document)).toEqual([
      { method: 'GET', path: '/docs', summary: 'Page', anchor: 'GET-docs' },
      { method: 'POST', path: '/api/v3/job', summary: 'Create', anchor: 'jobs.create' },
    ]);
  });
});
