/** One of Amazon's sites. Accounts, cookies and lists of reviews are its own. */
export interface Marketplace {
  /** ISO 3166. */
  readonly country: string;
  /** Without `www.`. */
  readonly domain: string;
  /** In which its pages come unless they say otherwise (BCP 47). */
  readonly language: string;
}

export const MARKETPLACES: readonly Marketplace[] = [
  { country: 'US', domain: 'amazon.com', language: 'en-US' },
  { country: 'GB', domain: 'amazon.co.uk', language: 'en-GB' },
  { country: 'DE', domain: 'amazon.de', language: 'de' },
  { country: 'FR', domain: 'amazon.fr', language: 'fr' },
  { country: 'IT', domain: 'amazon.it', language: 'it' },
  { country: 'ES', domain: 'amazon.es', language: 'es' },
  { country: 'NL', domain: 'amazon.nl', language: 'nl' },
  { country: 'SE', domain: 'amazon.se', language: 'sv' },
  { country: 'PL', domain: 'amazon.pl', language: 'pl' },
  { country: 'BE', domain: 'amazon.com.be', language: 'fr' },
  { country: 'IE', domain: 'amazon.ie', language: 'en-IE' },
  { country: 'TR', domain: 'amazon.com.tr', language: 'tr' },
  { country: 'AE', domain: 'amazon.ae', language: 'en-AE' },
  { country: 'SA', domain: 'amazon.sa', language: 'ar' },
  { country: 'EG', domain: 'amazon.eg', language: 'ar' },
  { country: 'IN', domain: 'amazon.in', language: 'en-IN' },
  { country: 'JP', domain: 'amazon.co.jp', language: 'ja' },
  { country: 'AU', domain: 'amazon.com.au', language: 'en-AU' },
  { country: 'SG', domain: 'amazon.sg', language: 'en-SG' },
  { country: 'CA', domain: 'amazon.ca', language: 'en-CA' },
  { country: 'MX', domain: 'amazon.com.mx', language: 'es-MX' },
  { country: 'BR', domain: 'amazon.com.br', language: 'pt' },
  { country: 'ZA', domain: 'amazon.co.za', language: 'en-ZA' },
];

/** What people write for a country besides its code. */
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB' };

const byDomain = new Map(MARKETPLACES.map((market) => [market.domain, market]));
const byCountry = new Map(MARKETPLACES.map((market) => [market.country, market]));

/** @param host without `www.`; `m.` and `smile.` are views of the same site */
export function marketplaceAt(host: string): Marketplace | null {
  return byDomain.get(host.replace(/^(?:m|smile)\./, '')) ?? null;
}

export function marketplaceIn(country: string): Marketplace | null {
  const code = country.toUpperCase();
  return byCountry.get(OTHER_CODES[code] ?? code) ?? null;
}
