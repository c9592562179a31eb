import { readFileSync } from 'node:fs';
import { Lexicon, parseLexicon } from '#core/analysis/sentiment/lexicon.ts';
import type { LanguageSetting } from '#core/analysis/sentiment/languages.ts';

/** Emoji and emoticons, in every language. */
const EMOJI_FILE = 'emoji';
/** Lists by others, before our own. */
const FURTHER_FILES: Readonly<Record<string, readonly string[]>> = { en: ['en-vader'] };

/**
 * The lexicon of a language: emoji, then its own list, which has the last word.
 * @throws Error where a file is missing or malformed
 */
export function loadLexicon(setting: LanguageSetting): Lexicon {
  const names = setting.code === EMOJI_FILE ? [EMOJI_FILE] : [EMOJI_FILE, ...(FURTHER_FILES[setting.code] ?? []), setting.code];
  const { entries, prefixes } = parseLexicon(names.map(readList).join('\n'), setting);
  return new Lexicon(entries, prefixes, setting);
}

function readList(name: string): string {
  return readFileSync(new URL(`./lexicons/${name}.txt`, import.meta.url), 'utf8');
}
