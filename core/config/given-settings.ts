import { type Config, settingValue } from '#core/config/config.ts';
import { SETTINGS } from '#core/config/settings.ts';
import { CommentdockError } from '#core/contract/error.ts';

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
  if (value === null && SETTINGS[name as keyof Config].fallback() === null) return null;
  return settingValue(name as keyof Config, value, { what: `The setting ${name}`, shown: JSON.stringify(value) });
}
