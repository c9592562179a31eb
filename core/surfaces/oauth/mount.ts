import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorization } from '#core/auth/authorization.ts';
import { INVITATION_PATH } from '#core/auth/invitations.ts';
import type { Place } from '#core/auth/place.ts';
import { RESOURCE_METADATA_PATH, SERVER_METADATA_PATH } from '#core/auth/oauth/well-known.ts';
import { CommentdockError, errorBody } from '#core/contract/error.ts';
import { answerAllowedClients, answerClientRevocation } from '#core/surfaces/oauth/allowed-clients.ts';
import { answerAuthorization, answerDecision } from '#core/surfaces/oauth/authorization-endpoint.ts';
import { answerResourceMetadata, answerServerMetadata } from '#core/surfaces/oauth/discovery.ts';
import { OAUTH_DOCUMENTATION } from '#core/surfaces/oauth/documentation.ts';
import { type Exchange, exchangeOf, sendJson } from '#core/surfaces/oauth/exchange.ts';
import { answerInvitation, answerInvitationPage } from '#core/surfaces/oauth/invitation-endpoint.ts';
import { answerLogin, answerLoginPage, answerLogout } from '#core/surfaces/oauth/login-endpoint.ts';
import { answerRegistration } from '#core/surfaces/oauth/registration-endpoint.ts';
import { answerRevocation } from '#core/surfaces/oauth/revocation-endpoint.ts';
import { answerToken } from '#core/surfaces/oauth/token-endpoint.ts';

const REGISTRATIONS_PER_MINUTE = 100;

type Answer = (exchange: Exchange) => void | Promise<void>;
type Methods = Readonly<Partial<Record<'GET' | 'POST', Answer>>>;

/** This surface on the port of the REST interface. */
interface OAuthMount {
  readonly paths: readonly string[];
  readonly documentation: typeof OAUTH_DOCUMENTATION;
  handle(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void>;
}

/** The authorization server, and the pages where the owner signs in and answers. */
export function createOAuthMount(authorization: Authorization): OAuthMount {
  const routes = routesOf(authorization);
  return {
    paths: Object.keys(routes),
    documentation: OAUTH_DOCUMENTATION,
    async handle(request, response, place) {
      const exchange = exchangeOf(request, response, place);
      const methods = routes[exchange.url.pathname] ?? {};
      // Of errors too, whoever words them; metadata alone may be kept, and says so.
      response.setHeader('cache-control', 'no-store');
      const answer = methodOf(methods, request.method);
      if (answer === undefined) refuseMethod(exchange, methods);
      else await answer(exchange);
    },
  };
}

function routesOf(authorization: Authorization): Readonly<Record<string, Methods>> {
  const registrations = authorization.countAttempts('registrations', REGISTRATIONS_PER_MINUTE);
  return {
    [SERVER_METADATA_PATH]: { GET: answerServerMetadata },
    [RESOURCE_METADATA_PATH]: { GET: answerResourceMetadata },
    [`${RESOURCE_METADATA_PATH}/mcp`]: { GET: answerResourceMetadata },
    '/oauth/authorize': {
      GET: (exchange) => answerAuthorization(exchange, authorization),
      POST: (exchange) => answerDecision(exchange, authorization),
    },
    '/oauth/token': { POST: (exchange) => answerToken(exchange, authorization) },
    '/oauth/register': { POST: (exchange) => answerRegistration(exchange, authorization, registrations) },
    '/oauth/revoke': { POST: (exchange) => answerRevocation(exchange, authorization) },
    '/oauth/clients': {
      GET: (exchange) => answerAllowedClients(exchange, authorization),
      POST: (exchange) => answerClientRevocation(exchange, authorization),
    },
    '/login': { GET: answerLoginPage, POST: (exchange) => answerLogin(exchange, authorization) },
    [INVITATION_PATH]: { GET: answerInvitationPage, POST: (exchange) => answerInvitation(exchange, authorization) },
    '/logout': { POST: (exchange) => answerLogout(exchange, authorization) },
  };
}

/** HEAD is GET without the body, which the server leaves out by itself. */
function methodOf(methods: Methods, method: string | undefined): Answer | undefined {
  if (method === 'GET' || method === 'HEAD') return methods.GET;
  return method === 'POST' ? methods.POST : undefined;
}

function refuseMethod(exchange: Exchange, methods: Methods): void {
  const allowed = Object.keys(methods).join(', ');
  const error = new CommentdockError('METHOD_NOT_ALLOWED', `This path takes ${allowed}.`);
  sendJson(exchange, error.status, errorBody(error), { allow: allowed });
}
