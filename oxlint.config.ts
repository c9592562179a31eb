import { readdirSync } from 'node:fs';
import { defineConfig } from 'oxlint';

/** Packages with one home: nobody else imports them. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  'core/analysis/**': ['eld', 'eld/*', 'stopword', '@huggingface/tokenizers', 'onnxruntime-web', 'onnxruntime-web/*', '#onnxruntime'],
  'core/config/**': ['smol-toml'],
  'core/store/**': ['better-sqlite3', 'pg'],
  'core/network/**': ['undici', 'tough-cookie', 'iconv-lite', 'playwright-core', 'proxy-chain', 'socks'],
  'core/surfaces/rest/**': ['fastify', '@fastify/*'],
  'core/surfaces/cli/**': ['commander'],
  'core/surfaces/realtime/**': ['ws'],
  'core/surfaces/mcp/**': ['@modelcontextprotocol/**'],
  'core/auth/**': ['jose', '@fastify/proxy-addr', 'forwarded-parse', 'ipaddr.js'],
  'core/vault/**': ['keytar'],
  'core/schedules/**': ['node-cron', 'croner'],
  'core/queue/**': ['graphile-worker', 'pg'],
  'core/team/**': ['@aws-sdk/*', 'pg'],
  'core/metrics/**': ['prom-client'],
  'core/log/**': ['rotating-file-stream'],
  'core/evidence/**': ['asn1js', 'pkijs', '@resvg/*', '#resvg'],
  'core/writers/**': ['better-sqlite3', 'csv-stringify', 'csv-stringify/*', 'hyparquet-writer', 'hyparquet-writer/*', 'yazl'],
  // Which page is being read, for `odd-rows.ts`; the rest of node stays out.
  'core/platform-api/**': ['node:async_hooks'],
  // The same for the code of packs, which is given no module.
  'core/packs/**': ['node:async_hooks', 'ses'],
  'core/platform-kit/**': [
    '@noble/hashes',
    '@noble/hashes/*',
    'css-select',
    'htmlparser2',
    'entities',
    'entities/*',
    'fast-xml-parser',
    'fflate',
  ],
};

/** Each holds the operations of one noun, with their ports and how their answers look. */
const NOUNS = [
  'exports',
  'insight',
  'installed-packs',
  'logins',
  'members',
  'owner',
  'routes',
  'sandbox',
  'schedules',
  'sentiment',
  'service',
  'webhooks',
];
const ROOMS = [
  'accounts',
  'analysis',
  'auth',
  'backup',
  'config',
  'contract',
  'engine',
  'events',
  'evidence',
  'insight/desk',
  'library',
  'log',
  'metrics',
  'network',
  'operations',
  'packs',
  'platform-api',
  'platform-kit',
  'platforms',
  'queue',
  'report',
  'store',
  'surfaces/cli',
  'surfaces/mcp',
  'surfaces/oauth',
  'surfaces/realtime',
  'surfaces/rest',
  'team',
  'threads',
  'vault',
  'writers',
  ...NOUNS,
];

/** Knows every noun, and stands above them: of the core, surfaces alone and what composes the rooms import it. */
const REGISTRY = 'operations/registry.ts';

/** What each room may import of the others, besides itself, and what of the platform it may not. A room that is not named may import all rooms. */
const LAWS: Readonly<Record<string, { readonly rooms?: readonly string[]; readonly never?: readonly string[] }>> = {
  'core/*': {},
  'core/threads/**': {},
  // Opens the whole core for other programs; the command line comes to it by way of `core/command-line.ts`.
  'core/library/**': {},
  'core/contract/**': { rooms: [], never: ['node:*'] },
  'core/config/**': { rooms: ['contract'] },
  'core/engine/**': { rooms: ['contract', 'platform-api', 'platform-kit'] },
  'core/network/**': { rooms: ['accounts', 'contract', 'config', 'platform-api', 'platform-kit', 'engine'] },
  'core/accounts/**': { rooms: ['contract'] },
  'core/analysis/**': { rooms: ['contract'] },
  'core/auth/**': { rooms: ['contract', 'config'] },
  'core/backup/**': { rooms: ['config', 'contract', 'store', 'vault', 'writers'] },
  'core/events/**': { rooms: ['contract'] },
  'core/vault/**': { rooms: ['contract', 'config'] },
  'core/writers/**': { rooms: ['contract'] },
  'core/evidence/**': { rooms: ['contract', 'writers'] },
  // Loaded only where something is to be measured.
  'core/metrics/**': { rooms: ['contract', 'engine', 'queue', 'store', 'team'] },
  'core/log/**': { rooms: ['config', 'contract', 'engine'] },
  'core/report/**': { rooms: ['contract', 'platform-kit'] },
  // Of the rooms of nouns, their ports alone: what is kept.
  'core/store/**': {
    rooms: [
      'auth',
      'contract',
      'engine',
      'exports',
      'logins',
      'members',
      'owner',
      'platform-api',
      // Its SQL: what waits is queued in the transaction that stores it.
      'queue',
      'routes',
      'schedules',
      'sentiment',
      'service',
      'webhooks',
    ],
  },
  'core/packs/**': { rooms: ['contract', 'platform-api', 'platform-kit'] },
  'core/operations/**': { rooms: ['auth', 'contract'] },
  'core/operations/registry.ts': { rooms: ['auth', 'contract', ...NOUNS] },
  'core/sandbox/**': { rooms: ['contract', 'platform-api'] },
  'core/routes/**': { rooms: ['contract', 'operations'] },
  'core/owner/**': { rooms: ['auth', 'config', 'contract', 'events', 'operations', 'platforms'] },
  'core/logins/**': { rooms: ['accounts', 'contract', 'engine', 'operations', 'platform-api', 'platforms'] },
  'core/exports/**': {
    rooms: ['analysis', 'config', 'contract', 'engine', 'events', 'logins', 'operations', 'owner', 'platforms', 'routes', 'sandbox'],
  },
  // A pack is kept as secrets are: whole or not at all, for the owner's eyes.
  'core/installed-packs/**': { rooms: ['config', 'contract', 'operations', 'packs', 'platform-api', 'platforms', 'schedules', 'vault'] },
  'core/insight/**': { rooms: ['analysis', 'contract', 'exports', 'operations', 'sentiment'] },
  // Runs in threads of its own: what is asked for in the main one never loads it.
  'core/insight/desk/**': { rooms: ['analysis', 'contract', 'engine', 'platform-api', 'platforms', 'store'] },
  'core/sentiment/**': { rooms: ['analysis', 'contract', 'exports', 'operations'] },
  'core/schedules/**': { rooms: ['auth', 'contract', 'exports', 'operations', 'owner'] },
  'core/members/**': { rooms: ['auth', 'contract', 'engine', 'exports', 'logins', 'operations', 'schedules', 'webhooks'] },
  // Above the registry: what a caller may reach of all that operations work with.
  // Which machine runs what.
  'core/queue/**': { rooms: ['contract', 'engine'] },
  // People, and machines that share exports: of the latter nothing is loaded without a database.
  'core/team/**': {
    rooms: ['auth', 'config', 'contract', 'engine', 'events', 'exports', 'logins', 'network', 'operations', REGISTRY, 'writers'],
  },
  'core/webhooks/**': { rooms: ['config', 'contract', 'engine', 'events', 'exports', 'network', 'operations', 'owner'] },
  'core/service/**': {
    rooms: [
      'auth',
      'config',
      'contract',
      'engine',
      'exports',
      'logins',
      'operations',
      'owner',
      'platform-api',
      'platforms',
      'routes',
      'schedules',
      'webhooks',
    ],
  },
  'core/surfaces/rest/**': { rooms: ['auth', 'config', 'contract', 'exports', 'log', 'operations', REGISTRY, 'owner', 'team'] },
  'core/surfaces/cli/**': {
    rooms: ['accounts', 'config', 'contract', 'evidence', 'exports', 'operations', 'packs', REGISTRY, 'owner', 'service', 'team'],
  },
  'core/surfaces/mcp/**': {
    rooms: ['auth', 'config', 'contract', 'exports', 'operations', REGISTRY, 'owner', 'sentiment', 'service', 'team'],
  },
  'core/surfaces/oauth/**': { rooms: ['auth', 'contract'] },
  'core/surfaces/realtime/**': { rooms: ['auth', 'config', 'events', 'operations', REGISTRY, 'team'] },
};

/** Platforms are pure: the session gives them the net and the time. */
const IMPURE_GLOBALS = [
  'fetch',
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'XMLHttpRequest',
  'WebSocket',
  'Buffer',
  'console',
  'globalThis',
  'global',
  'require',
];

/** They throw at half of a pair of surrogates, which answers may hold: `percentEncoded` and `encodedAddress` take their place. */
const BREAKING_ENCODERS = ['encodeURIComponent', 'encodeURI'];

/** Node 22 lacks them: they come from @whatwg-node/disposablestack. */
const NEWER_THAN_NODE_22 = ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError'];

/** What others say is read within ceilings, and checked up to its first problem: by the kit. */
const UNBOUNDED = [
  { object: 'JSON', property: 'parse', message: 'Read it with parseBounded, readJson or jsonIn of the kit.' },
  { property: 'safeParse', message: 'Check it with checked, fits or readWire of the kit.' },
];
const READERS = ['core/platform-kit/bounded-json.ts', 'core/platform-kit/checked.ts', 'core/platforms/facts.ts'];

/** All that a platform may import besides its own folder. */
const OF_PLATFORMS = ['zod', '#core/contract/**', '#core/platform-api/**', '#core/platform-kit/**'];
const PLATFORMS = 'core/platforms';
const PURE = ['core/platform-api/**', 'core/platform-kit/**', `${PLATFORMS}/**`];
/** What plays a platform, what of it the laws read, and its tests: beside it, and never shipped. */
const SIMULATOR_FILES = [`${PLATFORMS}/*/simulator.ts`, `${PLATFORMS}/*/simulator/**`];
const TEST_FILES = ['exports.ts', '*.test.ts', '*.setup.ts'].map((name) => `${PLATFORMS}/*/${name}`);
const UNSHIPPED = [...SIMULATOR_FILES, ...TEST_FILES].map((files) => `#${files}`);
const REGISTRY_FILES = ['core/platforms/registry.ts', 'core/platforms/catalog.ts', 'core/platforms/facts.ts'];
const MESSAGE = 'The import laws of CONTRIBUTING.md do not allow this here.';

function importLaw(files: string) {
  const { rooms, never = [] } = LAWS[files] ?? {};
  const own = Object.entries(HOMES).flatMap(([home, packages]) => (home === files || isWithin(files, home) ? packages : []));
  const foreign = Object.values(HOMES)
    .flat()
    .filter((name) => !own.includes(name));
  const packages = { group: ['electron', ...never, ...foreign, ...own.map((name) => `!${name}`)], message: MESSAGE };
  const others = rooms === undefined ? [] : ROOMS.filter((room) => !rooms.includes(room) && !isWithin(files, `core/${room}/**`));
  // Expressions without look-around: with one the rule would stay silent.
  const onTop = rooms?.includes(REGISTRY) === true ? '' : `|${REGISTRY}`;
  const otherRooms = rooms === undefined ? [] : [{ regex: `^#core/((${others.join('|')})/|index|main${onTop})`, message: MESSAGE }];
  const elsewhere = {
    regex: '^(#(test|electron|renderer)/|#core/platforms/[a-z0-9_]+/(simulator|exports[.]|[^/]+[.](test|setup)[.])|[.]{1,2}/.*[.]ts$)',
    message: MESSAGE,
  };
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns: [packages, ...otherRooms, elsewhere] }] } } as const;
}

/** The law of each platform, of what it is written in, and of what lies beside the platforms. */
function platformLaws() {
  const only = (files: string, allowed: readonly string[]) => {
    const group = ['*', ...allowed.map((one) => `!${one}`), ...UNSHIPPED];
    return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message: MESSAGE }] }] } } as const;
  };
  const entries = readdirSync(new URL(`./${PLATFORMS}`, import.meta.url), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${PLATFORMS}/${name}/**`);
  const [api, kit] = ['core/platform-api/**', 'core/platform-kit/**'];
  return [
    only(api, ['zod', '#core/contract/**', `#${api}`, ...(HOMES[api] ?? [])]),
    only(kit, [...OF_PLATFORMS, ...(HOMES[kit] ?? [])]),
    only(`${PLATFORMS}/*`, OF_PLATFORMS),
    ...folders.map((folder) => only(folder, [...OF_PLATFORMS, `#${folder}`])),
  ];
}

/** A simulator is drawn from the site and from its clients, never from our adapter: it would agree with each of our errors. */
function simulatorLaw() {
  const group = [
    '#core/**',
    '!#core/contract/**',
    '!#core/platforms/*/simulator.ts',
    '!#core/platforms/*/simulator/**',
    // How Meta writes a number as letters: arithmetic, tested on known pairs.
    '!#core/platform-kit/families/meta/media-id.ts',
  ];
  return { files: SIMULATOR_FILES, rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message: MESSAGE }] }] } } as const;
}

/** The window knows the core by its types alone, and speaks to it over HTTP; it unpacks workbooks by itself. Expressions without look-around, as above. */
const RENDERER_LAW = {
  files: ['renderer/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^(node:|#(test|electron)/|[.]{1,2}/)', message: MESSAGE },
          { group: ['electron', ...Object.values(HOMES).flat(), '!fflate'], message: MESSAGE },
          { regex: '^#core/(contract/|operations/registry[.]ts)', allowTypeImports: true, message: MESSAGE },
          {
            regex: `^#core/((${ROOMS.filter((room) => !['contract', 'operations'].includes(room)).join('|')})/|index|main)`,
            message: MESSAGE,
          },
          { regex: '^#core/operations/([^r]|r[^e]|re[^g])', message: MESSAGE },
        ],
      },
    ],
  },
} as const;

/** The shell speaks to the service over HTTP, as the window does; one file starts it in its own process. */
const SHELL_LAW = {
  files: ['electron/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^#(test|renderer)/', message: MESSAGE },
          {
            regex: `^#core/((${ROOMS.filter((room) => !['accounts', 'contract'].includes(room)).join('|')})/|index|main)`,
            message: MESSAGE,
          },
        ],
      },
    ],
  },
} as const;
const CORE_STARTER = 'electron/serve-core.ts';

/** What others run in their own programs, where nothing of the house is: it knows the service by its interface alone. */
const INTEGRATIONS_LAW = {
  files: ['integrations/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^(#|[.]{2}/[.]{2}/)', message: MESSAGE },
          { group: ['electron', ...Object.values(HOMES).flat()], message: MESSAGE },
        ],
      },
    ],
  },
} as const;

function isWithin(files: string, home: string): boolean {
  return files.startsWith(home.replace('/**', '/'));
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise'],
  categories: { correctness: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'off',
    'import/no-cycle': 'error',
    'import/no-duplicates': ['error', { 'prefer-inline': true }],
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
    'no-console': 'error',
    'prefer-const': 'error',
    'no-control-regex': 'off',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
  },
  overrides: [
    ...Object.keys(LAWS).map(importLaw),
    ...platformLaws(),
    RENDERER_LAW,
    SHELL_LAW,
    INTEGRATIONS_LAW,
    { files: [CORE_STARTER], rules: { 'no-restricted-imports': 'off' } },
    { files: ['core/**'], rules: { 'no-restricted-globals': ['error', ...NEWER_THAN_NODE_22] } },
    { files: ['core/network/**'], rules: { 'no-restricted-globals': ['error', ...BREAKING_ENCODERS, ...NEWER_THAN_NODE_22] } },
    { files: PURE, rules: { 'no-restricted-globals': ['error', ...IMPURE_GLOBALS, ...BREAKING_ENCODERS] } },
    { files: ['core/platform-kit/web-address.ts'], rules: { 'no-restricted-globals': ['error', ...IMPURE_GLOBALS] } },
    { files: [...PURE, 'core/network/**'], rules: { 'no-restricted-properties': ['error', ...UNBOUNDED] } },
    { files: READERS, rules: { 'no-restricted-properties': 'off' } },
    { files: REGISTRY_FILES, rules: { 'no-restricted-imports': 'off' } },
    { files: TEST_FILES, rules: { 'no-restricted-imports': 'off' } },
    simulatorLaw(),
    { files: [...TEST_FILES, ...SIMULATOR_FILES], rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' } },
    {
      files: ['docs/examples/**', 'test/**', 'scripts/**', ...TEST_FILES, ...SIMULATOR_FILES],
      rules: { 'max-lines-per-function': 'off', 'no-console': 'off' },
    },
  ],
  ignorePatterns: ['dist', 'node_modules'],
});
