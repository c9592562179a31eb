import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { type MarketName, MARKETS } from '#core/platforms/coupang/address.ts';
import type { Review } from '#core/platforms/coupang/wire.ts';
import { isoFromMs, statedInstant } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { madeUpId, type TellApart } from '#core/platform-kit/hash.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

/** An article of the older answer, and its parts. */
export const ARTICLE = 'article.sdp-review__article__list';
const PARTS = {
  name: '.sdp-review__article__list__info__user__name',
  date: '[class*="__product-info__reg-date"]',
  headline: '[class*="__headline"]',
  content: '[class*="__review__content"]',
  option: '[class*="__product-info__option"], [class*="__product-info__name"]',
  vendor: '[class*="__product-info__seller_name"]',
  help: '[class*="__help__count"]',
  picture: 'img[class*="__attachment__img"], [class*="__attachment__list"] img',
  survey: '[class*="__survey__row"]:has([class*="__row__question"])',
  question: '[class*="__row__question"]',
  answer: '[class*="__row__answer"]',
} as const;
/** The picture itself, then smaller ones. */
const SOURCES = ['data-origin-path', 'src', 'data-src'];
/** "Seller: " */
const VENDOR_LABEL = /^판매자\s*:\s*/;
const SCALE = 5;
const DAY_MS = 86_400_000;
const VIDEO_FIELDS = ['videoUrl', 'videoSrc', 'url', 'cdnUrl', 'src'];

/** A review of the API. */
export function reviewItem(review: Review, market: MarketName): Item {
  const pictures = [...(review.attachments ?? []), ...(review.displayImageAttachments ?? []), ...(review.attachment ?? [])];
  const images = pictures.map((picture) => orNull(picture.imgSrcOrigin) ?? picture.imgSrcThumbnail);
  return makeItem({
    id: review.reviewId,
    kind: 'review',
    author: { name: orNull(review.member?.name) ?? orNull(review.displayName) ?? orNull(review.memberName) },
    title: plainOrNull(review.title ?? review.reviewTitle),
    text: plainOrNull(review.content ?? review.reviewContent),
    ...instantOf(review.reviewAt, MARKETS[market].midnightMs),
    likes: review.helpfulTrueCount ?? null,
    replyCount: review.commentCount ?? null,
    rating: review.rating ?? null,
    ratingScale: SCALE,
    media: mediaOf([...new Set(images)], (review.videoAttachments ?? []).map(videoOf)),
    extra: {
      variant: variantOf(review.itemName),
      vendorName: orNull(review.vendorName) ?? undefined,
      helpfulVotes: review.helpfulCount ?? undefined,
      surveyAnswers: surveyOf(review),
    },
  });
}

/** A review of the older answer. `apart`: of the page that it stands on. */
export function articleItem(article: HtmlElement, product: string, apart: TellApart): Item {
  const name = orNull(article.first(PARTS.name)?.text())?.trim() ?? null;
  const title = orNull(article.first(PARTS.headline)?.text());
  const text = orNull(article.first(PARTS.content)?.text());
  const date = orNull(article.first(PARTS.date)?.text());
  const written = date === null ? null : readWrittenDate(date, 'ko');
  if (date !== null && written === null) throw new PlatformChanged(PARTS.date);
  const rating = ratingOf(article);
  const variant = variantOf(article.first(PARTS.option)?.text());
  const vendorName = orNull(article.first(PARTS.vendor)?.text().replace(VENDOR_LABEL, ''));
  return makeItem({
    id: idOf(article) ?? apart(madeUpId(product, name, date, title, text, String(rating), variant ?? null)),
    kind: 'review',
    author: { name },
    title,
    text,
    ...written,
    likes: findCount(article.first(PARTS.help)?.text() ?? '')?.value ?? null,
    rating,
    ratingScale: SCALE,
    media: mediaOf(article.all(PARTS.picture).map(sourceOf)),
    extra: { variant, vendorName: vendorName ?? undefined, surveyAnswers: surveyOn(article) },
  });
}

/** Where a review has a day alone, its instant is the midnight of the country. @throws PlatformChanged for words that are no date */
function instantOf(reviewAt: Review['reviewAt'], midnightMs: number): Pick<Item, 'createdAt' | 'createdAtPrecision'> {
  const createdAt =
    typeof reviewAt === 'string' && !/^\d+$/.test(reviewAt) ? statedInstant(reviewAt, 'reviewAt') : isoFromMs(Number(reviewAt ?? 0));
  if (createdAt === null) return { createdAt: null, createdAtPrecision: null };
  return { createdAt, createdAtPrecision: Date.parse(createdAt) % DAY_MS === midnightMs ? 'day' : 'second' };
}

/** "Name, blue, XL": all but the name of the product. */
function variantOf(itemName: string | null | undefined): string | undefined {
  const comma = itemName?.indexOf(',') ?? -1;
  return comma < 0 ? undefined : (orNull(itemName?.slice(comma + 1))?.trim() ?? undefined);
}

function surveyOf({ reviewSurveyAnswers }: Review): readonly { question: string; answer: unknown }[] | undefined {
  const answers = (reviewSurveyAnswers ?? []).flatMap(({ question, answer }) => {
    const asked = orNull(question);
    return asked === null || answer == null ? [] : [{ question: asked, answer }];
  });
  return answers.length === 0 ? undefined : answers;
}

function surveyOn(article: HtmlElement): readonly { question: string; answer: string }[] | undefined {
  const answers = article.all(PARTS.survey).flatMap((row) => {
    const [question, answer] = [PARTS.question, PARTS.answer].map((part) => orNull(row.first(part)?.text()));
    return question == null || answer == null ? [] : [{ question, answer }];
  });
  return answers.length === 0 ? undefined : answers;
}

function sourceOf(image: HtmlElement): string | null {
  return SOURCES.map((name) => orNull(image.attribute(name))).find((source) => source !== null) ?? null;
}

function videoOf(video: Readonly<Record<string, unknown>>): string | null {
  const found = VIDEO_FIELDS.map((name) => video[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : null;
}

function idOf(article: HtmlElement): string | null {
  const holder = article.attribute('data-review-id') ?? article.attribute('data-review-seq') ?? null;
  const inner = article.first('[data-review-id], [data-review-seq]');
  return orNull(holder ?? inner?.attribute('data-review-id') ?? inner?.attribute('data-review-seq'));
}

function ratingOf(article: HtmlElement): number | null {
  const stars = orNull(article.first('[data-rating]')?.attribute('data-rating'));
  if (stars === null) return null;
  const rating = Number(stars);
  if (Number.isNaN(rating)) throw new PlatformChanged('[data-rating]');
  return rating;
}
