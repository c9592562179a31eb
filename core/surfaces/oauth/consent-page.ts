import type { Scope } from '#core/auth/identify.ts';
import type { AuthorizationRequest } from '#core/auth/oauth/authorization-request.ts';
import { isLoopbackRedirect } from '#core/auth/oauth/redirect-uri.ts';
import type { Exchange } from '#core/surfaces/oauth/exchange.ts';
import { escapeHtml, sendPage } from '#core/surfaces/oauth/page.ts';

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  read: 'see exports and download them, see schedules, webhooks, routes, limits and usage',
  write: 'create, stop and remove exports, schedules, webhooks and routes',
};

interface ConsentForm {
  readonly request: AuthorizationRequest;
  /** The query of the request, which the form sends back. */
  readonly query: string;
  readonly proof: string;
}

/** Asks the owner. What the client says of itself is shown as text, and told to be no more than that. */
export function sendConsentPage(exchange: Exchange, { request, query, proof }: ConsentForm): void {
  const { client, redirectUri, scopes } = request;
  const { host, origin } = new URL(redirectUri);
  const isHere = isLoopbackRedirect(redirectUri);
  sendPage(exchange, {
    status: 200,
    title: 'Commentdock: allow a client?',
    // Browsers hold every redirect after a form against this list, those of the client's own server too.
    formTargets: [origin, 'https:'],
    body: `<h1>Allow <bdi>${escapeHtml(client.name)}</bdi> to use Commentdock?</h1>
<dl>
<dt>It may</dt>
<dd><ul>
${scopes.map((scope) => `<li><strong>${scope}</strong>: ${SCOPE_WORDS[scope]}</li>`).join('\n')}
</ul></dd>
<dt>The answer goes to</dt>
<dd><strong>${escapeHtml(host)}</strong>${isHere ? ', a program on this machine' : ''}</dd>
${client.vouchedBy === null ? '' : `<dt>Described by</dt>\n<dd><strong>${escapeHtml(client.vouchedBy)}</strong></dd>`}
</dl>
<p class="note">The client chose its name itself. Allow it only if you have just started it. At /oauth/clients you can take it back.</p>
<form method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${escapeHtml(query)}">
<input type="hidden" name="proof" value="${escapeHtml(proof)}">
<div class="buttons">
<button class="main" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</div>
</form>`,
  });
}
