import { CHALLENGE_PAGE } from '#test/world/fault.ts';

/** The shapes of challenges, written down from what vendors publish and what handbooks describe. */
export const CHALLENGE_PAGES: readonly (readonly [wall: string, status: number, body: string])[] = [
  [
    'challenge Cloudflare',
    403,
    '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script>(function(){window._cf_chl_opt={cvId:"3"};})();</script></body></html>',
  ],
  ['challenge Cloudflare', 503, '<html><body><form id="challenge-form" action="/?__cf_chl_f_tk=x" method="POST"></form></body></html>'],
  ['challenge Cloudflare', 403, CHALLENGE_PAGE],
  ['challenge Cloudflare', 200, CHALLENGE_PAGE],
  [
    'challenge DataDome',
    403,
    "<html><head><title>example.org</title></head><body><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script data-cfasync=\"false\">var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script><script src=\"https://ct.captcha-delivery.com/c.js\"></script></body></html>",
  ],
  [
    'challenge PerimeterX',
    403,
    '<html><head><title>Access to this page has been denied</title></head><body><h1>Press &amp; Hold to confirm you are a human</h1><div id="px-captcha"></div></body></html>',
  ],
  [
    'challenge PerimeterX',
    200,
    '<html><body><div id="px-captcha-wrapper"></div><script src="//captcha.px-cdn.net/PXabc/captcha.js"></script></body></html>',
  ],
  [
    'challenge AWS WAF',
    202,
    '<html><head><script>window.gokuProps = {"key":"x"};</script><script src="https://x.token.awswaf.com/x/challenge.js"></script></head><body><div id="challenge-container"></div></body></html>',
  ],
  [
    'challenge Akamai',
    403,
    '<html><body><div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/sec-4-4.js"></script></body></html>',
  ],
  [
    'challenge Akamai',
    200,
    '<html><head><meta http-equiv="refresh" content="5; URL=\'/page?bm-verify=AAQ\'" /></head><body></body></html>',
  ],
  [
    'challenge Imperva',
    200,
    '<html><body><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>',
  ],
  [
    'challenge Google',
    429,
    '<html><body><form id="captcha-form" action="index" method="post"><div class="g-recaptcha"></div></form><b>About this page</b> Our systems have detected unusual traffic</body></html>',
  ],
  [
    'challenge Amazon',
    200,
    '<html><head><title>Amazon.com</title></head><body><form method="get" action="/errors/validateCaptcha">Enter the characters you see below</form></body></html>',
  ],
  [
    'challenge the site',
    200,
    '<html><head><title>Robot check</title></head><body><div class="h-captcha" data-sitekey="x"></div></body></html>',
  ],
  ['challenge the site', 403, '<html><head><title>Security check</title></head><body><div class="g-recaptcha"></div></body></html>'],
  ['challenge the site', 429, '<html><body><p>Please solve the captcha to continue.</p></body></html>'],
  ['challenge the site', 405, '<html><head><title>Human Verification</title></head><body></body></html>'],
  [
    'challenge AWS WAF',
    405,
    '<html><head><title>Human Verification</title></head><body><div id="captcha-container"></div><script src="https://x.captcha-sdk.awswaf.com/x/jsapi.js"></script></body></html>',
  ],
  ['challenge Akamai', 200, '<html><body><script>function triggerInterstitialChallenge() {}</script></body></html>'],
  ['challenge Imperva', 200, '<html><head><script>var reeseSkipExpirationCheck = false;</script></head><body></body></html>'],
  [
    'challenge Kasada',
    429,
    '<html><body><script>window.KPSDK={};KPSDK.now=Date.now</script><script src="/149e9513/ips.js"></script></body></html>',
  ],
  [
    'challenge F5',
    200,
    '<html><head><script>window["bobcmn"] = "10111";</script><script src="/TSPD/08e?type=9"></script></head><body></body></html>',
  ],
  ['challenge Sucuri', 200, '<html><title>You are being redirected...</title><script>sucuri_cloudproxy_js=\'\';S="x"</script></html>'],
  ['challenge Alibaba', 200, '<html><head><title>Captcha Interception</title></head><body></body></html>'],
  ['challenge Alibaba', 200, '<html><body><div id="nc_1_n1z" class="btn_slide"></div></body></html>'],
  [
    'challenge Alibaba',
    200,
    '<html><body><script>location.href="https://www.lazada.sg/_____tmd_____/punish?x5secdata=x"</script></body></html>',
  ],
  ['challenge Walmart', 200, '<html><head><title>Robot or human?</title></head><body><p>Activate and hold the button</p></body></html>'],
  [
    'challenge Vercel',
    429,
    "<html><head><title>Vercel Security Checkpoint</title></head><body><p>We're verifying your browser</p></body></html>",
  ],
  [
    'challenge Anubis',
    200,
    '<html><head><title>Making sure you\'re not a bot!</title></head><body><script id="anubis_challenge" type="application/json">{}</script></body></html>',
  ],
  [
    'challenge Anubis',
    200,
    '<html><head><link rel="stylesheet" href="/.within.website/x/cmd/anubis/static/css/x.css"></head><body></body></html>',
  ],
  ['challenge DDoS-Guard', 403, '<html><head><title>DDOS-GUARD</title></head><body><p>One moment</p></body></html>'],
  ['challenge Flipkart', 200, '<html><head><title>Flipkart reCAPTCHA</title></head><body><div id="app"></div></body></html>'],
  ['challenge Glassdoor', 403, '<html><head><title>Security | Glassdoor</title></head><body><div id="page"></div></body></html>'],
  ['challenge Glassdoor', 200, '<html><head><title>Help Us Protect Glassdoor</title></head><body></body></html>'],
  [
    'challenge Amazon',
    503,
    '<html><!-- To discuss automated access to Amazon data please contact api-services-support@amazon.com. --><head><title>503 - Service Unavailable Error</title></head></html>',
  ],
  [
    'challenge the site',
    200,
    '<html><head><title>Are you human?</title></head><body><div id="c"></div><script src="https://static.geetest.com/v4/gt4.js"></script></body></html>',
  ],
  [
    'challenge the site',
    200,
    '<html><head><title>Security check</title></head><body><script src="https://client-api.arkoselabs.com/v2/x/api.js"></script></body></html>',
  ],
  ['challenge the site', 200, '<html><body><h1>Slide to verify</h1><script>initGeetest({gt:"x"})</script></body></html>'],
  ['challenge the site', 200, '<html><body><h1>Verify you are human</h1><div class="cf-turnstile"></div></body></html>'],
];

export const BLOCK_PAGES: readonly (readonly [wall: string, status: number, body: string])[] = [
  [
    'block Akamai',
    403,
    '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don\'t have permission to access "http&#58;&#47;&#47;www.example.org" on this server.<P>Reference&#32;&#35;18&#46;2d351ab8&#46;1557333295&#46;a4e16ab<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net</BODY></HTML>',
  ],
  [
    'block Akamai',
    200,
    "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission. Reference #18.2d351ab8.1557333295.a4e16ab</BODY></HTML>",
  ],
  [
    'block Cloudflare',
    403,
    '<html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
  ],
  ['block Cloudflare', 403, '<html><head><title>Access denied</title></head><body><h1>Error 1020</h1></body></html>'],
  [
    'country Cloudflare',
    403,
    '<html><head><title>Access denied</title></head><body><h1>Error 1009</h1><p>The owner of this website has banned the country or region your IP address is in.</p></body></html>',
  ],
  [
    'country CloudFront',
    403,
    '<html><body><h1>403 ERROR</h1><h2>The request could not be satisfied.</h2>The Amazon CloudFront distribution is configured to block access from your country. <pre>Generated by cloudfront (CloudFront)</pre></body></html>',
  ],
  [
    'block CloudFront',
    403,
    "<html><body><h1>403 ERROR</h1><h2>The request could not be satisfied.</h2>Request blocked. We can't connect to the server. <pre>Generated by cloudfront (CloudFront)</pre></body></html>",
  ],
  [
    'block DataDome',
    403,
    "<html><body><script>var dd={'rt':'c','cid':'x','t':'bv','host':'geo.captcha-delivery.com'}</script></body></html>",
  ],
  ['block Imperva', 403, '<html><body>Request unsuccessful. Incapsula incident ID: 877000-1</body></html>'],
  [
    'block Imperva',
    200,
    '<html><head><title>Pardon Our Interruption</title></head><body><h1>Pardon Our Interruption...</h1></body></html>',
  ],
  [
    'block F5',
    200,
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 143</body></html>',
  ],
  ['block Sucuri', 403, '<html><head><title>Sucuri WebSite Firewall - Access Denied</title></head><body></body></html>'],
  ['block Wordfence', 503, '<html><body><h1>Your access to this site has been limited</h1><p>Generated by Wordfence</p></body></html>'],
  [
    'block PerimeterX',
    403,
    '<html><head><title>Access to this page has been denied.</title></head><body><p>We tell programs from people.</p></body></html>',
  ],
  ['block Reddit', 403, '<html><head><title>Blocked</title></head><body><h1>whoa there, pardner!</h1></body></html>'],
  ['country the site', 403, '<html><body><h1>This content is not available in your region</h1></body></html>'],
];

export const CONSENT_AND_LOGIN_PAGES: readonly (readonly [wall: string, status: number, body: string])[] = [
  [
    'consent Google',
    200,
    '<html><head><title>Before you continue to YouTube</title></head><body><form action="https://consent.youtube.com/save" method="POST"><button>Reject all</button></form></body></html>',
  ],
  ['consent Google', 200, '<html><body><form jsaction="x" action="https://consent.google.de/save" method="POST"></form></body></html>'],
  [
    'consent Yahoo',
    200,
    '<html><head><title>Yahoo is part of the Yahoo family of brands</title></head><body><form method="post" class="consent-form"></form></body></html>',
  ],
  [
    'login the site',
    200,
    '<html><head><title>Log in to Example</title></head><body><form><input name="user"><input type="password" name="pass"><button>Log in</button></form></body></html>',
  ],
  [
    'login the site',
    200,
    '<html><head><title>Example</title></head><body><h1>Sign in to continue</h1><form><input type=password></form></body></html>',
  ],
];

/** JSON that asks for a proof. */
export const JSON_WALLS: readonly (readonly [wall: string, status: number, body: string])[] = [
  ['challenge DataDome', 403, '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=x"}'],
  ['challenge PerimeterX', 403, '{"appId":"PXx","jsClientSrc":"/x/init.js","blockScript":"/x/captcha/captcha.js?a=c"}'],
  ['challenge Alibaba', 200, '{"api":"mtop.x","ret":["FAIL_SYS_USER_VALIDATE"],"data":{"url":"https://x/punish"}}'],
  ['challenge Alibaba', 200, '{"ret":["RGV587_ERROR::SM::..."],"data":{}}'],
  ['challenge Alibaba', 200, '{"rgv587_flag":"sm","url":"https://x/punish?x5secdata=x"}'],
];

/** As that of a vendor that stands before the site answers there. */
export const JSON_OF_WALMART = ['challenge PerimeterX', 412, '{"redirectUrl":"/blocked?url=L2lw","appId":"PXx"}'] as const;

/** Pages of platforms that mean a wall on their own hosts alone. */
export const PLATFORM_PAGES: readonly (readonly [wall: string, status: number, url: string, body: string])[] = [
  ['block Yelp', 503, 'https://www.yelp.com/gql/batch', '<html><body><h1>This page is not available</h1></body></html>'],
  [
    'block Reddit',
    403,
    'https://www.reddit.com/comments/1.json',
    '<body class=theme-beta><div><style>:root{--size:1rem}</style></div></body>',
  ],
  ['block Yelp', 403, 'https://www.yelp.co.uk/biz/x', '<html><body><h1>This page is not available</h1></body></html>'],
];

/** JSON of platforms that means a wall on their own hosts alone. */
export const PLATFORM_JSON: readonly (readonly [wall: string, status: number, url: string, body: string])[] = [
  ['login Instagram', 400, 'https://www.instagram.com/api/v1/x', '{"message":"checkpoint_required","checkpoint_url":"/challenge/?next=x"}'],
  ['login Instagram', 403, 'https://www.instagram.com/api/v1/x', '{"message":"login_required","status":"fail"}'],
  ['block Instagram', 400, 'https://i.instagram.com/api/v1/x', '{"message":"feedback_required","spam":true}'],
  ['block Shopee', 403, 'https://shopee.co.id/api/v2/x', '{"is_login":false,"action_type":2,"error":90309999}'],
];
