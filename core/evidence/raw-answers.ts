import { gzipSync } from 'node:zlib';
import { handedOn, type KeptExchange } from '#core/contract/kept-exchange.ts';

/** An answer that was refused or could not be read, and how its page failed. */
export function refusedAnswer({ answer, failure, ...exchange }: KeptExchange): Buffer {
  const told = handedOn({ ...exchange, answer: { ...answer, encoding: 'base64' } });
  return gzipSync(`${JSON.stringify({ ...told, failure }, null, 1)}\n`);
}
