import { readFileSync } from 'node:fs';
import { damaged, Lexicon, type LexiconTable, parseLexicon } from '#core/analysis/sentiment/lexicon.ts';
import type { LanguageSetting } from '#core/analysis/sentiment/languages.ts';

/** Where the tables lie, here and in the built program. */
const FOLDER = new URL('../resources/lexicons/', import.meta.resolve('#core/main.js'));
/** Emoji and emoticons, in every language. */
const EMOJI_TABLE = 'emoji';
/** Lists by others, before our own. */
const FURTHER_TABLES: Readonly<Record<string, readonly string[]>> = { en: ['en-vader'] };

/**
 * The lexicon of a language: emoji, then its own table, which has the last word.
 * @throws CommentdockError INTERNAL where a table is missing or damaged
 */
export function loadLexicon(setting: LanguageSetting, folder: URL = FOLDER): Lexicon {
  const { entries, prefixes } = parseLexicon(readTables(setting, folder), setting);
  return new Lexicon(entries, prefixes, setting);
}

/** In the order in which they count. @throws CommentdockError INTERNAL where one is missing */
export function readTables({ code }: Pick<LanguageSetting, 'code'>, folder: URL = FOLDER): LexiconTable[] {
  const names = code === EMOJI_TABLE ? [EMOJI_TABLE] : [EMOJI_TABLE, ...(FURTHER_TABLES[code] ?? []), code];
  return names.map((name) => readTable(`${name}.tsv`, folder));
}

function readTable(name: string, folder: URL): LexiconTable {
  try {
    return { name, text: readFileSync(new URL(name, folder), 'utf8') };
  } catch (error) {
    throw damaged(name, error instanceof Error ? error.message : String(error), error);
  }
}
