import type { PastedUrl } from '#core/platform-api/define.ts';
import { isRedirect } from '#core/platform-api/refusal.ts';
import type { Answer } from '#core/platform-api/session.ts';
import type { SiteWalls } from '#core/platform-api/wall-sign.ts';

/** Endings of Google's hosts: `google.de`, `google.com.br`, `google.co.uk`. */
const PLAIN =
  'com ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi fm fr ga ge gg gl gm gp gr gy hk hn hr ht hu ie im iq is it je jo ki kg kz la li lk lt lu lv md me mg mk ml mn ms mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt us vg vu ws';
const BEHIND_COM =
  'af ag ai ar au bd bh bn bo br by bz co cu cy do ec eg et fj gh gi gt hk jm kh kw lb ly mm mt mx my na nf ng ni np om pa pe pg ph pk pr py qa sa sb sg sl sv tj tr tw ua uy vc vn';
const BEHIND_CO = 'ao bw ck cr id il in jp ke kr ls ma mz nz th tz ug uk uz ve vi za zm zw';

/** Google's hosts in all countries, without `www.`. */
export const GOOGLE_HOSTS: ReadonlySet<string> = new Set([
  ...PLAIN.split(' ').map((ending) => `google.${ending}`),
  ...BEHIND_COM.split(' ').map((ending) => `google.com.${ending}`),
  ...BEHIND_CO.split(' ').map((ending) => `google.co.${ending}`),
]);

/** Sent with pages, so that visitors from the EU are not asked for their consent first. */
export const CONSENT = { cookie: 'SOCS=CAI' };

const FOR_VISITORS_OF_EU = 'visitors from the EU without a SOCS cookie';

/** Walls that any of its sites can lead to. */
export const GOOGLE_WALLS: SiteWalls = {
  addresses: [
    {
      kind: 'challenge',
      by: 'Google',
      host: /(?:^|\.)google\.[a-z.]{2,6}$/,
      path: /^\/sorry\//,
      source: 'support.google.com, Unusual traffic from your computer network',
    },
    { kind: 'consent', by: 'Google', host: /^consent\.google\.[a-z.]{2,6}$/, source: FOR_VISITORS_OF_EU },
    { kind: 'consent', by: 'YouTube', host: /^consent\.youtube\.com$/, source: FOR_VISITORS_OF_EU },
    { kind: 'login', by: 'Google', host: /^accounts\.google\.com$/, path: /\/(?:ServiceLogin|signin)/i, source: 'its login' },
  ],
  bodies: [
    { kind: 'challenge', by: 'Google', in: 'markup', mark: /\bid=["']captcha-form["']/, source: 'its "unusual traffic" page' },
    {
      kind: 'consent',
      by: 'Google',
      in: 'markup',
      mark: /<form\b[^<>]{0,300}action=["']https:\/\/consent\.(?:google|youtube)\.[a-z.]{2,6}\/save/,
      source: FOR_VISITORS_OF_EU,
    },
  ],
};

const FEATURE_ID = /0x[0-9a-f]+(?::|%3A)0x[0-9a-f]+/i;

/** True for the host of Google in any country. @param host without `www.` */
export function isGoogleHost(host: string): boolean {
  return GOOGLE_HOSTS.has(host);
}

/** The first id of a place in a text: two hexadecimal numbers (`0x14e7:0xe541`), as an address or a page writes it. */
export function featureIdIn(text: string): string | null {
  return FEATURE_ID.exec(text)?.[0].replace(/%3A/i, ':') ?? null;
}

/** The id of a place from the decimal number that addresses call `cid`; null for any other text. */
export function featureIdOfCid(cid: string | null): string | null {
  return cid !== null && /^\d{1,20}$/.test(cid) ? `0x0:0x${BigInt(cid).toString(16)}` : null;
}

/** The place whose reviews a search shows in a window of its own (`ludocid`, `lrd`); null for any other search. */
export function placeOfSearch({ query, hash }: Pick<PastedUrl, 'query' | 'hash'>): string | null {
  const shown = query.get('lrd') ?? new URLSearchParams(hash).get('lrd');
  return (shown === null ? null : featureIdIn(shown)) ?? featureIdOfCid(query.get('ludocid'));
}

/** True for an answer that leads to Google's page for "unusual traffic". */
export function leadsToSorry({ status, headers }: Pick<Answer, 'status' | 'headers'>): boolean {
  return isRedirect(status) && (headers['location'] ?? '').includes('google.com/sorry/');
}
