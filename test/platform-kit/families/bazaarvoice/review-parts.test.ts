import { expect, it } from 'vitest';
import { authorOfReply, factsOfBadges, ownerReplyOf, secondaryRatings } from '#core/platform-kit/families/bazaarvoice/review-parts.ts';

it('reads badges', () => {
  expect(factsOfBadges(null)).toEqual({});
  expect(factsOfBadges([])).toEqual({ verifiedPurchase: false });
  const badges = [
    { code: 'VerifiedPurchaser', name: 'Verified' },
    { code: 'x', name: 'My Best Buy\\u00ae Member' },
    { code: 'Staff', name: null },
  ];
  expect(factsOfBadges(badges)).toEqual({ verifiedPurchase: true, badges: ['My Best Buy® Member', 'Staff'] });
});

it('reads the answer of the owner by any of its names', () => {
  expect([ownerReplyOf(undefined, 'r'), ownerReplyOf([], 'r'), authorOfReply([])]).toEqual([null, null, undefined]);
  expect(ownerReplyOf([{ Response: 'Thanks &amp; bye<br>', Date: '2026-01-02T03:04:05.000+01:00' }], 'r')).toEqual({
    text: 'Thanks & bye\n',
    createdAt: '2026-01-02T02:04:05.000Z',
  });
  expect(ownerReplyOf([{ responseText: 'Thanks' }], 'r')).toEqual({ text: 'Thanks', createdAt: null });
  expect(authorOfReply([{ department: ' ', name: 'Maker' }])).toBe('Maker');
  expect(() => ownerReplyOf([{ name: 'Maker' }], 'r')).toThrow(expect.objectContaining({ path: 'r.0.response' }));
  expect(() => ownerReplyOf([{ text: 'x', date: 'soon' }], 'r')).toThrow(expect.objectContaining({ path: 'r.0.date' }));
});

it('reads stars for parts of a product', () => {
  expect(
    secondaryRatings([{ attribute: 'EaseofUse', attributeLabel: 'Ease of Use', value: 5 }, { id: 'quality', value: 4 }, { id: 'x' }]),
  ).toEqual({
    'Ease of Use': 5,
    quality: 4,
  });
  expect([secondaryRatings(null), secondaryRatings([])]).toEqual([undefined, undefined]);
  expect(secondaryRatings({ quality: 4 })).toEqual({ quality: 4 });
});
