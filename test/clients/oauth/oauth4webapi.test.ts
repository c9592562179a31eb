import * as oauth from 'oauth4webapi';
import { type Browser, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, type Callback, launchBrowser, openConsent, startCallback } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';

const HTTP = { [oauth.allowInsecureRequests]: true };

let service: ServiceProcess;
let browser: Browser;
let context: BrowserContext;
let callback: Callback;
let server: oauth.AuthorizationServer;
let client: oauth.Client;

/** Authorizes in the browser and brings back what came to the client, checked. */
async function authorize(scope: string, button: 'Allow' | 'Deny') {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(server.authorization_endpoint ?? '');
  const query = {
    client_id: client.client_id,
    redirect_uri: callback.url,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    resource: `${service.baseUrl}/mcp`,
  };
  address.search = new URLSearchParams(query).toString();
  const page = await context.newPage();
  await openConsent(page, address, service);
  await page.getByRole('button', { name: button, exact: true }).press('Enter');
  const answer = await callback.next();
  await page.close();
  return { answer, state, codeVerifier };
}

async function newTokens(scope: string): Promise<oauth.TokenEndpointResponse> {
  const { answer, state, codeVerifier } = await authorize(scope, 'Allow');
  const parameters = oauth.validateAuthResponse(server, client, answer, state);
  const response = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, callback.url, codeVerifier, HTTP);
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

const ask = (accessToken: string) =>
  oauth.protectedResourceRequest(accessToken, 'GET', new URL(`${service.baseUrl}/api/v1/ping`), undefined, undefined, HTTP);

async function expectRefused(accessToken: string): Promise<void> {
  const refused = await ask(accessToken).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  const { status, cause } = refused as oauth.WWWAuthenticateChallengeError;
  expect([status, cause[0]?.scheme, cause[0]?.parameters.error]).toEqual([401, 'bearer', 'invalid_token']);
}

describe.skipIf(BROWSER_MISSING !== null)(`oauth4webapi and a real browser ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    service = await startServiceProcess({ world: {} });
    callback = await startCallback();
    browser = await launchBrowser();
    context = await browser.newContext();
  });
  afterAll(async () => {
    await browser.close();
    await callback[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  it('discovers resource and server', async () => {
    const resource = new URL(`${service.baseUrl}/mcp`);
    const found = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, HTTP));
    const issuer = new URL(found.authorization_servers?.[0] ?? '');
    const response = await oauth.discoveryRequest(issuer, { ...HTTP, algorithm: 'oauth2' });
    server = await oauth.processDiscoveryResponse(issuer, response);
    expect(server).toMatchObject({ issuer: service.baseUrl, authorization_response_iss_parameter_supported: true });
  });

  it('registers', async () => {
    const metadata = { redirect_uris: [callback.url], client_name: 'oauth4webapi', token_endpoint_auth_method: 'none' };
    const response = await oauth.dynamicClientRegistrationRequest(server, metadata, HTTP);
    client = await oauth.processDynamicClientRegistrationResponse(response);
    expect(client).toMatchObject({ client_name: 'oauth4webapi', token_endpoint_auth_method: 'none' });
    expect(client).not.toHaveProperty('client_secret');
  });

  it('authorizes, redeems, refreshes and revokes', async () => {
    const tokens = await newTokens('read write');
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read write' });
    expect((await ask(tokens.access_token)).status).toBe(200);

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token ?? '', HTTP),
    );
    expect((await ask(refreshed.access_token)).status).toBe(200);

    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), refreshed.access_token, HTTP));
    await expectRefused(refreshed.access_token);
    const again = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshed.refresh_token ?? '', HTTP);
    expect((await oauth.processRefreshTokenResponse(server, client, again)).scope).toBe('read write');
  });

  it('is told of a no', async () => {
    const { answer, state } = await authorize('read', 'Deny');
    expect(() => oauth.validateAuthResponse(server, client, answer, state)).toThrow(
      expect.objectContaining({ error: 'access_denied' }) as Error,
    );
  });

  it('50 parallel replays of a refresh token revoke the family and mint nothing, over a restart too', async () => {
    const first = await newTokens('read');
    const refresh = (token: string) => oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, HTTP);
    const second = await oauth.processRefreshTokenResponse(server, client, await refresh(first.refresh_token ?? ''));
    const replays = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token ?? '')));
    expect(replays.map(({ status }) => status)).toEqual(Array<number>(50).fill(400));
    for (const replay of replays) expect(await replay.json()).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(second.refresh_token ?? '')).status).toBe(400);
    await expectRefused(second.access_token);
    const { port } = new URL(service.baseUrl);
    const living = await newTokens('read');
    await service.restart('kill', { COMMENTDOCK_PORT: port });
    await expectRefused(second.access_token);
    expect((await ask(living.access_token)).status).toBe(200);
    expect((await refresh(living.refresh_token ?? '')).status).toBe(200);
  });
});
