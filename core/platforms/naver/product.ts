// Reviews of a product: what its page asks for while its numbers are pressed. Known from public clients alone; the page signs what it asks.
import { z } from 'zod';
import { CommentdockError, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { PageAction, Session } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isEditedAfter, statedInstant } from '#core/platform-kit/dates.ts';
import { withLineBreaks } from '#core/platform-kit/field-html.ts';
import { orNothing, orShut } from '#core/platform-kit/knock.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';
import { PRESSES, pressing, QUIET_MS } from '#core/platforms/naver/pressing.ts';

export type ProductCursor = { readonly list: 'product'; readonly shop: string; readonly channel: string; readonly product: string };

const SCALE = 5;
const REVIEWS = '#REVIEW';
/** The number behind the one that is shown; the arrow behind the last of a row of numbers. */
const NEXT = `${REVIEWS} [aria-current="true"] + a, ${REVIEWS} a:text-is("다음")`;
const ORDERS = { new: '최신순', top: '랭킹순' } as const;
const GONE = '상품이 존재하지 않습니다';
const TOO_FAST = '현재 서비스 접속이 불가합니다';
const NOT_ALL = `The page of the product was turned ${PRESSES} times, and has more reviews still.`;

const reviewSchema = z.object({
  id: idSchema,
  reviewScore: z.number().nullish(),
  reviewContent: text,
  createDate: text,
  modifyDate: text,
  writerId: text,
  writerProfileImageUrl: text,
  reviewAttaches: z.array(z.object({ attachUrl: text })).nullish(),
  productOptionContent: text,
  repurchase: flag,
  helpCount: count,
  reviewType: text,
});
const listSchema = z.object({ contents: rowsOf(reviewSchema), totalElements: count, last: flag });

/** All reviews that the page of a product brings. @throws CommentdockError NOT_FOUND, CAPTCHA, RATE_LIMITED, PLATFORM_CHANGED, BROWSER_MISSING */
export async function productPage({ shop, channel, product }: ProductCursor, session: Session): Promise<Page<ProductCursor>> {
  const url = `https://${shop}.naver.com/${channel}/products/${product}`;
  const order = ORDERS[session.options.sort === 'top' ? 'top' : 'new'];
  const opening: PageAction[] = [
    { reveal: REVIEWS, optional: true, timeoutMs: QUIET_MS },
    { click: `${REVIEWS} a:text-is("${order}")`, optional: true, timeoutMs: QUIET_MS },
  ];
  const heard = await orShut(
    session.capture(
      { url, actions: [...opening, ...pressing(NEXT)] },
      {
        url: '*.naver.com/*/contents/reviews/query-pages*',
        method: 'POST',
        body: sortWord(session),
        count: PRESSES + 1,
        until: ({ text: said }) => /"last"\s*:\s*true/.test(said),
        timeoutMs: 2 * QUIET_MS,
      },
    ),
  );
  if (heard instanceof CommentdockError) throw heard.code === 'PLATFORM_CHANGED' ? await saidBy(url, session, heard) : heard;
  const lists = heard.answers.map((answer) => answer.json(listSchema));
  const total = lists[0]?.totalElements ?? null;
  return {
    items: lists.flatMap(({ contents }) => readRows(contents, 'contents', reviewItem)),
    total,
    gaps: lists.at(-1)?.last === false ? [{ cause: 'notServed', count: 0, note: NOT_ALL }] : [],
    door: 'page of the product, in the browser',
  };
}

/** What the page sends for the order that is wanted: it may ask in another one first. */
function sortWord({ options }: Session): string {
  return options.sort === 'top' ? 'REVIEW_RANKING' : 'REVIEW_CREATE_DATE_DESC';
}

/** A page that asks for no reviews may say why. */
async function saidBy(url: string, session: Session, error: CommentdockError): Promise<CommentdockError> {
  const page = await orNothing(session.page({ url, accept: 'any', tries: 'once' }));
  if (page?.text.includes(TOO_FAST)) return new ThrottledFailure();
  return page?.status === 404 || page?.text.includes(GONE) ? new PlatformRefusal('NOT_FOUND') : error;
}

function reviewItem(review: z.infer<typeof reviewSchema>): Item {
  return makeItem({
    id: review.id,
    kind: 'review',
    author: { name: orNull(review.writerId), avatarUrl: orNull(review.writerProfileImageUrl) },
    text: withLineBreaks(review.reviewContent ?? ''),
    createdAt: statedInstant(review.createDate, 'createDate'),
    rating: review.reviewScore ?? null,
    ratingScale: review.reviewScore == null ? null : SCALE,
    likes: review.helpCount ?? null,
    media: mediaOf((review.reviewAttaches ?? []).map(({ attachUrl }) => attachUrl)),
    isEdited: isEditedAfter(review.createDate, review.modifyDate),
    extra: {
      variant: orNull(review.productOptionContent) ?? undefined,
      repurchase: review.repurchase ?? undefined,
      reviewType: orNull(review.reviewType) ?? undefined,
    },
  });
}
