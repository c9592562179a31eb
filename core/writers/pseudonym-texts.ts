import type { Item } from '#core/contract/item.ts';
import type { NameOf } from '#core/writers/pseudonyms.ts';

/** A name of more words, or longer, is a text. */
const MOST_WORDS = 5;
const LONGEST_NAME = 100;
/** A handle without an @ is told from a common word by its length, or by a digit or sign in it. */
const TELLING_LETTERS = 6;
const TELLING = /[\d_.-]/;
const SHORTEST_HANDLE = 3;

type Name = Parameters<NameOf>;

/** All that texts of an export may name: who wrote its rows, and the rows themselves. */
export class KnownNames {
  readonly #byWords = new Map<string, Name>();

  /** @param identity by what its author is known; null: nobody knows */
  add({ id, author }: Pick<Item, 'id' | 'author'>, identity: string | null): void {
    this.#addWord(id, ['row', id]);
    if (identity === null) return;
    for (const handle of [author.username, author.id]) this.#addWord(handle, ['person', identity]);
    const words = wordOf(author.name ?? '').split(/\s+/);
    if (words.length === 1) this.#addWord(author.name, ['person', identity], TELLING);
    else if (words.length <= MOST_WORDS) this.#byWords.set(words.join(' '), ['person', identity]);
  }

  /** What these words name; null: nothing of it. */
  named(words: string): Name | null {
    return this.#byWords.get(words.toLowerCase()) ?? null;
  }

  #addWord(given: string | null, name: Name, needs = /./): void {
    const word = wordOf(given ?? '');
    const isTelling = word.length >= TELLING_LETTERS || (word.length >= SHORTEST_HANDLE && TELLING.test(word));
    if (isTelling && needs.test(word) && word.length <= LONGEST_NAME) this.#byWords.set(word, name);
  }
}

/** What may name somebody: an address, an e-mail address, a mention, a word. Each is bounded, or looks nowhere but ahead. */
const PARTS =
  /(?<link>(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}@])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z][a-z0-9-]{1,62}\/\S+)|(?<mail>[\w.%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4})|(?<at>[@＠])?(?<word>[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_.'’-]*[\p{L}\p{N}\p{M}_])?)(?<host>@[\p{L}\p{N}.-]+)?/giu;

interface Replacing {
  readonly known: KnownNames;
  readonly nameOf: NameOf;
}

/** A text in which links, e-mail addresses and mentions, and the handles and names of those who wrote the rows, are replaced. */
export function replacedText(text: string, { known, nameOf }: Replacing): string {
  const parts = [...text.matchAll(PARTS)];
  let replaced = '';
  let done = 0;
  for (let at = 0; at < parts.length; at += 1) {
    const { 0: whole, index, groups = {} } = parts[at] as RegExpExecArray;
    const found = nameIn(text, parts, at, known);
    const { link, mail, at: sign = '', word = '', host = '' } = groups;
    const name =
      link !== undefined
        ? nameOf('link', link)
        : mail !== undefined
          ? nameOf('mail', mail.toLowerCase())
          : found !== null
            ? sign + nameOf(...found.name)
            : sign !== ''
              ? sign + nameOf('person', (word + host).toLowerCase())
              : null;
    if (name === null) continue;
    replaced += text.slice(done, index) + name;
    done = found?.end ?? index + whole.length;
    at = found?.last ?? at;
  }
  return replaced + text.slice(done);
}

/** The longest name that begins with a part. */
function nameIn(
  text: string,
  parts: readonly RegExpExecArray[],
  at: number,
  known: KnownNames,
): { readonly name: Name; readonly end: number; readonly last: number } | null {
  const first = parts[at] as RegExpExecArray;
  if (first.groups?.['word'] === undefined) return null;
  const start = first.index + (first.groups['at']?.length ?? 0);
  for (let last = Math.min(at + MOST_WORDS, parts.length) - 1; last >= at; last -= 1) {
    const part = parts[last] as RegExpExecArray;
    const end = part.index + part[0].length;
    if (part.groups?.['word'] === undefined || end - start > LONGEST_NAME) continue;
    const name = known.named(text.slice(start, end).replace(/\s+/g, ' '));
    if (name !== null) return { name, end, last };
  }
  return null;
}

function wordOf(given: string): string {
  return given
    .trim()
    .replace(/^[@＠]/, '')
    .toLowerCase();
}
