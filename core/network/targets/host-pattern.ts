const HTTPS_PORT = 443;

/** A host as platforms write it: `.example.org` (the domain and all below it), `api.example.org` (that host alone), with `:8443` at that port. */
interface HostPattern {
  readonly hostname: string;
  readonly isDomain: boolean;
  readonly port: number;
}

export function patternOf(written: string): HostPattern {
  const [host = '', port] = written.split(':');
  return { hostname: host.replace(/^\./, ''), isDomain: host.startsWith('.'), port: port === undefined ? HTTPS_PORT : Number(port) };
}

/** Of the names alone; the port is the caller's to judge. */
export function isWithin(host: string, { hostname, isDomain }: HostPattern): boolean {
  return host === hostname || (isDomain && host.endsWith(`.${hostname}`));
}
