import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommentdockError } from '#core/contract/error.ts';

const STANDARD_INPUT = '-';
/** Some ten thousand of the longest addresses; a plan takes a hundred in one batch. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The URLs that words name: a word is a URL, `-` for standard input, or a file of text (a pipe such as `<(...)` too) with one URL a line.
 * `lists` are words that name a list and never a URL. Empty lines and those that start with # are left out.
 * @throws CommentdockError INVALID_REQUEST where there is none, or a list cannot be read; STOPPED once the signal aborts
 */
export async function urlsOfWords(words: readonly string[], lists: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const urls: string[] = [];
  for (const word of words) urls.push(...((await isList(word)) ? await urlsIn(word, signal) : [word]));
  for (const list of lists) urls.push(...(await urlsIn(list, signal)));
  if (urls.length > 0) return urls;
  throw new CommentdockError('INVALID_REQUEST', `${[...words, ...lists].join(', ')}: no URL stands there. Put one on each line.`);
}

/** True for a word that stands for a list of addresses. */
export async function isList(word: string): Promise<boolean> {
  if (word === STANDARD_INPUT) return true;
  return stat(word).then(
    (found) => !found.isDirectory(),
    () => false,
  );
}

async function urlsIn(list: string, signal: AbortSignal): Promise<readonly string[]> {
  const name = list === STANDARD_INPUT ? 'Standard input' : list;
  const source = addAbortSignal(signal, list === STANDARD_INPUT ? process.stdin : createReadStream(list));
  const text = await textOf(source, name).catch((error: unknown) => {
    throw signal.aborted ? new CommentdockError('STOPPED', 'Stopped before anything was exported.') : error;
  });
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

async function textOf(source: Readable, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Error(`a list of addresses has at most ${MOST_BYTES / 1024 / 1024} MB`);
      chunks.push(chunk);
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('INVALID_REQUEST', `${name} cannot be read: ${words}`, { cause: error });
  }
  return Buffer.concat(chunks).toString('utf8');
}
