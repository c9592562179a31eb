import { CommentdockError, ERROR_CATALOGUE, TransientFailure } from '#core/contract/error.ts';

/** What is known about the request when its wire broke. */
export interface WireContext {
  readonly host: string;
  readonly phaseTimeoutMs: number;
  /** What is wrong with the file of further authorities, or null. */
  readonly trustComplaint: string | null;
}

/** A broken wire that another try does not mend: a certificate, a proxy that wants credentials. */
export class LastingWireFailure extends TransientFailure {
  override readonly retry = 'never';
}

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const CUT_OFF: ReadonlySet<string> = new Set([
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
]);
const NO_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);
/** The other side ends the handshake with an alert. */
const HANDSHAKE = /^(EPROTO|ERR_SSL_)/;
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|SELF_SIGNED_CERT_|DEPTH_ZERO_|CRL_|INVALID_CA|HOSTNAME_MISMATCH)/;
const PROXY_STATUS = /^Proxy (?:response \((\d+)\)|Authentication Required)/;

/** undici refuses the request itself, such as a header with letters of two bytes. */
const NOT_SENDABLE = 'UND_ERR_INVALID_ARG';

const THEN_RETRY = 'Check the connection (and the proxy or route), then retry; what was fetched is kept.';

/**
 * The failure of a wire, in words: what happened at which host and what to do. Never the path, the query or credentials.
 * An error that already is one of ours is passed on.
 */
export function wireFailure(error: unknown, context: WireContext): CommentdockError {
  const known = causes(error).find((each) => each instanceof CommentdockError);
  if (known) return known;
  for (const each of causes(error)) {
    const named = nameFailure(each, context, error);
    if (named) return named;
  }
  const code = codeOf(error);
  if (code === NOT_SENDABLE)
    return new CommentdockError('INTERNAL', `A request to ${context.host} could not be sent: ${(error as Error).message}.`);
  return new TransientFailure(
    `The exchange with ${context.host} broke off${code === '' ? '' : ` (${code})`}. ${ERROR_CATALOGUE.NETWORK.message}`,
    { cause: error },
  );
}

/** True where the other side hung up, in the handshake or after it: what some do to clients that they do not like. */
export function isCutOff(error: CommentdockError): boolean {
  if (error.retry !== 'request') return false;
  return causes(error).some((each) => CUT_OFF.has(codeOf(each)) || HANDSHAKE.test(codeOf(each)));
}

function nameFailure(each: unknown, { host, phaseTimeoutMs, trustComplaint }: WireContext, cause: unknown): TransientFailure | null {
  const code = codeOf(each);
  const message = each instanceof Error ? each.message : '';
  const proxyRefusal = PROXY_STATUS.exec(message);
  if (proxyRefusal) {
    const status = proxyRefusal[1] ?? '407';
    const hint =
      status === '407' ? 'It wants a name and a password: set them in the proxy setting as http://name:password@host:port.' : THEN_RETRY;
    const Kind = status === '407' || status === '403' ? LastingWireFailure : TransientFailure;
    return new Kind(`The proxy answered ${status} instead of opening the way to ${host}. ${hint}`, { cause });
  }
  if (CERTIFICATE.test(code)) {
    const complaint =
      trustComplaint === null
        ? 'If your network puts its own certificate in between, name its authority in NODE_EXTRA_CA_CERTS.'
        : trustComplaint;
    return new LastingWireFailure(`The certificate of ${host} is not trusted (${code}). ${complaint}`, { cause });
  }
  if (TIMEOUTS.has(code)) return new TransientFailure(`${host} did not answer within ${phaseTimeoutMs / 1000} s. ${THEN_RETRY}`, { cause });
  if (NO_NAME.has(code)) return new TransientFailure(`The name ${host} could not be resolved (${code}). ${THEN_RETRY}`, { cause });
  if (code === 'ECONNREFUSED')
    return new TransientFailure(`${host} (or the proxy before it) takes no connections. ${THEN_RETRY}`, { cause });
  if (CUT_OFF.has(code))
    return new TransientFailure(`${host} cut the connection before its answer was whole (${code}). ${THEN_RETRY}`, { cause });
  return null;
}

/** The error, its causes and the errors of an AggregateError, outermost first. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  let rest: unknown[] = [error];
  while (rest.length > 0 && found.length < 10) {
    const [each, ...others] = rest;
    found.push(each);
    const inner = each instanceof Error ? [each.cause, ...(each instanceof AggregateError ? each.errors : [])] : [];
    rest = [...others, ...inner.filter((one) => one !== undefined)];
  }
  return found;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}
