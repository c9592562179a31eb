import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify, TomlError } from 'smol-toml';
import { replacePrivateFile } from '#core/config/private-file.ts';
import { CommentdockError } from '#core/contract/error.ts';

const TOML = 'commentdock.toml';
const JSON_FILE = 'commentdock.json';
const MOST_BYTES = 256 * 1024;

/** What a setting of the file is, and where it stands. */
interface FileSetting {
  /** As an environment variable would have it. */
  readonly text: string;
  /** For messages: the file, and the line where that is known. */
  readonly place: string;
}

/** The configuration file of a data folder: settings by their keys. */
interface SettingsFile {
  readonly path: string;
  readonly settings: ReadonlyMap<string, FileSetting>;
}

/** The file that a data folder has, or would get: TOML unless there is one of JSON. @throws CommentdockError INVALID_REQUEST where there are both */
export function settingsFilePath(dataDir: string): string {
  const [toml, json] = [join(dataDir, TOML), join(dataDir, JSON_FILE)];
  const hasJson = isThere(json);
  if (hasJson && isThere(toml)) throw refused(`${toml} and ${json} are both there. Keep one of them.`);
  return hasJson ? json : toml;
}

/** Null where there is none. @throws CommentdockError INVALID_REQUEST with the place of what is wrong */
export function readSettingsFile(dataDir: string): SettingsFile | null {
  const path = settingsFilePath(dataDir);
  if (!isThere(path)) return null;
  const text = textOf(path);
  const settings = Object.entries(parsed(text, path)).map(([key, value]) => {
    const place = placeOf(key, text, path);
    return [key, { text: asText(value, place, key), place }] as const;
  });
  return { path, settings: new Map(settings) };
}

/**
 * Sets one key of the file, or takes it out (null); all else in it stays as it stands. Makes the file where there is none, readable by the
 * owner of the account alone.
 * @returns false where there was nothing to take out
 * @throws CommentdockError INVALID_REQUEST where the file cannot be read; DISK where it cannot be written
 */
export function changeSettingsFile(dataDir: string, key: string, value: string | number | null): boolean {
  const path = settingsFilePath(dataDir);
  const text = isThere(path) ? textOf(path) : '';
  const former = text === '' ? {} : parsed(text, path);
  if (value === null && !Object.hasOwn(former, key)) return false;
  const wanted = Object.fromEntries(Object.entries({ ...former, [key]: value }).filter(([, kept]) => kept !== null));
  const changed = path.endsWith(JSON_FILE) ? `${JSON.stringify(wanted, null, 2)}\n` : changedToml(text, { key, value, wanted });
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    replacePrivateFile(path, changed);
  } catch (error) {
    throw new CommentdockError('DISK', `${path} cannot be written: ${wordsOf(error)}.`, { cause: error });
  }
  return true;
}

/** Its line anew, with what people wrote around it; where a value takes more than its line, the whole file. */
function changedToml(text: string, { key, value, wanted }: { key: string; value: string | number | null; wanted: object }): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const at = lineOf(key, lines);
  const line = value === null ? [] : [stringify({ [key]: value }).trimEnd()];
  const changed = at < 0 ? [...lines, ...line] : lines.toSpliced(at, 1, ...line);
  const joined = changed.map((one) => `${one}\n`).join('');
  return isSame(joined, wanted) ? joined : stringify(wanted);
}

function isSame(toml: string, wanted: object): boolean {
  try {
    return JSON.stringify(sorted(parse(toml))) === JSON.stringify(sorted(wanted));
  } catch {
    return false;
  }
}

function sorted(settings: object): object {
  return Object.fromEntries(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function parsed(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = path.endsWith(JSON_FILE) ? JSON.parse(text) : parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    const at = error instanceof TomlError ? `, line ${error.line}, column ${error.column}` : '';
    const [words = ''] = wordsOf(error).split('\n');
    throw new CommentdockError('INVALID_REQUEST', `${path}${at}: ${words}`, { cause: error });
  }
  throw refused(`${path}: an object with the settings is expected.`);
}

function asText(value: unknown, place: string, key: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw refused(`${place}: "${key}" must be a text, a number, or true or false.`);
}

function placeOf(key: string, text: string, path: string): string {
  const at = path.endsWith(JSON_FILE) ? -1 : lineOf(key, text.split('\n'));
  return at < 0 ? path : `${path}, line ${at + 1}`;
}

function lineOf(key: string, lines: readonly string[]): number {
  return lines.findIndex(
    (line) =>
      line
        .split('=', 1)[0]
        ?.trim()
        .replaceAll(/^["']|["']$/g, '') === key && line.includes('='),
  );
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES / 1024} KB`);
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n');
  } catch (error) {
    throw new CommentdockError('INVALID_REQUEST', `${path} cannot be read: ${wordsOf(error)}.`, { cause: error });
  }
}

/** A folder that cannot be looked into is told of by whoever opens it. */
function isThere(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refused(words: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', words);
}
