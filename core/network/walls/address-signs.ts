import type { Sign } from '#core/network/walls/wall.ts';

/** An address that a wall stands at. */
export interface AddressSign extends Sign {
  /** Left out: on every host. */
  readonly host?: RegExp;
  readonly path: RegExp;
  /** Left out: with any query. */
  readonly query?: RegExp;
}

const ANY = /^/;
const ALIBABA = /(?:^|\.)(?:alibaba|aliexpress|taobao|tmall|lazada|daraz)\.[a-z.]{2,6}$/;
const GOOGLE = /(?:^|\.)google\.[a-z.]{2,6}$/;

/** Captchas and refusals that have an address of their own. A platform never asks for one of these by itself. */
export const WALL_ADDRESSES: readonly AddressSign[] = [
  {
    kind: 'challenge',
    by: 'Google',
    host: GOOGLE,
    path: /^\/sorry\//,
    source: 'support.google.com, Unusual traffic from your computer network',
  },
  { kind: 'challenge', by: 'DataDome', host: /(?:^|\.)captcha-delivery\.com$/, path: ANY, source: 'docs.datadome.co, challenge page' },
  { kind: 'challenge', by: 'Radware', host: /^validate\.perfdrive\.com$/, path: ANY, source: 'Radware Bot Manager (ShieldSquare)' },
  { kind: 'challenge', by: 'Amazon', path: /^\/errors\/validateCaptcha/, source: 'its robot check' },
  { kind: 'challenge', by: 'Alibaba', host: ALIBABA, path: /\/_____tmd_____\/(?:punish|verify|slide)/, source: 'its slider page (Baxia)' },
  {
    kind: 'challenge',
    by: 'Walmart',
    host: /(?:^|\.)walmart\.(?:com|ca|com\.mx)$/,
    path: /^\/blocked\/?$/,
    source: 'its "Robot or human?" page',
  },
  { kind: 'challenge', by: 'LinkedIn', host: /(?:^|\.)linkedin\.com$/, path: /^\/checkpoint\/challenge/, source: 'its captcha page' },
  {
    kind: 'challenge',
    by: 'Shopee',
    host: /(?:^|\.)shopee\.[a-z.]{2,6}$/,
    path: /^\/(?:verify|api\/v4\/anti_fraud)\/captcha/,
    source: 'its captcha page',
  },
  { kind: 'block', by: 'Shopee', host: /(?:^|\.)shopee\.[a-z.]{2,6}$/, path: /^\/verify\/traffic/, source: 'its traffic page' },
  {
    kind: 'challenge',
    by: 'VK',
    host: /(?:^|\.)vk\.(?:com|ru)$/,
    path: /^\/(?:challenge\.html|captcha\.php)/,
    source: 'its check of visitors',
  },
  { kind: 'challenge', by: 'eBay', host: /(?:^|\.)ebay\.[a-z.]{2,6}$/, path: /^\/splashui\/captcha/, source: 'its captcha page' },
  {
    kind: 'block',
    by: 'eBay',
    host: /(?:^|\.)ebay\.[a-z.]{2,6}$/,
    path: /^\/splashui\/challenge/,
    source: 'its "Pardon Our Interruption"',
  },
  { kind: 'challenge', by: 'Yandex', path: /^\/showcaptcha(?:fast)?$/, source: 'yandex.cloud, SmartCaptcha' },
  { kind: 'challenge', by: 'Anubis', path: /^\/\.within\.website\/x\/cmd\/anubis\//, source: 'anubis.techaro.lol' },
  {
    kind: 'block',
    by: 'Mercado Libre',
    host: /(?:^|\.)mercadoli(?:bre|vre)\.[a-z.]{2,6}$/,
    path: /^\/gz\/account-verification/,
    source: 'its page for clients it takes for programs',
  },
];

/** Questions about cookies to which a redirect leads. */
export const CONSENT_ADDRESSES: readonly AddressSign[] = [
  {
    kind: 'consent',
    by: 'Google',
    host: /^consent\.google\.[a-z.]{2,6}$/,
    path: ANY,
    source: 'visitors from the EU without a SOCS cookie',
  },
  { kind: 'consent', by: 'YouTube', host: /^consent\.youtube\.com$/, path: ANY, source: 'visitors from the EU without a SOCS cookie' },
  {
    kind: 'consent',
    by: 'Yahoo',
    host: /^(?:consent|guce)\.[a-z-]+\.[a-z.]{2,6}$/,
    path: /^\/(?:v\d\/)?(?:collectConsent|consent|copyConsent)/i,
    source: 'Yahoo, AOL, Engadget',
  },
  { kind: 'consent', by: 'Tumblr', host: /(?:^|\.)tumblr\.com$/, path: /^\/privacy\/consent/, source: 'visitors from the EU' },
  {
    kind: 'consent',
    by: 'Meta',
    host: /(?:^|\.)(?:facebook|instagram|threads)\.(?:com|net)$/,
    path: /^\/(?:privacy\/consent|consent|cookie\/consent)\b/,
    source: 'Facebook, Instagram and Threads in the EU',
  },
];

/** The way to a login, of one platform. */
const PLATFORM_LOGINS: readonly AddressSign[] = [
  {
    kind: 'login',
    by: 'LinkedIn',
    host: /(?:^|\.)linkedin\.com$/,
    path: /^\/(?:authwall|uas\/login|checkpoint\/lg)/,
    source: 'its wall for visitors',
  },
  {
    kind: 'login',
    by: 'Instagram',
    host: /(?:^|\.)instagram\.com$/,
    path: /^\/(?:accounts\/login|challenge)\b/,
    source: 'asks to log in, or to confirm the account',
  },
  {
    kind: 'login',
    by: 'Facebook',
    host: /(?:^|\.)facebook\.com$/,
    path: /^\/(?:login|checkpoint)\b/,
    source: 'asks to log in, or to confirm the account',
  },
  { kind: 'login', by: 'Amazon', path: /^\/ap\/signin/, source: 'reviews since November 2024' },
  { kind: 'login', by: 'Google', host: /^accounts\.google\.com$/, path: /\/(?:ServiceLogin|signin)/i, source: 'its login' },
  { kind: 'login', by: 'eBay', host: /^signin\.ebay\.[a-z.]{2,6}$/, path: ANY, source: 'its login' },
  { kind: 'login', by: 'Trustpilot', host: /(?:^|\.)trustpilot\.com$/, path: /^\/users\/connect/, source: 'pages after the tenth' },
  { kind: 'login', by: 'Weibo', host: /^(?:passport\.weibo\.(?:com|cn)|login\.sina\.com\.cn)$/, path: ANY, source: 'its visitor system' },
  {
    kind: 'login',
    by: 'Glassdoor',
    host: /(?:^|\.)glassdoor\.[a-z.]{2,6}$/,
    path: /^\/(?:profile|member\/profile)\/login/,
    source: 'its login',
  },
  { kind: 'age', by: 'Reddit', host: /(?:^|\.)reddit\.com$/, path: /^\/over18/, source: 'its question about age' },
];

/** Names that logins have on any site, as the last part of the path. */
const LOGIN_PATH =
  /(?:^|\/)(?:log[-_]?in|sign[-_]?in|auth(?:\/|_)?(?:login|wall)|servicelogin|login_(?:form|input|required))(?:\.(?:php|html?|aspx?|do|jsp))?\/?$/i;
const LOGIN_HOST = /^(?:login|signin|sign-in|passport)\./;

/** Where a redirect leads that is no answer, besides `WALL_ADDRESSES`. */
export const REDIRECT_SIGNS: readonly AddressSign[] = [
  ...CONSENT_ADDRESSES,
  ...PLATFORM_LOGINS,
  { kind: 'login', by: 'the site', path: LOGIN_PATH, source: 'what sites call their login' },
  { kind: 'login', by: 'the site', host: LOGIN_HOST, path: ANY, source: 'what sites call the host of their login' },
  { kind: 'consent', by: 'the site', host: /^consent\./, path: ANY, source: 'what sites call the host of their question about cookies' },
];
