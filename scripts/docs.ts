/** Writes the pages of docs/ that come from the code. `npm run docs` */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { describeSettings } from '#core/config/shown-settings.ts';
import {
  ERROR_CATALOGUE,
  JOB_ERROR_CODES,
  PlatformChanged,
  type RetryPolicy,
  ThrottledFailure,
  TransientFailure,
} from '#core/contract/error.ts';
import { jobOptionsSchema, SELECTORS } from '#core/contract/options.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { coverageTables } from '#test/contract/coverage-page.ts';
import { code, list, page, table } from './docs/markdown.ts';
import { platformPages, readmePlatforms } from './docs/platform-pages.ts';
import { pythonOperations } from './docs/python-client.ts';
import { faultSections, FAULTS_PROSE } from './fault-tables.ts';

export const DOCS_FOLDER = fileURLToPath(new URL('../docs/', import.meta.url));

/** Beside docs/: of it a part alone is generated. */
const README = '../README.md';

const RETRY_WORDS = {
  never: 'no',
  request: 'the request, with growing waits',
  throttled: 'the request, after the wait that the platform asks for',
  page: 'the page, a few times',
} as const satisfies Record<RetryPolicy, string>;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  object: 'names with texts',
};

/** What of a JSON Schema a table shows. */
const valueSchema = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  title: z.string().optional(),
  get anyOf() {
    return z.array(valueSchema).optional();
  },
  get items() {
    return valueSchema.optional();
  },
  get properties() {
    return z.record(z.string(), valueSchema).optional();
  },
});
type Value = z.infer<typeof valueSchema>;

/** Everything that is generated, by its file name as seen from docs/. */
export async function generateDocs(): Promise<ReadonlyMap<string, string>> {
  const { all } = await loadPlatforms();
  return new Map([
    ...platformPages(all),
    [README, withPart(readFileSync(join(DOCS_FOLDER, README), 'utf8').replaceAll('\r\n', '\n'), 'platforms', readmePlatforms(all))],
    ['errors.md', errorsPage()],
    ['faults.md', faultsPage(all)],
    ['options.md', optionsPage()],
    ['settings.md', settingsPage()],
    ['interface-coverage.md', coveragePage()],
    ['../integrations/python/commentdock/operations.py', pythonOperations()],
  ]);
}

/** By their codes: errors of all others are never tried again. */
const RETRIED = new Map<string, RetryPolicy>(
  [new TransientFailure(), new ThrottledFailure(), new PlatformChanged('$')].map(({ code, retry }) => [code, retry]),
);

function errorsPage(): string {
  const ending = new Set<string>(JOB_ERROR_CODES);
  const rows = Object.entries(ERROR_CATALOGUE).map(([name, entry]) => [
    code(name),
    String(entry.status),
    String(entry.exitCode),
    RETRY_WORDS[RETRIED.get(name) ?? 'never'],
    ending.has(name) ? 'yes' : '',
    entry.message,
  ]);
  return page('Errors', [
    'Exit codes of the command line: 2 bad input, 3 access, 4 limits, 5 the platform refuses, 6 the platform changed, 7 network, 8 this machine, 1 our fault, 130 stopped.',
    table(['Code', 'HTTP status', 'Exit code', 'Tried again by itself', 'Can end an export', 'Message'], rows),
  ]);
}

function faultsPage(platforms: readonly PlatformDefinition[]): string {
  const sections = faultSections(platforms).map(({ title, prose, head, rows }) =>
    [`## ${title}`, ...prose, ...(rows.length === 0 ? [] : [table(head, rows)])].join('\n\n'),
  );
  return page('Faults', [...FAULTS_PROSE, ...sections]);
}

function optionsPage(): string {
  const { properties = {} } = valueSchema.parse(z.toJSONSchema(jobOptionsSchema, { io: 'input' }));
  const rows = Object.entries(properties).map(([name, value]) => [code(name), valueWords(value), value.description ?? '']);
  return page('Options of an export', [
    'They stand in `options` when an export is created. Unknown names are dropped; a known name with a wrong value is refused with 400.',
    `Of ${list(SELECTORS.map(code))} the first that is true decides what is exported; [platforms](platforms.md) says which a URL takes.`,
    table(['Option', 'Value', 'Meaning'], rows),
  ]);
}

function settingsPage(): string {
  const rows = describeSettings().map(({ variable, key, values, fallback, unset, about }) => [
    code(variable),
    key === null ? '' : code(key),
    valueWords(valueSchema.parse(values)),
    fallback === null ? (unset ?? '') : code(fallback),
    about,
  ]);
  return page('Settings', [
    'Environment variables, read once at the start. An empty one counts as absent. The proxy variables are read in lower case too.',
    'All but the data folder itself can stand in a configuration file there, under their keys: `commentdock.toml`, or `commentdock.json` in its place. The environment goes before the file. What is `on` or `off`, `1` or `0` may be `true` or `false` in it. A wrong key or value is refused with its place. Every process that reads settings reads it: the service, commands, the desktop app. `commentdock config` shows what holds and where from, `commentdock config set <key> <value>` and `config unset <key>` change the file; nobody can over the network.',
    table(['Variable', 'In the file', 'Value', 'Default', 'Meaning'], rows),
  ]);
}

function coveragePage(): string {
  const tables = coverageTables();
  return page('Coverage of the interface', [
    `What the description of the interface states that clients of this REST API are built for, section by section, and the test that holds it: file and name. All ${tables.reduce((sum, { rows }) => sum + rows.length, 0)} statements have one; the tests of test/contract ask a running service as a stranger would. The description itself is not part of the repository: \`/openapi.json\` of a running service says what has become of it, and what there is beyond it.`,
    ...tables.map(({ title, head, rows }) => `## ${title}\n\n${table(head, rows)}`),
  ]);
}

function valueWords(value: Value): string {
  if (value.anyOf) return value.anyOf.map(valueWords).join(' or ');
  if (value.const === false) return '`false`';
  if (value.title === 'Layout') return '[layout](layouts.md)';
  if (value.enum) return value.enum.map(code).join(', ');
  if (value.items) return `list of ${valueWords(value.items)}`;
  if (value.properties)
    return `object: ${list(Object.entries(value.properties).map(([name, inner]) => `${code(name)} (${valueWords(inner)})`))}`;
  const { minimum, maximum } = value;
  const top = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const range = minimum === undefined ? '' : top === undefined ? `, from ${minimum}` : `, ${minimum} to ${top}`;
  return `${value.format === 'uuid' ? 'UUID' : (TYPE_WORDS[value.type ?? ''] ?? 'any')}${range}`;
}

/** @throws where the text has no part of that name, between two comments */
function withPart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}: written by \`npm run docs\` -->`, `<!-- end of ${name} -->`];
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The part ${name} is missing: ${begin} to ${end}`);
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}

if (import.meta.main) {
  for (const [name, text] of await generateDocs()) {
    mkdirSync(dirname(join(DOCS_FOLDER, name)), { recursive: true });
    writeFileSync(join(DOCS_FOLDER, name), text);
  }
}
