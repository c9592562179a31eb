import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import type { Exchange } from '#core/surfaces/oauth/exchange.ts';
import { escapeHtml, sendPage } from '#core/surfaces/oauth/page.ts';

/** Tells the person in front of the browser what is wrong with a request; nothing is sent on to anybody. */
export function sendProblem(exchange: Exchange, error: unknown): void {
  const known = error instanceof OAuthError ? { status: 400, code: error.code } : asCommentdockError(error);
  const message = error instanceof Error ? error.message : String(error);
  sendPage(exchange, {
    status: known.status,
    title: 'Commentdock: this request does not work',
    body: `<h1>This request does not work</h1>
<p class="problem" role="alert">${escapeHtml(message)}</p>
<p>The program that opened this page asked for something that Commentdock does not give. Nothing was allowed. Close the page and start again from that program.</p>
<p class="note"><code>${known.code}</code></p>`,
  });
}
