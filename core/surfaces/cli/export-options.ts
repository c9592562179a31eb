import { Command, Option } from 'commander';
import { CommentdockError } from '#core/contract/error.ts';
import { SELECTORS, SORTS } from '#core/contract/options.ts';
import { readCookieFile } from '#core/surfaces/cli/cookie-file.ts';

/** What commander leaves in its options object; the operation checks the job options themselves. */
export interface ExportFlags {
  readonly format: string;
  readonly out: string;
  readonly sandbox?: true;
  readonly json?: true;
  readonly cookies?: string;
  readonly options?: string;
  readonly limit?: string;
  readonly minDate?: string;
  readonly maxDate?: string;
  readonly countries?: string;
  readonly [name: string]: unknown;
}

/** Flags that stand for a job option of the same name and take a text. */
const TEXT_OPTIONS = ['vpn', 'pool', 'cursor', 'sort'] as const;

/** Adds the flags of `export` to its command. */
export function addExportFlags(command: Command): Command {
  command
    .option('-f, --format <list>', 'files to write, separated by commas: xlsx, csv, json, jsonl', 'xlsx,csv,json')
    .option('-o, --out <folder>', 'folder for the files', 'exports')
    .option('-n, --limit <count>', 'at most so many items')
    .option('-r, --replies', 'replies too')
    .addOption(new Option('--sort <order>', 'order of the list, where the platform has it').choices([...SORTS]))
    .option('--min-date <date>', 'nothing older (ISO date or Unix seconds)')
    .option('--max-date <date>', 'nothing newer (ISO date or Unix seconds)')
    .option('--countries <list>', 'storefronts, two letters each, separated by commas');
  for (const selector of SELECTORS) command.option(`--${dashed(selector)}`, `export the ${dashed(selector).replaceAll('-', ' ')} list instead of what the URL itself gives`);
  return command
    .option('--vpn <name>', 'route through this location')
    .option('--pool <uuid>', 'route through this proxy pool')
    .option('--cookies <file>', 'cookies of your own session: cookies.txt or JSON')
    .option('--cursor <cursor>', 'go on where a former export ended')
    .option('--options <json>', 'job options as JSON; flags win over it')
    .option('--sandbox', 'sample data, no request is made')
    .option('--json', 'the result as one line of JSON');
}

/** The flags as `options` of a job. @throws CommentdockError INVALID_REQUEST naming the flag */
export async function toJobOptions(flags: ExportFlags): Promise<Record<string, unknown>> {
  const options: Record<string, unknown> = flags.options === undefined ? {} : parseObject(flags.options);
  if (flags['replies'] === true) options['replies'] = true;
  for (const selector of SELECTORS) if (flags[selector] === true) options[selector] = true;
  for (const name of TEXT_OPTIONS) if (flags[name] !== undefined) options[name] = flags[name];
  if (flags.limit !== undefined) options['limit'] = wholeNumber('--limit', flags.limit);
  if (flags.minDate !== undefined) options['minTimestamp'] = unixSeconds('--min-date', flags.minDate);
  if (flags.maxDate !== undefined) options['maxTimestamp'] = unixSeconds('--max-date', flags.maxDate);
  if (flags.countries !== undefined) options['countries'] = flags.countries.split(',').map((country) => country.trim());
  if (flags.cookies !== undefined) options['cookies'] = await readCookieFile(flags.cookies);
  return options;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Falls through to the one message for everything that is no object.
  }
  throw new CommentdockError('INVALID_REQUEST', '--options must be a JSON object, such as \'{"replies":true}\'.');
}

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value)) return value;
  throw new CommentdockError('INVALID_REQUEST', `${flag} is "${text}"; it must be a whole number.`);
}

function unixSeconds(flag: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000);
  if (Number.isFinite(value)) return value;
  throw new CommentdockError('INVALID_REQUEST', `${flag} is "${text}"; give a date such as 2026-01-31 or Unix seconds.`);
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
