import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { TransientFailure } from '#core/contract/error.ts';

/** What `accept-encoding` offers: all that Node can undo here. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd';

/** Against an answer that unpacks without end. */
const LARGEST_BODY_BYTES = 256 * 1024 * 1024;
const SMALLEST_CHUNK_BYTES = 64 * 1024;
const LARGEST_CHUNK_BYTES = 4 * 1024 * 1024;
/** A guess at how far text shrinks. */
const USUAL_RATIO = 8;
/** Bytes of the gzip trailer that hold the length of what was packed (RFC 1952). */
const GZIP_LENGTH_BYTES = 4;

interface Room {
  readonly chunkSize: number;
  readonly maxOutputLength: number;
}

/** By the names of RFC 9110, RFC 7932 and RFC 8878. */
const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, room(body.length < GZIP_LENGTH_BYTES ? 0 : body.readUInt32LE(body.length - GZIP_LENGTH_BYTES) + 1)),
  // Some servers send the bare deflate stream without the zlib header that the name asks for.
  deflate: (body) =>
    ((body[0] ?? 0) & 0x0f) === 8
      ? inflateSync(body, room(body.length * USUAL_RATIO))
      : inflateRawSync(body, room(body.length * USUAL_RATIO)),
  br: (body) => brotliDecompressSync(body, room(body.length * USUAL_RATIO)),
  zstd: (body) => zstdDecompressSync(body, room(body.length * USUAL_RATIO)),
};

/**
 * The body without its `content-encoding`. Works in one go on the caller's thread: for pages of some 100 KB that costs
 * a quarter of what streams through the thread pool do.
 * @throws TransientFailure where the packed body is cut off or broken
 */
export function unpack(body: Buffer, contentEncoding: string | undefined, host: string): Buffer {
  if (contentEncoding === undefined || body.length === 0) return body;
  let unpacked = body;
  for (const name of contentEncoding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().replace(/^x-/, ''))
    .reverse()) {
    const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (!decode) continue;
    try {
      unpacked = decode(unpacked);
    } catch (cause) {
      throw new TransientFailure(`The packed answer (${name}) of ${host} is cut off or broken. Retry; what was fetched is kept.`, {
        cause,
      });
    }
  }
  return unpacked;
}

/** One chunk that holds the whole result, as far as its size is known, spares copies. */
function room(expectedBytes: number): Room {
  return { chunkSize: Math.min(Math.max(expectedBytes, SMALLEST_CHUNK_BYTES), LARGEST_CHUNK_BYTES), maxOutputLength: LARGEST_BODY_BYTES };
}
