import { Command, CommanderError } from 'commander';
import { asCommentdockError, ERROR_CATALOGUE, errorBody } from '#core/contract/error.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { doctorReport, type DoctorFacts } from '#core/surfaces/cli/doctor.ts';
import { parseFormats, runExport } from '#core/surfaces/cli/export-command.ts';
import { addExportFlags, type ExportFlags, toJobOptions } from '#core/surfaces/cli/export-options.ts';
import { addJobCommands, addPlatformCommands, addTokenCommands } from '#core/surfaces/cli/record-commands.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';

/** What the commands need of the process they run in. */
export interface CliHost {
  readonly terminal: Terminal;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  /** Attaches to the service that runs on the data folder, else opens the engine in this process. */
  openClient(): Promise<CliClient>;
  /** Runs the service until the signal aborts. `onReady` gets its addresses. */
  serve(onReady: (addresses: ServiceAddresses) => void): Promise<void>;
  doctorFacts(): Promise<DoctorFacts>;
}

export interface ServiceAddresses {
  readonly base_url: string;
  readonly ws_url: string;
  readonly mcp_url: string;
  readonly data_dir: string;
  readonly pid: number;
}

/** Runs one command line. Returns the exit code; every error is told with what to do about it. */
export async function runCommandLine(words: readonly string[], host: CliHost): Promise<number> {
  let exitCode = 0;
  const program = buildProgram(host, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : ERROR_CATALOGUE.INVALID_REQUEST.exitCode;
    const known = asCommentdockError(error);
    host.terminal.clearStatus();
    if (words.includes('--json')) host.terminal.print(JSON.stringify(errorBody(known)));
    host.terminal.printError(`${known.code}: ${known.message}`);
    return known.exitCode;
  }
}

function buildProgram(host: CliHost, setExitCode: (code: number) => void): Command {
  const program = new Command('commentdock')
    .description('Exports comments, reviews, followers, live chat, likes and shares to spreadsheets, on your own machine.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => host.terminal.print(text.trimEnd()), writeErr: (text) => host.terminal.printError(text.trimEnd()) });
  const withClient = async <T>(work: (client: CliClient) => Promise<T>): Promise<T> => {
    const client = await host.openClient();
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };
  addExportFlags(program.command('export').argument('<url>', 'what to export, as copied from the browser').description('export a URL to files')).action(
    async (url: string, flags: ExportFlags) => {
      const options = await toJobOptions(flags);
      const output = flags.json === true ? 'json' : 'people';
      const request = { url, options, formats: parseFormats(flags.format), folder: flags.out, sandbox: flags.sandbox === true, output } as const;
      setExitCode(await withClient((client) => runExport(request, client, host.terminal, host.signal)));
    },
  );
  program.command('serve').description('run the service: REST on this machine, and what is queued').option('--json', 'addresses as one line of JSON').action(
    (flags: { json?: true }) => host.serve((addresses) => host.terminal.print(flags.json === true ? JSON.stringify(addresses) : `Commentdock is ready at ${addresses.base_url}`)),
  );
  program.command('doctor').description('what this machine has and lacks').option('--json', 'as one line of JSON').action(async (flags: { json?: true }) => {
    const facts = await host.doctorFacts();
    host.terminal.print(...(flags.json === true ? [JSON.stringify(facts)] : doctorReport(facts)));
  });
  addJobCommands(program, withClient, host.terminal);
  addPlatformCommands(program, withClient, host.terminal);
  addTokenCommands(program, withClient, host.terminal);
  return program;
}
