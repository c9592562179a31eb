import { CHALLENGE_PAGE } from '#test/world/fault.ts';

const ARTICLE = `<p>${'A review that says a lot about the product. '.repeat(100)}</p>`;

/** Pages that only mention or carry what challenges are made of. */
export const PLAIN_PAGES: readonly (readonly [what: string, status: number, body: string])[] = [
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
  ['a bare 429', 429, '<html><body><h1>Too Many Requests</h1></body></html>'],
  ['maintenance', 503, '<html><head><title>Down for maintenance</title></head><body><h1>We will be back soon</h1></body></html>'],
  ['a status that no challenge has', 404, CHALLENGE_PAGE],
  ["a platform's own 401", 401, '<html><head><title>Unauthorized</title></head><body><h1>Unauthorized</h1></body></html>'],
  [
    'a product page whose reviews speak like walls',
    200,
    `<html><head><title>A firewall</title></head><body><h1>Reviews</h1>${ARTICLE}<p>Access Denied. Reference #18.2d351ab8.1557333295.a4e16ab</p><p>Request unsuccessful. Incapsula incident ID: 1</p><p>The requested URL was rejected. Please consult with your administrator.</p><p>Sorry, you have been blocked. Error 1020</p></body></html>`,
  ],
  [
    'a short thread with a comment that says "Access denied"',
    200,
    '<html><head><title>Help</title></head><body><h1>Help</h1><p>I get Access denied when I open it, why?</p></body></html>',
  ],
  [
    'a short thread with a comment about captchas',
    200,
    '<html><head><title>Help</title></head><body><h1>Help</h1><p>Please solve the captcha to continue: I see this every day.</p></body></html>',
  ],
  [
    'a short thread that asks how to log in',
    200,
    '<html><head><title>How do I log in?</title></head><body><h1>How do I log in?</h1><p>With your name.</p></body></html>',
  ],
  [
    'a page with a login form in its header',
    200,
    `<html><head><title>Reviews of a kettle</title></head><body><form><input type="password"></form><h1>Reviews of a kettle</h1><p>Good.</p></body></html>`,
  ],
  [
    'an app whose shell has a login dialog and data',
    200,
    '<html><head><title>Log in or sign up to view</title></head><body><form><input type="password"></form><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script></body></html>',
  ],
  [
    "a page whose data quotes a wall's markup",
    200,
    '<html><head><title>Thread</title></head><body><div id="root"></div><script type="application/json">{"text":"I saw <div id=\'px-captcha\'> and <form id=\'challenge-form\'> and window.gokuProps"}</script></body></html>',
  ],
  [
    "a page whose comment field quotes a wall's markup",
    200,
    '<html><body><h1>Edit</h1><textarea><div id="px-captcha"></div></textarea></body></html>',
  ],
  [
    "a page that shows a wall's markup as text",
    200,
    '<html><body><h1>Post</h1><pre>&lt;div id="px-captcha"&gt;&lt;/div&gt;</pre></body></html>',
  ],
  [
    'a page with a consent dialog over its content',
    200,
    `<html><body><h1>News</h1>${ARTICLE}<div class="consent-banner"><button>Reject all</button></div></body></html>`,
  ],
  [
    'a video page that carries the address of the consent page in its data',
    200,
    '<html><body><div id="player"></div><script>var ytInitialData = {"saveConsentAction":{"serverUrl":"https://consent.youtube.com/save"}};</script></body></html>',
  ],
  [
    'a page about what is not available in your country',
    200,
    '<html><body><h1>Why is it not available in your country?</h1><p>Licences.</p></body></html>',
  ],
  [
    'a dead page with a sensor of Akamai',
    404,
    '<html><head><title>Not found</title><script src="/akam/13/x"></script></head><body>Access Denied</body></html>',
  ],
  [
    "a page whose state quotes a wall's script",
    200,
    `<html><body><div id="root"></div><script>window.__INITIAL_STATE__ = {"text":"the page says window._cf_chl_opt and window.gokuProps"}</script></body></html>`,
  ],
];
