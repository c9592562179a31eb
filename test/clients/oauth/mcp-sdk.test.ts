import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser, openConsent, startCallback } from '#test/clients/oauth/owner-browser.ts';
import type { Callback } from '#test/clients/oauth/owner-browser.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import type { ServiceProcess } from '#test/clients/rest/service-process.ts';

let service: ServiceProcess;
let browser: Browser;
let callback: Callback;

/** What the SDK keeps of a login, in memory. */
interface Kept {
  readonly provider: OAuthClientProvider;
  tokens: OAuthTokens | undefined;
  address: URL | undefined;
}

function keeping(): Kept {
  let client: OAuthClientInformationMixed | undefined;
  let verifier = '';
  const kept: Kept = {
    tokens: undefined,
    address: undefined,
    provider: {
      redirectUrl: callback.url,
      clientMetadata: { redirect_uris: [callback.url], client_name: 'The SDK', scope: 'read write' },
      clientInformation: () => client,
      saveClientInformation: (information) => void (client = information),
      tokens: () => kept.tokens,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (address) => void (kept.address = address),
      saveCodeVerifier: (value) => void (verifier = value),
      codeVerifier: () => verifier,
    },
  };
  return kept;
}

describe.skipIf(BROWSER_MISSING !== null)(`the auth flow of the MCP SDK ${BROWSER_MISSING ?? ''}`, () => {
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

  it.each(['127.0.0.1', 'localhost'])('discovers, registers, authorizes and refreshes at %s', async (name) => {
    const serverUrl = `${service.baseUrl.replace('127.0.0.1', name)}/mcp`;
    const kept = keeping();
    expect(await auth(kept.provider, { serverUrl })).toBe('REDIRECT');
    const page = await browser.newPage();
    await openConsent(page, kept.address ?? new URL('about:blank'), service);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const authorizationCode = (await callback.next()).searchParams.get('code') ?? '';
    expect(await auth(kept.provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');
    const first = kept.tokens;
    expect(first).toMatchObject({ scope: 'read write', expires_in: 3600 });
    expect(await auth(kept.provider, { serverUrl })).toBe('AUTHORIZED');
    expect(kept.tokens?.refresh_token).not.toBe(first?.refresh_token);
    const answer = await service.client({ authorization: `Bearer ${kept.tokens?.access_token ?? ''}` }).get('/api/v1/ping');
    expect(answer.status).toBe(200);
    await page.close();
  });
});
