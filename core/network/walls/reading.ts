/** A page as the signs look at it, each view made when it is first asked for. */
export class Reading {
  readonly #source: string;
  #markup: string | null = null;
  #words: string | null = null;

  /** @param source HTML, or plain text */
  constructor(source: string) {
    this.#source = source;
  }

  /** Without comments and without data: what people wrote may stand in there, markup included. */
  get markup(): string {
    return (this.#markup ??= this.#source
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(
        /<script\b[^<>]*\btype=["']?(?:application\/(?:ld\+)?json|text\/(?:plain|template|x-[\w-]+))\b[\s\S]*?(?:<\/script\s*>|$)/gi,
        ' ',
      )
      .replace(/<(textarea|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' '));
  }

  /** The comments too, where a site speaks to programs. */
  get whole(): string {
    return this.#source;
  }

  /** What a reader sees, blanks run together. */
  get words(): string {
    return (this.#words ??= wordsOf(this.#source));
  }

  get title(): string {
    return wordsOf(/<title\b[^<>]*>([\s\S]{0,300}?)<\/title>/i.exec(this.#source)?.[1] ?? '');
  }

  get headings(): string {
    return [...this.#source.matchAll(/<(title|h1|h2)\b[^<>]*>([\s\S]{0,300}?)<\/\1>/gi)].map((found) => wordsOf(found[2] ?? '')).join('\n');
  }
}

/** Entities that stand in the fixed sentences of walls. */
const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&#32;|&nbsp;|&#x20;/g, ' '],
  [/&#35;/g, '#'],
  [/&#46;/g, '.'],
  [/&#0?39;|&#x27;|&apos;|\u2019/g, "'"],
  [/&amp;/g, '&'],
];

function wordsOf(html: string): string {
  let text = html.replace(/<(script|style|svg)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi, ' ').replace(/<[^<>]*>/g, ' ');
  for (const [entity, letter] of ENTITIES) text = text.replace(entity, letter);
  return text.replace(/\s+/g, ' ').trim();
}
