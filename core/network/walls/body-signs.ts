import type { BodySign } from '#core/platform-api/wall-sign.ts';

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
  { kind: 'challenge', by: 'Vercel', in: 'title', mark: /^Vercel Security Checkpoint$/, source: 'vercel.com/docs, Attack Challenge Mode' },
  {
    kind: 'challenge',
    by: 'Anubis',
    in: 'markup',
    mark: /\/\.within\.website\/x\/cmd\/anubis\/static\/|\bid=["']anubis_challenge["']/,
    source: 'anubis.techaro.lol',
  },
  { kind: 'challenge', by: 'DDoS-Guard', in: 'title', mark: /^DDo?S-Guard$/i, source: 'ddos-guard.net, browser check' },
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
    source: 'docs.imperva.com, Advanced Bot Protection',
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
    kind: 'country',
    by: 'the site',
    in: 'words',
    mark: /\b(?:not|isn't|is not|un)\s?(?:currently )?available in your (?:country|region|location)\b/i,
    status: 'refusing',
    source: 'what sites write to visitors from other countries',
  },
];

const CONSENTS: readonly BodySign[] = [
  {
    kind: 'consent',
    by: 'Yahoo',
    in: 'markup',
    mark: /<form\b[^<>]{0,300}class=["'][^"']*\bconsent-form\b/,
    source: 'Yahoo, AOL, Engadget',
  },
];

/** What vendors show, and sites in general. */
const BODY_SIGNS: readonly BodySign[] = [...CHALLENGES, ...BLOCKS, ...CONSENTS];

/** Signs are looked for in this order: the exact before the general. */
const STAGES: readonly ((sign: BodySign) => boolean)[] = [
  ({ kind, in: place }) => kind === 'block' && place === 'markup',
  ({ kind }) => kind === 'challenge',
  ({ kind, in: place, by }) => (kind === 'block' || kind === 'country') && place !== 'json' && by !== 'the site',
  ({ by }) => by === 'the site',
  ({ kind }) => kind !== 'consent',
  ({ kind }) => kind === 'consent',
];

/** All signs in the order in which they are looked for; a site's own after those of vendors that are as exact. */
export function bodySignsWith(own: readonly BodySign[]): readonly BodySign[] {
  const all = [...BODY_SIGNS, ...own];
  const stages = new Map(all.map((sign) => [sign, STAGES.findIndex((isOf) => isOf(sign))]));
  return all.toSorted((a, b) => (stages.get(a) ?? 0) - (stages.get(b) ?? 0));
}
