const BLOCK_BYTES = 16 * 1024;
const LINE_END = '\n';

/**
 * Many short ASCII texts kept as bytes, out of the garbage collector's sight: 65,530 addresses take some megabytes so,
 * and several times that as strings. A text is shorter than a block and has no line feed.
 */
export class AsciiLines {
  readonly #blocks: Buffer[] = [];
  #latest: Buffer = Buffer.alloc(0);
  #filled = 0;

  push(text: string): void {
    const bytes = text.length + LINE_END.length;
    if (this.#filled + bytes > this.#latest.length) this.#startBlock();
    this.#filled += this.#latest.write(text + LINE_END, this.#filled, 'latin1');
  }

  *[Symbol.iterator](): Generator<string> {
    for (const block of [...this.#blocks, this.#latest.subarray(0, this.#filled)]) {
      const lines = block.toString('latin1').split(LINE_END);
      lines.pop();
      yield* lines;
    }
  }

  #startBlock(): void {
    if (this.#filled > 0) this.#blocks.push(this.#latest.subarray(0, this.#filled));
    this.#latest = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#filled = 0;
  }
}
