import { type Command, Option } from 'commander';
import { CommentdockError } from '#core/contract/error.ts';
import { MEDIA_WISHES } from '#core/contract/media.ts';
import { jobOptionsSchema, SELECTORS, SORTS } from '#core/contract/options.ts';
import { FILE_FORMATS, type FileFormat } from '#core/contract/tier.ts';
import type { ResultWish } from '#core/surfaces/cli/job-result.ts';
import { type CookieAudience, readCookieFile } from '#core/surfaces/cli/cookie-file.ts';
import { KnownOption } from '#core/surfaces/cli/known-values.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';
import { DATES, secondsOfFlag } from '#core/surfaces/cli/date-flag.ts';

/** Where the files go, and in which form the result is told. */
export interface ResultFlags {
  readonly format?: string;
  readonly out: string;
  readonly json?: true;
}

/** What commander leaves in its options object; the operation checks the job options themselves. */
export interface ExportFlags extends ResultFlags {
  readonly sandbox?: true;
  readonly cookies?: string;
  /** Of a batch: a file of addresses. */
  readonly urls?: string;
  /** Of a batch: how many posts of each list. */
  readonly expand?: string;
  readonly options?: string;
  readonly limit?: string;
  readonly mediaMb?: string;
  readonly minDate?: string;
  readonly maxDate?: string;
  readonly countries?: string;
  readonly languages?: string;
  readonly [name: string]: unknown;
}

/** Flags that stand for a job option of the same name and take a text. */
const TEXT_OPTIONS = ['vpn', 'pool', 'cursor', 'sort', 'userAgent', 'layout', 'media'] as const;

/** Flags that switch on what `filter` does with the items. */
const FILTERS = ['sentiment', 'language'] as const;

/** Flags that switch on a job option of the same name. */
const SWITCHES = ['replies', 'keepRaw', 'gentle', 'window'] as const;

const STANDARD_OUTPUT = '-';

/** Formats that are no text. */
const BINARY: readonly FileFormat[] = ['xlsx', 'parquet', 'sqlite'];

/** Adds the flags of `export` to its command. */
export function addExportFlags(command: Command): Command {
  command
    .optionsGroup('How much:')
    .option('-r, --replies', meaningOf('replies'))
    .option('-n, --limit <count>', meaningOf('limit'))
    .option('--min-date <date>', `nothing older: ${DATES}`)
    .option('--max-date <date>', `nothing newer: ${DATES}`)
    .addOption(new Option('--sort <order>', meaningOf('sort')).choices([...SORTS]))
    .option('--countries <list>', `${meaningOf('countries')}; separated by commas`)
    .option('--cursor <cursor>', meaningOf('cursor'))
    .option('--update', meaningOf('incremental'))
    .optionsGroup('Another list than the one the URL itself gives:');
  for (const selector of SELECTORS) command.option(`--${dashed(selector)}`, meaningOf(selector));
  command
    .optionsGroup('What is done with the items:')
    .option('--sentiment', 'judge the tone of the texts')
    .option('--language', 'say what texts are written in, where the platform does not')
    .option('--languages <list>', 'only texts in these languages (ISO 639: en,de), separated by commas')
    .option('--keep-raw', meaningOf('keepRaw'))
    .addOption(new Option('--media <which>', meaningOf('media')).choices([...MEDIA_WISHES]))
    .option('--media-mb <count>', meaningOf('mediaMb'))
    .optionsGroup('How to get there:')
    .option(
      '--cookies <file>',
      'cookies of your own session: cookies.txt, or JSON from a cookie extension; only those of the platform are taken',
    )
    .option('--user-agent <text>', meaningOf('userAgent'))
    .option('--account <name>', 'name of a saved account of the platform (default: the first one saved, unless there are cookies)')
    .option('--no-account', 'use no saved account')
    .option('--vpn <name>', meaningOf('vpn'))
    .option('--pool <uuid>', meaningOf('pool'))
    .option('--gentle', meaningOf('gentle'))
    .option('--window', 'read through a window of the platform on this screen, where you do what the site asks')
    .option('--options <json>', 'job options as JSON, as the REST API takes them; flags win over it')
    .option('--sandbox', 'sample data; no request leaves the machine');
  return addResultFlags(command).option('--layout <preset>', `${meaningOf('layout')}; or a layout as JSON`);
}

/** Adds the flags that say where files go. */
export function addResultFlags(command: Command): Command {
  return command
    .optionsGroup('Result:')
    .addOption(
      new KnownOption(
        '-f, --format <list>',
        `files to write, separated by commas: ${FILE_FORMATS.join(', ')} (default: xlsx,csv,json as far as the plan has them)`,
        { values: FILE_FORMATS, isList: true },
      ),
    )
    .option('-o, --out <folder>', 'folder for the files; "-": one format (jsonl, row by row) to standard output', 'exports')
    .option('--json', 'the result as one line of JSON');
}

/**
 * The flags as `options` of a job. `audience` tells whom cookies are for.
 * @throws CommentdockError INVALID_REQUEST naming the flag
 */
export async function toJobOptions(
  flags: ExportFlags,
  audience: () => Promise<CookieAudience>,
  nowMs: number,
): Promise<Record<string, unknown>> {
  const options: Record<string, unknown> = flags.options === undefined ? {} : parseObject(flags.options);
  for (const name of SWITCHES) if (flags[name] === true) options[name] = true;
  if (flags['update'] === true) options['incremental'] = true;
  for (const selector of SELECTORS) if (flags[selector] === true) options[selector] = true;
  const wanted: [string, unknown][] = FILTERS.filter((name) => flags[name] === true).map((name) => [name, true]);
  if (flags.languages !== undefined) wanted.push(['language', listOfFlag(flags.languages)]);
  if (wanted.length > 0) options['filter'] = { ...(options['filter'] as object | undefined), ...Object.fromEntries(wanted) };
  if (typeof flags['account'] === 'string' || flags['account'] === false) options['account'] = flags['account'];
  for (const name of TEXT_OPTIONS) if (flags[name] !== undefined) options[name] = flags[name];
  if (flags.limit !== undefined) options['limit'] = wholeNumber('--limit', flags.limit);
  if (flags.mediaMb !== undefined) options['mediaMb'] = wholeNumber('--media-mb', flags.mediaMb);
  if (flags.minDate !== undefined) options['minTimestamp'] = secondsOfFlag('--min-date', flags.minDate, 'from');
  if (flags.maxDate !== undefined) options['maxTimestamp'] = secondsOfFlag('--max-date', flags.maxDate, 'until');
  if (flags.countries !== undefined) options['countries'] = listOfFlag(flags.countries);
  if (flags.cookies !== undefined) options['cookies'] = await readCookieFile(flags.cookies, await audience(), nowMs);
  return options;
}

function listOfFlag(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

/**
 * What a command leaves, by its flags.
 * @throws CommentdockError INVALID_REQUEST for what standard output does not take
 */
export function wishOfFlags({ format, out, json }: ResultFlags, { isScreen }: Pick<Terminal, 'isScreen'>): ResultWish {
  const formats = formatsOfFlag(format);
  if (out !== STANDARD_OUTPUT) return { formats, folder: out, output: json === true ? 'json' : 'people' };
  const [only = 'jsonl', ...others] = formats ?? [];
  const refuse = (words: string): never => {
    throw new CommentdockError('INVALID_REQUEST', words);
  };
  if (others.length > 0) refuse('Standard output takes one format. Name one of them with --format, or a folder with --out.');
  if (json === true) refuse('--json and --out - both want standard output. Leave one of them out.');
  if (BINARY.includes(only) && isScreen) refuse(`${only} is nothing to look at on a screen. Send it to a file: --out - > export.${only}`);
  return { formats: [only], folder: out, output: 'rows' };
}

/** Null: those of the plan. @throws CommentdockError INVALID_REQUEST naming what is known */
export function formatsOfFlag(text: string | undefined): readonly FileFormat[] | null {
  return text === undefined ? null : [...new Set(text.split(',').map(parseFormat))];
}

/** @throws CommentdockError INVALID_REQUEST naming what is known */
export function parseFormat(text: string): FileFormat {
  const format = FILE_FORMATS.find((known) => known === text.trim().toLowerCase());
  if (format !== undefined) return format;
  throw new CommentdockError('INVALID_REQUEST', `"${text.trim()}" is no format. Known: ${FILE_FORMATS.join(', ')}.`);
}

/** The words of the contract, in the manner of help texts. */
function meaningOf(option: keyof typeof jobOptionsSchema.shape): string {
  const words = jobOptionsSchema.shape[option].meta()?.description ?? '';
  return words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, '');
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

/** @throws CommentdockError INVALID_REQUEST naming the flag */
export function wholeNumber(flag: string, text: string): number {
  if (/^-?\d+$/.test(text.trim())) return Number(text);
  throw new CommentdockError('INVALID_REQUEST', `${flag} is "${text}"; it must be a whole number.`);
}

/** `facebookAds` is the flag `--facebook-ads`. */
export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
