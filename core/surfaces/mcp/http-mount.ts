import type { IncomingMessage } from 'node:http';
import type { McpEndpoint, McpParts } from '#core/surfaces/mcp/http-endpoint.ts';

const MCP_PATH = '/mcp';

/** The endpoint as a surface on the port of the service. */
interface McpMount extends McpEndpoint {
  readonly paths: readonly string[];
  readonly documentation: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The protocol weighs as much as the rest of an idle service: it is loaded when somebody comes. */
export function createMcpMount(parts: McpParts): McpMount {
  let loaded: Promise<McpEndpoint> | null = null;
  const load = async (): Promise<McpEndpoint> => (await import('#core/surfaces/mcp/http-endpoint.ts')).createMcpEndpoint(parts);
  return {
    paths: [MCP_PATH],
    documentation: DOCUMENTATION,
    async handle(request, response, place) {
      if (isBrowser(request)) {
        response.writeHead(303, { location: `${place.baseUrl}/` }).end();
        return;
      }
      const endpoint = await (loaded ??= load());
      await endpoint.handle(request, response, place);
    },
    async close() {
      if (loaded !== null) await (await loaded).close();
    },
  };
}

/** People who open the address see the service; clients of the protocol never ask for a page. */
function isBrowser({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');
}

const RPC_BODY = { content: { 'application/json': { schema: { type: 'object' } } } };

/** The endpoint in the OpenAPI document. */
const DOCUMENTATION = {
  [MCP_PATH]: {
    post: {
      operationId: 'mcp.message',
      summary: 'Send a message of the Model Context Protocol',
      description: 'A JSON-RPC message; `tools/list` names the tools. Takes an OAuth access token as bearer, or an API token.',
      requestBody: { required: true, ...RPC_BODY },
      responses: {
        200: { description: 'A JSON-RPC response, or a stream of messages that ends with it', ...RPC_BODY },
        202: { description: 'A notification was taken' },
        400: { description: 'A JSON-RPC error', ...RPC_BODY },
        401: { description: 'The credential is missing or not valid; `WWW-Authenticate` says where to get one', ...RPC_BODY },
        403: { description: 'The credential lacks the scope, or the request comes from another site', ...RPC_BODY },
        404: { description: 'A JSON-RPC error: the revision without a handshake has no such method', ...RPC_BODY },
        405: { description: 'Only POST: there are no sessions', ...RPC_BODY },
        413: { description: 'A JSON-RPC error: the body is too large', ...RPC_BODY },
        415: { description: 'A JSON-RPC error: the body is no JSON', ...RPC_BODY },
      },
    },
  },
} as const;
