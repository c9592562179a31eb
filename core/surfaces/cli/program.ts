import { type Command, CommanderError } from 'commander';
import { VERSION } from '#core/config/version.ts';
import { asCommentdockError, CommentdockError, ERROR_CATALOGUE, errorBody } from '#core/contract/error.ts';
import { addAccountCommands } from '#core/surfaces/cli/account-commands.ts';
import { addBackupCommands } from '#core/surfaces/cli/backup-commands.ts';
import { runBatch } from '#core/surfaces/cli/batch-command.ts';
import { addBrowserCommands } from '#core/surfaces/cli/browser-commands.ts';
import { addCheckCommand } from '#core/surfaces/cli/check-command.ts';
import { AS_JSON, type CliHost, type CommandHost, type JsonFlag, type ServiceAddresses } from '#core/surfaces/cli/command-host.ts';
import { addConfigCommands } from '#core/surfaces/cli/config-commands.ts';
import { addCompletionCommand } from '#core/surfaces/cli/completion-command.ts';
import type { CookieAudience } from '#core/surfaces/cli/cookie-file.ts';
import { bundleLines, doctorReport, mayExport } from '#core/surfaces/cli/doctor.ts';
import { runExport } from '#core/surfaces/cli/export-command.ts';
import { addExportFlags, type ExportFlags, toJobOptions, wholeNumber, wishOfFlags } from '#core/surfaces/cli/export-options.ts';
import { addJobCommands } from '#core/surfaces/cli/job-commands.ts';
import { addOperationCommands } from '#core/surfaces/cli/operation-commands.ts';
import { meantWords } from '#core/surfaces/cli/meant-words.ts';
import { addMcpCommand } from '#core/surfaces/cli/mcp-command.ts';
import { addModelCommands } from '#core/surfaces/cli/model-commands.ts';
import { addMoveCommand } from '#core/surfaces/cli/move-command.ts';
import { addPlatformCommands } from '#core/surfaces/cli/platform-commands.ts';
import { addReportCommand } from '#core/surfaces/cli/report-command.ts';
import { addRouteCommands } from '#core/surfaces/cli/route-commands.ts';
import { addSavedAccountCommands } from '#core/surfaces/cli/saved-account-commands.ts';
import { addScheduleCommands } from '#core/surfaces/cli/schedule-commands.ts';
import { addSignInCommand } from '#core/surfaces/cli/sign-in-command.ts';
import { TellingCommand } from '#core/surfaces/cli/telling-command.ts';
import { addVerifyCommand } from '#core/surfaces/cli/verify-command.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';
import { addTokenCommands } from '#core/surfaces/cli/token-commands.ts';
import { addVaultCommands } from '#core/surfaces/cli/vault-commands.ts';
import { isList, urlsOfWords } from '#core/surfaces/cli/url-list.ts';
import { addWorkCommand, addWorkFlags, type WorkWish } from '#core/surfaces/cli/work-command.ts';

const EXPORT_EXAMPLES = `
Examples:
  commentdock export 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' --replies
  commentdock export https://store.steampowered.com/app/573170 --limit 500 --format xlsx
  commentdock export https://bsky.app/profile/bsky.app --followers --out followers

Quote a URL that holds ? or &: the shell reads them otherwise.`;

const BATCH_EXAMPLES = `
Examples:
  commentdock batch urls.txt --limit 500 --out results
  commentdock batch https://store.steampowered.com/app/10 https://store.steampowered.com/app/573170`;

const EXIT_CODES = `
Exit codes: 0 done, 1 our fault, 2 bad input, 3 access, 4 limits, 5 the platform refuses, 6 the platform changed, 7 network,
8 this machine, 130 stopped.

\`commentdock <url>\` exports that URL. \`commentdock <command> --help\` says more.`;

/** Runs one command line. Returns the exit code; every error is told with what to do about it. */
export async function runCommandLine(words: readonly string[], host: CliHost): Promise<number> {
  let exitCode = 0;
  const program = buildProgram(words, host, (code) => {
    exitCode = code;
  });
  try {
    const names = program.commands.map((command) => command.name());
    await program.parseAsync([...meantWords(words, names)], { from: 'user' });
    return exitCode;
  } catch (error) {
    return tellError(error, words, host.terminal);
  }
}

/**
 * Tells what ended a command line: in words on stderr, and with `--json` as the REST API does on stdout. Returns the exit code.
 * What ends a help is no error.
 */
export function tellError(error: unknown, words: readonly string[], terminal: Terminal): number {
  // Told in words already, by the parser of the command line.
  const isSaid = error instanceof CommanderError;
  if (isSaid && error.exitCode === 0) return 0;
  const known = isSaid ? new CommentdockError('INVALID_REQUEST', error.message.replace(/^error: /, '')) : asCommentdockError(error);
  terminal.clearStatus();
  if (words.includes('--json')) terminal.print(JSON.stringify(errorBody(known)));
  if (!isSaid) terminal.printError(`${known.code}: ${known.message}`);
  return known.exitCode;
}

function buildProgram(words: readonly string[], host: CliHost, setExitCode: (code: number) => void): Command {
  const program: Command = new TellingCommand('commentdock')
    .description('Exports comments, reviews, followers, live chat, likes and shares to spreadsheets, on your own machine.')
    .version(VERSION, '-v, --version', 'print the version')
    .enablePositionalOptions()
    .showHelpAfterError('(--help behind a command lists what it takes)')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.terminal.print(...linesOf(text)),
      writeErr: (text) => host.terminal.printError(...linesOf(text)),
    });
  const shared = commandHost(host, setExitCode);
  addExportCommand(program, shared);
  addBatchCommand(program, shared);
  addJobCommands(program, shared);
  addReportCommand(program, shared);
  addVerifyCommand(program, shared);
  addPlatformCommands(program, shared);
  addCheckCommand(program, shared);
  addScheduleCommands(program, shared);
  addServiceCommands(program, host, setExitCode);
  addWorkCommand(program, host);
  addBrowserCommands(program, shared, host.browsers);
  addMcpCommand(program, host);
  addConfigCommands(program, host);
  addVaultCommands(program, host);
  addMoveCommand(program, host);
  addBackupCommands(program, host);
  addModelCommands(program, host);
  addRouteCommands(program, shared);
  addTokenCommands(program, shared);
  addSignInCommand(program, shared);
  addAccountCommands(program, shared);
  addSavedAccountCommands(program, shared, { openLogin: (platform, onOpen) => host.openLogin(platform, onOpen) });
  addOperationCommands(program, shared, words);
  addCompletionCommand(program, shared, (line) => buildProgram(line, host, setExitCode));
  return program;
}

/** Help and usage come as one text. */
function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n');
}

function commandHost(host: CliHost, setExitCode: (code: number) => void): CommandHost {
  return {
    terminal: host.terminal,
    signal: host.signal,
    catalogue: () => host.catalogue(),
    setExitCode,
    wishOf: (flags) => wishOfFlags(flags, host.terminal),
    async withClient(use, work) {
      const client = await host.openClient(use);
      try {
        return await work(client);
      } finally {
        await client.close();
      }
    },
  };
}

function addExportCommand(program: Command, host: CommandHost): void {
  const { terminal, signal } = host;
  const command = program
    .command('export')
    .argument('<url>', 'what to export, as copied from the browser')
    .description('export a URL to files');
  addExportFlags(command)
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(async (url: string, flags: ExportFlags) => {
      const wish = host.wishOf(flags);
      if (await isList(url))
        throw new CommentdockError(
          'INVALID_URL',
          `${url} is a list here, and no address. Export what stands in it: commentdock batch ${url}`,
        );
      const options = await toJobOptions(flags, () => audienceOf([url], host), Date.now());
      const request = { url, options, source: flags.sandbox === true ? 'sandbox' : 'platform' } as const;
      host.setExitCode(await host.withClient('engine', (client) => runExport(request, wish, { client, terminal, signal })));
    });
}

function addBatchCommand(program: Command, host: CommandHost): void {
  const { terminal, signal } = host;
  const command = program
    .command('batch')
    .argument('[urls...]', 'what to export: URLs, or text files with one on each line ("-": standard input)')
    .description('export many URLs to files, all under the same options')
    .option('--urls <file>', 'a file with one URL on each line, or "-" for standard input')
    .option(
      '--expand <posts>',
      'of URLs that list posts (channels, profiles, forums), so many of these each: what people wrote below them',
    );
  addExportFlags(command)
    .addHelpText('after', BATCH_EXAMPLES)
    .action(async (words: string[], flags: ExportFlags) => {
      const wish = host.wishOf(flags);
      if (wish.output === 'rows')
        throw new CommentdockError('INVALID_REQUEST', 'Standard output takes the rows of one export. Name a folder for those of a batch.');
      if (words.length === 0 && flags.urls === undefined) command.error("error: missing required argument 'urls'");
      const urls = await urlsOfWords(words, flags.urls === undefined ? [] : [flags.urls], signal);
      const options = await toJobOptions(flags, () => audienceOf(urls, host), Date.now());
      const posts = flags.expand === undefined ? null : wholeNumber('--expand', flags.expand);
      const request = { urls, posts, options, source: flags.sandbox === true ? 'sandbox' : 'platform' } as const;
      host.setExitCode(await host.withClient('engine', (client) => runBatch(request, wish, { client, terminal, signal })));
    });
}

/**
 * Whom the cookies of an export are for.
 * @throws CommentdockError INVALID_URL; INVALID_REQUEST where the URLs belong to several platforms: none may see another's cookies
 */
async function audienceOf(urls: readonly string[], host: CommandHost): Promise<CookieAudience> {
  const catalogue = await host.catalogue();
  const detected = await Promise.all(urls.map((url) => catalogue.detect(url)));
  const platforms = new Map(detected.map((found) => [found.id, found]));
  const [first, second] = platforms.values();
  if (first !== undefined && second === undefined) return { name: first.name, domains: first.cookie_domains };
  throw new CommentdockError(
    'INVALID_REQUEST',
    '--cookies is for one platform, and the URLs belong to several. Export those of each by themselves.',
  );
}

interface DoctorFlags extends JsonFlag {
  readonly bundle?: string;
}

interface ServeFlags extends JsonFlag, WorkWish {
  readonly work?: true;
}

function addServiceCommands(program: Command, host: CliHost, setExitCode: (code: number) => void): void {
  const { terminal } = host;
  const serve = program
    .command('serve')
    .description('run the service: the REST API on this machine, and the exports that wait')
    .option('--json', 'its addresses as one line of JSON')
    .option('--work', 'with a database: run exports too, which other machines do otherwise');
  addWorkFlags(serve)
    .addHelpText('after', '\nIt runs until Ctrl+C. `commentdock config` shows its settings.')
    .action(async ({ json, work, ...wish }: ServeFlags) => {
      if (work !== true && Object.keys(wish).length > 0)
        throw new CommentdockError('INVALID_REQUEST', `--${Object.keys(wish).join(' and --')} is for --work.`);
      const onReady = (addresses: ServiceAddresses): void =>
        terminal.print(
          ...(json === true
            ? [JSON.stringify(addresses)]
            : [`Commentdock is ready at ${addresses.base_url}`, `Open it in a browser, once: ${addresses.gui_url}`]),
        );
      await host.serve(onReady, work === true ? wish : undefined);
    });
  program
    .command('doctor')
    .description('what this machine has and lacks')
    .option(
      '--bundle <file>',
      'write it as a ZIP too, with the log, the failures and the state of the database, for whoever helps: nothing is sent',
    )
    .option(...AS_JSON)
    .action(async ({ json, bundle }: DoctorFlags) => {
      const facts = await host.doctorFacts();
      const told = doctorReport(facts);
      const packed = bundle === undefined ? null : await host.packDiagnosis(bundle, told);
      terminal.print(...(json === true ? [JSON.stringify(packed === null ? facts : { ...facts, bundle: packed })] : told));
      if (packed !== null && json !== true) terminal.print(...bundleLines(packed));
      if (!mayExport(facts)) setExitCode(ERROR_CATALOGUE.DISK.exitCode);
    });
}
