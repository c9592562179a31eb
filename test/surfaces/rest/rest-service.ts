import { type IncomingHttpHeaders, request } from 'node:http';
import { createRest, startRest } from '#core/surfaces/rest/server.ts';
import { issueToken } from '#core/auth/tokens.ts';
import { type FakeParts, fakeServices, type FakeServices } from '#test/operations/fake-services.ts';

export const OWNER_SECRET = 'the secret of run.json';

export interface RestService extends AsyncDisposable {
  readonly services: FakeServices;
  readonly token: string;
  readonly tokenUuid: string;
  readonly url: string;
  readonly port: number;
  /** One request over a real socket, with the token unless `headers` say otherwise. Objects are sent as JSON. */
  ask(method: string, path: string, extra?: { readonly headers?: Record<string, string>; readonly body?: unknown }): Promise<RestAnswer>;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** The REST interface over made-up services, on any free port. */
export async function startRestService(parts: FakeParts = {}): Promise<RestService> {
  const services = fakeServices({ ...parts, env: { COMMENTDOCK_PORT: '0', ...parts.env } });
  const { value: token, record } = issueToken('test', services);
  const server = await startRest({ services, ownerSecret: OWNER_SECRET });
  return {
    services,
    token,
    tokenUuid: record.uuid,
    url: server.url,
    port: server.port,
    ask(method, path, { headers = {}, body } = {}) {
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
      const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
      return send(server.port, method, path, { 'x-auth-token': token, ...type, ...headers }, text);
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The routes alone, as the framework knows them. */
export function restRoutes() {
  return createRest({ services: fakeServices(), ownerSecret: null }).app;
}

/** fetch lets nobody set Host: node:http does. An empty header value leaves the header out. */
export async function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<RestAnswer> {
  const kept = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const { promise, resolve, reject } = Promise.withResolvers<RestAnswer>();
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers: kept, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parsed(text) });
    });
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
