import { z } from 'zod';
import { PLANS } from '#core/contract/job.ts';
import { usualDataDir } from '#core/config/data-folder.ts';
import { bucketAddressIn } from '#core/config/bucket-address.ts';
import { innerHostsIn } from '#core/config/inner-hosts.ts';
import { localModelPortsIn } from '#core/config/local-model-ports.ts';
import { isPostgresAddress } from '#core/config/postgres-address.ts';
import { trustedProxiesIn } from '#core/config/trusted-proxies.ts';

export const onOff = z.enum(['on', 'off']);
export const yesNo = z.enum(['0', '1']);
const text = z.string().min(1);
const nothing = (): null => null;

/**
 * Every setting, once: the environment variable it comes from, what it may be, its default, and what it is for.
 * A setting without `fallback` is null when the variable is absent or empty. `unset` says in words what a default is that
 * is not a fixed value.
 */
export const SETTINGS = {
  dataDir: {
    env: 'COMMENTDOCK_DATA_DIR',
    schema: text,
    fallback: () => usualDataDir(process.env) ?? '',
    about: 'Folder of jobs, results and the database.',
    unset: 'the folder for application data of the system',
  },
  databaseUrl: {
    env: 'COMMENTDOCK_DATABASE_URL',
    schema: text.refine(isPostgresAddress, 'an address such as postgres://user:password@host:5432/database'),
    fallback: nothing,
    about: 'PostgreSQL (14 or later) that holds all that the data folder would, for several machines together; see docs/team.md.',
    unset: 'none; the data folder holds all',
  },
  leaseSeconds: {
    env: 'COMMENTDOCK_LEASE_SECONDS',
    schema: z.coerce.number().min(1).max(600),
    fallback: () => 30,
    about: 'With a database: how long a worker may be silent before others take over what it runs.',
  },
  workLanes: {
    env: 'COMMENTDOCK_WORK_LANES',
    schema: z.coerce.number().int().min(0).max(1_000),
    fallback: nothing,
    about: 'With a database: how many exports this machine runs at once; 0: none.',
    unset: '4 for `commentdock work`, none for `commentdock serve`',
  },
  workPlatforms: {
    env: 'COMMENTDOCK_WORK_PLATFORMS',
    schema: text,
    fallback: nothing,
    about: 'With a database: ids of the platforms that this machine exports from, separated by commas.',
    unset: 'all',
  },
  workRoutes: {
    env: 'COMMENTDOCK_WORK_ROUTES',
    schema: text,
    fallback: nothing,
    about: 'With a database: routes whose exports this machine runs, separated by commas; `direct` stands for none.',
    unset: 'all',
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
  host: {
    env: 'COMMENTDOCK_HOST',
    schema: text,
    fallback: () => '127.0.0.1',
    about: 'Address that the service listens on. One that others reach takes a public address and allowed hosts.',
  },
  publicUrl: {
    env: 'COMMENTDOCK_PUBLIC_URL',
    schema: text.refine(isOrigin, 'an origin such as https://comments.example.org, without a path'),
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
  allowPlainHttp: {
    env: 'COMMENTDOCK_ALLOW_PLAIN_HTTP',
    schema: yesNo,
    fallback: () => '0' as const,
    about:
      '`1`: the public address may be http where others reach the service too. Whoever stands between then reads tokens, links and what lets the window in.',
  },
  trustedProxies: {
    env: 'COMMENTDOCK_TRUSTED_PROXIES',
    schema: text.refine(
      (list) => trustedProxiesIn(list) !== null,
      'a list of addresses and networks, such as 10.0.0.5, 172.16.0.0/12, fd00::/8',
    ),
    fallback: nothing,
    about:
      'Addresses and networks of proxies of yours, separated by commas: from them alone `X-Forwarded-For`, `-Host`, `-Proto` and `Forwarded` are believed. Behind one that is not named all callers look like one.',
    unset: 'none',
  },
  addressLimit: {
    env: 'COMMENTDOCK_ADDRESS_LIMIT',
    schema: z.coerce.number().int().min(0).max(1_000_000),
    fallback: () => 1_200,
    about:
      'Requests per minute from one address (in IPv6 from one /64 network), with a token or without; 0: as many as one likes. Programs of this machine itself are not counted.',
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
  vaultKey: {
    env: 'COMMENTDOCK_VAULT_KEY',
    schema: text,
    fallback: nothing,
    about:
      'Key of the secrets that you keep yourself: 32 bytes in base64 or hexadecimal. A vault that has another one takes it by `vault rotate`.',
    isSecret: true,
    unset: 'a random key in the keychain or the data folder',
  },
  vaultKeyCommand: {
    env: 'COMMENTDOCK_VAULT_KEY_COMMAND',
    schema: text,
    fallback: nothing,
    about:
      'Program that prints such a key, as of a key management service: words with blanks between, or a JSON list of them. It has 30 seconds; no shell is started.',
    unset: 'none',
  },
  vaultFormerKey: {
    env: 'COMMENTDOCK_VAULT_FORMER_KEY',
    schema: text,
    fallback: nothing,
    about: 'The key before, which opens what `vault rotate` has not sealed anew yet.',
    isSecret: true,
    unset: 'none',
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
  auditDays: {
    env: 'COMMENTDOCK_AUDIT_DAYS',
    schema: z.coerce.number().int().min(1).max(3_650),
    fallback: () => 90,
    about: 'Days for which it is kept who did what, where there are members.',
  },
  fileCacheMb: {
    env: 'COMMENTDOCK_FILE_CACHE_MB',
    schema: z.coerce.number().positive().max(10_000_000),
    fallback: nothing,
    about:
      'Megabytes (of 1024 kB) that result files may take in the data folder. Those that were not read for the longest time go; whoever asks for one gets it all the same, written anew.',
    unset: '2048 where there is a bucket or a database; without either all files stay',
  },
  bucket: {
    env: 'COMMENTDOCK_BUCKET',
    schema: text.refine(
      (address) => bucketAddressIn(address) !== null,
      'an address such as s3://bucket/prefix?endpoint=https://storage.example.org&region=eu-central-1, without keys or passwords',
    ),
    fallback: nothing,
    about:
      "S3-compatible bucket that result files are put into too, as `s3://bucket/prefix?endpoint=...&region=...`. The keys come the usual ways of the vendor's client: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.",
    unset: 'none',
  },
  metrics: {
    env: 'COMMENTDOCK_METRICS',
    schema: onOff,
    fallback: () => 'off' as const,
    about: '`on`: `/metrics` tells numbers to Prometheus.',
  },
  logLevel: {
    env: 'COMMENTDOCK_LOG',
    schema: z.enum(['silent', 'error', 'warn', 'info', 'debug']),
    fallback: () => 'warn' as const,
    about: 'How much is logged.',
  },
  logFile: {
    env: 'COMMENTDOCK_LOG_FILE',
    schema: onOff,
    fallback: nothing,
    about: '`on`: the service logs to `logs` in the data folder too, from `info` on, in five files of 5 MB at most.',
    unset: '`on` in the desktop app, else `off`',
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
  localModelPorts: {
    env: 'COMMENTDOCK_LOCAL_MODEL_PORTS',
    schema: text.refine((list) => localModelPortsIn(list) !== null, 'a list of at most twenty ports, such as 11434, 1234'),
    fallback: () => '11434, 1234, 8080, 8000, 1337',
    about:
      'Ports of this machine that are looked at for servers of language models (Ollama, LM Studio, llama.cpp, vLLM, Jan), when somebody asks for it and never before.',
  },
  timeStampUrl: {
    env: 'COMMENTDOCK_TIME_STAMP_URL',
    schema: z.url({ protocol: /^https?$/ }),
    fallback: nothing,
    about: 'Server (RFC 3161) that stamps the root of every evidence package; see docs/evidence.md.',
    unset: 'none; packages have no time stamp',
  },
  extraCaFile: {
    env: 'NODE_EXTRA_CA_CERTS',
    schema: text,
    fallback: nothing,
    about: 'PEM file with further certificate authorities (company networks).',
    unset: 'none',
  },
} as const;

export type SettingName = keyof typeof SETTINGS;
/** In the order of the table. */
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Of the web, without a path. */
function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}
