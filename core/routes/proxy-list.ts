import { CommentdockError } from '#core/contract/error.ts';
import type { ProxyType } from '#core/contract/route.ts';
import { countryReader } from '#core/routes/countries.ts';
import { isHostAndPort, parseProxyUrl, type ProxyAddress } from '#core/routes/proxy-address.ts';

/** A proxy of a list. */
export interface ListedProxy extends ProxyAddress {
  /** As the list calls it; null where it does not. */
  readonly name: string | null;
  /** ISO 3166-1 alpha-2, in capitals; null where the list names none. */
  readonly code: string | null;
  /** Counts from 1. */
  readonly line: number;
}

/** A line that is no proxy. Never the line itself: it may hold a password. */
export interface UnreadLine {
  readonly line: number;
  readonly words: string;
}

type Field = 'url' | 'host' | 'port' | 'type' | 'username' | 'password' | 'country' | 'name';
type Row = Readonly<Partial<Record<Field, string>>>;

/** What providers call their columns: in lower case, letters and digits alone. The first column that fits counts. */
const COLUMNS: Readonly<Record<Field, readonly string[]>> = {
  url: ['url', 'uri', 'proxy', 'proxyurl', 'endpoint', 'connection', 'connectionstring'],
  host: ['host', 'hostname', 'ip', 'ipaddress', 'address', 'proxyaddress', 'proxyip', 'proxyhost', 'server', 'domain', 'gateway'],
  port: ['port', 'proxyport', 'httpport', 'porthttp', 'portnumber'],
  type: ['type', 'protocol', 'protocols', 'scheme', 'proxytype'],
  username: ['username', 'user', 'login', 'proxyusername', 'proxyuser', 'authuser', 'proxylogin'],
  password: ['password', 'pass', 'pwd', 'proxypassword', 'proxypass', 'authpass', 'authpassword'],
  country: ['country', 'countrycode', 'countryiso', 'cc', 'code', 'iso', 'geo', 'location'],
  name: ['name', 'label', 'title', 'alias'],
};
const SEPARATORS = [',', ';', '\t'] as const;
/** Other names of a protocol: with names of hosts, which is how we speak both. */
const SCHEMES: Readonly<Record<string, string>> = { 'socks5h:': 'socks5:', 'socks:': 'socks5:', 'socks4a:': 'socks4:' };
const IN_FOUR_PARTS = /^(\[[^\]]+\]|[^:@\s]+):(\d{1,5}):([^:\s]+):(\S+)$/;

/**
 * A list of proxies: one in a line (`protocol://user:pass@host:port`, `user:pass@host:port`, `host:port:user:pass`, `host:port`), or a
 * provider's CSV whose first line names its columns. Empty lines and those that begin with `#` are passed over.
 * @param type of lines that name no protocol
 */
export function readProxyList(
  text: string,
  type: ProxyType,
): { readonly proxies: readonly ListedProxy[]; readonly unread: readonly UnreadLine[] } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ content: content.trim(), line: index + 1 }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
  const table = tableOf(lines[0]?.content ?? '');
  const countryOf = countryReader();
  const proxies: ListedProxy[] = [];
  const unread: UnreadLine[] = [];
  for (const { content, line } of table === null ? lines : lines.slice(1)) {
    try {
      const found = table === null ? { ...oneOf(content, type), name: null, code: null } : fromRow(table(content), { type, countryOf });
      proxies.push({ ...found, line });
    } catch (error) {
      if (!(error instanceof CommentdockError)) throw error;
      unread.push({ line, words: error.message.replace(/^`list` /, '') });
    }
  }
  return { proxies, unread };
}

/** How the rows of a CSV are read; null where the first line names no columns that make a proxy. */
function tableOf(head: string): ((line: string) => Row) | null {
  for (const separator of SEPARATORS) {
    const titles = cellsOf(head, separator).map((title) => title.toLowerCase().replace(/[^a-z0-9]/g, ''));
    const places = (Object.keys(COLUMNS) as Field[])
      .map((field) => [field, titles.findIndex((title) => COLUMNS[field].includes(title))] as const)
      .filter(([, place]) => place >= 0);
    const known = new Set(places.map(([field]) => field));
    if (!known.has('url') && !known.has('host')) continue;
    return (line) => {
      const cells = cellsOf(line, separator);
      return Object.fromEntries(places.map(([field, place]) => [field, cells[place]?.trim() ?? ''])) as Row;
    };
  }
  return null;
}

/** What the cells of a row are taken for. */
interface RowSense {
  /** Of rows that name no protocol. */
  readonly type: ProxyType;
  countryOf(text: string): string | null;
}

function fromRow(row: Row, { type: fallback, countryOf }: RowSense): Omit<ListedProxy, 'line'> {
  const { url = '', host = '', port = '', username = '', password = '', country = '', name = '' } = row;
  const type = typeOf(row.type ?? '') ?? fallback;
  const place = url !== '' ? url : port === '' ? host : `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
  const address = oneOf(place, type);
  const credentials = username === '' && password === '' ? address.credentials : { username, password };
  return { ...address, credentials, name: name === '' ? null : name, code: countryOf(country) };
}

/** `HTTP/HTTPS` means an HTTP proxy that also tunnels; `HTTPS` alone, TLS to the proxy itself. */
function typeOf(words: string): ProxyType | null {
  const text = words.toLowerCase();
  if (text.includes('socks5')) return 'socks5';
  if (text.includes('socks4')) return 'socks4';
  if (/^\s*https\s*$/.test(text)) return 'https';
  return text.includes('http') ? 'http' : null;
}

/** @throws CommentdockError VALIDATION_ERROR on `list` */
function oneOf(content: string, type: ProxyType): ProxyAddress {
  const four = IN_FOUR_PARTS.exec(content);
  if (four !== null && !content.includes('://')) {
    const [, host = '', port = '', username = '', password = ''] = four;
    if (isHostAndPort(`${host}:${port}`)) return { type, address: `${host}:${port}`, credentials: { username, password } };
  }
  const scheme = /^[a-z0-9]+:(?=\/\/)/i.exec(content)?.[0].toLowerCase();
  const url = scheme === undefined ? `${type}://${content}` : `${SCHEMES[scheme] ?? scheme}${content.slice(scheme.length)}`;
  if (scheme === undefined && !/:\d+$/.test(content)) return parseProxyUrl('', 'list');
  return parseProxyUrl(escaped(url), 'list');
}

/** Passwords of lists are written as they are: what would end them in a URL is part of them. */
function escaped(url: string): string {
  const place = url.lastIndexOf('@');
  if (place < 0) return url;
  const start = url.indexOf('://') + 3;
  const [username = '', ...rest] = url.slice(start, place).split(':');
  const write = (part: string): string => (/%[0-9a-f]{2}/i.test(part) ? part : encodeURIComponent(part.toWellFormed()));
  const password = rest.join(':');
  return `${url.slice(0, start)}${write(username)}${password === '' ? '' : `:${write(password)}`}${url.slice(place)}`;
}

/** Cells of one line (RFC 4180): quoted ones may hold separators, and quotes twice over. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let place = 0; place < line.length; place += 1) {
    const letter = line[place] ?? '';
    if (letter === '"' && isQuoted && line[place + 1] === '"') {
      cell += '"';
      place += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}
