import { Etsy } from 'etsy-ts';
import { expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import etsy from '#core/platforms/etsy/index.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { readByPeer } from '#test/platforms/peers/peer-world.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { etsySimulator, LISTING, SHOP, SHOP_ID } from '#core/platforms/etsy/simulator.ts';

const PER_PAGE = 25;
const simulator = () => etsySimulator({ reviews: 60 });

/** What the API says of a review; sale and buyer in the list of a shop alone. */
interface Review {
  readonly transaction_id?: number;
  readonly buyer_user_id?: number | null;
  readonly rating?: number;
  readonly review?: string | null;
  readonly created_timestamp?: number;
}

const client = () =>
  new Etsy({
    apiKey: 'simulated',
    sharedSecret: 'simulated',
    securityDataStorage: { findAccessToken: async () => undefined, storeAccessToken: async () => undefined },
  }).Review;

/** All pages of a list, as far as its count goes. */
async function listed(pageAt: (offset: number) => Promise<{ data: { count?: number; results?: readonly Review[] } }>): Promise<Review[]> {
  const all: Review[] = [];
  for (let count = 1; all.length < count;) {
    const { data } = await pageAt(all.length);
    all.push(...(data.results ?? []));
    count = data.count ?? 0;
  }
  return all;
}

const words = ({ rating, review, created_timestamp: at = 0 }: Review) => [
  review ? decodeEntities(review) : null,
  rating,
  new Date(at * 1000).toISOString(),
];

async function ours(path: string): Promise<readonly Item[]> {
  const exchanges = [{ match: '', simulator: simulator() }];
  return (await readAll(etsy, `https://www.etsy.com/${path}`, exchanges, {}, { api_key: 'simulated:simulated' })).items;
}

it('etsy-ts reads the same reviews of a listing as we from the official API, which tells neither sale nor buyer', async () => {
  const theirs = await readByPeer(simulator(), () =>
    listed((offset) => client().getReviewsByListing({ listingId: Number(LISTING), limit: PER_PAGE, offset })),
  );
  expect(theirs).toHaveLength(60);
  expect(theirs.map(words)).toEqual((await ours(`listing/${LISTING}`)).map(({ text, rating, createdAt }) => [text, rating, createdAt]));
});

it('etsy-ts reads the same reviews of a shop as we', async () => {
  const theirs = await readByPeer(simulator(), () =>
    listed((offset) => client().getReviewsByShop({ shopId: SHOP_ID, limit: PER_PAGE, offset })),
  );
  expect(theirs).toHaveLength(60);
  expect(
    theirs.map((review) => [String(review.transaction_id), review.buyer_user_id ? String(review.buyer_user_id) : null, ...words(review)]),
  ).toEqual((await ours(`shop/${SHOP}`)).map(({ id, author, text, rating, createdAt }) => [id, author.id, text, rating, createdAt]));
});
