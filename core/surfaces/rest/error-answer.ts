import { asCommentdockError, CommentdockError, errorBody, type ErrorBody } from '#core/contract/error.ts';

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** The answer for whatever was thrown on the way. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const known = translate(error);
  const wait = known.secondsToWait;
  return { status: known.status, headers: wait === null ? {} : { 'retry-after': String(wait) }, body: errorBody(known) };
}

/** Errors of the HTTP framework in our own words. */
function translate(error: unknown): CommentdockError {
  if (error instanceof CommentdockError || !(error instanceof Error)) return asCommentdockError(error);
  const { code, statusCode } = error as Error & { readonly code?: string; readonly statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new CommentdockError('UNSUPPORTED_MEDIA_TYPE');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new CommentdockError('INVALID_REQUEST', 'The body is too large. Send less at once.');
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new CommentdockError('RESOURCE_NOT_FOUND', 'There is nothing at this path: a part of it is too long for any name.');
  if (code === 'FST_ERR_BAD_URL') return new CommentdockError('INVALID_REQUEST', 'The path of the request is not validly percent-encoded.');
  if (code?.startsWith('FST_ERR_CTP_'))
    return new CommentdockError('INVALID_REQUEST', `The body cannot be read: ${error.message}.`, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new CommentdockError('INVALID_REQUEST', error.message, { cause: error });
  return asCommentdockError(error);
}
