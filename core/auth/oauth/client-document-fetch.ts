import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { readBody } from '#core/auth/bounded-body.ts';
import type { FetchDocument } from '#core/auth/oauth/client-document.ts';

const TIMEOUT_MS = 10_000;
/** The draft recommends 5 KB; names and addresses need no more than this. */
const MAX_DOCUMENT_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;
const OK = 200;
const NOT_ASKED = 'it is not on the public internet';

/** Which addresses may be asked: a stranger names them. */
interface AddressGuard {
  refusalOf(url: string): string | null;
  lookupFor(url: URL): LookupFunction;
  checkName(url: URL): Promise<void>;
}

export interface DocumentFetchParts {
  readonly guard: AddressGuard;
  readonly proxies: Pick<Config, 'httpsProxy' | 'noProxy'>;
  /** Whom to trust in TLS; asked for with the first document. */
  trust(): SecureContext;
}

/** Asks with a connection of its own, follows no redirects, and reads no more than a document may be long. */
export function createDocumentFetch({ guard, proxies, trust }: DocumentFetchParts): FetchDocument {
  return async (address, signal) => {
    if (guard.refusalOf(address) !== null) throw new CommentdockError('INVALID_REQUEST', NOT_ASKED);
    const url = new URL(address);
    const { httpsProxy, noProxy } = proxies;
    if (httpsProxy !== null) await guard.checkName(url).catch(refuse);
    const proxyEnv = {
      HTTPS_PROXY: httpsProxy?.includes('://') === false ? `http://${httpsProxy}` : (httpsProxy ?? ''),
      NO_PROXY: noProxy ?? '',
    };
    const agent = new Agent({ keepAlive: false, secureContext: trust(), ...(httpsProxy === null ? {} : { proxyEnv }) });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = request(
      url,
      {
        agent,
        headers: { accept: 'application/json' },
        lookup: guard.lookupFor(url),
        maxHeaderSize: MAX_HEADER_BYTES,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      },
      resolve,
    );
    outgoing.on('error', reject);
    try {
      outgoing.end();
      const answer = await promise.catch(refuse);
      if (answer.statusCode !== OK) throw new CommentdockError('NETWORK', `its server answered ${answer.statusCode ?? 'nothing'}`);
      const text = await readBody(answer, MAX_DOCUMENT_BYTES);
      if (text === null) throw new CommentdockError('INVALID_REQUEST', 'the document is too long');
      return { text, maxAgeMs: maxAgeOf(answer) };
    } finally {
      outgoing.destroy();
    }
  };
}

/** What the guard says is said of webhooks; connections fail with errors of their own. @throws CommentdockError */
function refuse(error: unknown): never {
  if (error instanceof CommentdockError) throw new CommentdockError('INVALID_REQUEST', NOT_ASKED, { cause: error });
  const { code, message } = error as NodeJS.ErrnoException;
  throw new CommentdockError('NETWORK', `its server could not be reached: ${code ?? message}`, { cause: error });
}

/** RFC 9111, 5.2: 0 where the server wants it not to be kept, or says nothing. */
function maxAgeOf({ headers }: IncomingMessage): number {
  const control = headers['cache-control'] ?? '';
  if (/\b(?:no-store|no-cache)\b/i.test(control)) return 0;
  return Number(/\bmax-age="?(\d{1,9})\b/i.exec(control)?.[1] ?? 0) * 1_000;
}
