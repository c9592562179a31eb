import type { Authorization } from '#core/auth/authorization.ts';
import { formProof, isFormProof } from '#core/auth/oauth/approval.ts';
import type { Clients } from '#core/auth/oauth/clients.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { OAuthFamily } from '#core/operations/oauth-ports.ts';
import { readForm, redirect } from '#core/surfaces/oauth/exchange.ts';
import type { Exchange } from '#core/surfaces/oauth/exchange.ts';
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
  const { oauth, clients, now } = authorization;
  const byClient = Map.groupBy(oauth.livingFamilies(now()), ({ clientId }) => clientId);
  const sections = [...byClient].map(([clientId, families]) => clientSection(clientId, families, session, clients));
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
  authorization.oauth.revokeClient(clientId, authorization.now());
  redirect(exchange, PATH);
}

function clientSection(clientId: string, families: readonly OAuthFamily[], session: string, clients: Clients): string {
  const scopes = [...new Set(families.flatMap(({ scope }) => scope.split(' ')))].toSorted().join(', ');
  const since = new Date(families[0]?.createdAtMs ?? 0).toISOString().slice(0, 10);
  const name = nameOf(clientId, clients);
  return `<section class="client">
<p><strong><bdi>${escapeHtml(name)}</bdi></strong><br>${scopes}, since ${since}</p>
<form method="post" action="${PATH}">
<input type="hidden" name="client_id" value="${escapeHtml(clientId)}">
<input type="hidden" name="proof" value="${formProof('revocation', session, clientId)}">
<button type="submit" aria-label="Revoke ${escapeHtml(name)}">Revoke</button>
</form>
</section>`;
}

/** A client that is known by its document is shown by its address: nothing is fetched for a list. */
function nameOf(clientId: string, clients: Clients): string {
  try {
    return clients.findHere(clientId)?.name ?? clientId;
  } catch (error) {
    if (error instanceof OAuthError) return clientId;
    throw error;
  }
}
