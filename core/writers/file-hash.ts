import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const PIECE_BYTES = 256 * 1024;

/** SHA-256 of a file, in hexadecimal digits. @throws what reading it fails with */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}
