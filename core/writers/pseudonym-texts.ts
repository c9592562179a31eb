import type { Item } from '#core/contract/item.ts';
import type { NameOf } from '#core/writers/pseudonyms.ts';

/** A name of more words, or longer, is a text. */
const MOST_WORDS = 5;
const LONGEST_NAME = 100;
/** A handle without an @ is told from a common word by its length, or by a digit or sign in it. */
const TELLING_LETTERS = 6;
const TELLING = /[\d_.-]/;
const SHORTEST_HANDLE = 3;

/** A word, with signs within it, that may be a handle. */
const WORD = String.raw`[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_.'’-]*[\p{L}\p{N}\p{M}_])?`;
const WORDS = new RegExp(WORD, 'gu');
const PHRASE = new RegExp(`${WORD}(?:\\s{1,3}${WORD}){1,${MOST_WORDS - 1}}`, 'uy');
/** Of a handle at another server: `@user@host`. */
const HOST = /@[\p{L}\p{N}.-]*[\p{L}\p{N}]/uy;

/** Few texts have any of it. */
const MAY_LINK = /[/@]|www\./i;
const LINK = /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}@])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z][a-z0-9-]{1,62}\/\S+/giu;
const MAIL = /(?<![@＠\w.%+-])[\w.%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu;

type Name = Parameters<NameOf>;

/** All that texts of an export may name: who wrote its rows, and the rows themselves. It grows with them: words alone are kept. */
export class KnownNames {
  readonly #people = new Map<string, string>();
  readonly #rows = new Set<string>();
  /** With which a name of several begins. */
  readonly #firstWords = new Set<string>();

  /** @param identity by what its author is known; null: nobody knows */
  add({ id, author }: Pick<Item, 'id' | 'author'>, identity: string | null): void {
    if (isTelling(id)) this.#rows.add(id);
    if (identity === null) return;
    const handles = [author.username, author.id].map((handle) => wordOf(handle ?? '')).filter(isTelling);
    const name = wordOf(author.name ?? '');
    const words = name.split(/\s+/);
    if (words.length === 1 && isTelling(name) && TELLING.test(name)) handles.push(name);
    for (const handle of handles) this.#people.set(handle, identity);
    if (words.length === 1 || words.length > MOST_WORDS || name.length > LONGEST_NAME) return;
    this.#firstWords.add(words[0] ?? '');
    this.#people.set(words.join(' '), identity);
  }

  /** What is named by the word at `start`, and maybe those behind it; null: nothing that is known. */
  at(text: string, start: number, word: string): { readonly name: Name; readonly end: number } | null {
    const lower = word.toLowerCase();
    if (this.#firstWords.has(lower)) {
      PHRASE.lastIndex = start;
      const [phrase = ''] = PHRASE.exec(text) ?? [];
      const ends = [...phrase.slice(0, LONGEST_NAME).matchAll(WORDS)].map((each) => each.index + each[0].length);
      for (const end of ends.slice(1).toReversed()) {
        const identity = this.#people.get(phrase.slice(0, end).toLowerCase().replace(/\s+/g, ' '));
        if (identity !== undefined) return { name: ['person', identity], end: start + end };
      }
    }
    const identity = this.#people.get(lower);
    const end = start + word.length;
    if (identity !== undefined) return { name: ['person', identity], end };
    return this.#rows.has(word) ? { name: ['row', word], end } : null;
  }
}

function isTelling(word: string): boolean {
  const { length } = word;
  return length <= LONGEST_NAME && (length >= TELLING_LETTERS || (length >= SHORTEST_HANDLE && TELLING.test(word)));
}

interface Replacing {
  readonly known: KnownNames;
  readonly nameOf: NameOf;
}

/** A text in which links, e-mail addresses and mentions, and the handles and names of those who wrote the rows, are replaced. */
export function replacedText(given: string, { known, nameOf }: Replacing): string {
  const text = MAY_LINK.test(given)
    ? given.replace(LINK, (link) => nameOf('link', link)).replace(MAIL, (mail) => nameOf('mail', mail.toLowerCase()))
    : given;
  let replaced = '';
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (index < done) continue;
    const found = known.at(text, index, word);
    const mentioned =
      found === null && (text[index - 1] === '@' || text[index - 1] === '＠') ? word + hostAt(text, index + word.length) : null;
    if (found === null && mentioned === null) continue;
    const name = found === null ? nameOf('person', (mentioned ?? '').toLowerCase()) : nameOf(...found.name);
    replaced += text.slice(done, index) + name;
    done = found?.end ?? index + (mentioned ?? '').length;
  }
  return replaced + text.slice(done);
}

function hostAt(text: string, at: number): string {
  HOST.lastIndex = at;
  return HOST.exec(text)?.[0] ?? '';
}

function wordOf(given: string): string {
  return given
    .trim()
    .replace(/^[@＠]/, '')
    .toLowerCase();
}
