import type { z } from 'zod';
import { CeilingExceeded, type CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { decodeText } from '#core/network/charset.ts';
import { emptyAnswer } from '#core/network/walls/refusal.ts';
import { parseBounded } from '#core/platform-kit/bounded-json.ts';
import { ofKnownForm } from '#core/platform-kit/checked.ts';
import type { Answer } from '#core/platform-api/session.ts';

/** What an answer is made of once it has come in full. */
interface AnswerParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: URL;
  /** Unpacked. */
  readonly body: Buffer;
  readonly fetchedAt: Date;
  /** Default false. */
  readonly isPart?: boolean;
}

/** A buffer of this length has its memory to itself: what Node cuts out of a pool is smaller. */
export const RELEASED_BYTES = 256 * 1024;

const NOT_JSON = Symbol('not JSON');

/** An answer that decodes and parses its body once, when first asked to. */
export class WholeAnswer implements Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly fetchedAt: Date;
  readonly isPart: boolean;
  /** Length of the body, unpacked. */
  readonly bytes: number;
  refusal?: CommentdockError;
  readonly #host: string;
  #body: Buffer | null;
  #text: string | null = null;
  #parsed: unknown = undefined;

  constructor({ status, headers, url, body, fetchedAt, isPart = false }: AnswerParts) {
    this.isPart = isPart;
    this.status = status;
    this.headers = headers;
    this.url = url.href;
    this.fetchedAt = fetchedAt;
    this.#host = url.host;
    this.bytes = body.length;
    this.#body = body;
  }

  get text(): string {
    if (this.#text === null) {
      this.#text = this.#body === null ? '' : decodeText(this.#body, this.headers['content-type'] ?? '');
      if (this.#body !== null) release(this.#body);
      this.#body = null;
    }
    return this.#text;
  }

  /** A 200 that says nothing. */
  get isEmpty(): boolean {
    return this.status === 200 && this.text.trim() === '';
  }

  get isJson(): boolean {
    return this.#json() !== NOT_JSON;
  }

  json<S extends z.ZodType>(schema: S): z.output<S> {
    const value = this.#json();
    if (value === NOT_JSON) throw this.isEmpty ? emptyAnswer(this.#host) : this.#notJson();
    return ofKnownForm(schema, value, this.#host);
  }

  #notJson(): PlatformChanged {
    return new PlatformChanged(
      '$',
      `${this.#host} answered with something that is not JSON (status ${this.status}). An update of Commentdock may be needed.`,
    );
  }

  #json(): unknown {
    if (this.#parsed === undefined) {
      try {
        this.#parsed = parseBounded(this.text);
      } catch (error) {
        if (error instanceof CeilingExceeded) throw new CeilingExceeded(error.ceiling, this.#host);
        this.#parsed = NOT_JSON;
      }
    }
    return this.#parsed;
  }
}

/**
 * Gives the memory of a large body back at once: until the next collection of garbage several of them would lie there. A small one may share
 * its memory with others.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (byteLength >= RELEASED_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
