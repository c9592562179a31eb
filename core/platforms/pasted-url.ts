import { CommentdockError } from '#core/contract/error.ts';
import type { PastedUrl } from '#core/platforms/define.ts';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const SCHEMES = new Set(['http:', 'https:', 'market:', 'itms-apps:']);

/**
 * The pasted text as a URL: surrounding blanks go, a missing `https://` is added, the host is lower case without `www.`.
 * @throws CommentdockError INVALID_URL with what to do
 */
export function parsePastedUrl(text: string): PastedUrl {
  const trimmed = text.trim();
  const candidate = HAS_SCHEME.test(trimmed) && !/^[\w.-]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.canParse(candidate) ? new URL(candidate) : null;
  if (!url || !SCHEMES.has(url.protocol) || (url.protocol !== 'market:' && !url.hostname.includes('.'))) {
    throw new CommentdockError(
      'INVALID_URL',
      `"${shortened(trimmed)}" is not a URL. Paste the full address, such as https://www.youtube.com/watch?v=dQw4w9WgXcQ.`,
    );
  }
  const path = decoded(url.pathname);
  return {
    href: url.href,
    protocol: url.protocol,
    host: url.hostname
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^www\./, ''),
    path,
    segments: path.split('/').filter((part) => part !== ''),
    query: url.searchParams,
    hash: url.hash.replace(/^#/, ''),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
