import { Tokenizer } from '@huggingface/tokenizers';
import { jsonIn } from '#core/analysis/neural/manifest.ts';

/** Longer texts are read by their beginning, in UTF-16 units: what a tokenizer does with one is bounded by it. */
const MAX_TEXT_LENGTH = 4_000;
/** Any tokenizer makes tokens of it. */
const SAMPLE = 'a';

/** Turns a text into the numbers that a model knows its parts by. */
type TextTokens = (text: string) => readonly number[];

/**
 * The tokenizer of a model, as its `tokenizer.json` describes it. Texts are cut to so many tokens, those that frame every text left whole; of a
 * text that has none nothing comes.
 * @throws Error where it is none, or frames texts in no way that is known
 */
export function openTextTokens(file: Uint8Array, maxTokens: number): TextTokens {
  const description = jsonIn(file);
  if (typeof description !== 'object' || description === null) throw new Error('tokenizer.json is no JSON object');
  const tokenizer = new Tokenizer(description, {});
  const bare = (text: string): readonly number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const { before, after } = frameOf(tokenizer.encode(SAMPLE).ids, bare(SAMPLE));
  const room = maxTokens - before.length - after.length;
  if (room < 1) throw new Error(`its tokenizer frames texts by more than ${maxTokens} tokens`);
  return (text) => {
    const ids = bare(text.slice(0, MAX_TEXT_LENGTH).toWellFormed()).slice(0, room);
    if (ids.some((id) => !Number.isInteger(id))) throw new Error('its tokenizer knows no number for a part of a text');
    return ids.length === 0 ? [] : [...before, ...ids, ...after];
  };
}

/** What stands before and after every text. */
function frameOf(framed: readonly number[], bare: readonly number[]) {
  const at = framed.findIndex((_, start) => bare.length > 0 && bare.every((id, index) => framed[start + index] === id));
  if (at === -1) throw new Error('its tokenizer frames texts in a way that is not known');
  return { before: framed.slice(0, at), after: framed.slice(at + bare.length) };
}
