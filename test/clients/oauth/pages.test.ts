import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, type Callback, launchBrowser, loginCode, startCallback } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Folder for pictures of the pages, where somebody wants to look at them. */
const PICTURES = process.env['COMMENTDOCK_TEST_PICTURES'];

const LONG_NAME = 'A client with a name that is as long as names may be, and_one_word_in_it_that_no_line_can_break_anywhere';

let service: ServiceProcess;
let browser: Browser;
let signedIn: BrowserContext;
let callback: Callback;
let consentPath = '';

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

async function complaintsAbout(page: Page): Promise<readonly string[]> {
  // The pages allow no script at all: the checker comes through the debugger.
  const result = (await page.evaluate(`${AXE}; axe.run()`)) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

function consentQuery(clientId: string, scope: string): string {
  const query = {
    client_id: clientId,
    redirect_uri: callback.url,
    response_type: 'code',
    scope,
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  return `/oauth/authorize?${new URLSearchParams(query).toString()}`;
}

describe.skipIf(BROWSER_MISSING !== null)(`the pages of the sign-in ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    service = await startServiceProcess({ world: {} });
    callback = await startCallback();
    browser = await launchBrowser();
    const metadata = { redirect_uris: [callback.url], client_name: LONG_NAME };
    const { body } = await service.client({}).post('/oauth/register', metadata);
    consentPath = consentQuery(String(body['client_id']), 'read write');
    signedIn = await browser.newContext({ baseURL: service.baseUrl });
    const page = await signedIn.newPage();
    await page.goto('/login');
    await page.keyboard.type(await loginCode(service));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.baseUrl}/`);
    await page.goto(consentPath);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await callback.next();
    await page.close();
  });
  afterAll(async () => {
    await browser.close();
    await callback[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const cases = SIZES.flatMap((size) => SCHEMES.map((scheme) => [`${size.width} ${scheme}`, size, scheme] as const));
  it.each(cases)('fit, and can be used by everybody: %s', async (name, size, scheme) => {
    const page = await signedIn.newPage();
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    for (const [what, path] of [
      ['login', '/login'],
      ['consent', consentPath],
      ['problem', '/oauth/authorize?client_id=nobody'],
      ['clients', '/oauth/clients'],
    ] as const) {
      await page.goto(path);
      expect(await complaintsAbout(page), what).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), what).toBeLessThanOrEqual(0);
      if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${what} ${name}.png`), fullPage: true });
    }
    await page.goto('/login');
    await page.getByLabel('One-time code').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await complaintsAbout(page)).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `wrong code ${name}.png`), fullPage: true });
    await page.close();
  });

  it('the consent page names client, host and scopes, and is used by keyboard', async () => {
    const page = await signedIn.newPage();
    await page.goto(consentPath);
    const words = await page.getByRole('main').innerText();
    expect(words).toContain(LONG_NAME.slice(0, 100));
    expect(words).toContain(new URL(callback.url).host);
    expect(words).toMatch(/\bread\b[^]*\bwrite\b/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Allow');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Deny');
    await page.keyboard.press('Space');
    expect((await callback.next()).searchParams.get('error')).toBe('access_denied');
    await page.waitForFunction("document.title === 'Back at the client'");
    await page.close();
  });

  it('no other site can show them in a frame', async () => {
    const host = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<iframe src="${service.baseUrl}${consentPath.replaceAll('&', '&amp;')}"></iframe>`);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const page = await signedIn.newPage();
    try {
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
      await refused;
      expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
    } finally {
      await page.close();
      host.close();
    }
  });

  it('a form of another site reaches nothing', async () => {
    const host = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<form method="post" action="${service.baseUrl}/oauth/authorize"><input name="decision" value="allow"></form><script>document.forms[0].submit()</script>`,
        );
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const page = await signedIn.newPage();
    try {
      const answer = page.waitForResponse((response) => response.url().startsWith(service.baseUrl));
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
      expect((await answer).status()).toBe(403);
    } finally {
      await page.close();
      host.close();
    }
  });
});
