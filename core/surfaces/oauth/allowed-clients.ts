import type { Authorization } from '#core/auth/authorization.ts';
import { formProof, isFormProof } from '#core/auth/oauth/approval.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { AllowedClient } from '#core/auth/oauth/ports.ts';
import { type Exchange, readForm, redirect } from '#core/surfaces/oauth/exchange.ts';
import { signedInSession } from '#core/surfaces/oauth/login-endpoint.ts';
import { escapeHtml, sendPage } from '#core/surfaces/oauth/page.ts';
import { sendProblem } from '#core/surfaces/oauth/problem-page.ts';

const PATH = '/oauth/clients';

/** The clients that hold something of the owner's, each with a button that takes it back. */
export function answerAllowedClients(exchange: Exchange, authorization: Authorization): void {
  const session = signedInSession(exchange, authorization);
  if (session === null) {
    redirect(exchange, `/login?${new URLSearchParams({ redirect: PATH }).toString()}`);
    return;
  }
  const sections = authorization.allowedClients.list().map((client) => clientSection(client, session));
  sendPage(exchange, {
    status: 200,
    title: 'Commentdock: allowed clients',
    body: `<h1>Clients that you allowed</h1>
${sections.length === 0 ? '<p>None. API tokens are not listed here: <code>commentdock token list</code> shows them.</p>' : sections.join('\n')}`,
  });
}

/** The owner takes back what a client was allowed: all its tokens are refused from now on. */
export async function answerClientRevocation(exchange: Exchange, authorization: Authorization): Promise<void> {
  const form = new Map(await readForm(exchange));
  const clientId = form.get('client_id') ?? '';
  const session = signedInSession(exchange, authorization);
  if (session === null || !isFormProof(form.get('proof') ?? '', 'revocation', session, clientId)) {
    sendProblem(exchange, new CommentdockError('FORBIDDEN_ORIGIN', 'This does not come from our own page, or the sign-in has ended.'));
    return;
  }
  authorization.allowedClients.revoke(clientId);
  redirect(exchange, PATH);
}

function clientSection({ clientId, name, scopes, sinceMs }: AllowedClient, session: string): string {
  const since = new Date(sinceMs).toISOString().slice(0, 10);
  return `<section class="client">
<p><strong><bdi>${escapeHtml(name)}</bdi></strong><br>${scopes.join(', ')}, since ${since}</p>
<form method="post" action="${PATH}">
<input type="hidden" name="client_id" value="${escapeHtml(clientId)}">
<input type="hidden" name="proof" value="${formProof('revocation', session, clientId)}">
<button type="submit" aria-label="Revoke ${escapeHtml(name)}">Revoke</button>
</form>
</section>`;
}
