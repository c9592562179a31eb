// What a page of TikTok carries as data, and what it says about a video that gives nothing.
import { type CommentdockError, ERROR_CATALOGUE, PlatformRefusal } from '#core/contract/error.ts';
import { scriptDataOf } from '#core/platform-kit/embedded-json.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { refusalByCode } from '#core/platforms/tiktok/codes.ts';
import { type PageData, pageDataSchema } from '#core/platforms/tiktok/wire.ts';

const DATA = '__UNIVERSAL_DATA_FOR_REHYDRATION__';

/** The page of a video, as far as it says something. */
export interface VideoFacts {
  readonly owner: string | null;
  readonly areCommentsClosed: boolean;
  /** Why the page shows no video; null where it shows it. */
  readonly refusal: CommentdockError | null;
}

export const NO_FACTS: VideoFacts = { owner: null, areCommentsClosed: false, refusal: null };

/**
 * Null for a page without data: a challenge, an error page.
 * @throws PlatformChanged where there are data of another form
 */
export function pageDataOf(html: string): PageData | null {
  const data = scriptDataOf(html, DATA);
  return data === undefined ? null : readWire(pageDataSchema, data, DATA).__DEFAULT_SCOPE__;
}

export function videoFactsOf(html: string): VideoFacts {
  const detail = pageDataOf(html)?.['webapp.video-detail'];
  if (!detail) return NO_FACTS;
  const item = detail.itemInfo?.itemStruct;
  const isForAdults = (detail.isContentClassified ?? item?.isContentClassified) === true && !item;
  return {
    owner: item?.author?.id ?? null,
    areCommentsClosed: (item?.itemCommentStatus ?? 0) !== 0,
    refusal:
      refusalByCode(detail.statusCode ?? 0, '') ??
      (isForAdults ? new PlatformRefusal('AGE_RESTRICTED', ERROR_CATALOGUE.AGE_RESTRICTED.message) : null),
  };
}
