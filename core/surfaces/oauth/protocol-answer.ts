import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import { type Exchange, sendJson } from '#core/surfaces/oauth/exchange.ts';

/** Answers with what `work` gives, or with its error as the protocol words it (RFC 6749, 5.2). */
export async function answerProtocol(exchange: Exchange, status: number, work: () => Promise<unknown>): Promise<void> {
  try {
    sendJson(exchange, status, await work());
  } catch (error) {
    const failure = error instanceof OAuthError ? error : unreadable(error);
    sendJson(exchange, failure.status, { error: failure.code, error_description: printable(failure.message) });
  }
}

/** A body that cannot be read is the client's fault; what else goes wrong is ours, and answered as everywhere. */
function unreadable(error: unknown): OAuthError {
  const { status, message } = asCommentdockError(error);
  if (status >= 500) throw error;
  return new OAuthError('invalid_request', message);
}

/** The characters that a description may hold (RFC 6749, 5.2). */
export function printable(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x7e]|\\/g, '?');
}
