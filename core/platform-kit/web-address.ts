import { orNull } from '#core/platform-api/item.ts';

/** A text that ends in dots and begins like an address. */
const CUT_OFF = /^(\S+?)(?:…|\.{3})$/;

/** An address as a platform delivers it, with the `https:` that pages leave out (`//host/path`); null where there is none. */
export function withScheme(address: string | null | undefined): string | null {
  const given = orNull(address);
  return given?.startsWith('//') ? `https:${given}` : given;
}

/** Where a link of a page or an answer leads, whole; null where it leads nowhere. */
export function absoluteAddress(link: string | null | undefined, base: string): string | null {
  const given = orNull(link);
  return given === null ? null : (URL.parse(given, base)?.href ?? null);
}

/** What is shown of a link that a page cuts short ("example.org/a/lo…") is its whole address; any other text of a link stays. */
export function wholeLink(text: string, href: string | null): string {
  const start = CUT_OFF.exec(text)?.[1];
  return href !== null && start !== undefined && bare(href).startsWith(bare(start)) ? href : text;
}

/** A text as one part of a path or a query. Half of a pair of surrogates, which answers may hold, has no such form: it becomes U+FFFD. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A path or an address whose own signs stay, as `percentEncoded` otherwise. */
export function encodedAddress(address: string): string {
  return encodeURI(address.toWellFormed());
}

function bare(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
}
