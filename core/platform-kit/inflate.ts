import { Unzlib } from 'fflate';
import { CeilingExceeded } from '#core/contract/error.ts';
import { inMegabytes } from '#core/platform-kit/ceilings.ts';

/** A piece of this length unpacks to 4 MB at most, before anybody looks. */
const PIECE_BYTES = 4_096;

/**
 * zlib data (RFC 1950), unpacked piece by piece up to a ceiling.
 * @throws CeilingExceeded where more comes out; Error where it is no such data, or is cut off
 */
export function inflate(packed: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Unzlib((part) => {
    length += part.length;
    if (length > mostBytes) throw new CeilingExceeded(`${inMegabytes(mostBytes)} unpacked`);
    parts.push(part);
  });
  for (let from = 0; from === 0 || from < packed.length; from += PIECE_BYTES)
    stream.push(packed.subarray(from, from + PIECE_BYTES), from + PIECE_BYTES >= packed.length);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
