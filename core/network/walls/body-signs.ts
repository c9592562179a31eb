import type { Sign } from '#core/network/walls/wall.ts';

/**
 * What a body shows. In `markup`: elements and scripts of the page, but not the data in it. In `words`: what a reader sees; counts only
 * where the page says little else, since people write such words too. In `title`: the page's title alone. In `json`: a body of JSON.
 */
export interface BodySign extends Sign {
  readonly in: 'markup' | 'words' | 'title' | 'json';
  readonly mark: RegExp;
  /** `refusing`: only with a status that refuses (JSON: 202 and all from 400 on). `any` (default): with 200 too. */
  readonly status?: 'refusing' | 'any';
  /** Left out: on every host. */
  readonly host?: RegExp;
}

/**
 * Marks that only a challenge carries. Not in here: what vendors also put into every normal page, such as Cloudflare's
 * `challenge-platform/scripts/jsd`, DataDome's `tags.js`, HUMAN's `_pxAppId`, AWS WAF's `challenge.js`.
 */
const CHALLENGES: readonly BodySign[] = [
  {
    kind: 'challenge',
    by: 'Cloudflare',
    in: 'markup',
    mark: /\b_cf_chl_opt\b|\/cdn-cgi\/challenge-platform\/[^"'\s]{0,80}\/orchestrate\/|\bid=["']?(?:challenge-form|cf-captcha-container|cf-browser-verification)["']/,
    source: 'developers.cloudflare.com, Challenge pages',
  },
  { kind: 'challenge', by: 'Cloudflare', in: 'title', mark: /^Just a moment\.\.\.$/, source: 'developers.cloudflare.com, Challenge pages' },
  {
    kind: 'challenge',
    by: 'DataDome',
    in: 'markup',
    mark: /var dd\s?=\s?\{[^}]{0,2000}captcha-delivery\.com|<(?:iframe|script)\b[^<>]{0,400}captcha-delivery\.com/,
    source: 'docs.datadome.co, challenge page',
  },
  {
    kind: 'challenge',
    by: 'DataDome',
    in: 'json',
    mark: /captcha-delivery\.com/,
    status: 'refusing',
    source: 'docs.datadome.co, answers to XHR',
  },
  {
    kind: 'challenge',
    by: 'PerimeterX',
    in: 'markup',
    mark: /\bid=["']px-captcha(?:-wrapper|-root)?["']|\/\/captcha\.px-(?:cdn|cloud)\.net\//,
    source: 'docs.humansecurity.com, challenge page',
  },
  {
    kind: 'challenge',
    by: 'PerimeterX',
    in: 'json',
    mark: /"blockScript"\s*:\s*"[^"]{0,300}captcha/,
    status: 'refusing',
    source: 'docs.humansecurity.com, advanced blocking response',
  },
  {
    kind: 'challenge',
    by: 'PerimeterX',
    in: 'json',
    mark: /"redirectUrl"\s*:\s*"\/blocked\?/,
    status: 'refusing',
    source: 'Walmart, answers to XHR',
  },
  {
    kind: 'challenge',
    by: 'AWS WAF',
    in: 'markup',
    mark: /\bwindow\.gokuProps\b|\bAwsWafIntegration\.(?:forceRefreshToken|saveReferrer)\b|\bid=["']captcha-container["'][^]{0,2000}awswaf\.com/,
    source: 'docs.aws.amazon.com, AWS WAF, client application integration',
  },
  {
    kind: 'challenge',
    by: 'Akamai',
    in: 'markup',
    mark: /\bid=["']sec-if-cpt-container["']|\/_sec\/cp_challenge\/|\bsec-cpt-if\b|[?&]bm-verify=|\btriggerInterstitialChallenge\b/,
    source: 'techdocs.akamai.com, Bot Manager, challenge actions',
  },
  {
    kind: 'challenge',
    by: 'Imperva',
    in: 'markup',
    mark: /\bid=["']main-iframe["'][^<>]{1,400}_Incapsula_Resource|\bid=["']distil_r_captcha|\breeseSkipExpirationCheck\b/,
    source: 'docs.imperva.com, error and challenge pages',
  },
  {
    kind: 'challenge',
    by: 'Kasada',
    in: 'markup',
    mark: /\bwindow\.KPSDK\s*=\s*\{\}|\bKPSDK\.scriptStart\b/,
    source: 'public write-ups: the page before ips.js',
  },
  {
    kind: 'challenge',
    by: 'F5',
    in: 'markup',
    mark: /\bwindow\["bobcmn"\]|<script\b[^<>]{0,200}src=["']\/TSPD\/|\bid=["']pleaseenablejs["'][^]{0,3000}\/TSPD\//,
    source: 'techdocs.f5.com, BIG-IP bot defense',
  },
  {
    kind: 'challenge',
    by: 'Sucuri',
    in: 'markup',
    mark: /\bsucuri_cloudproxy_js\s*=/,
    source: 'public code: the page before a visitor is let in',
  },
  {
    kind: 'challenge',
    by: 'Alibaba',
    in: 'markup',
    mark: /\/_____tmd_____\/(?:punish|verify)|\bid=["']?(?:nc_1_n1z|nc_1_wrapper|baxia-dialog-content)["']|\bclass=["']baxia-dialog\b/,
    source: 'its slider page (Baxia)',
  },
  { kind: 'challenge', by: 'Alibaba', in: 'title', mark: /^Captcha Interception$/, source: 'its slider page (Baxia)' },
  {
    kind: 'challenge',
    by: 'Alibaba',
    in: 'json',
    mark: /"ret"\s*:\s*\[\s*"(?:FAIL_SYS_USER_VALIDATE|RGV587_ERROR)|"rgv587_flag"\s*:\s*"sm"/,
    source: 'mtop answers that ask for the slider',
  },
  { kind: 'challenge', by: 'Google', in: 'markup', mark: /\bid=["']captcha-form["']/, source: 'its "unusual traffic" page' },
  { kind: 'challenge', by: 'Amazon', in: 'markup', mark: /\/errors\/validateCaptcha/, source: 'its robot check' },
  {
    kind: 'challenge',
    by: 'Amazon',
    in: 'markup',
    mark: /\bapi-services-support@amazon\.com\b/,
    status: 'refusing',
    source: 'its robot check with status 503',
  },
  { kind: 'challenge', by: 'Walmart', in: 'title', mark: /^Robot or human\?$/, source: 'its robot check' },
  { kind: 'challenge', by: 'Vercel', in: 'title', mark: /^Vercel Security Checkpoint$/, source: 'vercel.com/docs, Attack Challenge Mode' },
  {
    kind: 'challenge',
    by: 'Anubis',
    in: 'markup',
    mark: /\/\.within\.website\/x\/cmd\/anubis\/static\/|\bid=["']anubis_challenge["']/,
    source: 'anubis.techaro.lol',
  },
  { kind: 'challenge', by: 'DDoS-Guard', in: 'title', mark: /^DDo?S-Guard$/i, source: 'ddos-guard.net, browser check' },
  { kind: 'challenge', by: 'Flipkart', in: 'title', mark: /^Flipkart reCAPTCHA$/, source: 'its robot check' },
  {
    kind: 'challenge',
    by: 'eBay',
    in: 'title',
    mark: /^Security Measure\b/,
    host: /(?:^|\.)ebay\.[a-z.]{2,6}$/,
    source: 'its captcha page',
  },
  {
    kind: 'challenge',
    by: 'Glassdoor',
    in: 'title',
    mark: /^(?:Security \| Glassdoor|Help Us Protect Glassdoor)$/,
    source: 'its check of visitors',
  },
];

const BLOCKS: readonly BodySign[] = [
  {
    kind: 'country',
    by: 'Cloudflare',
    in: 'words',
    mark: /\berror(?: code:?)? 1009\b|\bbanned the country or region your IP address is in\b/i,
    status: 'refusing',
    source: 'developers.cloudflare.com, Error 1009',
  },
  {
    kind: 'block',
    by: 'Cloudflare',
    in: 'words',
    mark: /\berror(?: code:?)? 10(?:0[5-8]|10|12|20)\b|\bAttention Required! \| Cloudflare\b|\bSorry, you have been blocked\b/i,
    status: 'refusing',
    source: 'developers.cloudflare.com, Cloudflare 1xxx errors',
  },
  {
    kind: 'country',
    by: 'CloudFront',
    in: 'words',
    mark: /\bCloudFront distribution is configured to block access from your country\b/,
    status: 'refusing',
    source: 'docs.aws.amazon.com, CloudFront, HTTP 403',
  },
  {
    kind: 'block',
    by: 'CloudFront',
    in: 'words',
    mark: /\bRequest blocked\.[^]{0,600}\(CloudFront\)/,
    status: 'refusing',
    source: 'docs.aws.amazon.com, CloudFront, HTTP 403',
  },
  {
    kind: 'block',
    by: 'Akamai',
    in: 'words',
    mark: /^Access Denied\b[^]{0,400}\bReference #\d+\.[\da-f.]+/i,
    source: 'techdocs.akamai.com, reference numbers',
  },
  {
    kind: 'block',
    by: 'DataDome',
    in: 'markup',
    mark: /var dd\s?=\s?\{[^}]{0,2000}'t'\s?:\s?'bv'/,
    source: 'docs.datadome.co: a visitor who is blocked for good',
  },
  { kind: 'block', by: 'Imperva', in: 'words', mark: /\bIncapsula incident ID\b/, source: 'docs.imperva.com, error pages' },
  {
    kind: 'block',
    by: 'Imperva',
    in: 'title',
    mark: /^Pardon Our Interruption/,
    source: 'docs.imperva.com, Advanced Bot Protection; eBay',
  },
  {
    kind: 'block',
    by: 'F5',
    in: 'words',
    mark: /\bThe requested URL was rejected\. Please consult with your administrator\b/,
    source: 'techdocs.f5.com, ASM blocking response page',
  },
  {
    kind: 'block',
    by: 'Sucuri',
    in: 'words',
    mark: /\bSucuri Web[Ss]ite Firewall\b[^]{0,60}\bAccess Denied\b|\bAccess Denied\b[^]{0,60}\bSucuri Web[Ss]ite Firewall\b/,
    source: 'docs.sucuri.net, block page',
  },
  {
    kind: 'block',
    by: 'Wordfence',
    in: 'words',
    mark: /\bGenerated by Wordfence\b/,
    status: 'refusing',
    source: 'wordfence.com/help, blocking',
  },
  {
    kind: 'block',
    by: 'PerimeterX',
    in: 'title',
    mark: /^Access to this page has been denied\.?$/,
    source: 'docs.humansecurity.com, block page',
  },
  {
    kind: 'block',
    by: 'Reddit',
    in: 'words',
    mark: /\bwhoa there, pardner!|\byou've been blocked by network security\b/i,
    status: 'refusing',
    source: 'its block page',
  },
  {
    kind: 'block',
    by: 'Reddit',
    in: 'markup',
    mark: /^\s*<body class=["']?theme-beta\b/,
    status: 'refusing',
    host: /(?:^|\.)reddit\.com$/,
    source: 'its block page of 2026: a body without a head',
  },
  {
    kind: 'block',
    by: 'Yelp',
    in: 'words',
    mark: /\bThis page is not available\b/i,
    status: 'refusing',
    host: /(?:^|\.)yelp\.[a-z.]{2,6}$/,
    source: 'its page for addresses that asked too much',
  },
  {
    kind: 'country',
    by: 'the site',
    in: 'words',
    mark: /\b(?:not|isn't|is not|un)\s?(?:currently )?available in your (?:country|region|location)\b/i,
    status: 'refusing',
    source: 'what sites write to visitors from other countries',
  },
];

/** What platforms answer programs with, in JSON of their own. */
const PLATFORM_JSON: readonly BodySign[] = [
  {
    kind: 'login',
    by: 'Instagram',
    in: 'json',
    mark: /"message"\s*:\s*"(?:checkpoint_required|challenge_required|login_required)"/,
    status: 'refusing',
    host: /(?:^|\.)instagram\.com$/,
    source: 'asks to log in, or to confirm the account',
  },
  {
    kind: 'block',
    by: 'Instagram',
    in: 'json',
    mark: /"message"\s*:\s*"feedback_required"/,
    status: 'refusing',
    host: /(?:^|\.)instagram\.com$/,
    source: 'a block of the account for what it did',
  },
  {
    kind: 'block',
    by: 'Shopee',
    in: 'json',
    mark: /"error"\s*:\s*9030999[89]\b/,
    status: 'refusing',
    host: /(?:^|\.)shopee\.[a-z.]{2,6}$/,
    source: 'its traffic wall',
  },
];

const CONSENTS: readonly BodySign[] = [
  {
    kind: 'consent',
    by: 'Google',
    in: 'markup',
    mark: /<form\b[^<>]{0,300}action=["']https:\/\/consent\.(?:google|youtube)\.[a-z.]{2,6}\/save/,
    source: 'visitors from the EU without a SOCS cookie',
  },
  {
    kind: 'consent',
    by: 'Yahoo',
    in: 'markup',
    mark: /<form\b[^<>]{0,300}class=["'][^"']*\bconsent-form\b/,
    source: 'Yahoo, AOL, Engadget',
  },
];

/** In the order in which they are looked for: the exact before the general. */
export const BODY_SIGNS: readonly BodySign[] = [
  ...BLOCKS.filter(({ in: place }) => place === 'markup'),
  ...CHALLENGES,
  ...BLOCKS,
  ...PLATFORM_JSON,
  ...CONSENTS,
];
