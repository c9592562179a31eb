import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser, type Reached } from '#core/platform-kit/browser-door.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { orNull } from '#core/platform-api/item.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import { ORIGIN } from '#core/platforms/tokopedia/address.ts';
import { productReviewSchema, shopReviewSchema } from '#core/platforms/tokopedia/review.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

const GATE = 'https://gql.tokopedia.com/graphql';
/** What the site's own pages name themselves by. */
const HEADERS = { referer: `${ORIGIN}/`, 'x-source': 'tokopedia-lite', 'x-tkpd-lite-service': 'zeus', 'x-device': 'desktop-0.0' };

const PRODUCT_QUERY = `query getMiniProductInfo($productURL: String!) {
  productrevGetMiniProductInfo(productID: "", productURL: $productURL) { product { id } shop { id } }
}`;
const SHOP_QUERY = `query ShopInfoCore($id: Int!, $domain: String) {
  shopInfoByID(input: { shopIDs: [$id], fields: ["core"], domain: $domain, source: "shoppage" }) { result { shopCore { shopID name } } }
}`;
const PRODUCT_REVIEWS_QUERY = `query productReviewList($productID: String!, $page: Int!, $limit: Int!, $sortBy: String, $filterBy: String) {
  productrevGetProductReviewList(productID: $productID, page: $page, limit: $limit, sortBy: $sortBy, filterBy: $filterBy) {
    productID
    list {
      id: feedbackID variantName message productRating reviewCreateTime reviewCreateTimestamp isReportable isAnonymous
      imageAttachments { attachmentID imageThumbnailUrl imageUrl }
      videoAttachments { attachmentID videoUrl }
      reviewResponse { message createTime }
      user { userID fullName image url }
      likeDislike { totalLike likeStatus }
      stats { key formatted count }
      badRatingReasonFmt
    }
    hasNext
    totalReviews
  }
}`;
const SHOP_REVIEWS_QUERY = `query ReviewList($shopID: String!, $limit: Int!, $page: Int!, $filterBy: String, $sortBy: String) {
  productrevGetShopReviewReadingList(shopID: $shopID, limit: $limit, page: $page, filterBy: $filterBy, sortBy: $sortBy) {
    list {
      id: reviewID
      product { productID productName productPageURL productVariant { variantID variantName } }
      rating reviewTime reviewText reviewerID reviewerName avatar replyText replyTime
      attachments { attachmentID thumbnailURL fullsizeURL }
      videoAttachments { attachmentID videoUrl }
      state { isReportable isAnonymous }
      likeDislike { totalLike likeStatus }
      badRatingReasonFmt
    }
    hasNext
    shopName
    totalReviews
  }
}`;

const id = z.union([z.string(), z.int()]).transform((value) => String(value).trim());
const productSchema = z.object({
  productrevGetMiniProductInfo: z.object({ product: z.object({ id: id.nullish() }).nullish() }).nullish(),
});
const shopSchema = z.object({
  shopInfoByID: z.object({ result: z.array(z.object({ shopCore: z.object({ shopID: id }) })).nullish() }).nullish(),
});
const pageFields = { hasNext: z.boolean().nullish(), totalReviews: countSchema.nullish() };
const productReviewsSchema = z.object({
  productrevGetProductReviewList: z.object({ list: rowsOf(productReviewSchema).nullable(), ...pageFields }),
});
const shopReviewsSchema = z.object({
  productrevGetShopReviewReadingList: z.object({ list: rowsOf(shopReviewSchema).nullable(), ...pageFields }),
});

/** A page of a list. `filter`: `rating=5`, or nothing. */
export type ListPlace = {
  readonly id: string;
  readonly sort: 'informative_score desc' | 'create_time desc';
  readonly filter: string;
  /** Counts from 1. */
  readonly page: number;
};
export const PAGE_SIZES = { product: 10, shop: 50 } as const;

/**
 * The id of the product at this address.
 * @throws CommentdockError NOT_FOUND where there is none
 */
export async function productIdOf(session: Session, productURL: string): Promise<string> {
  const { value: answer } = await ask(session, { operation: 'getMiniProductInfo', query: PRODUCT_QUERY, variables: { productURL } });
  return known(graphqlData(answer, productSchema).productrevGetMiniProductInfo?.product?.id);
}

/**
 * The id of the shop of this name.
 * @throws CommentdockError NOT_FOUND where there is none
 */
export async function shopIdOf(session: Session, domain: string): Promise<string> {
  const { value: answer } = await ask(session, { operation: 'ShopInfoCore', query: SHOP_QUERY, variables: { id: 0, domain } });
  return known(graphqlData(answer, shopSchema).shopInfoByID?.result?.[0]?.shopCore.shopID);
}

export async function askProductReviews(session: Session, place: ListPlace) {
  const variables = { productID: place.id, ...pageOf(place, PAGE_SIZES.product) };
  const { value: answer, by } = await ask(session, { operation: 'productReviewList', query: PRODUCT_REVIEWS_QUERY, variables });
  return { ...graphqlData(answer, productReviewsSchema).productrevGetProductReviewList, fetchedAt: answer.fetchedAt, by };
}

export async function askShopReviews(session: Session, place: ListPlace) {
  const variables = { shopID: place.id, ...pageOf(place, PAGE_SIZES.shop) };
  const { value: answer, by } = await ask(session, { operation: 'ReviewList', query: SHOP_REVIEWS_QUERY, variables });
  return { ...graphqlData(answer, shopReviewsSchema).productrevGetShopReviewReadingList, fetchedAt: answer.fetchedAt, by };
}

function pageOf({ page, sort, filter }: ListPlace, limit: number): object {
  return { page, limit, sortBy: sort, filterBy: filter };
}

/** Operations go in an array, and so do their answers. */
function ask(session: Session, call: { operation: string; query: string; variables: object }): Promise<Reached<Answer>> {
  const request: PlatformRequest = {
    url: `${GATE}/${call.operation}`,
    method: 'POST',
    headers: HEADERS,
    json: [{ operationName: call.operation, variables: call.variables, query: call.query }],
  };
  return plainOrBrowser(session, 'tokopedia', {
    plain: () => session.fetch({ ...request, headers: { origin: ORIGIN, ...HEADERS } }),
    browser: () => session.inPage({ ...request, page: { url: `${ORIGIN}/`, accept: 'any' } }),
  });
}

/** Unknown products and shops have an id without digits, or 0. */
function known(found: string | null | undefined): string {
  const given = orNull(found);
  if (given === null || given === '0') throw new PlatformRefusal('NOT_FOUND');
  return given;
}
