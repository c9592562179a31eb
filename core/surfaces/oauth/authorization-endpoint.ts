import type { Authorization } from '#core/auth/authorization.ts';
import { approve, formProof, isFormProof } from '#core/auth/oauth/approval.ts';
import { type AuthorizationRequest, readAuthorizationRequest, redirectUriOf } from '#core/auth/oauth/authorization-request.ts';
import type { OAuthClient } from '#core/auth/oauth/clients.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { type Parameters, readParameters, required } from '#core/auth/oauth/parameters.ts';
import { redirectTo } from '#core/auth/oauth/redirect-uri.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { sendConsentPage } from '#core/surfaces/oauth/consent-page.ts';
import { type Exchange, readForm, redirect } from '#core/surfaces/oauth/exchange.ts';
import { signedInSession } from '#core/surfaces/oauth/login-endpoint.ts';
import { sendProblem } from '#core/surfaces/oauth/problem-page.ts';
import { printable } from '#core/surfaces/oauth/protocol-answer.ts';

/** A request whose answer has a place to go. */
interface Addressed {
  readonly parameters: Parameters;
  readonly client: OAuthClient;
  readonly redirectUri: string;
}

/**
 * RFC 6749, 4.1.1. Nobody is sent anywhere before the owner has signed in (RFC 9700, 4.11.2), and no client's document is
 * fetched before.
 */
export async function answerAuthorization(exchange: Exchange, authorization: Authorization): Promise<void> {
  try {
    const session = signedInSession(exchange, authorization);
    if (session === null) {
      refuseHere(exchange, authorization);
      redirect(exchange, `/login?${new URLSearchParams({ redirect: `${exchange.url.pathname}${exchange.url.search}` }).toString()}`);
      return;
    }
    const query = exchange.url.search.slice(1);
    const addressed = await addressOf(query, exchange, authorization);
    const request = readOrTell(exchange, addressed);
    if (request !== null) sendConsentPage(exchange, { request, query, proof: formProof('consent', session, query) });
  } catch (error) {
    sendProblem(exchange, error);
  }
}

/** The owner pressed a button of the consent page. */
export async function answerDecision(exchange: Exchange, authorization: Authorization): Promise<void> {
  try {
    const form = new Map(await readForm(exchange));
    const query = form.get('request') ?? '';
    const session = signedInSession(exchange, authorization);
    if (session === null || !isFormProof(form.get('proof') ?? '', 'consent', session, query)) {
      throw new CommentdockError('FORBIDDEN_ORIGIN', 'This answer does not come from the page that asked, or the sign-in has ended.');
    }
    const addressed = await addressOf(query, exchange, authorization);
    const request = readOrTell(exchange, addressed);
    if (request === null) return;
    if (form.get('decision') === 'allow') sendBack(exchange, addressed, { code: approve(request, authorization) });
    else sendError(exchange, addressed, new OAuthError('access_denied', 'The owner said no.'));
  } catch (error) {
    sendProblem(exchange, error);
  }
}

/** What is wrong without asking anybody is told at once. @throws OAuthError */
function refuseHere({ url, origin }: Exchange, { clients }: Authorization): void {
  const parameters = readParameters(url.searchParams);
  const client = clients.findHere(required(parameters, 'client_id'));
  if (client !== null) readAuthorizationRequest(parameters, { client, redirectUri: redirectUriOf(parameters, client), origin });
}

/** @throws OAuthError where the answer has nowhere to go */
async function addressOf(query: string, { signal }: Exchange, { clients }: Authorization): Promise<Addressed> {
  const parameters = readParameters(new URLSearchParams(query));
  const client = await clients.find(required(parameters, 'client_id'), signal);
  return { parameters, client, redirectUri: redirectUriOf(parameters, client) };
}

/** Null where the client was told what is wrong. */
function readOrTell(exchange: Exchange, addressed: Addressed): AuthorizationRequest | null {
  try {
    return readAuthorizationRequest(addressed.parameters, { ...addressed, origin: exchange.origin });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    sendError(exchange, addressed, error);
    return null;
  }
}

function sendError(exchange: Exchange, addressed: Addressed, error: OAuthError): void {
  sendBack(exchange, addressed, { error: error.code, error_description: printable(error.message) });
}

/** With the issuer (RFC 9207), so that a client that knows several cannot mix them up. */
function sendBack(exchange: Exchange, { parameters, redirectUri }: Addressed, answer: Readonly<Record<string, string>>): void {
  const state = parameters.get('state');
  redirect(exchange, redirectTo(redirectUri, { ...answer, ...(state === undefined ? {} : { state }), iss: exchange.origin }));
}
