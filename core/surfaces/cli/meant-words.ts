/** Begins as an address of the web does, with or without its scheme. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:]|$))/i;
const OF_THE_PROGRAM: readonly string[] = ['-h', '--help', '-v', '--version', 'help'];
const LIST_FLAG = /^--urls(?:=|$)/;

/** True for a word that a person pastes to have it exported. */
export function isAddress(word: string): boolean {
  return ADDRESS.test(word);
}

/**
 * What a command line means: an address without a command in front is to be exported, and a list of them is a batch. `commands` are the
 * names that there are.
 */
export function meantWords(words: readonly string[], commands: readonly string[]): readonly string[] {
  const [first, ...others] = words;
  if (first === undefined || OF_THE_PROGRAM.includes(first)) return words;
  const names = words.some((word) => LIST_FLAG.test(word));
  if (first === 'export' && names) return ['batch', ...others];
  if (commands.includes(first)) return words;
  if (names) return ['batch', ...words];
  return isAddress(first) || (first.startsWith('-') && others.some(isAddress)) ? ['export', ...words] : words;
}
