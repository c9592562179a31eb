import type { PendingFile } from '#core/writers/pending-file.ts';

const BUFFER_BYTES = 256 * 1024;
/** The most UTF-8 bytes that one UTF-16 unit can need. */
const BYTES_PER_UNIT = 3;

/** UTF-8 text gathered in one buffer on its way to a file. A lone surrogate becomes U+FFFD. */
export class TextFile {
  readonly #file: PendingFile;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;

  constructor(file: PendingFile) {
    this.#file = file;
  }

  /** @throws CommentdockError DISK */
  write(text: string): void {
    const mostBytes = text.length * BYTES_PER_UNIT;
    if (this.#filled + mostBytes > BUFFER_BYTES) this.flush();
    if (mostBytes > BUFFER_BYTES) this.#file.append(Buffer.from(text));
    else this.#filled += this.#buffer.write(text, this.#filled);
  }

  /** @throws CommentdockError DISK */
  flush(): void {
    this.#file.append(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }
}
