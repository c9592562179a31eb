import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';
import { PLANS } from '#core/contract/job.ts';
import { innerHostsIn } from '#core/config/inner-hosts.ts';

const onOff = z.enum(['on', 'off']);
const yesNo = z.enum(['0', '1']);
const text = z.string().min(1);
const MASK = '***';
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Every setting, once: the environment variable it comes from, what it may be, its default, and what it is for.
 * A setting without `fallback` is null when the variable is absent or empty. `unset` says in words what a default is that
 * is not a fixed value.
 */
const SETTINGS = {
  dataDir: {
    env: 'COMMENTDOCK_DATA_DIR',
    schema: text,
    fallback: defaultDataDir,
    about: 'Folder of jobs, results and the database.',
    unset: 'the folder for application data of the system',
  },
  platformDir: {
    env: 'COMMENTDOCK_PLATFORM_DIR',
    schema: text,
    fallback: nothing,
    about: 'Development only: a folder of platforms of your own, used without a signature; as `--platform-dir` on the command line.',
    unset: 'none',
  },
  port: {
    env: 'COMMENTDOCK_PORT',
    schema: z.coerce.number().int().min(0).max(65_535),
    fallback: () => 4780,
    about: 'Port of the service; 0 takes any free one.',
  },
  host: { env: 'COMMENTDOCK_HOST', schema: text, fallback: () => '127.0.0.1', about: 'Address that the service listens on.' },
  publicUrl: {
    env: 'COMMENTDOCK_PUBLIC_URL',
    schema: text.refine(isPublicOrigin, 'an origin such as https://comments.example.org, or one of http on localhost, without a path'),
    fallback: nothing,
    about:
      'Address under which a proxy of yours serves it: that of links, of the window, of OAuth and of cookies. The proxy has to hand the Host header on.',
    unset: 'none; it is for this machine alone',
  },
  allowedHosts: {
    env: 'COMMENTDOCK_ALLOWED_HOSTS',
    schema: text.refine((list) => innerHostsIn(list) !== null, 'a list of single hosts, such as commentdock:4780, 192.168.1.5'),
    fallback: nothing,
    about:
      'Further names under which programs reach the service, as they stand in their Host header, separated by commas: each with a port or for all of its ports.',
    unset: 'none',
  },
  plan: {
    env: 'COMMENTDOCK_PLAN',
    schema: z.enum(PLANS),
    fallback: nothing,
    about: 'Plan whose limits and formats hold.',
    unset: 'the plan stored in the data folder, `business` at first',
  },
  limits: {
    env: 'COMMENTDOCK_LIMITS',
    schema: onOff,
    fallback: () => 'on' as const,
    about: '`off` lifts the per-minute, daily, window and queue limits for tokens.',
  },
  retryScale: {
    env: 'COMMENTDOCK_RETRY_SCALE',
    schema: z.coerce.number().min(0),
    fallback: () => 1,
    about: 'Multiplies every wait between two tries.',
  },
  pace: {
    env: 'COMMENTDOCK_PACE',
    schema: onOff,
    fallback: () => 'on' as const,
    about: '`off`: no ceilings per host; 429 and Retry-After are obeyed all the same.',
  },
  gentle: {
    env: 'COMMENTDOCK_GENTLE',
    schema: onOff,
    fallback: nothing,
    about: "`on`: half of each platform's pace, unless an export says `gentle: false`.",
    unset: 'what was chosen in the window, `off` at first',
  },
  weeklyCheck: {
    env: 'COMMENTDOCK_WEEKLY_CHECK',
    schema: onOff,
    fallback: nothing,
    about: '`on`: the service asks every platform once a week whether it still works, as `commentdock check` does.',
    unset: 'what was chosen in the window, `off` at first',
  },
  lanes: {
    env: 'COMMENTDOCK_LANES',
    schema: z.coerce.number().int().min(1).max(64),
    fallback: nothing,
    about: 'Requests at once per export; 1 reads one page after the other.',
    unset: 'what the platform takes',
  },
  allowHttpWebhooks: {
    env: 'COMMENTDOCK_ALLOW_HTTP_WEBHOOKS',
    schema: yesNo,
    fallback: () => '0' as const,
    about: '`1`: webhooks may go to this machine itself (`localhost`, `127.0.0.1`, `[::1]`), over http too.',
  },
  allowPrivateWebhooks: {
    env: 'COMMENTDOCK_ALLOW_PRIVATE_WEBHOOKS',
    schema: yesNo,
    fallback: () => '0' as const,
    about: '`1`: webhooks may go to private and loopback addresses, over https.',
  },
  allowedInnerHosts: {
    env: 'COMMENTDOCK_ALLOWED_INNER_HOSTS',
    schema: text.refine((list) => innerHostsIn(list) !== null, 'a list of single hosts, such as social.lan, 192.168.1.5:8443, [fd00::5]'),
    fallback: nothing,
    about:
      'Hosts inside your network that exports may go to, separated by commas: names or addresses, each with a port or for all of its ports. Every other one is refused, and so is every port but 443.',
    unset: 'none',
  },
  realtimeTtlSeconds: {
    env: 'COMMENTDOCK_REALTIME_TTL',
    schema: z.coerce.number().int().min(1).max(2_000_000),
    fallback: () => 86_400,
    about: 'Seconds for which a token of the realtime connection is valid.',
  },
  catchUp: {
    env: 'COMMENTDOCK_CATCH_UP',
    schema: z.enum(['run', 'skip']),
    fallback: () => 'run' as const,
    about:
      'What becomes of a schedule whose due times passed while the service was not running: `run` makes up for them by one export, `skip` waits for the next due time.',
  },
  vault: {
    env: 'COMMENTDOCK_VAULT',
    schema: z.enum(['keychain', 'file']),
    fallback: nothing,
    about:
      "Where the key of the encrypted secrets is kept: in the system's keychain, or in a file beside them. Set to the other one it moves the key.",
    unset: '`keychain` where it can be used at the first start, else `file`; then it stays so',
  },
  vaultPassphrase: {
    env: 'COMMENTDOCK_VAULT_PASSPHRASE',
    schema: text,
    fallback: nothing,
    about: 'Passphrase of the encrypted file of secrets.',
    isSecret: true,
    unset: 'a random key in the data folder',
  },
  serviceApiToken: {
    env: 'SERVICE_API_TOKEN',
    schema: text,
    fallback: nothing,
    about: 'API token, or OAuth access token, with which `commentdock mcp` asks.',
    isSecret: true,
    unset: 'none; it then answers with errors',
  },
  browser: {
    env: 'COMMENTDOCK_BROWSER',
    schema: text,
    fallback: nothing,
    about: 'Path of Chrome, Edge or Chromium, for platforms that need a browser.',
    unset: 'the one found on the machine',
  },
  windowWaitHours: {
    env: 'COMMENTDOCK_WINDOW_WAIT',
    schema: z.coerce.number().positive().max(500),
    fallback: () => 24,
    about: 'Hours for which an export waits at a wall for its owner; then it ends with the code of the wall.',
  },
  packUpdates: {
    env: 'COMMENTDOCK_PACK_UPDATES',
    schema: z.enum(['off', 'daily']),
    fallback: nothing,
    about: '`daily`: while the service runs, the address of packs is asked once a day, without anything that tells who asks.',
    unset: 'what was chosen in the window, `off` at first',
  },
  packAddress: {
    env: 'COMMENTDOCK_PACK_ADDRESS',
    schema: z.url({ protocol: /^https$/ }),
    fallback: nothing,
    about: 'Address that `platforms update` takes a pack from where none is named.',
    unset: 'what was chosen in the window, none at first',
  },
  logLevel: {
    env: 'COMMENTDOCK_LOG',
    schema: z.enum(['silent', 'error', 'warn', 'info', 'debug']),
    fallback: () => 'warn' as const,
    about: 'How much is logged.',
  },
  httpsProxy: { env: 'HTTPS_PROXY', schema: text, fallback: nothing, about: 'Proxy for https addresses.', unset: 'none' },
  httpProxy: { env: 'HTTP_PROXY', schema: text, fallback: nothing, about: 'Proxy for http addresses.', unset: 'none' },
  noProxy: { env: 'NO_PROXY', schema: text, fallback: nothing, about: 'Hosts that are reached without a proxy.', unset: 'none' },
  routeCheckUrl: {
    env: 'COMMENTDOCK_ROUTE_CHECK_URL',
    schema: z.url({ protocol: /^https?$/ }),
    fallback: nothing,
    about:
      "Address that `routes check` asks through each route; from an answer that tells the caller's country it notes where the route comes out.",
    unset: 'none; only the proxy itself is connected to',
  },
  extraCaFile: {
    env: 'NODE_EXTRA_CA_CERTS',
    schema: text,
    fallback: nothing,
    about: 'PEM file with further certificate authorities (company networks).',
    unset: 'none',
  },
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
    throw new CommentdockError(
      'INVALID_REQUEST',
      `The environment variable ${variable} is "${given}". ${wordsOfIssues(parsed.error.issues, { input: given, name: 'It' })}`,
    );
  };
  const names = Object.keys(SETTINGS) as SettingName[];
  return Object.freeze(Object.fromEntries(names.map((name) => [name, read(name)]))) as Config;
}

/** A setting as people read about it. */
interface SettingDescription {
  readonly variable: string;
  /** JSON Schema of what it may be. */
  readonly values: object;
  /** Null: no fixed default; `unset` says what holds instead. */
  readonly fallback: string | null;
  readonly unset: string | null;
  readonly about: string;
}

/** All settings, in the order of the table, for documentation. */
export function describeSettings(): readonly SettingDescription[] {
  return Object.values(SETTINGS).map((setting) => ({
    variable: setting.env,
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
  return Object.entries(SETTINGS).map(([name, setting]) => {
    const value = config[name as SettingName];
    const shown = value === null ? null : 'isSecret' in setting ? MASK : withoutPassword(String(value));
    return {
      variable: setting.env,
      about: setting.about,
      value: shown,
      isSet: value !== setting.fallback(),
      isFreeText: isFreeText(setting.schema),
    };
  });
}

function isFreeText(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodEnum || schema instanceof z.ZodNumber);
}

/** An address without its user name and password. */
export function withoutPassword<T extends string | null>(address: T): T | string {
  return address === null ? address : address.replace(/\/\/[^@/]*@/, `//${MASK}@`);
}

/** Passwords, cookies and keys go there: over TLS, or not over any network. */
function isPublicOrigin(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || `${url.origin}/` !== url.href) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname));
}

function nothing(): null {
  return null;
}

function defaultDataDir(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Commentdock');
  if (process.platform === 'win32') return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Commentdock');
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'commentdock');
}
