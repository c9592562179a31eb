const BUFFER_BYTES = 256 * 1024;
/** One being filled, the others on their way through the compressor. */
const BUFFER_COUNT = 4;

/** Buffers that are used again and again, so that a large file leaves no trail of them for the garbage collector. */
export class BufferPool {
  readonly #free: Buffer[] = [];
  #taken = 0;
  #waiting: (() => void) | null = null;

  /** A buffer of at least `bytes`; it is given even where `isExhausted`. */
  take(bytes = BUFFER_BYTES): Buffer {
    this.#taken += 1;
    if (bytes > BUFFER_BYTES) return Buffer.allocUnsafeSlow(bytes);
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  }

  give(buffer: Buffer): void {
    this.#taken -= 1;
    if (buffer.length === BUFFER_BYTES && this.#free.length < BUFFER_COUNT) this.#free.push(buffer);
    const wake = this.#waiting;
    this.#waiting = null;
    wake?.();
  }

  /** As many buffers are taken as there should be: whoever fills them should await `given`. */
  get isExhausted(): boolean {
    return this.#taken >= BUFFER_COUNT;
  }

  /** Fulfilled at the next `give`. One caller waits at a time. */
  given(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = resolve;
    return promise;
  }
}
