import { gzipSync } from 'node:zlib';
import type { KeptExchange } from '#core/contract/kept-exchange.ts';

/** What sets a cookie is a credential of whoever asked. */
const LEFT_OUT: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2']);

/** An exchange as it is handed on: without the headers of its request, which hold the session of whoever asked, and without cookies. */
export function rawAnswer({ startedAtMs, request: { method, url, body }, answer, failure }: KeptExchange): Buffer {
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !LEFT_OUT.has(name.toLowerCase())));
  const kept = { startedAt: new Date(startedAtMs).toISOString(), request: { method, url, body }, answer: { ...answer, headers }, failure };
  return gzipSync(`${JSON.stringify(kept, null, 1)}\n`);
}
