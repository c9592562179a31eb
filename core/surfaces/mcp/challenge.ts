import type { ServerResponse } from 'node:http';
import { RESOURCE_METADATA_PATH, SERVER_METADATA_PATH } from '#core/auth/oauth/well-known.ts';
import { RPC_CODES } from '#core/surfaces/mcp/answers.ts';
import type { LackingScope } from '#core/surfaces/mcp/posted-messages.ts';

/** interface.md, hosted MCP. */
const UNAUTHORIZED = 'Unauthorized: missing or invalid Bearer token';

/** Where a client learns how to be let in (RFC 9728, RFC 8414). `origin`: of the service, as the client calls it. */
function discovery(origin: string): string {
  const resource = `${origin}${RESOURCE_METADATA_PATH}/mcp`;
  const server = `${origin}${SERVER_METADATA_PATH}`;
  return `resource_metadata="${resource}", authorization_server="${server}"`;
}

/** 401 as RFC 6750 and RFC 9728 have it; `invalid_token` makes clients sign in anew. */
export function challenge(response: ServerResponse, origin: string): void {
  const parts = `error="invalid_token", error_description="${UNAUTHORIZED}", scope="read write", ${discovery(origin)}`;
  response.setHeader('www-authenticate', `Bearer ${parts}`);
  sendFailure(response, 401, { code: RPC_CODES.unauthorized, message: UNAUTHORIZED });
}

/** 403 of RFC 6750: what the token may do is not enough for this. */
export function refuseScope(response: ServerResponse, origin: string, { what, scope, id }: LackingScope): void {
  const message = `${what} needs the scope ${scope}.`;
  const parts = `error="insufficient_scope", error_description="${message}", scope="${scope}", ${discovery(origin)}`;
  response.setHeader('www-authenticate', `Bearer ${parts}`);
  sendFailure(response, 403, { code: RPC_CODES.unauthorized, message, data: { error: 'insufficient_scope', scope } }, id);
}

/** An error of JSON-RPC with a status of HTTP. */
export function sendFailure(
  response: ServerResponse,
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
  id: unknown = null,
): void {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: known }));
}
