/** What the names of regions have for a code that is none. */
const NO_REGION = 'ZZ';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Whether this is a country code of ISO 3166-1, in capitals. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== NO_REGION && englishNames().of(code) !== undefined;
}

/**
 * Reads countries: gives the code of one by its code or its English name, upper and lower case alike; null for any other text. One for a whole
 * list: names are looked up once, with the first text that may be one.
 */
export function countryReader(): (text: string) => string | null {
  let codes: ReadonlyMap<string, string> | null = null;
  return (text) => {
    const code = text.trim().toUpperCase();
    if (code.length < 2) return null;
    codes ??= codesByName(englishNames());
    return codes.get(code) ?? null;
  };
}

/** Codes, and names in capitals, to codes of today. */
function codesByName(names: Intl.DisplayNames): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = code === NO_REGION ? undefined : names.of(code);
    if (name === undefined) continue;
    const today = ofToday(code);
    found.set(code, today);
    // Names shorter than that are taken for codes.
    if (name.length >= 4 && !found.has(name.toUpperCase())) found.set(name.toUpperCase(), today);
  }
  return found;
}

/** Of a country that has another code by now, as UK and those of former states, today's. */
function ofToday(code: string): string {
  return new Intl.Locale(`und-${code}`).region ?? code;
}

function englishNames(): Intl.DisplayNames {
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
}
