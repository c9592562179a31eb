import { MOST_KEPT_BYTES } from '#core/contract/kept-exchange.ts';
import type { Exchange } from '#core/engine/exchanges.ts';
import { RELEASED_BYTES } from '#core/network/answer.ts';
import { unpack } from '#core/network/decompression.ts';
import type { DocumentHead } from '#core/network/browser/protocol.ts';
import type { Arrived, Outgoing } from '#core/network/transport.ts';
import { answerKindOf } from '#core/platform-kit/ceilings.ts';

/** A copy of large bodies, whose memory is given back as soon as they are read; others are as they came: a copy of each answer weighs on memory. */
function firstOf(body: Uint8Array): Buffer {
  const first = body.subarray(0, MOST_KEPT_BYTES);
  if (body.buffer.byteLength >= RELEASED_BYTES) return Buffer.from(first);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

/** One hop over HTTP, as it was sent and as it came. */
export function exchangeOnWire(
  { method, url, headers, body }: Outgoing,
  { status, headers: got, body: packed }: Arrived,
  startedAtMs: number,
): Exchange {
  const [first, wasLong] = [firstOf(packed), packed.length > MOST_KEPT_BYTES];
  return {
    startedAtMs,
    request: { method, url: url.href, headers, body },
    status,
    headers: Object.fromEntries(Object.entries(got).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    body() {
      const whole = unpacked(first, got, url.host);
      // What is cut off within its packing says nothing any more.
      if (whole === null) return { bytes: Buffer.alloc(0), isCut: true };
      return { bytes: whole.subarray(0, MOST_KEPT_BYTES), isCut: wasLong || whole.length > MOST_KEPT_BYTES };
    },
  };
}

function unpacked(body: Buffer, headers: Arrived['headers'], host: string): Buffer | null {
  try {
    return unpack(body, String(headers['content-encoding'] ?? ''), host, answerKindOf(String(headers['content-type'] ?? '')));
  } catch {
    return null;
  }
}

interface AskedInBrowser {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

/** What a browser asked for and was given: of documents it does not say with which headers. */
export function exchangeInBrowser(
  { url, method = 'GET', headers = {}, body: sent = null }: AskedInBrowser,
  head: DocumentHead,
  body: Uint8Array,
  startedAtMs: number,
): Exchange {
  const first = firstOf(body);
  return {
    startedAtMs,
    request: { method, url, headers, body: sent },
    status: head.status,
    headers: head.headers,
    body: () => ({ bytes: first, isCut: body.length > MOST_KEPT_BYTES }),
  };
}
