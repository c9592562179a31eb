import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged, ThrottledFailure } from '#core/contract/error.ts';
import { rpcAnswerOf, rpcBody, slot } from '#core/platform-kit/batchexecute.ts';
import { leadsToSorry } from '#core/platform-kit/google.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { ReviewsCursor } from '#core/platforms/playstore/cursor.ts';
import { reviewSchema } from '#core/platforms/playstore/review.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** The procedure of the app's page, and the one of its list that can be narrowed to one rating. */
const REVIEWS_RPC = 'UsvDTd';
const FILTERED_RPC = 'oCPfdb';
/** What the store's own page asks for. */
export const FIRST_SIZE = 150;
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const GATEWAY_ERROR = 'com.google.play.gateway.proto.PlayGatewayError';

/** An app that is unknown, and one without reviews, has no list at all. */
const payloadSchema = z.preprocess(
  (payload) => ({ reviews: slot(payload, 0) ?? [], token: slot(payload, 1, 1) ?? null }),
  z.object({ reviews: rowsOf(reviewSchema), token: z.string().min(1).nullable() }),
);

export interface ReviewPage extends z.output<typeof payloadSchema> {
  /** How many reviews were asked for in the end. */
  readonly size: number;
}

/**
 * A page of reviews. Where the store refuses to give as many as asked for, it is asked for as many as its own page asks for.
 * @throws CommentdockError
 */
export async function askReviews(cursor: ReviewsCursor, session: Session): Promise<ReviewPage> {
  const found = readReviews(await session.fetch(reviewsRequest(cursor)), rpcOf(cursor));
  if (found !== 'invalid') return { ...found, size: cursor.size };
  const smaller = { ...cursor, size: FIRST_SIZE };
  const again = cursor.size === FIRST_SIZE ? found : readReviews(await session.fetch(reviewsRequest(smaller)), rpcOf(smaller));
  if (again === 'invalid') throw new PlatformChanged(`envelope.${rpcOf(cursor)}.${INVALID_ARGUMENT}`);
  return { ...again, size: FIRST_SIZE };
}

function rpcOf({ score }: ReviewsCursor): string {
  return score === null ? REVIEWS_RPC : FILTERED_RPC;
}

function reviewsRequest(cursor: ReviewsCursor): PlatformRequest {
  const { app, hl, gl, sort, score, token, size } = cursor;
  const inner =
    score === null
      ? [null, null, [2, sort, [size, null, token], null, []], [app, 7]]
      : [null, [2, sort, [size, null, token], null, [null, score, null, null, null, null, null, null, null]], [app, 7]];
  return {
    url: 'https://play.google.com/_/PlayStoreUi/data/batchexecute',
    method: 'POST',
    query: { hl, gl },
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: rpcBody(rpcOf(cursor), inner),
    redirect: 'manual',
    accept: 'any',
  };
}

/** `invalid`: the call was refused as malformed, which the number asked for may be the reason of. */
function readReviews(answer: Answer, rpc: string): z.output<typeof payloadSchema> | 'invalid' {
  if (isThrottling(answer, rpc)) throw new ThrottledFailure();
  if (answer.status !== 200) throw refusalOf(answer);
  const { payload, failure } = rpcAnswerOf(answer.text, rpc);
  if (payload === null && failure === INVALID_ARGUMENT) return 'invalid';
  if (payload === null && failure !== null && failure !== NOT_FOUND) throw new PlatformChanged(`envelope.${rpc}.${failure}`);
  if (payload !== null && !Array.isArray(payload)) throw new PlatformChanged(rpc);
  return readWire(payloadSchema, payload, rpc);
}

/** Google slows callers down in three ways: a redirect to its captcha page, that page itself, an error inside a 200. */
function isThrottling(answer: Answer, rpc: string): boolean {
  if (isRedirect(answer.status)) return leadsToSorry(answer);
  if (answer.status === 200) return answer.text.includes(GATEWAY_ERROR) && !answer.text.includes(`"wrb.fr","${rpc}","`);
  return answer.status === 503 && /unusual traffic/i.test(answer.text);
}
