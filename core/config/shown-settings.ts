import { z } from 'zod';
import { type Config, keyOf, MASK, type ReadSettings, type SettingSource, withoutPassword } from '#core/config/config.ts';
import { SETTING_NAMES, type SettingName, SETTINGS } from '#core/config/settings.ts';

/** A setting as people read about it. */
interface SettingDescription {
  readonly variable: string;
  /** In the configuration file; null: it cannot stand there. */
  readonly key: string | null;
  /** JSON Schema of what it may be. */
  readonly values: object;
  /** Null: no fixed default; `unset` says what holds instead. */
  readonly fallback: string | null;
  readonly unset: string | null;
  readonly about: string;
}

/** All settings, in the order of the table, for documentation. */
export function describeSettings(): readonly SettingDescription[] {
  return SETTING_NAMES.map((name) => ({ name, setting: SETTINGS[name] })).map(({ name, setting }) => ({
    variable: setting.env,
    key: name === 'dataDir' ? null : keyOf(name),
    values: z.toJSONSchema(setting.schema),
    fallback: 'unset' in setting ? null : String(setting.fallback()),
    unset: 'unset' in setting ? setting.unset : null,
    about: setting.about,
  }));
}

/** A setting as it stands in a process. */
export interface SettingInForce {
  readonly variable: string;
  readonly about: string;
  /** Null: nothing is set. Without passwords, and a secret only as `***`. */
  readonly value: string | null;
  /** True where it is another one than the default. */
  readonly isSet: boolean;
  /** True where it may be any text: a path, an address, a name. */
  readonly isFreeText: boolean;
}

/** All settings as they stand, in the order of the table, fit to be shown. */
export function settingsInForce(config: Config): readonly SettingInForce[] {
  return SETTING_NAMES.map((name) => {
    const setting = SETTINGS[name];
    const value = config[name];
    return {
      variable: setting.env,
      about: setting.about,
      value: shown(name, config),
      isSet: value !== setting.fallback(),
      isFreeText: isFreeText(setting.schema),
    };
  });
}

/** A setting with where it comes from. */
interface SettingOrigin {
  readonly key: string;
  readonly variable: string;
  /** As in `SettingInForce`. */
  readonly value: string | null;
  readonly from: SettingSource;
}

/** All settings with where each comes from, in the order of the table, fit to be shown. */
export function settingOrigins({ config, sources }: ReadSettings): readonly SettingOrigin[] {
  return SETTING_NAMES.map((name) => ({ key: keyOf(name), variable: SETTINGS[name].env, value: shown(name, config), from: sources[name] }));
}

function shown(name: SettingName, config: Config): string | null {
  const value = config[name];
  if (value === null) return null;
  return 'isSecret' in SETTINGS[name] ? MASK : withoutPassword(String(value));
}

function isFreeText(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodEnum || schema instanceof z.ZodNumber);
}
