import { readFile, stat } from 'node:fs/promises';
import { CommentdockError } from '#core/contract/error.ts';

/**
 * The URLs that words name: a word is a URL, or a text file with one URL a line. Empty lines and those that start with #
 * are left out.
 * @throws CommentdockError INVALID_REQUEST where there is none
 */
export async function urlsOfWords(words: readonly string[]): Promise<readonly string[]> {
  const urls = (await Promise.all(words.map(urlsOfWord))).flat();
  if (urls.length > 0) return urls;
  throw new CommentdockError('INVALID_REQUEST', `${words.join(', ')}: no URL stands there. Put one on each line.`);
}

async function urlsOfWord(word: string): Promise<readonly string[]> {
  const isFile = await stat(word).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) return [word];
  const text = await readFile(word, 'utf8').catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('INVALID_REQUEST', `${word} cannot be read: ${words}`, { cause: error });
  });
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}
