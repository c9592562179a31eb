import { foldArabic, foldGerman, foldLatin, foldPolish, foldPlain } from '#core/analysis/sentiment/folding.ts';

/** How a language is read. Words, negations and degrees stand in its lexicon file; this is the rest. */
export interface LanguageSetting {
  /** ISO 639-1; also the name of the lexicon file. */
  readonly code: string;
  /** Makes spellings alike: letter case, accents that people leave out, optional letters. */
  readonly fold: (text: string) => string;
  /** `character`: written without spaces, every character is a token. */
  readonly unit: 'word' | 'character';
  /** `l'ami` is two words. */
  readonly apostrophe: 'splits' | 'joins';
  /** Scores from here up are positive, and down to there negative. Chosen on the development halves of the labelled sets. */
  readonly positiveFrom: number;
  readonly negativeTo: number;
}

const JOINED = { unit: 'word', apostrophe: 'joins', positiveFrom: 0.2, negativeTo: -0.15 } as const;
const SPLIT = { ...JOINED, apostrophe: 'splits' } as const;

/** The languages of the built-in analyzer. */
export const SENTIMENT_LANGUAGES: Readonly<Record<string, LanguageSetting>> = {
  en: { ...JOINED, code: 'en', fold: foldLatin },
  es: { ...JOINED, code: 'es', fold: foldLatin },
  de: { ...JOINED, code: 'de', fold: foldGerman },
  fr: { ...SPLIT, code: 'fr', fold: foldLatin },
  pt: { ...JOINED, code: 'pt', fold: foldLatin },
  it: { ...SPLIT, code: 'it', fold: foldLatin },
  nl: { ...JOINED, code: 'nl', fold: foldLatin },
  pl: { ...JOINED, code: 'pl', fold: foldPolish },
  ru: { ...JOINED, code: 'ru', fold: foldLatin },
  ja: { ...JOINED, code: 'ja', fold: foldPlain, unit: 'character' },
  ar: { ...JOINED, code: 'ar', fold: foldArabic },
};

/** Texts without letters, in no language. */
export const WORDLESS: LanguageSetting = { ...JOINED, code: 'emoji', fold: foldPlain };
