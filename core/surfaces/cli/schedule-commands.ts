import type { Command } from 'commander';
import { type Schedule, SCHEDULE_FREQUENCIES } from '#core/contract/schedule.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import type { CookieAudience } from '#core/surfaces/cli/cookie-file.ts';
import { AS_JSON, type CommandHost, ERROR_AS_JSON, type JsonFlag, PAGE } from '#core/surfaces/cli/command-host.ts';
import { DATES } from '#core/surfaces/cli/date-flag.ts';
import { KnownOption } from '#core/surfaces/cli/known-values.ts';
import { type ExportFlags, toJobOptions } from '#core/surfaces/cli/export-options.ts';

const UUID = ['<uuid>', 'first column of `commentdock schedules`'] as const;
const EVERY = SCHEDULE_FREQUENCIES.filter((frequency) => frequency !== 'custom');
const CHANGES = [
  ['pause', 'schedules.pause', 'do not run it until it is resumed'],
  ['resume', 'schedules.resume', 'run it again from its next due time on'],
  ['run', 'schedules.run', 'start its export now, besides the due times'],
] as const;

/** `schedules`, `schedules add|remove|pause|resume|run`. */
export function addScheduleCommands(program: Command, host: CommandHost): void {
  const { terminal, withClient } = host;
  const schedules = program
    .command('schedules')
    .description('list exports that repeat, newest first')
    .option(...PAGE)
    .option(...AS_JSON);
  schedules.action(({ page, ...flags }: JsonFlag & { page: string }) =>
    withClient('records', async (client) => {
      const list = await client.call('schedules.list', { page });
      if (flags.json === true) terminal.print(JSON.stringify(list));
      else
        terminal.print(
          ...(list.length === 0 ? ['No schedules yet. Add one with: commentdock schedules add <url>'] : list.map(scheduleLine)),
        );
      tellWhereTheyRun(client, host);
    }),
  );
  addAddCommand(schedules, host);
  schedules
    .command('remove')
    .argument(...UUID)
    .description('run it no more; its exports stay')
    .option(...ERROR_AS_JSON)
    .action(async (uuid: string, flags: JsonFlag) => {
      await withClient('records', (client) => client.call('schedules.delete', { uuid }));
      if (flags.json !== true) terminal.print(`Removed ${uuid}.`);
    });
  for (const [word, operation, about] of CHANGES)
    schedules
      .command(word)
      .argument(...UUID)
      .description(about)
      .option(...AS_JSON)
      .action((uuid: string, flags: JsonFlag) => withClient('records', (client) => tell(client, operation, { uuid }, flags, host)));
}

function addAddCommand(schedules: Command, host: CommandHost): void {
  const add = schedules
    .command('add')
    .argument('<url>', 'what to export, as copied from the browser')
    .description('export a URL again and again while the service runs')
    .addOption(new KnownOption('--every <frequency>', `how often: ${EVERY.join(', ')}`, { values: EVERY }))
    .option('--cron <expression>', 'instead: minute, hour, day of month, month, day of week, in quotes')
    .option('--timezone <name>', 'time zone of the due times, such as Europe/Berlin', new Intl.DateTimeFormat().resolvedOptions().timeZone)
    .option('--anchor-at <instant>', 'with --every: an instant whose minute, time, weekday or day it keeps; now without it')
    .option('--name <name>', 'a name to know it by')
    .option('--cookies <file>', 'cookies of your own session, for every export; kept in the vault')
    .option('--user-agent <text>', 'user agent of the browser that the cookies were made in')
    .option('--options <json>', 'job options as JSON, as the REST API takes them')
    .option('-r, --replies', 'also replies and nested comments')
    .option('-n, --limit <count>', 'at most so many items in each export')
    .option('--min-date <date>', `nothing older: ${DATES}`)
    .option('--max-date <date>', `nothing newer: ${DATES}`)
    .option('--incremental', 'each export builds on the last: it reads what is new and tells new, edited and gone rows')
    .option(...AS_JSON);
  add.action((url: string, flags: ExportFlags & JsonFlag) =>
    host.withClient('records', async (client) => {
      const options = await toJobOptions(flags, () => audienceOf(url, host), Date.now());
      const given = {
        frequency: flags['every'],
        cron: flags['cron'],
        anchorAt: flags['anchorAt'],
        name: flags['name'],
        incremental: flags['incremental'],
      };
      const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      await tell(client, 'schedules.create', { url, timezone: flags['timezone'], options, ...asked }, flags, host);
    }),
  );
}

async function audienceOf(url: string, host: CommandHost): Promise<CookieAudience> {
  const { name, cookie_domains: domains } = await (await host.catalogue()).detect(url);
  return { name, domains };
}

async function tell(
  client: CliClient,
  operation: 'schedules.create' | 'schedules.pause' | 'schedules.resume' | 'schedules.run',
  input: Readonly<Record<string, unknown>>,
  flags: JsonFlag,
  host: CommandHost,
): Promise<void> {
  const schedule = await client.callAsGiven(operation, input);
  host.terminal.print(flags.json === true ? JSON.stringify(schedule) : scheduleLine(schedule));
  if (flags.json !== true && operation === 'schedules.run') host.terminal.print(`Its export: ${schedule.lastJobGuid}`);
  tellWhereTheyRun(client, host);
}

function tellWhereTheyRun(client: CliClient, { terminal }: CommandHost): void {
  if (client.runsIn === 'process') terminal.printError('Schedules run while the service does: commentdock serve');
}

function scheduleLine(schedule: Schedule): string {
  const { uuid, status, frequency, cron, timezone, nextRunAt, runsCount, missedRuns, name, url, lastError } = schedule;
  const next = nextRunAt === null ? status : `next ${nextRunAt.slice(0, 16).replace('T', ' ')}`;
  const counts = `${runsCount} runs${missedRuns === 0 ? '' : `, ${missedRuns} missed`}`;
  const label = name === null ? url : `${name}: ${url}`;
  return `${uuid}  ${next}  ${cron ?? frequency} ${timezone}  ${counts}  ${label}${lastError === null ? '' : `  ${lastError}`}`;
}
