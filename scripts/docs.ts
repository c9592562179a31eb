/** Writes the pages of docs/ that come from the code. `npm run docs` */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
import type { PlatformDefinition, Target } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { coverageTables } from '#test/contract/coverage-page.ts';
import { faultSections, FAULTS_PROSE } from './fault-tables.ts';

export const DOCS_FOLDER = fileURLToPath(new URL('../docs/', import.meta.url));

const GENERATED = '<!-- Written by `npm run docs` from the code. Do not edit. -->';

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
  const: z.literal(false).optional(),
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

/** Every generated page by its file name. */
export async function generateDocs(): Promise<ReadonlyMap<string, string>> {
  const { all } = await loadPlatforms();
  return new Map([
    ['platforms.md', platformsPage(all)],
    ['errors.md', errorsPage()],
    ['faults.md', faultsPage(all)],
    ['options.md', optionsPage()],
    ['settings.md', settingsPage()],
    ['interface-coverage.md', coveragePage()],
  ]);
}

function platformsPage(platforms: readonly PlatformDefinition[]): string {
  const rows = platforms.map((platform) => [
    `[${platform.name}](#${platform.id})`,
    code(platform.id),
    platform.category,
    platform.tier === 'major' ? 'Premium and Business' : 'Business',
    list(platform.options.map(code)),
    list((platform.sorts ?? []).map(code)),
    platform.cookies.need,
    platform.recorded ?? 'never',
    platform.comparedWith.map(({ client, date }) => `${client} (${date})`).join(', ') || 'none found',
  ]);
  return page('Platforms', [
    'Every option of the engine (`limit`, `minTimestamp`, `maxTimestamp`, `cursor`) works everywhere. The first sort is the default.',
    'Recorded: the date of the newest answers of the site that it is proven on. Never: written from documentation only. `commentdock platforms checks` says when each was last seen to work on your machine.',
    'Compared with: public clients whose code was read beside ours, for calls, parameters and fields, each with the date of its newest change then. Nobody ran them. None found: it was compared with nothing so far.',
    'Without a total: lists of which nothing that is read says how long they are, so that the ledger cannot tell what is missing. Of all others the platform states a number, at least at one door.',
    table(['Platform', 'Id', 'Category', 'Plans', 'Further options', 'Sorts', 'Cookies', 'Recorded', 'Compared with'], rows),
    ...platforms.map(platformSection),
  ]);
}

function platformSection(platform: PlatformDefinition): string {
  const shown = platform.targets.filter((target) => target.patterns.length > 0);
  const rows = shown.map((target) => [target.patterns.map(code).join('<br>'), ...exportCells(target)]);
  const { names = [], passes = [], hint, need } = platform.cookies;
  const cookies = [
    hint,
    names.length === 0 ? undefined : `Cookies: ${list(names.map(code))}.`,
    passes.length === 0 ? undefined : `Kept for the next export without cookies of yours: ${list(passes.map(code))}.`,
    need === 'none' ? undefined : `\`commentdock login ${platform.id}\` saves an account: [accounts.md](accounts.md).`,
  ].filter((part) => part !== undefined);
  const [ignored, endless] = [platform.ignores ?? [], platform.withoutTotal ?? []];
  return [
    `<a id="${platform.id}"></a>\n\n## ${platform.name}`,
    platform.description,
    table(['URL', 'Gives', 'With an option'], rows),
    ...cookies,
    ...(endless.length === 0 ? [] : [`Without a total: ${list(endless.map(words))}.`]),
    ...(ignored.length === 0 ? [] : [`Accepted without effect: ${list(ignored.map(code))}.`]),
  ].join('\n\n');
}

function exportCells(target: Target): [own: string, selected: string] {
  const selected = SELECTORS.flatMap((selector) => {
    const row = target.exports[selector];
    return row ? [`${code(selector)}: ${words(row.type)}`] : [];
  });
  const own = target.exports.own;
  return [own ? words(own.type) : 'needs an option', selected.join('<br>')];
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
  return page('Coverage of the interface', [
    'What the description of the interface (interface.md) states, section by section, and the test that holds it: file and name. The tests of test/contract ask a running service as a stranger would.',
    ...coverageTables().map(({ title, head, rows }) => `## ${title}\n\n${table(head, rows)}`),
  ]);
}

function valueWords(value: Value): string {
  if (value.anyOf) return value.anyOf.map(valueWords).join(' or ');
  if (value.const === false) return '`false`';
  if (value.enum) return value.enum.map(code).join(', ');
  if (value.items) return `list of ${valueWords(value.items)}`;
  if (value.properties)
    return `object: ${list(Object.entries(value.properties).map(([name, inner]) => `${code(name)} (${valueWords(inner)})`))}`;
  const { minimum, maximum } = value;
  const top = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const range = minimum === undefined ? '' : top === undefined ? `, from ${minimum}` : `, ${minimum} to ${top}`;
  return `${value.format === 'uuid' ? 'UUID' : (TYPE_WORDS[value.type ?? ''] ?? 'any')}${range}`;
}

function page(title: string, parts: readonly string[]): string {
  return `${[`# ${title}`, GENERATED, ...parts].join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function words(exportType: string): string {
  return exportType.replaceAll('_', ' ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function list(parts: readonly string[]): string {
  return parts.join(', ');
}

if (import.meta.main) {
  mkdirSync(DOCS_FOLDER, { recursive: true });
  for (const [name, text] of await generateDocs()) writeFileSync(join(DOCS_FOLDER, name), text);
}
