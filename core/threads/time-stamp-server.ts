import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { readStamp, stampRequest, type TimeStamp } from '#core/evidence/time-stamp.ts';
import { loadTrust } from '#core/network/certificates.ts';
import { createTargetGuard, isLoopbackTarget } from '#core/webhooks/target-guard.ts';

const { request: httpRequest } = process.getBuiltinModule('node:http');

const TIMEOUT_MS = 15_000;
/** A stamp with its certificates is some KB. */
const MAX_STAMP_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
const OK = 200;

/** What of the settings says which server is asked, and how. */
export type StampSettings = Pick<
  Config,
  'timeStampUrl' | 'allowHttpWebhooks' | 'allowPrivateWebhooks' | 'httpsProxy' | 'noProxy' | 'extraCaFile'
>;

/**
 * Has a root stamped by the server that the owner names. It is reached as webhooks are: over https on the public internet, and inside only where
 * the settings of webhooks allow it.
 * @throws CommentdockError NETWORK, INVALID_REQUEST where it may not be asked
 */
export async function stampBy(address: string, root: string, settings: StampSettings): Promise<TimeStamp> {
  const guard = createTargetGuard(settings);
  const refusal = guard.refusalOf(address);
  if (refusal !== null) throw new CommentdockError('INVALID_REQUEST', `COMMENTDOCK_TIME_STAMP_URL: ${refusal}`);
  const url = new URL(address);
  const isProxied = settings.httpsProxy !== null && !isLoopbackTarget(url);
  if (isProxied) await guard.checkName(url);
  const asked = stampRequest(root);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = (url.protocol === 'http:' ? httpRequest : httpsRequest)(
    url,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        'content-length': asked.bytes.length,
      },
      lookup: guard.lookupFor(url),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(url.protocol === 'http:' ? {} : { agent: agentOf(settings, isProxied) }),
    },
    resolve,
  );
  outgoing.on('error', reject);
  try {
    outgoing.end(asked.bytes);
    return await readStamp(await bodyOf(await promise), asked);
  } catch (cause) {
    if (cause instanceof CommentdockError) throw cause;
    throw new CommentdockError('NETWORK', `The time-stamping server could not be asked: ${(cause as Error).message}.`, { cause });
  } finally {
    outgoing.destroy();
  }
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  if (answer.statusCode !== OK) throw new Error(`it answered ${answer.statusCode ?? 'nothing'}`);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_STAMP_BYTES) throw new Error('its answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function agentOf({ httpsProxy, noProxy, extraCaFile }: StampSettings, isProxied: boolean): HttpsAgent {
  const proxy = httpsProxy?.includes('://') === false ? `http://${httpsProxy}` : (httpsProxy ?? '');
  const proxyEnv = isProxied ? { proxyEnv: { HTTPS_PROXY: proxy, NO_PROXY: noProxy ?? '' } } : {};
  return new HttpsAgent({ keepAlive: false, secureContext: loadTrust(extraCaFile).context, ...proxyEnv });
}
