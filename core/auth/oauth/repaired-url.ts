const REPAIRED_CHARACTERS = /[\s\\\p{Cc}\p{Cf}]/u;

/** Whether a URL parser would silently repair or drop something of this: what was checked would not be what is called. */
export function isRepaired(text: string): boolean {
  return REPAIRED_CHARACTERS.test(text);
}
