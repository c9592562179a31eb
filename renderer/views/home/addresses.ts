/** As many as one request takes. */
export const MAX_ADDRESSES = 100;

const BREAKS = /[\s,;|"'<>()]+/;
const WITH_SCHEME = /^https?:\/\/\S+\.\S+/i;
/** Without a scheme an address needs a path, so that words with a point in them stay words. */
const WITHOUT_SCHEME = /^(?:[\w-]+\.)+[a-z]{2,}\/\S+$/i;

/** The addresses in a text or a table, each once, in their order. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(BREAKS).map((word) => word.replace(/[.,!]+$/, ''));
  const found = words.filter((word) => WITH_SCHEME.test(word) || WITHOUT_SCHEME.test(word));
  return [...new Set(found.map((word) => (WITH_SCHEME.test(word) ? word : `https://${word}`)))];
}
