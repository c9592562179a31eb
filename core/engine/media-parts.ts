import { closeSync, openSync, readSync } from 'node:fs';

/** As long as others wait for their turn. */
const PART_BYTES = 1_000_000;

/** The bytes of a file, part by part. @throws the trouble of the disk */
export function* partsOfFile(path: string): Generator<Uint8Array> {
  const descriptor = openSync(path, 'r');
  try {
    for (;;) {
      const part = new Uint8Array(PART_BYTES);
      const bytes = readSync(descriptor, part);
      if (bytes === 0) return;
      yield part.subarray(0, bytes);
    }
  } finally {
    closeSync(descriptor);
  }
}
