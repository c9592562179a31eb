import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { nearWord } from '#core/contract/near-word.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';
import { usualDataDir } from '#core/config/data-folder.ts';
import { readSettingsFile } from '#core/config/settings-file.ts';
import { onOff, yesNo, SETTINGS, SETTING_NAMES, type SettingName } from '#core/config/settings.ts';

export const MASK = '***';

/** All settings, read once and frozen. */
export type Config = {
  readonly [K in SettingName]: z.infer<(typeof SETTINGS)[K]['schema']> | Extract<ReturnType<(typeof SETTINGS)[K]['fallback']>, null>;
};

type Env = Readonly<Record<string, string | undefined>>;

/** Where a setting comes from. */
export type SettingSource = 'environment' | 'file' | 'default';

/** Settings, where each comes from, and the file that was read; null: there is none. */
export interface ReadSettings {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, SettingSource>>;
  readonly file: string | null;
}

/**
 * The settings of an environment and of the configuration file in the data folder, where the environment goes first. Proxy variables
 * count in lower case too, as everywhere.
 * @throws CommentdockError INVALID_REQUEST naming the variable, or the place in the file, and what it may be
 */
export function readConfig(env: Env): Config {
  return readSettings(env).config;
}

/** As `readConfig`, with where each setting comes from. */
export function readSettings(env: Env): ReadSettings {
  const dataDir = dataDirOf(env);
  const file = readSettingsFile(dataDir);
  for (const [key, { place }] of file?.settings ?? []) expectKey(key, place);
  const read = (name: SettingName): { readonly value: unknown; readonly source: SettingSource } => {
    const given = givenIn(env, name);
    if (given !== undefined)
      return { value: valueOf(name, given, `The environment variable ${SETTINGS[name].env}`), source: 'environment' };
    const inFile = file?.settings.get(keyOf(name));
    if (inFile !== undefined) return { value: valueOf(name, inFile.text, `${inFile.place}: "${keyOf(name)}"`), source: 'file' };
    return { value: name === 'dataDir' ? dataDir : SETTINGS[name].fallback(), source: 'default' };
  };
  const settings = SETTING_NAMES.map((name) => [name, read(name)] as const);
  return {
    config: Object.freeze(Object.fromEntries(settings.map(([name, { value }]) => [name, value]))) as Config,
    sources: Object.fromEntries(settings.map(([name, { source }]) => [name, source])) as ReadSettings['sources'],
    file: file?.path ?? null,
  };
}

/** The data folder of an environment, whatever its other settings are. @throws CommentdockError INVALID_REQUEST where nobody says where it is */
export function dataDirOf(env: Env): string {
  const dataDir = givenIn(env, 'dataDir') ?? usualDataDir(env);
  if (dataDir !== null) return dataDir;
  throw new CommentdockError(
    'INVALID_REQUEST',
    'Nobody says where your home folder is: HOME is empty. Set it, or COMMENTDOCK_DATA_DIR to a folder for the data.',
  );
}

/** The key in the configuration file: the variable in lower case, without the name of the program. */
export function keyOf(name: SettingName): string {
  return plainKey(SETTINGS[name].env);
}

/** A variable, or a key in any case, as the file has it; whether there is such a setting nobody asks. */
export function plainKey(given: string): string {
  return given.toLowerCase().replace(/^commentdock_/, '');
}

/**
 * The value of a key as the configuration file has it. `key` may be the variable too.
 * @throws CommentdockError INVALID_REQUEST where there is no such setting, or it may not be that
 */
export function settingForFile(key: string, text: string): { readonly key: string; readonly value: string | number } {
  const name = settingOfKey(key, 'The configuration file');
  const value = valueOf(name, text, `"${keyOf(name)}"`);
  return { key: keyOf(name), value: typeof value === 'number' ? value : String(value) };
}

/** @throws CommentdockError INVALID_REQUEST for what is no key as the file has them */
function expectKey(given: string, place: string): void {
  const key = keyOf(settingOfKey(given, place));
  if (key !== given) throw new CommentdockError('INVALID_REQUEST', `${place}: "${given}" is "${key}" in this file.`);
}

/** @throws CommentdockError INVALID_REQUEST for one that there is not, or that the file cannot have */
function settingOfKey(given: string, place: string): SettingName {
  const key = plainKey(given);
  const name = SETTING_NAMES.find((known) => keyOf(known) === key);
  if (name !== undefined && name !== 'dataDir') return name;
  const near = nearWord(key, SETTING_NAMES.map(keyOf));
  const hint = near === null ? '`commentdock config` lists those that there are.' : `Did you mean "${near}"?`;
  const words =
    name === undefined
      ? `there is no setting "${given}". ${hint}`
      : `"${given}" cannot stand in the data folder, which it names. Set the environment variable COMMENTDOCK_DATA_DIR.`;
  throw new CommentdockError('INVALID_REQUEST', `${place}: ${words}`);
}

/** Undefined where the environment has none, or an empty one. */
function givenIn(env: Env, name: SettingName): string | undefined {
  const variable = SETTINGS[name].env;
  const given = env[variable] ?? (variable.startsWith('COMMENTDOCK_') ? undefined : env[variable.toLowerCase()]);
  return given === '' ? undefined : given;
}

/** @throws CommentdockError INVALID_REQUEST naming it by `what` */
function valueOf(name: SettingName, given: string, what: string): unknown {
  return settingValue(name, asWritten(given, SETTINGS[name].schema), { what, shown: `"${given}"` });
}

/** What a setting is to be. @throws CommentdockError INVALID_REQUEST: `what` names it, `shown` is how it was given */
export function settingValue(
  name: SettingName,
  value: unknown,
  { what, shown }: { readonly what: string; readonly shown: string },
): unknown {
  const parsed = SETTINGS[name].schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CommentdockError('INVALID_REQUEST', `${what} is ${shown}. ${wordsOfIssues(parsed.error.issues, { input: value, name: 'It' })}`);
}

/** A file may say yes and no by `true` and `false`. */
function asWritten(given: string, schema: z.ZodType): string {
  const [no, yes] = schema === onOff ? ['off', 'on'] : schema === yesNo ? ['0', '1'] : [given, given];
  if (given === 'true') return yes;
  return given === 'false' ? no : given;
}

/** An address without its user name and password. */
export function withoutPassword<T extends string | null>(address: T): T | string {
  return address === null ? address : address.replace(/\/\/[^@/]*@/, `//${MASK}@`);
}
