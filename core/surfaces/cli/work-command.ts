import type { Command } from 'commander';
import type { CliHost, JsonFlag } from '#core/surfaces/cli/command-host.ts';

/** What a machine runs of the exports of a database, as it was given; what is left out, the settings say. */
export interface WorkWish {
  readonly lanes?: string;
  readonly platforms?: string;
  readonly routes?: string;
}

const HELP = `
For several machines on one database (COMMENTDOCK_DATABASE_URL). It has no API and no window; /health, /ready and /metrics tell how it is. It runs until
Ctrl+C or SIGTERM, and gives what it runs to others then.`;

/** The flags of everything that runs exports of a database. */
export function addWorkFlags(command: Command): Command {
  return command
    .option('--lanes <number>', 'how many exports at once')
    .option('--platforms <ids>', 'of these platforms alone, separated by commas')
    .option('--routes <names>', 'over these routes alone, separated by commas; "direct" stands for none');
}

/** `work`. */
export function addWorkCommand(program: Command, { terminal, work }: Pick<CliHost, 'terminal' | 'work'>): void {
  addWorkFlags(program.command('work').description('run exports of a database that several machines share'))
    .option('--json', 'where it tells how it is, as one line of JSON')
    .addHelpText('after', HELP)
    .action(({ json, ...wish }: WorkWish & JsonFlag) =>
      work(wish, (worker) =>
        terminal.print(
          json === true
            ? JSON.stringify(worker)
            : `Commentdock runs up to ${worker.lanes} exports at once; ${worker.base_url}/ready tells how it is`,
        ),
      ),
    );
}
