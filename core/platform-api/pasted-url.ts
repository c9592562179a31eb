import { CommentdockError } from '#core/contract/error.ts';
import type { PastedUrl, PlatformFacts } from '#core/platform-api/define.ts';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const WEB_SCHEMES = new Set(['http:', 'https:']);
/** In characters: sites take some thousands, and to read very many parameters takes Node more than its share of time. */
const LONGEST_ADDRESS = 65_536;
const ENCODED = /(?:%[0-9a-f]{2})+/gi;

/** Whoever says how its addresses are written. */
type Written = Pick<PlatformFacts, 'written'>;

/**
 * The pasted text as a URL: surrounding blanks go, a missing `https://` is added and takes the place of `http://`, since nothing is asked
 * for without TLS; the host is lower case without `www.`.
 * @param platforms whose own ways of writing count beside those of the web; left out: none
 * @throws CommentdockError INVALID_URL with what to do
 */
export function parsePastedUrl(text: string, platforms: readonly Written[] = []): PastedUrl {
  const given = text.trim();
  if (given.length > LONGEST_ADDRESS)
    throw new CommentdockError('INVALID_URL', `An address has at most ${LONGEST_ADDRESS} characters; this text has ${given.length}.`);
  const trimmed = asOfTheWeb(given, platforms);
  const candidate = HAS_SCHEME.test(trimmed) && !/^[\w.-]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(candidate);
  if (!url || !isSupported(url, platforms)) {
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

/** Null where the text is no URL. @param platforms as for `parsePastedUrl` */
export function readableUrl(text: string, platforms: readonly Written[] = []): PastedUrl | null {
  try {
    return parsePastedUrl(text, platforms);
  } catch {
    return null;
  }
}

/** A form that is one platform's own, as the address that it means; any other text as it is. */
function asOfTheWeb(text: string, platforms: readonly Written[]): string {
  const found = platforms
    .flatMap(({ written }) => written?.forms ?? [])
    .map((form) => ({ ...form, pattern: new RegExp(form.pattern, 'i') }))
    .find(({ pattern }) => pattern.test(text));
  if (found === undefined) return text;
  const swapped = Object.entries(found.swaps ?? {}).reduce((made, [from, to]) => made.replaceAll(from, to), text);
  return swapped.replace(found.pattern, found.address);
}

function isSupported({ protocol, hostname }: URL, platforms: readonly Written[]): boolean {
  if (WEB_SCHEMES.has(protocol)) return hostname.includes('.');
  return platforms.some(({ written }) => written?.schemes?.includes(protocol));
}

/** What is not encoded text, such as a lone `%`, stays as it is; all else is decoded. */
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
