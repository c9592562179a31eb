import { readingOf } from '#core/analysis/sentiment/reading.ts';
import { leaningKeys, leaningOf, type Leanings, loadLeanings } from '#core/analysis/sentiment/leanings.ts';
import type { Lexicon } from '#core/analysis/sentiment/lexicon.ts';
import { type LanguageSetting, SENTIMENT_LANGUAGES, WORDLESS } from '#core/analysis/sentiment/languages.ts';
import { loadLexicon } from '#core/analysis/sentiment/lexicon-files.ts';
import { scoreReading } from '#core/analysis/sentiment/scoring.ts';
import { hasLink, tokenize } from '#core/analysis/sentiment/tokens.ts';
import type { Sentiment, SentimentVerdict } from '#core/contract/sentiment.ts';

export { SENTIMENTS } from '#core/contract/sentiment.ts';
export type { Sentiment, SentimentVerdict } from '#core/contract/sentiment.ts';

/** Judges the tone of texts without asking anybody. */
export interface SentimentAnalyzer {
  /** ISO 639-1 codes it can read. */
  readonly languages: readonly string[];
  /**
   * Throws at no text; the same text and language give the same verdict.
   * @param language ISO 639-1, or null where unknown: then only texts made of emoji are judged
   * @throws CommentdockError INTERNAL where the words of the language are missing or damaged
   */
  classify(text: string, language: string | null): SentimentVerdict;
}

/** How much of the built-in analyzer an export may use. */
export interface AnalyzerLimits {
  /** Comments of one export, in file order; the caller counts them. */
  readonly maxComments: number;
  /** What is read of each text, in UTF-16 units; a character is never cut in two. */
  readonly maxCharacters: number;
  /** ISO 639-1; other languages are `unclassified`. Null: all that are known. */
  readonly languages: readonly string[] | null;
}

/** The sample of the plans `free` and `personal`. */
export const SAMPLE_LIMITS: AnalyzerLimits = { maxComments: 10, maxCharacters: 50, languages: ['en'] };

/** The plans `premium` and `business`. */
export const NO_LIMITS: AnalyzerLimits = { maxComments: Infinity, maxCharacters: Infinity, languages: null };

const UNCLASSIFIED: SentimentVerdict = { sentiment: 'unclassified', score: null };

/** The built-in analyzer. A language's lexicon (2 to 3 MB, English 7.5) is read from disk the first time that a text needs it, and kept with the analyzer. */
export function openBuiltInAnalyzer(limits: AnalyzerLimits = NO_LIMITS): SentimentAnalyzer {
  return new LexiconAnalyzer(limits);
}

/** What is known of a language. */
interface Words {
  readonly lexicon: Lexicon;
  readonly leanings: Leanings;
}

class LexiconAnalyzer implements SentimentAnalyzer {
  readonly languages: readonly string[];
  readonly #maxCharacters: number;
  readonly #words = new Map<string, Words>();

  constructor({ maxCharacters, languages }: AnalyzerLimits) {
    this.languages = Object.keys(SENTIMENT_LANGUAGES).filter((code) => languages === null || languages.includes(code));
    this.#maxCharacters = maxCharacters;
  }

  classify(text: string, language: string | null): SentimentVerdict {
    const read = beginningOf(text, this.#maxCharacters);
    const setting = this.#settingFor(read, language);
    if (setting === null) return UNCLASSIFIED;
    const { lexicon, leanings } = this.#wordsOf(setting);
    const tokens = tokenize(read, setting);
    const score = scoreReading(
      readingOf(tokens, lexicon),
      hasLink(read) ? 'linked' : 'plain',
      leanings.size === 0 ? 0 : leaningOf(leaningKeys(tokens), leanings),
    );
    return { sentiment: classOf(score, setting), score };
  }

  /** Emoji mean the same in every language; words need theirs. */
  #settingFor(text: string, language: string | null): LanguageSetting | null {
    if (language !== null && this.languages.includes(language)) return SENTIMENT_LANGUAGES[language] ?? null;
    return /\p{L}/u.test(text) || !/\p{Extended_Pictographic}/u.test(text) ? null : WORDLESS;
  }

  #wordsOf(setting: LanguageSetting): Words {
    const known = this.#words.get(setting.code);
    if (known !== undefined) return known;
    const words = { lexicon: loadLexicon(setting), leanings: loadLeanings(setting) };
    this.#words.set(setting.code, words);
    return words;
  }
}

function classOf(score: number, { positiveFrom, negativeTo }: LanguageSetting): Sentiment {
  if (score >= positiveFrom) return 'positive';
  return score <= negativeTo ? 'negative' : 'neutral';
}

function beginningOf(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const cut = text.slice(0, maxCharacters);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
