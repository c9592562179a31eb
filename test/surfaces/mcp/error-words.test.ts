import { describe, expect, it } from 'vitest';
import { wallRefusal } from '#core/network/walls/refusal.ts';
import { wallWords } from '#core/surfaces/mcp/error-words.ts';
import { inToolWords } from '#core/surfaces/mcp/tool-words.ts';
import { toolNamed } from '#core/surfaces/mcp/tools/all.ts';

describe('an error as tools tell it', () => {
  it.each([
    [
      'There is none. GET /api/v3/jobs or `commentdock jobs` lists them.',
      'There is none. `list_exports` or `commentdock jobs` lists them.',
    ],
    ['Enable it with PATCH /api/v1/webhooks/7d44/toggle first.', 'Enable it with `toggle_webhook` first.'],
    ['Switch it: PATCH /api/v1/user/profile.', 'Switch it: `commentdock plan`.'],
    ['It is the `uuid` of POST /api/v1/bulk-download.', 'It is the `uuid` of `commentdock bulk`.'],
    ['It failed. ?partial=true gives the rest.', 'It failed. `partial: true` gives the rest.'],
    ['`options.minTimestamp` is later than `options.maxTimestamp`.', '`min_date` is later than `max_date`.'],
    ['`options.filter.language[0]` is "xx".', '`languages[0]` is "xx".'],
  ])('%s', (message, told) => {
    expect(inToolWords(message, toolNamed('export_comments')).replace(/`commentdock bulk[^`]*`/, '`commentdock bulk`')).toBe(told);
  });

  it('names the options of schedules where they stand', () => {
    expect(inToolWords('`options.facebookAds` is odd.', toolNamed('create_schedule'))).toBe('`options.facebook_ads` is odd.');
  });

  it.each(['challenge', 'block', 'login', 'consent', 'age'] as const)('of a wall asks for the owner, and for no cookies: %s', (kind) => {
    const { message, code } = wallRefusal('www.example.org', { kind, by: 'the site' });
    const told = wallWords(message, code);
    expect(told).toMatch(/^www\.example\.org [a-z]/);
    expect(told).toContain('`window: true`');
    expect(told).not.toMatch(/options\.|user agent|session's/);
  });

  it('of what no person passes stays as it is', () => {
    expect(wallWords('Comments are turned off here.', 'COMMENTS_DISABLED')).toBe('Comments are turned off here.');
  });
});
