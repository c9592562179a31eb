import { issueToken } from '#core/auth/tokens.ts';
import type { AccessTokenVerifier, Scope } from '#core/auth/identify.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { createRateLimit } from '#core/owner/rate-limit.ts';
import { createMcpMount } from '#core/surfaces/mcp/http-mount.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { type FakeParts, fakeServices, type FakeServices } from '#test/operations/fake-services.ts';

export const OWNER_SECRET = 'the-secret-of-run.json';

interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly id?: unknown;
    readonly result?: Readonly<Record<string, unknown>>;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

export interface McpService extends AsyncDisposable {
  readonly services: FakeServices;
  readonly url: string;
  readonly token: string;
  readonly tokenUuid: string;
  readonly faults: readonly unknown[];
  /** Calls a tool as a client of 2025 would, with the token unless `headers` say otherwise. */
  call(tool: string, args?: unknown, headers?: Readonly<Record<string, string>>): Promise<McpAnswer>;
  post(message: unknown, headers?: Readonly<Record<string, string>>): Promise<McpAnswer>;
}

/** Access tokens, and what each may do. */
const ACCESS_TOKENS: Readonly<Record<string, readonly Scope[]>> = {
  'reads.only.x': ['read'],
  'writes.only.x': ['write'],
  'reads.writes.x': ['read', 'write'],
};

const verifier: AccessTokenVerifier = {
  async verify(jwt) {
    const scopes = ACCESS_TOKENS[jwt];
    if (scopes === undefined) throw new CommentdockError('AUTH_HEADER_TOKEN');
    return { clientId: 'a-client', scopes };
  },
};

/** The endpoint over made-up services, beside REST as in the program. */
export async function startMcpService(parts: FakeParts = {}): Promise<McpService> {
  const services = { ...fakeServices({ ...parts, env: { COMMENTDOCK_PORT: '0', ...parts.env } }), accessTokens: verifier };
  const { value: token, record } = issueToken('test', services);
  const faults: unknown[] = [];
  const rateLimit = createRateLimit(services.requests, services.now());
  const mcp = createMcpMount({ services, rateLimit, ownerSecret: OWNER_SECRET, onFault: (error) => void faults.push(error) });
  const rest = await startRest({ services, ownerSecret: OWNER_SECRET, rateLimit, mounts: [mcp] });
  const post: McpService['post'] = async (message, headers = { 'x-auth-token': token }) => {
    const answer = await fetch(`${rest.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(message),
    });
    const text = await answer.text();
    const data = [...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? text;
    return { status: answer.status, headers: answer.headers, body: data === '' ? {} : (JSON.parse(data) as McpAnswer['body']) };
  };
  return {
    services,
    url: rest.url,
    token,
    tokenUuid: record.uuid,
    faults,
    post,
    call: (name, args = {}, headers) => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, headers),
    async [Symbol.asyncDispose]() {
      await mcp.close();
      await rest.close();
    },
  };
}
