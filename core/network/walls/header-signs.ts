import type { HeaderSign, Sign } from '#core/platform-api/wall-sign.ts';

export const HEADER_SIGNS: readonly HeaderSign[] = [
  {
    kind: 'challenge',
    by: 'Cloudflare',
    header: 'cf-mitigated',
    value: /^challenge$/,
    source: 'developers.cloudflare.com, Detect a Challenge Page response',
  },
  {
    kind: 'challenge',
    by: 'AWS WAF',
    header: 'x-amzn-waf-action',
    value: /^(?:captcha|challenge)$/,
    source: 'docs.aws.amazon.com, AWS WAF, CAPTCHA and Challenge action behavior',
  },
  {
    kind: 'challenge',
    by: 'Vercel',
    header: 'x-vercel-mitigated',
    value: /^challenge$/,
    source: 'public code: answers of its firewall',
  },
  { kind: 'block', by: 'Vercel', header: 'x-vercel-mitigated', value: /^deny$/, source: 'public code: answers of its firewall' },
  {
    kind: 'challenge',
    by: 'Kasada',
    header: 'x-kpsdk-ct',
    value: /./,
    statuses: [403, 428, 429],
    source: 'public write-ups: the first answer of sites behind Kasada is a 429 with this header',
  },
  { kind: 'challenge', by: 'DataDome', header: 'x-dd-b', value: /./, statuses: [403], source: 'public code: beside x-datadome: protected' },
  {
    kind: 'challenge',
    by: 'DataDome',
    header: 'x-datadome',
    value: /protected/,
    statuses: [403],
    source: 'docs.datadome.co: normal answers carry it too, a 403 with it is theirs',
  },
  { kind: 'block', by: 'Sucuri', header: 'x-sucuri-block', value: /./, source: 'public code: block pages of the Sucuri firewall' },
];

/** A cookie that a vendor sets with a refusal. It names whose refusal that is; normal answers may set it too. */
interface CookieSign extends Sign {
  readonly cookie: RegExp;
  readonly statuses: readonly number[];
}

export const COOKIE_SIGNS: readonly CookieSign[] = [
  { kind: 'challenge', by: 'DataDome', cookie: /^datadome$/, statuses: [403], source: 'docs.datadome.co, cookie' },
  {
    kind: 'challenge',
    by: 'Kasada',
    cookie: /^KP_UIDz(?:-ssn)?$/,
    statuses: [403, 428, 429],
    source: 'public write-ups: beside x-kpsdk-ct',
  },
  { kind: 'block', by: 'Imperva', cookie: /^(?:incap_ses_|visid_incap_)/, statuses: [403], source: 'docs.imperva.com, cookies' },
  { kind: 'block', by: 'Akamai', cookie: /^(?:ak_bmsc|bm_sz|_abck)$/, statuses: [403], source: 'Akamai Bot Manager cookies' },
  { kind: 'block', by: 'Sucuri', cookie: /^sucuri_cloudproxy_uuid_/, statuses: [403], source: 'Sucuri firewall cookie' },
  { kind: 'block', by: 'HUMAN', cookie: /^_px(?:3|hd|vid|de)$/, statuses: [403], source: 'docs.humansecurity.com, cookies' },
];
