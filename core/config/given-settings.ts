import { type Config, SETTINGS } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';

/**
 * A configuration with other values for the settings that a program gives; those that are undefined stay.
 * @throws CommentdockError INVALID_REQUEST naming the setting and what it may be
 */
export function withSettings(config: Config, given: Partial<Config>): Config {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...config, ...Object.fromEntries(named.map(([name, value]) => [name, checked(name, value)])) });
}

function checked(name: string, value: unknown): unknown {
  if (!Object.hasOwn(SETTINGS, name)) throw new CommentdockError('INVALID_REQUEST', `There is no setting "${name}".`);
  const { schema, fallback } = SETTINGS[name as keyof Config];
  if (value === null && fallback() === null) return null;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `The setting ${name} is ${JSON.stringify(value)}. ${wordsOfIssues(parsed.error.issues, { input: value, name: 'It' })}`,
  );
}
