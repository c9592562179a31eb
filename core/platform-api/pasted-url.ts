import { CommentdockError } from '#core/contract/error.ts';
import type { PastedUrl } from '#core/platform-api/define.ts';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const WEB_SCHEMES = new Set(['http:', 'https:']);
/** Of links into apps: what follows them need not be a host. */
const APP_SCHEMES = new Set(['market:', 'intent:', 'itms-apps:', 'tg:', 'discord:', 'disqus:', 'ms-windows-store:']);
/** An address within LBRY, which separates by `#` what its pages at Odysee separate by `:`. */
const LBRY = /^lbry:\/\/(?=.)/i;
const ENCODED = /(?:%[0-9a-f]{2})+/gi;
/** A bare `@name` is how a channel of Telegram is written; other sites write their handles as part of an address. */
const BARE_HANDLE = /^@([a-z]\w{3,31})$/i;

/**
 * The pasted text as a URL: surrounding blanks go, a missing `https://` is added and takes the place of `http://`, since nothing is asked
 * for without TLS; the host is lower case without `www.`; a bare `@name` is a channel of Telegram.
 * @throws CommentdockError INVALID_URL with what to do
 */
export function parsePastedUrl(text: string): PastedUrl {
  const trimmed = ofOdysee(text.trim().replace(BARE_HANDLE, 'tg://resolve?domain=$1'));
  const candidate = HAS_SCHEME.test(trimmed) && !/^[\w.-]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.canParse(candidate) ? new URL(candidate) : null;
  if (!url || !isSupported(url)) {
    throw new CommentdockError(
      'INVALID_URL',
      `"${shortened(trimmed)}" is not a URL. Paste the full address, such as https://www.youtube.com/watch?v=dQw4w9WgXcQ.`,
    );
  }
  if (url.protocol === 'http:') url.protocol = 'https:';
  const parts = url.pathname.split('/').map(decoded);
  return {
    href: url.href,
    protocol: url.protocol,
    host: url.hostname
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^www\./, ''),
    path: parts.join('/'),
    segments: parts.filter((part) => part !== ''),
    query: url.searchParams,
    hash: url.hash.replace(/^#/, ''),
  };
}

/** Null where the text is no URL. */
export function readableUrl(text: string): PastedUrl | null {
  try {
    return parsePastedUrl(text);
  } catch {
    return null;
  }
}

function ofOdysee(text: string): string {
  return LBRY.test(text) ? text.replaceAll('#', ':').replace(LBRY, 'https://odysee.com/') : text;
}

function isSupported(url: URL): boolean {
  return APP_SCHEMES.has(url.protocol) || (WEB_SCHEMES.has(url.protocol) && url.hostname.includes('.'));
}

/** What is no encoded text, such as a lone `%`, stays as it is; all else is read. */
function decoded(part: string): string {
  return part.replace(ENCODED, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
