/** A single host inside the owner's network that exports may go to. */
interface InnerHost {
  /** As URLs have it: lower case, an address in its shortest form, IPv6 in brackets. */
  readonly hostname: string;
  /** Null: every port. */
  readonly port: number | null;
}

/** Neither wildcards nor ranges: whoever names a host knows what listens there. */
const ENTRY = /^(\[[\da-f:.]+\]|[^\s:/?#@*[\]\\%]+)(?::(\d{1,5}))?$/i;
const USUAL_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'http:': 80, 'ws:': 80 };

/** The hosts of the setting `COMMENTDOCK_ALLOWED_INNER_HOSTS`; null where it is not a list of single hosts. */
export function innerHostsIn(setting: string): readonly InnerHost[] | null {
  const entries = setting.split(/[\s,]+/).filter((entry) => entry !== '');
  const hosts = entries.flatMap((entry) => hostOf(entry) ?? []);
  return hosts.length === entries.length ? hosts : null;
}

/** True where the owner names the host of the URL, and its port. */
export function namesHostOf(hosts: readonly InnerHost[], url: URL): boolean {
  const hostname = withoutDot(url.hostname);
  return hosts.some((host) => host.hostname === hostname && (host.port === null || host.port === portOf(url)));
}

/** The port that a URL is asked at; 0 where its scheme is none of the web. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return port === '' ? (USUAL_PORTS[protocol] ?? 0) : Number(port);
}

/** A name with the dot that may end it is the same name. */
export function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

function hostOf(entry: string): InnerHost | null {
  const [, host = '', port] = ENTRY.exec(entry) ?? [];
  const url = host === '' ? null : URL.parse(`https://${host}/`);
  if (url === null || (port !== undefined && Number(port) > 65_535)) return null;
  return { hostname: withoutDot(url.hostname), port: port === undefined ? null : Number(port) };
}
