import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import { EXPORT_TYPES, type ExportType } from '#core/contract/options.ts';
import { sampleItems } from '#core/sandbox/sample-items.ts';
import type { ExportOptions, PlatformDefinition } from '#core/platform-api/define.ts';
import { marketplace, tubular } from '#test/operations/fake-platforms.ts';

const OPTIONS: ExportOptions = { replies: false, sort: null, limit: 250_000, minTimestamp: null, maxTimestamp: null, countries: [] };

function sample(
  type: ExportType,
  options: Partial<ExportOptions> = {},
  platform: PlatformDefinition = tubular,
  url = 'https://tubular.com/watch/abc',
) {
  return sampleItems({
    platform,
    target: { target: 'video', params: {}, type, selector: 'own', url },
    options: { ...OPTIONS, ...options },
  });
}

describe('sample items', () => {
  it.each(EXPORT_TYPES)('of %s are whole, unique, at most 100, and the same each time', (type) => {
    const items = sample(type, { replies: true });
    expect(items).toHaveLength(100);
    expect(new Set(items.map(({ id }) => id)).size).toBe(100);
    for (const item of items) expect(itemSchema.parse(item)).toEqual(item);
    expect(items.every((item) => item.extra['sample'] === true)).toBe(true);
    expect(sample(type, { replies: true })).toEqual(items);
  });

  it('differ by URL and by platform', () => {
    expect(sample('comments', {}, tubular, 'https://tubular.com/watch/other')).not.toEqual(sample('comments'));
    expect(sample('comments', {}, marketplace)).not.toEqual(sample('comments'));
  });

  it('have replies after their parent when asked, and none otherwise', () => {
    const withReplies = sample('comments', { replies: true });
    const replies = withReplies.filter(({ kind }) => kind === 'reply');
    expect(replies.length).toBeGreaterThan(5);
    for (const [index, item] of withReplies.entries()) {
      if (item.kind !== 'reply') continue;
      const before = withReplies[index - 1];
      expect([before?.id, before?.parentId]).toContain(item.parentId);
    }
    expect(sample('comments').every(({ parentId }) => parentId === null)).toBe(true);
  });

  it('have the same parents whether replies are asked for or not', () => {
    const parents = sample('comments', { replies: true }).filter(({ parentId }) => parentId === null);
    expect(sample('comments').slice(0, parents.length)).toEqual(parents);
  });

  it('carry ratings in reviews and purchases in shops', () => {
    const reviews = sample('reviews', {}, marketplace);
    expect(reviews.every(({ rating, ratingScale }) => rating !== null && rating >= 1 && rating <= 5 && ratingScale === 5)).toBe(true);
    expect(reviews.some(({ ownerReply }) => ownerReply !== null)).toBe(true);
    expect(reviews.every(({ extra }) => typeof extra['verifiedPurchase'] === 'boolean')).toBe(true);
  });

  it('obey limit and dates', () => {
    expect(sample('comments', { limit: 7 })).toEqual(sample('comments').slice(0, 7));
    const from = Date.UTC(2026, 0, 10) / 1000;
    const recent = sample('comments', { minTimestamp: from });
    expect(recent.length).toBeGreaterThan(0);
    expect(recent.length).toBeLessThan(100);
    expect(recent.every(({ createdAt }) => Date.parse(createdAt ?? '') / 1000 >= from)).toBe(true);
    expect(sample('comments', { maxTimestamp: 5 })).toEqual([]);
  });
});
