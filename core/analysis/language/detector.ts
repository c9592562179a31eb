import { LANGUAGE_OF_SCRIPT, TELLING_LETTERS } from '#core/analysis/language/scripts.ts';

/** Tells the language of short texts without asking anybody. */
export interface LanguageDetector {
  /** ISO 639-1, or null where nothing speaks for one language more than for another. Never throws; the same text gives the same answer. */
  detect(text: string): string | null;
}

/** The statistics behind the detector, as the package `eld` has them: from 0 to 1 per language. */
type ScoreLanguages = (text: string) => Readonly<Record<string, number>>;

/** Addresses, mentions, tags and everything that is no letter say nothing about the language. */
const NOISE = /https?:\/\/\S+|www\.\S+|[@#][\p{L}\p{N}_.]+/gu;
const STRETCHED = /(\p{L})\1{2,}/gu;
/** What the statistics are shown of a text, in UTF-16 units; more changes nothing. */
const MOST_CHARACTERS = 400;
/** A script of its own decides from this share of the letters on; less are quotations. */
const DECIDING_SHARE = 0.4;
const JAPANESE_SHARE = 0.1;
/** Languages that most comments are in; rarer ones must be this much ahead of them. */
const FREQUENT = new Set(['en', 'es', 'de', 'fr', 'pt', 'it', 'nl', 'pl', 'ru', 'ja', 'ar', 'tr', 'uk', 'hi', 'vi', 'ms', 'sv']);
const HEAD_START = 0.1;
/** Below this score, or closer to the next language, the answer would be a guess. Both chosen on the development half of the labelled comments. */
const LOWEST_SCORE = 0.3;
const SMALLEST_LEAD = 0.005;
const FEWEST_LETTERS = 3;

/** Loads the statistics when it is called: 30 MB that stay, up to 90 MB while it loads. Open one detector where texts are read, and only then. */
export async function openLanguageDetector(): Promise<LanguageDetector> {
  const { eld } = await import('eld/extrasmall');
  return new StatisticalDetector((text) => eld.detect(text).getScores());
}

class StatisticalDetector implements LanguageDetector {
  readonly #scores: ScoreLanguages;

  constructor(scores: ScoreLanguages) {
    this.#scores = scores;
  }

  detect(text: string): string | null {
    const words = text.slice(0, MOST_CHARACTERS).replaceAll(NOISE, ' ').replaceAll(STRETCHED, '$1$1').trim();
    const letters = words.match(/\p{L}/gu)?.length ?? 0;
    if (letters === 0) return null;
    return languageOfScript(words, letters) ?? (letters < FEWEST_LETTERS ? null : this.#likeliest(words));
  }

  #likeliest(words: string): string | null {
    const allowed = TELLING_LETTERS.filter(([telling]) => telling.test(words)).map(([, languages]) => languages);
    const ranked = Object.entries(this.#scores(words))
      .filter(([language]) => allowed.every((languages) => languages.includes(language)))
      .map(([language, score]) => ({ language, score: score + (FREQUENT.has(language) ? HEAD_START : 0) }))
      .toSorted((a, b) => b.score - a.score);
    const [first, second] = ranked;
    if (first === undefined || first.score < LOWEST_SCORE) return null;
    return first.score - (second?.score ?? 0) < SMALLEST_LEAD ? null : first.language;
  }
}

function languageOfScript(words: string, letters: number): string | null {
  for (const [script, language] of LANGUAGE_OF_SCRIPT) {
    const share = (words.match(script)?.length ?? 0) / letters;
    if (share >= (language === 'ja' ? JAPANESE_SHARE : DECIDING_SHARE)) return language;
  }
  return null;
}
