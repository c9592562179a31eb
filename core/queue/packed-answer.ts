import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { HelpAnswer } from '#core/engine/help.ts';

/** A larger answer is not sent: whoever runs the export asks for it by itself. */
const MOST_PACKED_BYTES = 8 * 1024 * 1024;
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** As it lies in the database. */
export async function packed(answer: HelpAnswer): Promise<Buffer> {
  const text = JSON.stringify(answer);
  const bytes = text.length > MOST_CHARACTERS ? null : await promisify(gzip)(text, { level: constants.Z_BEST_SPEED });
  if (bytes !== null && bytes.length <= MOST_PACKED_BYTES) return bytes;
  const { traffic, route } = answer;
  return packed({ kind: 'notRead', traffic, route });
}

/** What another machine of ours has packed. @throws where it is larger than such an answer can be */
export async function unpacked(bytes: Buffer): Promise<HelpAnswer> {
  const text = await promisify(gunzip)(bytes, { maxOutputLength: 4 * MOST_CHARACTERS });
  return JSON.parse(text.toString()) as HelpAnswer;
}
