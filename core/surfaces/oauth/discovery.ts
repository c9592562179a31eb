import { SCOPES } from '#core/auth/identify.ts';
import { RESOURCE_METADATA_PATH } from '#core/auth/oauth/well-known.ts';
import type { Exchange } from '#core/surfaces/oauth/exchange.ts';

const KEPT_S = 300;

/** The authorization server (RFC 8414), with the extensions of RFC 9207 and of client metadata documents. */
export function answerServerMetadata(exchange: Exchange): void {
  const { origin } = exchange;
  sendMetadata(exchange, {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
}

/** A protected resource (RFC 9728): the service, or what the path behind the well-known one names. */
export function answerResourceMetadata(exchange: Exchange): void {
  const { origin, url } = exchange;
  sendMetadata(exchange, {
    resource: `${origin}${url.pathname.slice(RESOURCE_METADATA_PATH.length)}`,
    authorization_servers: [origin],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Commentdock',
  });
}

function sendMetadata({ response }: Exchange, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': `max-age=${KEPT_S}` });
  response.end(JSON.stringify(body));
}
