import { CeilingExceeded, CommentdockError, PlatformChanged, TransientFailure, WindowClosed } from '#core/contract/error.ts';
import type { BrowserFailure } from '#core/network/browser/protocol.ts';
import { LastingWireFailure } from '#core/network/wire-failure.ts';

const THEN_RETRY = 'Check the connection (and the proxy or route), then retry; what was fetched is kept.';

/** Chromium's codes that another try does not mend, with what to do. */
const LASTING: readonly (readonly [RegExp, (host: string, code: string) => string])[] = [
  [
    /ERR_(CERT_|SSL_)/,
    (host, code) =>
      `The browser does not trust the certificate of ${host} (${code}). It trusts what the system trusts: add the authority of your network there.`,
  ],
  [
    /ERR_(PROXY_AUTH|INVALID_AUTH|UNEXPECTED_PROXY_AUTH|PROXY_CERTIFICATE)/,
    (host, code) => `The proxy does not let the browser through to ${host} (${code}). Check its name and password.`,
  ],
];

const PASSING: readonly (readonly [RegExp, string])[] = [
  [/ERR_(TIMED_OUT|CONNECTION_TIMED_OUT)/, 'did not answer in time'],
  [/ERR_NAME_NOT_RESOLVED/, 'could not be found by its name'],
  [/ERR_(PROXY_|TUNNEL_)/, 'could not be reached through the proxy'],
  [
    /ERR_(CONNECTION_|EMPTY_RESPONSE|CONTENT_LENGTH|INCOMPLETE|SOCKET|NETWORK_CHANGED|INTERNET_DISCONNECTED|ADDRESS_)/,
    'broke the connection',
  ],
];

/** A failure in the browser, in words: what happened at which host and what to do. Never the path, the query or credentials. */
export function errorOfBrowser({ kind, text }: BrowserFailure, host: string, timeoutMs: number): CommentdockError {
  switch (kind) {
    case 'net':
      return netError(text, host);
    case 'timeout':
      return new TransientFailure(`${host} did not answer the browser within ${timeoutMs / 1000} s. ${THEN_RETRY}`);
    case 'gone':
    case 'noPage':
    case 'crashed':
      return new TransientFailure(`The browser broke down at a page of ${host} (${kind}). Retry; what was fetched is kept.`);
    case 'closed':
      return new WindowClosed(
        'BLOCKED',
        `The window of ${host} was closed while the export read through it. What was read is kept; \`commentdock continue\` opens it again.`,
      );
    case 'action':
      return new PlatformChanged(text, `The page of ${host} has no element "${text}". An update of Commentdock may be needed.`);
    case 'ceiling':
      return new CeilingExceeded(text, host);
    case 'missing':
      return new CommentdockError('BROWSER_MISSING');
    case 'fault':
      return new TransientFailure(`The browser could not work with the page of ${host} (${text.slice(0, 120)}).`);
  }
}

function netError(code: string, host: string): CommentdockError {
  const lasting = LASTING.find(([pattern]) => pattern.test(code));
  if (lasting) return new LastingWireFailure(lasting[1](host, code));
  const passing = PASSING.find(([pattern]) => pattern.test(code));
  return new TransientFailure(`${host} ${passing?.[1] ?? 'did not let the page have an answer'} (${code.slice(0, 80)}). ${THEN_RETRY}`);
}
