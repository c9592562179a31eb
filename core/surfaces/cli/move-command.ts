import type { Command } from 'commander';
import { AS_JSON, type CliHost, type JsonFlag, type MovedStore, type MoveStep } from '#core/surfaces/cli/command-host.ts';

const HELP = `
Each is a data folder, or the address of a PostgreSQL database that begins with postgres://. All that the first one holds is copied into the
second one, which has to be empty, and compared; the first one stays as it was. No service may run on either. One that is interrupted
goes on where it was when it is called again; until it has ended, no service starts on the second one.

Examples:
  commentdock move ~/.local/share/commentdock postgres://commentdock@db.internal/commentdock
  commentdock move postgres://commentdock@db.internal/commentdock ./folder`;

/** `move`: by the owner's hand alone. No other surface has it. */
export function addMoveCommand(program: Command, { terminal, move }: Pick<CliHost, 'terminal' | 'move'>): void {
  program
    .command('move')
    .argument('<from>', 'the data folder or the database that holds it all')
    .argument('<to>', 'an empty one')
    .description('move all that a data folder holds into a database, or back')
    .option(...AS_JSON)
    .addHelpText('after', HELP)
    .action(async (from: string, to: string, { json }: JsonFlag) => {
      const moved = await move(from, to, (step) => {
        if (terminal.isAttended) terminal.showStatus(wordsOf(step));
        else if (step.step === 'copied') terminal.printError(wordsOf(step));
      });
      terminal.clearStatus();
      terminal.print(...(json === true ? [JSON.stringify(moved)] : report(moved)));
    });
}

function wordsOf(step: MoveStep): string {
  if (step.step === 'file') return `file ${step.name}`;
  return `${step.step} ${step.table}: ${step.rows} rows`;
}

function report({ tables, secrets, files, queued, advice }: MovedStore): readonly string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const filesDone = Object.entries({ copied: files.copied, 'written anew': files.written, 'noted to be written anew': files.noted })
    .filter(([, count]) => count > 0)
    .map(([how, count]) => `${count} ${how}`);
  return [
    `Moved: ${rows} rows of ${tables.length} tables, the same on both sides, and ${secrets} secrets.`,
    ...(filesDone.length === 0 ? [] : [`Files of exports: ${filesDone.join(', ')}.`]),
    ...files.left.map(({ name, why }) => `Not as it was: ${name}: ${why}.`),
    ...(queued === 0 ? [] : [`Exports that wait for a worker: ${queued}.`]),
    ...advice,
  ];
}
