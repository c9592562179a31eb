/** As people write them; nothing else of an address is looked at. */
export const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;
/** A telephone number (seven digits or more, with what stands between them), or an address of IP. */
export const REACH =
  /(?:\+|\(|(?<![\p{L}\p{N}_]))(?:\d{1,3}(?:\.\d{1,3}){3}|\d(?:[\s().\u00a0-]{0,3}\d){6,17})(?![\p{L}\p{N}_])|\b(?:[0-9a-f]{1,4}:){3,7}:?[0-9a-f]{1,4}\b/giu;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** A dot or a dash, and a letter beside it. */
const JOINT_BEFORE = /\p{L}[-.]$/u;
const JOINT_AFTER = /^[-.]\p{L}/u;

/** Runs of letters, digits and underscores. */
export function wordsIn(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Each word put in the place of the former. `isJoined`: a dot or a dash joins it to letters. */
export function changeWords(text: string, change: (word: string, isJoined: boolean) => string): string {
  return text.replace(WORD, (word, at: number) => {
    const end = at + word.length;
    return change(word, JOINT_BEFORE.test(text.slice(Math.max(0, at - 2), at)) || JOINT_AFTER.test(text.slice(end, end + 2)));
  });
}

/** Each part that a pattern finds, and each between them, put in the place of the former. */
export function changeParts(
  text: string,
  pattern: RegExp,
  { found, between }: { readonly found: (part: string) => string; readonly between: (part: string) => string },
): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(between(text.slice(end, match.index)), found(match[0]));
    end = match.index + match[0].length;
  }
  parts.push(between(text.slice(end)));
  return parts.join('');
}
