import { createHmac } from 'node:crypto';

const STANDARD_PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

interface SignedMessage {
  readonly secret: string;
  readonly messageId: string;
  /** Exactly as sent. */
  readonly body: string;
  readonly atMs: number;
}

/**
 * The signatures of a message, twice. `x-signature`: hexadecimal HMAC-SHA256 of the body under the secret as it is written.
 * The others: Standard Webhooks 1.0 (standardwebhooks.com), which signs identifier and time too.
 */
export function signatureHeaders({ secret, messageId, body, atMs }: SignedMessage): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const standard = createHmac('sha256', standardKey(secret)).update(`${messageId}.${timestamp}.${body}`, 'utf8').digest('base64');
  return {
    'x-signature': createHmac('sha256', secret).update(body, 'utf8').digest('hex'),
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}

/** `whsec_` is followed by the key in base64; any other secret is the key itself, as UTF-8. */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(STANDARD_PREFIX) ? secret.slice(STANDARD_PREFIX.length) : '';
  return encoded !== '' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}
