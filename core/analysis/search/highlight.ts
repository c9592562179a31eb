import type { Phrase, SearchField } from '#core/analysis/search/query.ts';
import { type Token, tokensOf } from '#core/analysis/search/tokens.ts';
import type { Item } from '#core/contract/item.ts';
import type { Highlights, TextRange } from '#core/contract/search.ts';

/** Where the phrases of a query stand in an item: ranges in order, none touching another. */
export function highlight(item: Item, phrases: readonly Phrase[]): Highlights {
  const within = (field: SearchField, text: string | null): TextRange[] =>
    text === null
      ? []
      : rangesOf(
          text,
          phrases.filter((phrase) => phrase.field === null || phrase.field === field),
        );
  return {
    text: within('text', item.text),
    title: within('title', item.title),
    name: within('author', item.author.name),
    username: within('author', item.author.username),
  };
}

function rangesOf(text: string, phrases: readonly Phrase[]): TextRange[] {
  if (phrases.length === 0) return [];
  const tokens = [...tokensOf(text)];
  const found = phrases.flatMap((phrase) => tokens.flatMap((_token, at) => rangeAt(tokens, at, phrase) ?? []));
  return merged(found.toSorted((a, b) => a.start - b.start));
}

function rangeAt(tokens: readonly Token[], at: number, { terms, isPrefix }: Phrase): TextRange | null {
  const last = terms.length - 1;
  for (const [place, term] of terms.entries()) {
    const given = tokens[at + place]?.term;
    if (given === undefined || !(isPrefix && place === last ? given.startsWith(term) : given === term)) return null;
  }
  const [first, end] = [tokens[at] as Token, tokens[at + last] as Token];
  const lastTerm = terms[last] as string;
  // Of a pair that begins with the letter that was looked for, that letter.
  const isHalf = end.kind === 'pair' && lastTerm.length < end.term.length && end.end - end.start === end.term.length;
  return { start: first.start, end: isHalf ? end.start + lastTerm.length : end.end };
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const all: TextRange[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last === undefined || range.start > last.end) all.push({ ...range });
    else last.end = Math.max(last.end, range.end);
  }
  return all;
}
