import type { LanguageSetting } from '#core/analysis/sentiment/languages.ts';

/** A piece of a text that can mean something. */
export interface Token {
  /** `symbol`: emoji or emoticon; `rating`: `7/10`; `pause`: a clause ends; `stop`: a sentence ends. */
  readonly kind: 'word' | 'symbol' | 'rating' | 'pause' | 'stop';
  /** Words folded, symbols in their plain form, marks as written. */
  readonly text: string;
  /** In capitals, in a text that is not all capitals; or stretched: `soooo`. */
  readonly emphatic: boolean;
  /** One of up to three words between quotation marks: the "premium" service. */
  readonly quoted: boolean;
}

/** "9 out of 10", in the languages where these words mean nothing else between such numbers. */
const OUT_OF = ' (?:out of|von|sur|su|van de|op|из|من) ';
const MOST_STARS = 5;
const ARABIC_ZERO = 0x660;

const LINK = /https?:\/\/|(?<![\p{L}\p{N}])https?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])www\./u;
const ESCAPED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };

/** What a text is made of, the first that fits. Addresses, mentions and everything else is left out. */
const PIECES = new RegExp(
  [
    String.raw`(?<skip>https?:\/\/\S+|www\.\S+|@[\p{L}\p{N}_.]+)`,
    String.raw`(?<rating>(?<![\p{Nd}/.,])\p{Nd}{1,3}(?:[.,]\p{Nd})?\s?(?:\/|${OUT_OF})\s?(?:5|10|100|٥|١٠|١٠٠)(?![\p{Nd}/%\p{L}]|[.,:]\p{Nd}))`,
    String.raw`(?<stars>(?:[★⭐🌟☆✩✰]\uFE0F?){2,})`,
    String.raw`(?<emoticon>(?<!\d)>?[:;=][-'^o]?[)(\]\[DPp\/\\|*3]+|<\/?3+|(?<![\p{L}\p{N}])\(-?[:;=](?![^\s.!?])|(?<!\S)D:(?!\S)|>[_.]+<|[.]_+[.]|\^[_.-]?\^|-[_.]+-|T[_.]T|;[_.];|\\o\/)`,
    String.raw`(?<emoji>\p{Extended_Pictographic}(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}]|\u200D\p{Extended_Pictographic})*)`,
    String.raw`(?<word>[\p{L}\p{N}](?:(?!https?:\/\/)[\p{L}\p{M}\p{N}])*(?:['’‘´][\p{L}\p{M}\p{N}]+)*['’]?)`,
    String.raw`(?<stop>[.!?\n…。！？؟।]+)`,
    String.raw`(?<pause>[,;:，、；：،؛–—]|(?<=\s)-(?=\s))`,
    String.raw`(?<bracket>[()（）])`,
  ].join('|'),
  'gu',
);

/** Three words are still a name for something; more are somebody's speech. */
const QUOTED = /["“”„«»「]([^"“”„«»「」\n]{2,30})["“”„«»」]/gu;
const MOST_QUOTED_WORDS = 3;
const STRETCHED = /(\p{L})\1\1/u;
const BY_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu;

/** Reads a text from left to right. Takes time in proportion to its length. */
export function tokenize(text: string, setting: LanguageSetting): Token[] {
  const tokens: Token[] = [];
  const read = unescaped(text);
  const quiet = !/\p{Ll}/u.test(read);
  const quoted = quotedWords(read);
  let openBrackets = 0;
  for (const { groups = {}, index } of read.matchAll(PIECES)) {
    if (groups['word'] !== undefined) tokens.push(...wordTokens(groups['word'], setting, quiet, quoted.has(index)));
    else if (groups['emoji'] !== undefined) tokens.push(mark('symbol', plainEmoji(groups['emoji'])));
    else if (groups['emoticon'] !== undefined) tokens.push(mark('symbol', plainEmoticon(groups['emoticon'])));
    else if (groups['stop'] !== undefined) tokens.push(mark('stop', groups['stop'].normalize('NFKC').replaceAll('؟', '?')));
    else if (groups['pause'] !== undefined) tokens.push(mark('pause', groups['pause']));
    else if (groups['rating'] !== undefined) tokens.push(mark('rating', plainRating(groups['rating'])));
    else if (groups['stars'] !== undefined) tokens.push(mark('rating', starRating(groups['stars'])));
    else if (groups['bracket'] !== undefined) {
      const opens = groups['bracket'].normalize('NFKC') === '(';
      // A closing bracket that nothing opened is a smile where people write so.
      tokens.push(opens || openBrackets > 0 ? mark('pause', groups['bracket']) : mark('symbol', ')'));
      openBrackets = Math.max(0, openBrackets + (opens ? 1 : -1));
    }
  }
  return tokens;
}

/** Whether a text points elsewhere: an address, or what is left of one that was cut off. */
export function hasLink(text: string): boolean {
  return LINK.test(text);
}

/** Marks that were escaped for a web page and never put back: `&lt;3` is a heart. */
function unescaped(text: string): string {
  return text.includes('&') ? text.replaceAll(/&(lt|gt|amp);/g, (_, name: string) => ESCAPED[name] ?? '') : text;
}

/** Where the words begin that stand between quotation marks, alone or nearly so. */
function quotedWords(text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  for (const { 1: inside = '', index } of text.matchAll(QUOTED)) {
    const words = [...inside.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)];
    if (words.length <= MOST_QUOTED_WORDS) for (const word of words) starts.add(index + 1 + word.index);
  }
  return starts;
}

function wordTokens(raw: string, { fold, unit, apostrophe }: LanguageSetting, quiet: boolean, quoted: boolean): Token[] {
  const emphatic = STRETCHED.test(raw) || (!quiet && raw.length >= 3 && /^[\p{Lu}\p{M}'’]+$/u.test(raw));
  const folded = fold(raw);
  if (unit === 'character') return (folded.match(BY_CHARACTER) ?? []).map((text) => ({ kind: 'word', text, emphatic, quoted }));
  const parts = apostrophe === 'splits' ? folded.split("'") : [folded.replace(/'$/, '')];
  return parts.filter((text) => text !== '').map((text) => ({ kind: 'word', text, emphatic, quoted }));
}

/** `9 out of 10` as `9/10`. */
function plainRating(raw: string): string {
  const digits = raw.replaceAll(/[٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? 0) - ARABIC_ZERO));
  return digits.replace(/\s*[^\d.,]+\s*(?=\d+$)/, '/');
}

/** `★★☆☆☆` and `⭐⭐` as `2/5`. */
function starRating(raw: string): string {
  const full = raw.match(/[★⭐🌟]/gu)?.length ?? 0;
  return `${Math.min(full, MOST_STARS)}/${MOST_STARS}`;
}

/** Without skin tone, gender and presentation. */
function plainEmoji(raw: string): string {
  return String.fromCodePoint(raw.codePointAt(0) ?? 0);
}

/** Without nose and repetition, and the right way round: `:-)))` and `(:` are `:)`. */
function plainEmoticon(raw: string): string {
  return raw
    .replace(/^\(-?([:;=])$/, '$1)')
    .toLowerCase()
    .replace(/^([:;=])[-'^o]/, '$1')
    .replace('=', ':')
    .replaceAll(/(.)\1+/g, '$1');
}

function mark(kind: Token['kind'], text: string): Token {
  return { kind, text, emphatic: false, quoted: false };
}
