import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isTerminal, type Job, JOB_STATUSES } from '#core/contract/job.ts';
import { formatOfName } from '#core/contract/tier.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { runContinue, runRetry } from '#core/surfaces/cli/export-command.ts';
import { addResultFlags, type ResultFlags } from '#core/surfaces/cli/export-options.ts';
import { ledgerLines } from '#core/surfaces/cli/ledger-lines.ts';
import { AS_JSON, type CommandHost, ERROR_AS_JSON, type JsonFlag, PAGE } from '#core/surfaces/cli/command-host.ts';

const GUID = ['<guid>', 'first column of `commentdock jobs`'] as const;

const CONTINUE_HELP = `
Do in the window what the site asks; the export goes on there by itself. Nothing is solved for you. Once more while the window is
open, the command asks again for what was refused.`;

interface ListFlags extends JsonFlag {
  readonly page: string;
  readonly search?: string;
  readonly status?: string;
  readonly platform?: string;
  readonly folder?: string;
  readonly tag?: string;
}

interface DownloadFlags extends JsonFlag {
  readonly layout?: string;
  readonly pseudonyms?: string;
  readonly pseudonymDates?: string;
  readonly withoutTexts?: true;
}

/** `continue`, `jobs`, `jobs get|stop|retry|delete|download`. */
export function addJobCommands(program: Command, host: CommandHost): void {
  const { terminal, withClient } = host;
  const jobs = program
    .command('jobs')
    .description('list exports, newest first')
    .option('--search <text>', 'those with this in their address, title, folder or tags, or the name of their site or list')
    .option('--status <status>', `those in this state: ${JOB_STATUSES.join(', ')}`)
    .option('--platform <id>', 'those of this platform')
    .option('--folder <name>', 'those in this folder')
    .option('--tag <tag>', 'those with this tag')
    .option(...PAGE)
    .option(...AS_JSON);
  jobs.action((flags: ListFlags) => withClient('records', (client) => listJobs(flags, client, host)));
  jobs
    .command('get')
    .argument(...GUID)
    .description('one export with its completeness')
    .option(...AS_JSON)
    .action(async (guid: string, flags: JsonFlag) => {
      const job = await withClient('records', (client) => callJob(client, 'jobs.get', guid));
      if (flags.json === true) terminal.print(JSON.stringify(job));
      else terminal.print(jobLine(job), ...(job.needs_you === undefined ? [] : [job.needs_you.message]), ...ledgerLines(job.completeness));
    });
  jobs
    .command('stop')
    .argument(...GUID)
    .description('stop an export for good; what was fetched stays')
    .option(...AS_JSON)
    .action(async (guid: string, flags: JsonFlag) => {
      const job = await withClient('records', (client) => callJob(client, 'jobs.stop', guid));
      terminal.print(flags.json === true ? JSON.stringify(job) : jobLine(job));
    });
  const retry = jobs
    .command('retry')
    .argument(...GUID)
    .description('go on with a failed export from where it was, and see it through');
  addResultFlags(retry).action((guid: string, flags: ResultFlags) =>
    withClient('engine', async (client) =>
      host.setExitCode(await runRetry(guid, host.wishOf(flags), { client, terminal, signal: host.signal })),
    ),
  );
  addContinueCommand(program, host);
  jobs
    .command('delete')
    .argument(...GUID)
    .description('remove an export, what it fetched, and its files in the data folder')
    .option(...ERROR_AS_JSON)
    .action(async (guid: string, flags: JsonFlag) => {
      await withClient('records', (client) => client.call('jobs.delete', { guid }));
      if (flags.json !== true) terminal.print(`Deleted ${guid}.`);
    });
  addDownloadCommand(jobs, host);
}

function addDownloadCommand(jobs: Command, { terminal, withClient }: CommandHost): void {
  jobs
    .command('download')
    .argument(...GUID)
    .argument('<file>', 'where to save it; the ending says the format: export.xlsx, export.csv.zip')
    .description('save a file of an export')
    .option('--layout <preset>', 'how it is to be: a preset, or a layout as JSON (default: as the export says)')
    .option('--pseudonyms <project>', 'names of people, ids and links are replaced, alike in all files of that project')
    .option('--pseudonym-dates <how-fine>', 'with --pseudonyms: exact, day or month')
    .option('--without-texts', 'with --pseudonyms: texts are left out')
    .option(...AS_JSON)
    .action(async (guid: string, file: string, { layout, pseudonyms, pseudonymDates, withoutTexts, ...flags }: DownloadFlags) => {
      const hidden = pseudonyms === undefined ? {} : { pseudonyms, pseudonym_dates: pseudonymDates, without_texts: withoutTexts };
      const named = file.toLowerCase().replace(/\.zip$/, '');
      const format = formatOfName(named) ?? named.slice(named.lastIndexOf('.') + 1);
      const input = { guid, format, ...(layout === undefined ? {} : { layout }), partial: true, ...hidden };
      const path = await withClient('records', (client) => client.saveOutput('exports.download', input, () => resolve(file)));
      terminal.print(flags.json === true ? JSON.stringify({ path }) : path);
    });
}

function addContinueCommand(program: Command, host: CommandHost): void {
  const { terminal, withClient } = host;
  addResultFlags(
    program
      .command('continue')
      .argument(...GUID)
      .description('open a window of the platform for an export at a wall, and see it through'),
  )
    .addHelpText('after', CONTINUE_HELP)
    .action((guid: string, flags: ResultFlags) =>
      withClient('engine', async (client) =>
        host.setExitCode(await runContinue(guid, host.wishOf(flags), { client, terminal, signal: host.signal })),
      ),
    );
}

function callJob(client: CliClient, name: 'jobs.get' | 'jobs.stop', guid: string): Promise<Job> {
  return client.call(name, { guid });
}

async function listJobs({ search: q, page, json, ...filters }: ListFlags, client: CliClient, { terminal }: CommandHost): Promise<void> {
  const list = await client.callAsGiven('jobs.list', { page, q, ...filters });
  if (json === true) terminal.print(JSON.stringify(list));
  else if (list.length > 0) terminal.print(...list.map(jobLine));
  else if (q !== undefined || Object.keys(filters).length > 0) terminal.print('No export fits.');
  else terminal.print(page === '1' ? 'No exports yet. Start one with: commentdock export <url>' : 'No exports on this page.');
  if (client.runsIn === 'process' && list.some((job) => !isTerminal(job.status) && job.needs_you === undefined))
    terminal.printError('Interrupted exports go on with the next `commentdock export` or `commentdock serve`.');
}

function jobLine(job: Job): string {
  const count = job.total === null ? `${job.total_exported}` : `${job.total_exported} of ${job.total}`;
  const wall = job.needs_you === undefined ? '' : `  ${job.needs_you.code}, needs you: ${job.needs_you.command}`;
  const failure = job.error_code === null ? wall : `  ${job.error_code}`;
  const said = [job.title === undefined ? '' : `"${job.title}"`, job.folder ?? '', ...(job.tags ?? []).map((tag) => `#${tag}`)];
  const labels = said
    .filter((words) => words !== '')
    .map((words) => `  ${words}`)
    .join('');
  const created = job.created_at.slice(0, 16).replace('T', ' ');
  return `${job.guid}  ${created}  ${job.status.padEnd(8)}  ${count.padStart(16)}  ${job.export_type.padEnd(9)}  ${job.url}${labels}${failure}`;
}
