import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommentdockError, ERROR_CATALOGUE, type ErrorCode } from '#core/contract/error.ts';
import type { Job } from '#core/contract/job.ts';
import { continueCommand, type NeedsYou, passableWall } from '#core/contract/needs-you.ts';
import { defaultFormats, type FileFormat, fileEnding } from '#core/contract/tier.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { ledgerLines } from '#core/surfaces/cli/ledger-lines.ts';
import { shellWord } from '#core/surfaces/cli/shell-word.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';

/** What a command does with an export that has ended. */
export interface ResultWish {
  /** Null: those of the plan. */
  readonly formats: readonly FileFormat[] | null;
  readonly folder: string;
  /** `rows`: the one format goes to standard output, and all that is said to standard error. */
  readonly output: 'people' | 'json' | 'rows';
}

/** Failures that another try may get past; the others would only come again. */
const WORTH_RETRYING: readonly ErrorCode[] = [
  'RATE_LIMITED',
  'NETWORK',
  'BLOCKED',
  'PLATFORM_CHANGED',
  'BROWSER_MISSING',
  'DISK',
  'INTERNAL',
];

/** Leaves complete files in the folder and tells how complete the export is. Returns the exit code. */
export async function leaveResult(job: Job, wish: ResultWish, client: CliClient, terminal: Terminal): Promise<number> {
  if (job.needs_you !== undefined) return leaveWaiting(job, job.needs_you, wish, terminal);
  const leavesFiles = wish.output !== 'rows' && (job.status === 'done' || job.total_exported > 0);
  const files = leavesFiles ? await saveFiles(job, wish, client) : [];
  if (wish.output === 'json') terminal.print(JSON.stringify({ ...job, files }));
  else if (wish.output === 'rows') tellPeople(job, files, { ...terminal, print: terminal.printError });
  else tellPeople(job, files, terminal);
  if (job.status === 'stopped') return ERROR_CATALOGUE.STOPPED.exitCode;
  return job.status === 'error' ? ERROR_CATALOGUE[job.error_code ?? 'INTERNAL'].exitCode : 0;
}

/** One that waits for its owner has no files yet. Returns the exit code of its wall. */
function leaveWaiting(job: Job, { code, message, until, command }: NeedsYou, { output }: ResultWish, terminal: Terminal): number {
  if (output === 'json') terminal.print(JSON.stringify({ ...job, files: [] }));
  else {
    terminal.printError(`${code}: ${message}`);
    terminal.printError(`It waits for you until ${until.slice(0, 16).replace('T', ' ')} UTC. Open a window of the site with: ${command}`);
  }
  return ERROR_CATALOGUE[code].exitCode;
}

/**
 * Copies the files of an export into the folder. Returns their paths.
 * @throws CommentdockError DISK, which says how to write again what could not be written: the export is kept
 */
export async function saveFiles(job: Job, wish: ResultWish, client: CliClient): Promise<string[]> {
  const folder = resolve(wish.folder);
  const formats = wish.formats ?? defaultFormats(job.plan);
  const paths: string[] = [];
  try {
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw new CommentdockError('DISK', `The folder ${folder} cannot be made: ${wordsOf(error)}`, { cause: error });
    });
    for (const format of formats) paths.push(await client.saveFile(job.guid, format, (name) => join(folder, name)));
    return paths;
  } catch (error) {
    if (!(error instanceof CommentdockError) || error.code !== 'DISK') throw error;
    const again = formats.slice(paths.length).map((format) => `commentdock jobs download ${job.guid} ${job.guid}.${fileEnding(format)}`);
    throw new CommentdockError(
      'DISK',
      `${error.message.replace(/\.?$/, '.')} The export is kept as ${job.guid}. Write it with: ${again.join('; ')}`,
      {
        cause: error,
      },
    );
  }
}

function tellPeople(job: Job, files: readonly string[], terminal: Pick<Terminal, 'print' | 'printError'>): void {
  const heading = job.status === 'done' ? 'Files' : 'Files with what was fetched';
  if (files.length > 0) terminal.print(heading, ...files.map((path) => `  ${path}`));
  terminal.print(...ledgerLines(job.completeness));
  if (job.error_code !== null) {
    terminal.printError(`${job.error_code}: ${job.error ?? ''}`);
    if (job.open_url !== null) terminal.printError(`Open it in your own browser: ${job.open_url}`);
    if (passableWall(job.error_code) !== null) terminal.printError(`Or go on in a window of the site: ${continueCommand(job.guid)}`);
    if (WORTH_RETRYING.includes(job.error_code)) terminal.printError(`Go on with: commentdock jobs retry ${job.guid}`);
  } else if (job.cursor !== null) terminal.printError(`Go on with: commentdock export ${shellWord(job.url)} --cursor ${job.cursor}`);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
