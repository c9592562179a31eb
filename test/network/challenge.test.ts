import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import { challengeIn } from '#core/network/challenge.ts';
import { CHALLENGE_PAGE } from '#test/world/fault.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';

const HTML = 'text/html; charset=utf-8';
const RECORDINGS = join(import.meta.dirname, '../../../shared/recordings');

function askedOf(text: string, { status = 200, type = HTML, headers = {}, url = 'https://www.example.org/page' } = {}): string | null {
  return challengeIn({ status, headers: { 'content-type': type, ...headers }, url, bytes: Buffer.byteLength(text), text });
}

/** The shapes of challenges, written down from what vendors publish and what handbooks describe. */
const CHALLENGES: readonly (readonly [string, number, string])[] = [
  [
    'Cloudflare',
    403,
    '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script>(function(){window._cf_chl_opt={cvId:"3"};})();</script></body></html>',
  ],
  ['Cloudflare', 503, '<html><body><form id="challenge-form" action="/?__cf_chl_f_tk=x" method="POST"></form></body></html>'],
  ['Cloudflare', 403, CHALLENGE_PAGE],
  ['Cloudflare', 200, CHALLENGE_PAGE],
  [
    'DataDome',
    403,
    "<html><head><title>example.org</title></head><body><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script data-cfasync=\"false\">var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script><script src=\"https://ct.captcha-delivery.com/c.js\"></script></body></html>",
  ],
  [
    'PerimeterX',
    403,
    '<html><head><title>Access to this page has been denied</title></head><body><h1>Press &amp; Hold to confirm you are a human</h1><div id="px-captcha"></div></body></html>',
  ],
  [
    'PerimeterX',
    200,
    '<html><body><div id="px-captcha-wrapper"></div><script src="//captcha.px-cdn.net/PXabc/captcha.js"></script></body></html>',
  ],
  [
    'AWS WAF',
    202,
    '<html><head><script>window.gokuProps = {"key":"x"};</script><script src="https://x.token.awswaf.com/x/challenge.js"></script></head><body><div id="challenge-container"></div></body></html>',
  ],
  ['Akamai', 403, '<html><body><div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/sec-4-4.js"></script></body></html>'],
  ['Akamai', 200, '<html><head><meta http-equiv="refresh" content="5; URL=\'/page?bm-verify=AAQ\'" /></head><body></body></html>'],
  [
    'Imperva',
    200,
    '<html><body><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>',
  ],
  [
    'Google',
    429,
    '<html><body><form id="captcha-form" action="index" method="post"><div class="g-recaptcha"></div></form><b>About this page</b> Our systems have detected unusual traffic</body></html>',
  ],
  [
    'Amazon',
    200,
    '<html><head><title>Amazon.com</title></head><body><form method="get" action="/errors/validateCaptcha">Enter the characters you see below</form></body></html>',
  ],
  ['the site', 200, '<html><head><title>Robot check</title></head><body><div class="h-captcha" data-sitekey="x"></div></body></html>'],
  ['the site', 403, '<html><head><title>Security check</title></head><body><div class="g-recaptcha"></div></body></html>'],
  ['the site', 429, '<html><body><p>Please solve the captcha to continue.</p></body></html>'],
  ['the site', 405, '<html><head><title>Human Verification</title></head><body></body></html>'],
];

const ARTICLE = `<p>${'A review that says a lot about the product. '.repeat(100)}</p>`;

/** Pages that only mention or carry what challenges are made of. */
const PAGES: readonly (readonly [string, number, string])[] = [
  [
    'a contact form with a captcha',
    200,
    '<html><head><title>Contact us</title><script src="https://www.google.com/recaptcha/api.js"></script></head><body><h1>Contact</h1><form><div class="g-recaptcha"></div></form></body></html>',
  ],
  [
    'a login page with Turnstile',
    200,
    '<html><head><title>Log in</title></head><body><h1>Log in</h1><div class="cf-turnstile"></div></body></html>',
  ],
  [
    "Cloudflare's script in a normal page",
    200,
    `<html><body>${ARTICLE}<script>window.__CF$cv$params={r:"x"};var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"</script></body></html>`,
  ],
  [
    "DataDome's tag in a normal page",
    200,
    '<html><body><div id="app"></div><script>window.ddjskey="x";window.ddoptions={disableAutoRefreshOnCaptchaPassed:true}</script><script src="https://js.datadome.co/tags.js"></script></body></html>',
  ],
  [
    "PerimeterX's sensor in a normal page",
    200,
    `<html><body>${ARTICLE}<script>window._pxAppId="PXabc"</script><script src="//client.px-cloud.net/PXabc/main.min.js"></script></body></html>`,
  ],
  [
    "AWS WAF's integration in a normal page",
    200,
    `<html><head><script src="https://x.edge.sdk.awswaf.com/x/challenge.js" defer></script></head><body>${ARTICLE}</body></html>`,
  ],
  [
    'an article about captchas',
    200,
    `<html><head><title>How a captcha works</title></head><body><h1>Are you a robot?</h1>${ARTICLE}</body></html>`,
  ],
  [
    'a long page with a widget and a question',
    200,
    `<html><head><title>Are you human? A quiz</title></head><body><div class="g-recaptcha"></div>${ARTICLE}</body></html>`,
  ],
  [
    'a bare refusal',
    403,
    '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>',
  ],
  [
    "Akamai's refusal",
    403,
    "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access this server. Reference #18.x https://errors.edgesuite.net/18.x</BODY></HTML>",
  ],
  [
    'a block by Cloudflare',
    403,
    '<html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
  ],
  ['a bare 429', 429, '<html><body><h1>Too Many Requests</h1></body></html>'],
  ['maintenance', 503, '<html><head><title>Down for maintenance</title></head><body><h1>We will be back soon</h1></body></html>'],
  ['a status that no challenge has', 404, CHALLENGE_PAGE],
];

describe('challenges', () => {
  it.each(CHALLENGES)('%s, status %i', (vendor, status, html) => {
    expect(askedOf(html, { status })).toBe(vendor);
  });

  it('told by headers and addresses', () => {
    expect(askedOf('', { status: 403, headers: { 'cf-mitigated': 'challenge' } })).toBe('Cloudflare');
    expect(askedOf('', { status: 405, headers: { 'x-amzn-waf-action': 'captcha' } })).toBe('AWS WAF');
    expect(askedOf('<html></html>', { url: 'https://www.google.co.uk/sorry/index?continue=x' })).toBe('Google');
    expect(askedOf('<html></html>', { url: 'https://www.notgoogle.com/sorry/index' })).toBeNull();
  });

  it("in JSON only where a 403 names DataDome's address", () => {
    const json = '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=x"}';
    expect(askedOf(json, { status: 403, type: 'application/json' })).toBe('DataDome');
    expect(askedOf(json, { status: 200, type: 'application/json' })).toBeNull();
    expect(askedOf(JSON.stringify({ html: CHALLENGE_PAGE }), { status: 403, type: 'application/json' })).toBeNull();
  });
});

describe('pages that are none', () => {
  it.each(PAGES)('%s (%#)', (_, status, html) => {
    expect(askedOf(html, { status })).toBeNull();
  });

  it("a long page that has a challenge's marks somewhere", () => {
    expect(askedOf(`${CHALLENGE_PAGE}${'<p>text</p>'.repeat(10_000)}`, { status: 200 })).toBeNull();
  });

  it.skipIf(!existsSync(RECORDINGS))('no recorded page, but the recorded captcha (skipped where ../shared/recordings is absent)', () => {
    const found: string[] = [];
    for (const platform of readdirSync(RECORDINGS, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      for (const name of readdirSync(join(RECORDINGS, platform.name))) {
        const file = join(RECORDINGS, platform.name, name, 'exchanges.har');
        if (existsSync(file) && recordedIn(file).some((suspect) => challengeIn(suspect) !== null)) found.push(`${platform.name}/${name}`);
      }
    }
    expect(found).toEqual(['google_search/captcha-2026']);
  });
});

function recordedIn(file: string): Parameters<typeof challengeIn>[0][] {
  const har = JSON.parse(readFileSync(file, 'utf8')) as {
    log: {
      entries: {
        request: { url: string };
        response: { status: number; headers: { name: string; value: string }[]; content: { text?: string; mimeType?: string } };
      }[];
    };
  };
  return har.log.entries.map(({ request, response }) => {
    const text = response.content.text ?? '';
    const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    return {
      status: response.status,
      headers: { 'content-type': response.content.mimeType ?? '', ...headers },
      url: request.url,
      bytes: Buffer.byteLength(text),
      text,
    };
  });
}

describe('a challenge on the way', () => {
  it('ends the request at once as CAPTCHA and says what to do', async () => {
    await using server = await serve((incoming, answer) =>
      answer.writeHead(Number(incoming.url?.slice(1)), { 'content-type': HTML, 'retry-after': '1' }).end(CHALLENGE_PAGE),
    );
    for (const status of [200, 202, 403, 429, 503]) {
      await using page = await openPage();
      const error: unknown = await page.session
        .json(z.any(), { url: `${server.origin}/${status}`, accept: [403] })
        .catch((each: unknown) => each);
      expect(error).toBeInstanceOf(PlatformRefusal);
      expect(error).toMatchObject({ code: 'CAPTCHA' });
      expect((error as Error).message).toMatch(/captcha \(Cloudflare\)\. Open the page in your own browser/);
      expect(page.counters).toMatchObject({ requests: 1, retries: 0 });
    }
  });

  it('is handed back to a platform that takes every status, unless it calls itself good', async () => {
    await using server = await serve((incoming, answer) =>
      answer.writeHead(Number(incoming.url?.slice(1)), { 'content-type': HTML }).end(CHALLENGE_PAGE),
    );
    await using page = await openPage();
    const answer = await page.session.fetch({ url: `${server.origin}/403`, accept: 'any' });
    expect(answer.status).toBe(403);
    expect(answer.refusal).toMatchObject({ code: 'CAPTCHA' });
    await expect(page.session.fetch({ url: `${server.origin}/200`, accept: 'any' })).rejects.toMatchObject({ code: 'CAPTCHA' });
  });
});
