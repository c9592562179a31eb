/** As many as one request takes. */
export const MAX_ADDRESSES = 100;

const ENDS = new Set('.,!');
const BREAKS = /[\s,;|"'<>()]+/;
const WITH_SCHEME = /^https?:\/\/\S+\.\S+/i;
/** Without a scheme an address needs a path, so that words with a point in them stay words. */
const WITHOUT_SCHEME = /^(?:[\w-]+\.)+[a-z]{2,}\/\S+$/i;

/** The addresses in a text or a table, in their order, with how often each stands there. */
export function addressesIn(text: string): ReadonlyMap<string, number> {
  const words = text.split(BREAKS).map(withoutEnd);
  const times = new Map<string, number>();
  for (const word of words) {
    if (!WITH_SCHEME.test(word) && !WITHOUT_SCHEME.test(word)) continue;
    const url = WITH_SCHEME.test(word) ? word : `https://${word}`;
    times.set(url, (times.get(url) ?? 0) + 1);
  }
  return times;
}

/** Without the marks that end a sentence. By hand: a pattern would begin anew at each of very many points. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (end > 0 && ENDS.has(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
