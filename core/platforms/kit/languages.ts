/** Languages that large sites are translated into, the more common first (BCP 47). What Intl does not know gives English. */
export const SITE_LANGUAGES: readonly string[] = [
  'en', 'de', 'es', 'fr', 'pt', 'it', 'ru', 'ja', 'ko', 'zh-Hans', 'zh-Hant', 'pl', 'nl', 'tr', 'uk', 'ar', 'hi', 'id', 'vi', 'th',
  'cs', 'sv', 'da', 'nb', 'fi', 'el', 'he', 'hu', 'ro', 'bg', 'hr', 'sk', 'sl', 'sr', 'sr-Latn', 'bs', 'mk', 'lt', 'lv', 'et',
  'ca', 'eu', 'gl', 'is', 'sq', 'af', 'ms', 'fil', 'sw', 'zu', 'fa', 'ur', 'bn', 'ta', 'te', 'ml', 'kn', 'mr', 'gu', 'pa', 'or', 'as',
  'ne', 'si', 'my', 'km', 'lo', 'ka', 'hy', 'az', 'kk', 'ky', 'uz', 'mn', 'be', 'am', 'zh-HK', 'pt-PT', 'fr-CA', 'es-419', 'en-IN',
];

const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;

/** Unicode gives each script's digits a block that begins at its zero. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090,
  0x17e0, 0x1810, 0xff10,
];

/** The text with digits of every script as 0-9 and without marks of writing direction. */
export function withPlainDigits(text: string): string {
  return text.replace(MARKS, '').replace(FOREIGN_DIGIT, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((candidate) => code >= candidate && code < candidate + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
