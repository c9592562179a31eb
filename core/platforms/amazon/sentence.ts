import { withPlainDigits } from '#core/platform-kit/languages.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { readWrittenDate, type WrittenDate } from '#core/platform-kit/written-date.ts';

/** "Reviewed in the United States on July 1, 2024", taken apart. */
interface Reviewed {
  readonly date: WrittenDate;
  /** The country as the page calls it; null where the sentence is of no known form. */
  readonly place: string | null;
}

/** How the day stands in a sentence; the first that fits. */
const DAYS: readonly RegExp[] = [
  /\d{4}\s*[年년]\s*\d{1,2}\s*[月월]\s*\d{1,2}\s*[日일]/u,
  /\b\d{4}[./-]\d{1,2}[./-]\d{1,2}\b/,
  /\b\d{1,2}[./-]\d{1,2}[./-]\d{4}\b/,
  /\d{1,2}(?:\.|º|er|st|nd|rd|th)?\s+(?:de\s+|ב)?[\p{L}\p{M}.]+(?:\s+del?)?,?\s+\d{4}/u,
  /[\p{L}\p{M}.]+\s+\d{1,2},?\s+\d{4}/u,
];
/** Hebrew writes "in" as a letter before the month. */
const HEBREW_IN = /(?<=\s)ב(?=\p{Script=Hebrew}{3})/u;
/** Longer than any of them with its white space. */
const LONGEST_SENTENCE = 500;
const FLAGS = /\s*\p{Regional_Indicator}+/gu;

/** What stands around place and day (`@`) in the languages of the marketplaces. */
const SENTENCES: readonly RegExp[] = [
  /^Reviewed in (?:the )?(.+?) on @/i,
  /^(?:Rezension|Bewertung|Bewertet|Kundenrezension) (?:aus|in) (?:den |der |dem )?(.+?) (?:vom|am) @/i,
  /^(?:Avis laissé|Évalué|Commenté|Examiné) (?:en|aux?|à|dans les?) (.+?) le @/i,
  /^(?:Reseñado|Revisado|Calificado|Comentado|Evaluado) en (?:los |el )?(.+?) el @/i,
  /^Recensit[oa] (?:in|negli|nei|nell[ao]|nel|ad?) (.+?) il @/i,
  /^Beoordeeld in (?:de |het )?(.+?) op @/i,
  /^(?:Recenserad|Granskad|Omdöme) i (.+?) den @/i,
  /^(?:Zrecenzowano|Oceniono|Opinia(?: napisana)?) (?:we?|na|z) (.+?),? (?:dnia )?@/i,
  /^(.+?)['’](?:[dt][ea]) @ tarihinde/i,
  /^Avaliado (?:n[oa]s?|em) (.+?) em @/i,
  /^@に(.+?)でレビュー/,
  /^@\s*在(.+?)(?:评论|評論|审核|審核|发表|發表)/,
  /^@에\s*(.+?)에서/,
  /^تم[^\s]* .+? في (.+?) (?:بتاريخ|في) @/,
  /^@ को (.+?) में/,
  /^נ\p{L}+ ב(.+?) ב-?@/u,
];

/** Arabic has a form of its own for two of something. */
const TWO = /شخص(?:ان|ين)/;

/** @returns null where the sentence names no day that could be read */
export function readReviewed(sentence: string, language: string): Reviewed | null {
  if (sentence.length > LONGEST_SENTENCE) return null;
  const plain = withPlainDigits(sentence.replace(FLAGS, '')).replace(/\s+/g, ' ').trim();
  for (const form of DAYS) {
    const [day] = form.exec(plain) ?? [];
    const date = day === undefined ? null : readWrittenDate(day.replace(HEBREW_IN, ''), language);
    if (day !== undefined && date !== null) return { date, place: placeIn(plain.replace(day, '@')) };
  }
  return null;
}

/** How many found a review helpful. Where the sentence has no number, its language writes one as a word. */
export function readHelpful(sentence: string): number {
  return findCount(sentence)?.value ?? (TWO.test(sentence) ? 2 : 1);
}

/**
 * Stars out of five: "5,0 su 5 stelle", "5つ星のうち4.0". The number with a decimal is the rating, whichever comes first; without any it
 * is the first.
 */
export function readStars(words: string): number | null {
  const numbers = withPlainDigits(words).match(/\d(?:[.,٫]\d)?/g) ?? [];
  const rating = numbers.find((number) => number.length > 1) ?? numbers[0];
  return rating === undefined ? null : Number(rating.replace(/[,٫]/, '.'));
}

function placeIn(sentence: string): string | null {
  for (const form of SENTENCES) {
    const [, place] = form.exec(sentence) ?? [];
    if (place !== undefined) return place;
  }
  return null;
}
