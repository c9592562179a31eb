import { foldArabic, foldGerman, foldLatin, foldPolish, foldPlain } from '#core/analysis/sentiment/folding.ts';

/** How a language is read. Words, negations and degrees stand in its table of words; this is the rest. */
export interface LanguageSetting {
  /** ISO 639-1; also the name of the table. */
  readonly code: string;
  /** Makes spellings alike: letter case, accents that people leave out, optional letters. */
  readonly fold: (text: string) => string;
  /** `character`: written without spaces, every character is a token. */
  readonly unit: 'word' | 'character';
  /** `joined`: words are written together, the last part carries the meaning: Riesenenttäuschung. */
  readonly compounds: 'joined' | 'apart';
  /** `l'ami` is two words. */
  readonly apostrophe: 'splits' | 'joins';
  /** Scores from here up are positive, and down to there negative. Chosen on the development halves of the labelled sets. */
  readonly positiveFrom: number;
  readonly negativeTo: number;
}

const JOINED = { unit: 'word', apostrophe: 'joins', compounds: 'apart' } as const;
const SPLIT = { ...JOINED, apostrophe: 'splits' } as const;
const COMPOUNDING = { ...JOINED, compounds: 'joined' } as const;
const BY_CHARACTER = { ...JOINED, unit: 'character' } as const;

/** The languages of the built-in analyzer. */
export const SENTIMENT_LANGUAGES: Readonly<Record<string, LanguageSetting>> = {
  en: { ...JOINED, code: 'en', fold: foldLatin, positiveFrom: 0.24, negativeTo: -0.29 },
  es: { ...JOINED, code: 'es', fold: foldLatin, positiveFrom: 0.26, negativeTo: -0.26 },
  de: { ...COMPOUNDING, code: 'de', fold: foldGerman, positiveFrom: 0.25, negativeTo: -0.25 },
  fr: { ...SPLIT, code: 'fr', fold: foldLatin, positiveFrom: 0.25, negativeTo: -0.23 },
  pt: { ...JOINED, code: 'pt', fold: foldLatin, positiveFrom: 0.28, negativeTo: -0.26 },
  it: { ...SPLIT, code: 'it', fold: foldLatin, positiveFrom: 0.25, negativeTo: -0.18 },
  nl: { ...COMPOUNDING, code: 'nl', fold: foldLatin, positiveFrom: 0.2, negativeTo: -0.2 },
  pl: { ...JOINED, code: 'pl', fold: foldPolish, positiveFrom: 0.2, negativeTo: -0.23 },
  ru: { ...JOINED, code: 'ru', fold: foldLatin, positiveFrom: 0.3, negativeTo: -0.25 },
  ja: { ...BY_CHARACTER, code: 'ja', fold: foldPlain, positiveFrom: 0.15, negativeTo: -0.17 },
  ar: { ...JOINED, code: 'ar', fold: foldArabic, positiveFrom: 0.18, negativeTo: -0.2 },
};

/** Texts without letters, in no language. */
export const WORDLESS: LanguageSetting = { ...JOINED, code: 'emoji', fold: foldPlain, positiveFrom: 0.2, negativeTo: -0.2 };
