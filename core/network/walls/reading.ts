/** A page as the signs look at it, each view made when it is first asked for. */
export class Reading {
  readonly #source: string;
  #markup: string | null = null;
  #words: string | null = null;
  #title: string | null = null;

  /** @param source HTML, or plain text */
  constructor(source: string) {
    this.#source = source;
  }

  /** Elements and scripts, without texts, comments and data: what people wrote stands in those, markup included. */
  get markup(): string {
    return (this.#markup ??= markupOf(this.#source));
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
    return (this.#title ??= wordsOf(/<title\b[^<>]*>([\s\S]{0,300}?)<\/title>/i.exec(this.#source)?.[1] ?? ''));
  }

  get headings(): string {
    return [...this.#source.matchAll(/<(title|h1|h2)\b[^<>]*>([\s\S]{0,300}?)<\/\1>/gi)].map((found) => wordsOf(found[2] ?? '')).join('\n');
  }
}

const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<(textarea|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const SCRIPT_OR_ELEMENT = /(<script\b[^<>]*>)([\s\S]*?)(?:<\/script\s*>|$)|<[^<>]*>/gi;
const IS_DATA = /\btype=["']?(?:application\/(?:ld\+)?json|text\/(?:plain|template|x-[\w-]+))\b/i;
/** A script that sets a page's state: `window.__STATE__ = {`, `var ytInitialData = {`. */
const SETS_STATE = /\b(?:__\w{3,}__|\w*(?:State|Data))\s*=\s*(?:[[{]|JSON\.parse\()/;

function markupOf(html: string): string {
  const parts: string[] = [];
  for (const [whole, script, body] of html.replace(UNSEEN, ' ').matchAll(SCRIPT_OR_ELEMENT)) {
    parts.push(script === undefined ? whole : script);
    if (script !== undefined && body !== undefined && !IS_DATA.test(script) && !SETS_STATE.test(body)) parts.push(body);
  }
  return parts.join('\n');
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
