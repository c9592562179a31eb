import { PlatformRefusal } from '#core/contract/error.ts';

/** What of an answer tells whether it is a challenge instead of the page that was asked for. */
export interface Suspect {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  /** Length of the body in bytes, unpacked. Long pages are not decoded for this. */
  readonly bytes: number;
  /** Decoded when it is read, which happens only where it is worth it. */
  readonly text: string;
}

/** A page that is nothing but a challenge is short; what stands in a longer one is a part of a real page. */
const SHORT_PAGE_BYTES = 64 * 1024;
/** A refusing status speaks for itself, so that a vendor's marks count in longer pages too. */
const LONG_PAGE_BYTES = 512 * 1024;
/** Characters of readable text above which a page says more than "prove that you are human". */
const LITTLE_TEXT = 2_000;
/** Statuses that challenges come with besides 200. AWS WAF uses 202 and 405. */
const REFUSING: ReadonlySet<number> = new Set([202, 403, 405, 429, 503]);

/**
 * Marks that only a challenge carries, by vendor. Not in here: what vendors also put into every normal page,
 * such as Cloudflare's `challenge-platform/scripts/jsd`, DataDome's `tags.js`, PerimeterX's `_pxAppId`, AWS WAF's `challenge.js`.
 */
const VENDOR_MARKS: readonly (readonly [string, RegExp])[] = [
  [
    'Cloudflare',
    /\b_cf_chl_opt\b|<title>Just a moment\.\.\.<\/title>|\/cdn-cgi\/challenge-platform\/[^"'\s]{0,80}\/orchestrate\/|\bid=["'](?:challenge-form|cf-captcha-container)["']/,
  ],
  ['DataDome', /var dd\s?=\s?\{[^}]{0,2000}captcha-delivery\.com|<(?:iframe|script)\b[^<>]{0,400}captcha-delivery\.com/],
  ['PerimeterX', /\bid=["']px-captcha(?:-wrapper)?["']|\/\/captcha\.px-(?:cdn|cloud)\.net\//],
  ['AWS WAF', /\bwindow\.gokuProps\b|\bAwsWafIntegration\.forceRefreshToken\b/],
  ['Akamai', /\bid=["']sec-if-cpt-container["']|\/_sec\/cp_challenge\/|\bsec-cpt-if\b|[?&]bm-verify=/],
  ['Imperva', /Incapsula incident ID|\bid=["']main-iframe["'][^<>]{1,400}_Incapsula_Resource/],
  ['Google', /\bid=["']captcha-form["']/],
  ['Amazon', /\/errors\/validateCaptcha/],
];

const ADDRESSES: readonly (readonly [string, (url: URL) => boolean])[] = [
  ['Google', (url) => /(?:^|\.)google\.[a-z.]{2,6}$/.test(url.hostname) && url.pathname.startsWith('/sorry/')],
  ['DataDome', (url) => /(?:^|\.)captcha-delivery\.com$/.test(url.hostname)],
  ['Radware', (url) => url.hostname === 'validate.perfdrive.com'],
  ['Amazon', (url) => url.pathname === '/errors/validateCaptcha'],
];

const WIDGET =
  /\b(?:g-recaptcha|h-captcha|cf-turnstile)\b|\b(?:google\.com|recaptcha\.net)\/recaptcha\/|\bhcaptcha\.com\/1\/api\.js|\bchallenges\.cloudflare\.com\/turnstile\//;
const ASKS_FOR_PROOF =
  /\bcaptcha\b|\b(?:verify|confirm|prove)\b.{0,40}\b(?:human|robot|bot)\b|\bchecking your browser\b|\bare you (?:a )?(?:human|robot)\b|\bnot a (?:robot|bot)\b|\b(?:robot|bot|security|human) (?:check|verification|challenge)\b|\bpress (?:&|&amp;|and) hold\b/i;

/**
 * Who put a challenge (captcha, proof of a browser) where the page should be; null for every other answer.
 * Careful on purpose: a page that merely carries a captcha widget (a login form, a contact form) is a page.
 */
export function challengeIn(suspect: Suspect): string | null {
  const { status, headers, bytes } = suspect;
  const byHeader = headerMark(headers);
  if (byHeader !== null) return byHeader;
  const isRefusing = REFUSING.has(status);
  if (!isRefusing && status !== 200) return null;
  const type = headers['content-type'] ?? '';
  if (/json|javascript/i.test(type))
    return status === 403 && bytes < SHORT_PAGE_BYTES && suspect.text.includes('captcha-delivery.com') ? 'DataDome' : null;
  if (!/html/i.test(type) && type !== '') return null;
  const byAddress = challengeAt(URL.parse(suspect.url));
  if (byAddress !== null) return byAddress;
  if (bytes > (isRefusing ? LONG_PAGE_BYTES : SHORT_PAGE_BYTES)) return null;
  const html = suspect.text;
  const vendor = VENDOR_MARKS.find(([, marks]) => marks.test(html));
  if (vendor) return vendor[0];
  return bytes <= SHORT_PAGE_BYTES && isInterstitial(html, isRefusing) ? 'the site' : null;
}

/** The same question of an address alone: where a redirect leads. */
export function challengeAt(url: URL | null): string | null {
  return url === null ? null : (ADDRESSES.find(([, matches]) => matches(url))?.[0] ?? null);
}

export function challengeRefusal(host: string, by: string): PlatformRefusal {
  const whose = by === 'the site' ? '' : ` (${by})`;
  return new PlatformRefusal(
    'CAPTCHA',
    `${host} asks for a captcha${whose}. Open the page in your own browser, solve it, and give that session's cookies (options.cookies), or choose another route (options.vpn).`,
  );
}

function headerMark(headers: Readonly<Record<string, string>>): string | null {
  if (headers['cf-mitigated'] === 'challenge') return 'Cloudflare';
  const action = headers['x-amzn-waf-action'];
  return action === 'captcha' || action === 'challenge' ? 'AWS WAF' : null;
}

/**
 * A page of the site's own: a widget, a heading that asks for proof, and little else. With a refusing status the asking words suffice,
 * wherever the little text has them.
 */
function isInterstitial(html: string, isRefusing: boolean): boolean {
  const text = readableText(html);
  if (text.length > LITTLE_TEXT) return false;
  const headings = [...html.matchAll(/<(title|h1|h2)\b[^<>]*>([\s\S]{0,300}?)<\/\1>/gi)]
    .map((found) => readableText(found[2] ?? ''))
    .join('\n');
  if (isRefusing) return ASKS_FOR_PROOF.test(headings) || ASKS_FOR_PROOF.test(text);
  return WIDGET.test(html) && ASKS_FOR_PROOF.test(headings);
}

function readableText(html: string): string {
  return html
    .replace(/<(script|style|svg)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
