import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Authorization, createAuthorization } from '#core/auth/authorization.ts';
import type { FetchDocument } from '#core/auth/oauth/client-document.ts';
import { issueToken } from '#core/auth/tokens.ts';
import { openApiStore } from '#core/store/store.ts';
import { createOAuthMount } from '#core/surfaces/oauth/mount.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { fakeServices, type FakeServices } from '#test/operations/fake-services.ts';
import { type RestAnswer, send } from '#test/surfaces/rest/rest-service.ts';
import { inFolder } from '#test/store/in-folder.ts';

export const CALLBACK = 'http://127.0.0.1:53682/callback';
export const STATE = 'a state & more=1 ü';
export const OWNER_SECRET = 'the secret of run.json';

type Form = Readonly<Record<string, string>>;

/** PKCE as a client makes it. */
interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly token_type: string;
  readonly expires_in: number;
}

/** A service with a real store, a clock that tests move, and a browser without a screen. */
export interface OAuthRoom extends AsyncDisposable {
  readonly services: FakeServices;
  readonly authorization: Authorization;
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly apiToken: string;
  get(path: string, headers?: Form): Promise<RestAnswer>;
  post(path: string, form: Form, headers?: Form): Promise<RestAnswer>;
  /** A fresh session's cookie. */
  signIn(): Promise<string>;
  register(redirectUris?: readonly string[], name?: string): Promise<string>;
  /** Whatever the authorization endpoint answers. Null leaves a parameter out. */
  authorize(cookie: string | null, parameters: Readonly<Record<string, string | null>>): Promise<RestAnswer>;
  /** The consent form that a page holds. */
  decide(cookie: string, page: RestAnswer, decision?: string): Promise<RestAnswer>;
  /** Authorizes as an owner who says yes. */
  code(parameters?: Readonly<Record<string, string | null>>, cookie?: string): Promise<{ readonly code: string; readonly pkce: Pkce }>;
  redeem(code: string, pkce: Pkce, more?: Form): Promise<RestAnswer>;
  tokens(parameters?: Readonly<Record<string, string | null>>): Promise<Tokens>;
  refresh(refreshToken: string, more?: Form): Promise<RestAnswer>;
  /** Asks REST with an access token. */
  ask(accessToken: string, method?: string, path?: string): Promise<RestAnswer>;
}

interface RoomParts {
  readonly env?: Readonly<Record<string, string>>;
  readonly fetchDocument?: FetchDocument;
}

export async function startOAuthRoom({ env = {}, fetchDocument = noDocuments }: RoomParts = {}): Promise<OAuthRoom> {
  const dataDir = mkdtempSync(join(tmpdir(), 'commentdock-oauth-'));
  const store = openApiStore(inFolder(dataDir), null);
  const services = fakeServices({ env: { COMMENTDOCK_PORT: '0', ...env } });
  const authorization = createAuthorization({ ...services, oauth: store.oauth, signIns: store.signIns, attempts: null, fetchDocument });
  const { signIn, accessTokens } = authorization;
  const shown = { ...services, signIn, accessTokens };
  const { value: apiToken } = issueToken('test', shown);
  const server = await startRest({ services: shown, ownerSecret: OWNER_SECRET, mounts: [createOAuthMount(authorization)] });
  const { port, url } = server;
  const get: OAuthRoom['get'] = (path, headers = {}) => send(port, 'GET', path, headers);
  const post: OAuthRoom['post'] = (path, form, headers = {}) =>
    send(port, 'POST', path, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, new URLSearchParams(form).toString());
  const room: OAuthRoom = {
    services: shown,
    authorization,
    url,
    port,
    dataDir,
    apiToken,
    get,
    post,
    async signIn() {
      const answer = await post('/login', { code: signIn.issueCode().code });
      return (answer.headers['set-cookie']?.[0] ?? '').replace(/;.*$/, '');
    },
    async register(redirectUris = [CALLBACK], name = 'A client') {
      const body = JSON.stringify({ redirect_uris: redirectUris, client_name: name });
      const answer = await send(port, 'POST', '/oauth/register', { 'content-type': 'application/json' }, body);
      return String(answer.json['client_id']);
    },
    authorize: (cookie, parameters) => get(`/oauth/authorize?${queryOf(parameters)}`, cookie === null ? {} : { cookie }),
    decide: (cookie, page, decision = 'allow') =>
      post('/oauth/authorize', { request: hidden(page, 'request'), proof: hidden(page, 'proof'), decision }, { cookie, origin: url }),
    async code(parameters = {}, cookie) {
      const pkce = newPkce();
      const session = cookie ?? (await room.signIn());
      const page = await room.authorize(session, { code_challenge: pkce.challenge, ...parameters });
      const answer = await room.decide(session, page);
      return { code: answerOf(answer).get('code') ?? '', pkce };
    },
    redeem: (code, { verifier }, more = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: 'mcp',
        redirect_uri: CALLBACK,
        code,
        code_verifier: verifier,
        ...more,
      }),
    async tokens(parameters = {}) {
      const { code, pkce } = await room.code(parameters);
      const clientId = parameters['client_id'] ?? 'mcp';
      const answer = await room.redeem(code, pkce, { client_id: clientId, redirect_uri: parameters['redirect_uri'] ?? CALLBACK });
      return answer.json as unknown as Tokens;
    },
    refresh: (refreshToken, more = {}) =>
      post('/oauth/token', { grant_type: 'refresh_token', client_id: 'mcp', refresh_token: refreshToken, ...more }),
    ask: (accessToken, method = 'GET', path = '/api/v1/ping') => send(port, method, path, { authorization: `Bearer ${accessToken}` }),
    async [Symbol.asyncDispose]() {
      await server.close();
      store.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  return room;
}

/** The query of an authorization request of the built-in client, with changes. */
export function queryOf(changes: Readonly<Record<string, string | null>>): string {
  const whole = {
    response_type: 'code',
    client_id: 'mcp',
    redirect_uri: CALLBACK,
    scope: 'read write',
    state: STATE,
    code_challenge: newPkce().challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  return new URLSearchParams(Object.entries(whole).filter((entry): entry is [string, string] => entry[1] !== null)).toString();
}

/** What a redirect carries to the client. */
export function answerOf({ headers }: RestAnswer): URLSearchParams {
  return new URL(headers.location ?? 'http://nowhere/').searchParams;
}

/** The value of a hidden field of a page. */
export function hidden({ text }: RestAnswer, name: string): string {
  const [, value = ''] = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(text) ?? [];
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

async function noDocuments(): Promise<never> {
  throw new Error('nothing is fetched here');
}
