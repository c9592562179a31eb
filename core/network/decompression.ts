import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { CeilingExceeded, TransientFailure } from '#core/contract/error.ts';
import { type AnswerKind, BODY_CEILINGS, inDigits, inMegabytes, PACKINGS_CEILING, RATIO_CEILING } from '#core/platform-kit/ceilings.ts';

/** What `accept-encoding` offers: all that Node can undo here. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd';

const SMALLEST_CHUNK_BYTES = 64 * 1024;
const LARGEST_CHUNK_BYTES = 4 * 1024 * 1024;
/** Roughly how well text compresses. */
const USUAL_RATIO = 8;
/** Bytes of the gzip trailer that hold the length of what was packed (RFC 1952). */
const GZIP_LENGTH_BYTES = 4;
/** The window that a body may ask for: 8 MB, as RFC 9659 has it. */
const ZSTD_WINDOW = { [constants.ZSTD_d_windowLogMax]: 23 };

type Decode = (body: Buffer, mostBytes: number) => Buffer;

/** By the names of RFC 9110, RFC 7932 and RFC 8878. */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: (body, most) =>
    gunzipSync(body, room(body.length < GZIP_LENGTH_BYTES ? 0 : body.readUInt32LE(body.length - GZIP_LENGTH_BYTES) + 1, most)),
  // Some servers send the bare deflate stream without the zlib header that the name asks for.
  deflate: (body, most) =>
    ((body[0] ?? 0) & 0x0f) === 8
      ? inflateSync(body, room(body.length * USUAL_RATIO, most))
      : inflateRawSync(body, room(body.length * USUAL_RATIO, most)),
  br: (body, most) => brotliDecompressSync(body, room(body.length * USUAL_RATIO, most)),
  zstd: (body, most) => zstdDecompressSync(body, { ...room(body.length * USUAL_RATIO, most), params: ZSTD_WINDOW }),
};

/**
 * The body without its `content-encoding`. Works in one go on the caller's thread: for pages of some 100 KB that costs
 * a quarter of what streams through the thread pool do.
 * @throws TransientFailure where the packed body is cut off or broken; CeilingExceeded as soon as it unpacks to more than one of its kind has
 */
export function unpack(body: Buffer, contentEncoding: string | undefined, host: string, kind: AnswerKind = 'other'): Buffer {
  if (contentEncoding === undefined || body.length === 0) return body;
  const decoders = contentEncoding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().replace(/^x-/, ''))
    .filter((name) => Object.hasOwn(DECODERS, name))
    .reverse();
  if (decoders.length > PACKINGS_CEILING) throw new CeilingExceeded(`${PACKINGS_CEILING} packings in one another`, host);
  const most = mostOf(body.length, kind);
  let unpacked = body;
  for (const name of decoders) {
    try {
      unpacked = DECODERS[name]?.(unpacked, most.bytes) ?? unpacked;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new CeilingExceeded(most.ceiling, host);
      throw new TransientFailure(`The packed answer (${name}) of ${host} is cut off or broken. Retry; what was fetched is kept.`, {
        cause,
      });
    }
  }
  return unpacked;
}

/** What a body of that packed length may unpack to, and the ceiling that sets it. */
function mostOf(packedBytes: number, kind: AnswerKind): { readonly bytes: number; readonly ceiling: string } {
  const { bytes } = BODY_CEILINGS[kind];
  const byRatio = Math.max(RATIO_CEILING.aboveBytes, packedBytes * RATIO_CEILING.times);
  if (byRatio >= bytes) return { bytes, ceiling: `${inMegabytes(bytes)} of ${kind}` };
  return { bytes: byRatio, ceiling: `${inDigits(RATIO_CEILING.times)} times its packed length` };
}

/** One chunk that holds the whole result, as far as its size is known, spares copies. */
function room(expectedBytes: number, mostBytes: number): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: Math.min(Math.max(expectedBytes, SMALLEST_CHUNK_BYTES), LARGEST_CHUNK_BYTES), maxOutputLength: mostBytes };
}
