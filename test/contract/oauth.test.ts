import { createHash, randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { contractService } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';

const CALLBACK = 'http://127.0.0.1:53682/callback';
const house = contractService();

type Form = Readonly<Record<string, string>>;

const post = (path: string, form: Form, headers: Form = {}): Promise<Response> =>
  fetch(`${house.service.baseUrl}${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form), headers });

const get = (path: string, headers: Form = {}): Promise<Response> =>
  fetch(`${house.service.baseUrl}${path}`, { redirect: 'manual', headers });

function newRequest(changes: Form = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'mcp',
    redirect_uri: CALLBACK,
    scope: 'read write',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return { verifier, path: `/oauth/authorize?${query.toString()}` };
}

/** The owner in a browser: a code of the running service opens a session. */
async function signIn(): Promise<string> {
  const secret = (JSON.parse(await runFile()) as { owner_secret: string }).owner_secret;
  const { body } = await house.service.client({ 'X-AUTH-TOKEN': secret }).post('/api/v1/login-code', {});
  const answer = await post('/login', { code: String(body['code']) });
  return (answer.headers.get('set-cookie') ?? '').replace(/;.*$/, '');
}

async function runFile(): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(`${house.service.dataDir}/run.json`, 'utf8');
}

async function consent(changes: Form = {}): Promise<{ readonly answer: URL; readonly verifier: string }> {
  const cookie = await signIn();
  const { path, verifier } = newRequest(changes);
  const page = await (await get(path, { cookie })).text();
  const field = (name: string): string => (new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
  const answer = await post('/oauth/authorize', { request: field('request'), proof: field('proof'), decision: 'allow' }, { cookie });
  return { answer: new URL(answer.headers.get('location') ?? ''), verifier };
}

async function exchange(): Promise<Record<string, unknown>> {
  const { answer, verifier } = await consent();
  const response = await post('/oauth/token', {
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    client_id: 'mcp',
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const refresh = (tokens: Record<string, unknown>): Promise<Response> =>
  post('/oauth/token', { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']), client_id: 'mcp' });

const ping = async (tokens: Record<string, unknown>): Promise<number> =>
  (await get('/api/v1/ping', { authorization: `Bearer ${String(tokens['access_token'])}` })).status;

const register = (redirectUris: readonly string[]) => house.service.client({}).post('/oauth/register', { redirect_uris: redirectUris });

describe('OAuth', () => {
  stated('route.oauth', async () => {
    for (const [method, path] of [
      ['GET', '/.well-known/oauth-authorization-server'],
      ['GET', '/oauth/authorize'],
      ['POST', '/oauth/token'],
      ['POST', '/oauth/register'],
      ['POST', '/oauth/revoke'],
    ] as const) {
      expect((await fetch(`${house.service.baseUrl}${path}`, { method, redirect: 'manual' })).status, path).not.toBe(404);
    }
  });

  stated('oauth.discovery', async () => {
    const base = house.service.baseUrl;
    expect(await (await get('/.well-known/oauth-authorization-server')).json()).toMatchObject({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      registration_endpoint: `${base}/oauth/register`,
      revocation_endpoint: `${base}/oauth/revoke`,
      scopes_supported: ['read', 'write'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    });
  });

  stated('oauth.sign-in', async () => {
    const { path } = newRequest();
    const answer = await get(path);
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get('location') ?? '', house.service.baseUrl);
    expect([location.pathname, location.searchParams.get('redirect')]).toEqual(['/login', path]);
  });

  stated('oauth.authorize', async () => {
    const { answer } = await consent();
    expect(`${answer.origin}${answer.pathname}`).toBe(CALLBACK);
    expect(answer.searchParams.get('state')).toBe('state-1');
    expect(answer.searchParams.get('code')).toMatch(/./);
  });

  stated('oauth.pkce', async () => {
    const { answer } = await consent();
    const wrong = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code: answer.searchParams.get('code') ?? '',
      client_id: 'mcp',
      redirect_uri: CALLBACK,
      code_verifier: 'v'.repeat(43),
    });
    expect([wrong.status, ((await wrong.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
    const plain = await get(newRequest({ code_challenge_method: 'plain' }).path, { cookie: await signIn() });
    expect(new URL(plain.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  stated('oauth.exchange', async () => {
    const tokens = await exchange();
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
    expect(tokens['access_token']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(tokens['refresh_token']).toMatch(/./);
    expect(await ping(tokens)).toBe(200);
  });

  stated('oauth.refresh', async () => {
    const tokens = await exchange();
    const response = await refresh(tokens);
    const next = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(200);
    expect(next['access_token']).not.toBe(tokens['access_token']);
    expect(next['refresh_token']).not.toBe(tokens['refresh_token']);
    expect(await ping(next)).toBe(200);
  });

  stated('oauth.replay', async () => {
    const tokens = await exchange();
    const next = (await (await refresh(tokens)).json()) as Record<string, unknown>;
    const replayed = await refresh(tokens);
    expect(replayed.status).toBe(400);
    expect(await replayed.json()).toEqual({ error: 'invalid_grant', error_description: expect.stringMatching(/already used.*revoked/) });
    expect((await refresh(next)).status).toBe(400);
  });

  stated('oauth.revoke', async () => {
    const tokens = await exchange();
    const revoke = async (token: unknown): Promise<number> =>
      (await post('/oauth/revoke', { token: String(token), client_id: 'mcp' })).status;
    expect(await revoke(tokens['access_token'])).toBe(200);
    expect(await ping(tokens)).toBe(401);
    const next = (await (await refresh(tokens)).json()) as Record<string, unknown>;
    expect(await revoke(next['refresh_token'])).toBe(200);
    expect((await refresh(next)).status).toBe(400);
    expect(await revoke('unknown')).toBe(200);
  });

  stated('oauth.register', async () => {
    const { status, body } = await register(['https://client.example/cb', 'http://127.0.0.1:1/cb', 'http://localhost:1/cb']);
    expect([status, body['token_endpoint_auth_method']]).toEqual([201, 'none']);
    expect(body).not.toHaveProperty('client_secret');
    for (const uri of ['http://client.example/cb', 'app:/cb', 'http://192.168.0.1/cb']) expect((await register([uri])).status).toBe(400);
  });

  stated('oauth.built-in', async () => {
    const cookie = await signIn();
    for (const uri of ['http://127.0.0.1:1/callback', 'http://localhost:65000/callback']) {
      expect((await get(newRequest({ redirect_uri: uri }).path, { cookie })).status).toBe(200);
    }
    expect((await get(newRequest({ redirect_uri: 'https://client.example/cb' }).path, { cookie })).status).toBe(400);
  });

  stated('oauth.register-limit', async () => {
    const statuses: number[] = [];
    while (statuses.length < 400 && !statuses.includes(429)) statuses.push((await register([CALLBACK])).status);
    expect(statuses.length).toBeGreaterThan(40);
    expect(statuses.at(-1)).toBe(429);
  });
});
