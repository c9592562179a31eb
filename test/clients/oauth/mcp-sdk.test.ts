import * as newer from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { auth, UnauthorizedError as OlderUnauthorized } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, type Callback, launchBrowser, openConsent, startCallback } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';

const ABOUT = { name: 'oauth-test', version: '1.0.0' };

/** Names of this machine; what a client learns has to be under the one that it was given. */
const NAMES = ['127.0.0.1', 'localhost'];

let service: ServiceProcess;
let browser: Browser;
let callback: Callback;

function endpoint(name: string): string {
  return `${service.baseUrl.replace('127.0.0.1', name)}/mcp`;
}

/** What a client keeps of a login, in memory. */
function keeping(scope: string) {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; address?: URL; verifier: string } = { verifier: '' };
  const provider = {
    redirectUrl: callback.url,
    clientMetadata: { redirect_uris: [callback.url], client_name: 'An MCP client', scope },
    clientInformation: () => kept.client,
    saveClientInformation: (information: OAuthClientInformationMixed) => void (kept.client = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens: OAuthTokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (address: URL) => void (kept.address = address),
    saveCodeVerifier: (value: string) => void (kept.verifier = value),
    codeVerifier: () => kept.verifier,
  };
  return { kept, provider };
}

/** The owner opens the address that the client was sent to, and says yes. */
async function approve(address: URL | undefined): Promise<URLSearchParams> {
  const page = await browser.newPage();
  await openConsent(page, address ?? new URL('about:blank'), service);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const { searchParams } = await callback.next();
  await page.close();
  return searchParams;
}

describe.skipIf(BROWSER_MISSING !== null)(`MCP clients authorize by themselves ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    service = await startServiceProcess({ world: {} });
    callback = await startCallback();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await callback[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  it.each(NAMES)('the auth flow of SDK 1.x discovers, registers, authorizes and refreshes at %s', async (name) => {
    const serverUrl = endpoint(name);
    const { kept, provider } = keeping('read write');
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT');
    const authorizationCode = (await approve(kept.address)).get('code') ?? '';
    expect(await auth(provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');
    const first = kept.tokens;
    expect(first).toMatchObject({ scope: 'read write', expires_in: 3600 });
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
    expect(kept.tokens?.refresh_token).not.toBe(first?.refresh_token);
    const answer = await service.client({ authorization: `Bearer ${kept.tokens?.access_token ?? ''}` }).get('/api/v1/ping');
    expect(answer.status).toBe(200);
  });

  it.each(NAMES)('the client of SDK 1.x is sent to sign in by the endpoint at %s, and then uses its tools', async (name) => {
    const { kept, provider } = keeping('read');
    const transport = () => new OlderTransport(new URL(endpoint(name)), { authProvider: provider });
    const first = transport();
    await expect(new OlderClient(ABOUT).connect(first)).rejects.toThrow(OlderUnauthorized);
    await first.finishAuth((await approve(kept.address)).get('code') ?? '');
    const client = new OlderClient(ABOUT);
    await client.connect(transport());
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('list_exports');
    expect((await client.callTool({ name: 'list_exports', arguments: {} })).isError ?? false).toBe(false);
    await client.close();
  });

  it.each(NAMES)('the client of SDK 2.x checks the issuer of the answer at %s too', async (name) => {
    const { kept, provider } = keeping('read');
    const transport = () => new newer.StreamableHTTPClientTransport(new URL(endpoint(name)), { authProvider: provider });
    const first = transport();
    await expect(new newer.Client(ABOUT).connect(first)).rejects.toThrow(newer.UnauthorizedError);
    await first.finishAuth(await approve(kept.address));
    const client = new newer.Client(ABOUT);
    await client.connect(transport());
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('list_exports');
    await client.close();
  });
});
