import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { PLANS } from '#core/contract/job.ts';

const onOff = z.enum(['on', 'off']);
const text = z.string().min(1);

/**
 * Every setting, once: the environment variable it comes from, what it may be, and its default.
 * A setting without `fallback` is null when the variable is absent or empty.
 */
const SETTINGS = {
  dataDir: { env: 'COMMENTDOCK_DATA_DIR', schema: text, fallback: defaultDataDir },
  port: { env: 'COMMENTDOCK_PORT', schema: z.coerce.number().int().min(0).max(65_535), fallback: () => 4780 },
  host: { env: 'COMMENTDOCK_HOST', schema: text, fallback: () => '127.0.0.1' },
  /** Null: the plan stored with the data folder, `business` at first. */
  plan: { env: 'COMMENTDOCK_PLAN', schema: z.enum(PLANS), fallback: nothing },
  limits: { env: 'COMMENTDOCK_LIMITS', schema: onOff, fallback: () => 'on' as const },
  /** Multiplies every wait between two tries. */
  retryScale: { env: 'COMMENTDOCK_RETRY_SCALE', schema: z.coerce.number().min(0), fallback: () => 1 },
  /** `off`: no ceilings per host; 429 and Retry-After are obeyed all the same. */
  pace: { env: 'COMMENTDOCK_PACE', schema: onOff, fallback: () => 'on' as const },
  vault: { env: 'COMMENTDOCK_VAULT', schema: z.enum(['keychain', 'file']), fallback: nothing },
  vaultPassphrase: { env: 'COMMENTDOCK_VAULT_PASSPHRASE', schema: text, fallback: nothing },
  browser: { env: 'COMMENTDOCK_BROWSER', schema: text, fallback: nothing },
  logLevel: { env: 'COMMENTDOCK_LOG', schema: z.enum(['silent', 'error', 'warn', 'info', 'debug']), fallback: () => 'warn' as const },
  httpsProxy: { env: 'HTTPS_PROXY', schema: text, fallback: nothing },
  httpProxy: { env: 'HTTP_PROXY', schema: text, fallback: nothing },
  noProxy: { env: 'NO_PROXY', schema: text, fallback: nothing },
  /** A PEM file with further certificate authorities (company networks). */
  extraCaFile: { env: 'NODE_EXTRA_CA_CERTS', schema: text, fallback: nothing },
} as const;

type SettingName = keyof typeof SETTINGS;

/** All settings, read once and frozen. */
export type Config = {
  readonly [K in SettingName]: z.infer<(typeof SETTINGS)[K]['schema']> | Extract<ReturnType<(typeof SETTINGS)[K]['fallback']>, null>;
};

/**
 * The settings of an environment. Proxy variables count in lower case too, as everywhere.
 * @throws CommentdockError INVALID_REQUEST naming the variable and what it may be
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = (name: SettingName): unknown => {
    const { env: variable, schema, fallback } = SETTINGS[name];
    const given = env[variable] ?? (variable.startsWith('COMMENTDOCK_') ? undefined : env[variable.toLowerCase()]);
    if (given === undefined || given === '') return fallback();
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    throw new CommentdockError('INVALID_REQUEST', `The environment variable ${variable} is "${given}": ${parsed.error.issues[0]?.message ?? 'not valid'}.`);
  };
  const names = Object.keys(SETTINGS) as SettingName[];
  return Object.freeze(Object.fromEntries(names.map((name) => [name, read(name)]))) as Config;
}

function nothing(): null {
  return null;
}

function defaultDataDir(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Commentdock');
  if (process.platform === 'win32') return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Commentdock');
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'commentdock');
}
