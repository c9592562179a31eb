import { PROXY_TYPES, type ProxyType } from '#core/contract/route.ts';
import { invalidField } from '#core/operations/invalid-field.ts';

/** Where a proxy listens, and who one is there. */
export interface ProxyAddress {
  readonly type: ProxyType;
  /** `host:port`. */
  readonly address: string;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

const DEFAULT_PORTS: Readonly<Record<ProxyType, string>> = { http: '80', https: '443', socks4: '1080', socks5: '1080' };

/**
 * A proxy by its URL, such as `socks5://user:password@host:1080`.
 * @throws CommentdockError VALIDATION_ERROR on `field`, without the URL in it: it may hold a password
 */
export function parseProxyUrl(text: string, field: string): ProxyAddress {
  const url = URL.parse(text);
  const type = PROXY_TYPES.find((known) => `${known}:` === url?.protocol);
  if (url === null || type === undefined || url.hostname === '' || /[^/]/.test(url.pathname + url.search + url.hash)) {
    throw invalidField(field, `must be an address such as socks5://user:password@host:1080, with ${PROXY_TYPES.join(', ')} in front.`);
  }
  return { type, address: `${url.hostname}:${url.port || DEFAULT_PORTS[type]}`, credentials: credentialsOf(url, field) };
}

/** Whether this is `host:port`. */
export function isHostAndPort(text: string): boolean {
  return /:\d+$/.test(text) && !/[@/?#\s]/.test(text) && URL.canParse(`socks5://${text}`);
}

function credentialsOf(url: URL, field: string): ProxyAddress['credentials'] {
  if (url.username === '' && url.password === '') return null;
  try {
    return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    throw invalidField(field, 'has a % in its user name or password that stands for nothing. Write it as %25.');
  }
}
