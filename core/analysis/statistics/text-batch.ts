import type { TextSink } from '#core/analysis/statistics/statistics.ts';

/** Texts on their way to another thread, by their number in the export. */
export interface TextBatch {
  readonly texts: readonly string[];
  readonly items: Uint32Array;
  /** Place of each language in `tags`. */
  readonly languages: Uint16Array;
  readonly tags: readonly (string | null)[];
}

/** Gathers texts until they are taken. */
export class TextPacker implements TextSink {
  #texts: string[] = [];
  #items: number[] = [];
  #languages: number[] = [];
  #tags = new Map<string | null, number>();
  #length = 0;

  /** In UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  add(text: string, item: number, language: string | null): void {
    this.#texts.push(text);
    this.#length += text.length;
    this.#items.push(item);
    const place = this.#tags.get(language) ?? this.#tags.size;
    this.#tags.set(language, place);
    this.#languages.push(place);
  }

  take(): TextBatch {
    const batch = {
      texts: this.#texts,
      items: Uint32Array.from(this.#items),
      languages: Uint16Array.from(this.#languages),
      tags: [...this.#tags.keys()],
    };
    this.#texts = [];
    this.#items = [];
    this.#languages = [];
    this.#tags = new Map();
    this.#length = 0;
    return batch;
  }
}

/** Hands the texts of a batch on, in their order. */
export function unpackTexts({ texts, items, languages, tags }: TextBatch, sink: TextSink): void {
  for (let at = 0; at < texts.length; at += 1) {
    sink.add(texts[at] as string, items[at] as number, tags[languages[at] as number] ?? null);
  }
}
