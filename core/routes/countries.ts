/** What the names of regions have for a code that is none. */
const NO_REGION = 'ZZ';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Whether this is a country code of ISO 3166-1, in capitals. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== NO_REGION && englishNames().of(code) !== undefined;
}

/** The code of a country by its code or its English name, upper and lower case alike; null for any other text. */
export function countryOf(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (isCountry(code)) return ofToday(code);
  if (code.length < 4) return null;
  const names = englishNames();
  const named = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).find((each) => names.of(each)?.toUpperCase() === code);
  return named === undefined ? null : ofToday(named);
}

/** Of a country that has another code by now, as UK and those of former states, today's. */
function ofToday(code: string): string {
  return new Intl.Locale(`und-${code}`).region ?? code;
}

function englishNames(): Intl.DisplayNames {
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
}
