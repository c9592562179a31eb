/** Needs no more than lower case. */
const PLAIN = /^[\w ']*$/;

/** Lower case, full-width forms made narrow, one kind of apostrophe. */
export function foldPlain(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’‘`´ʼ]/g, "'");
}

/** Without accents: people leave them out. Also turns the Russian letters yo and short i into their plain forms. */
export function foldLatin(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return foldPlain(text).normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
}

const GERMAN_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Umlauts in their two-letter spelling. */
export function foldGerman(text: string): string {
  return foldLatin(foldPlain(text).replaceAll(/[äöüß]/g, (letter) => GERMAN_LETTERS[letter] ?? letter));
}

/** The crossed l has no decomposition. */
export function foldPolish(text: string): string {
  return foldLatin(text).replaceAll('ł', 'l');
}

const ARABIC_LETTERS: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' };

/** Without vowel signs and stretching; letters that are written one for another made alike. */
export function foldArabic(text: string): string {
  return foldPlain(text)
    .replaceAll(/[أإآٱىةؤئ]/g, (letter) => ARABIC_LETTERS[letter] ?? letter)
    .replaceAll(/[\p{M}\u0640]/gu, '');
}
