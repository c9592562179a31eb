import type { Command } from 'commander';
import { AS_JSON, type BackupShelf, type CliHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

const BACKUP_HELP = `
Copies all of the data folder, while the service goes on: the database as of one moment, and the files that it names. Every byte is read once more
and compared. Search indexes are left out, since they are made anew, and so are the sessions of browser windows. Of a database
(postgres://...) its own tools make backups: pg_dump.

Examples:
  commentdock backup /mnt/disk/commentdock-friday
  commentdock backup ./friday --with-key`;

const RESTORE_HELP = `
Makes the data folder of a backup anew, and compares every byte with what was noted when the backup was made. The folder has to be new or empty.

Examples:
  commentdock restore /mnt/disk/commentdock-friday
  commentdock restore ./friday --to ~/commentdock-again`;

interface BackupFlags extends JsonFlag {
  readonly withKey?: true;
}

interface RestoreFlags extends JsonFlag {
  readonly to?: string;
}

/** `backup` and `restore`: by the owner's hand alone. No other surface has them. */
export function addBackupCommands(program: Command, { terminal, backups }: Pick<CliHost, 'terminal' | 'backups'>): void {
  const onFile = (name: string): void => {
    if (terminal.isAttended) terminal.showStatus(name);
  };
  program
    .command('backup')
    .argument('<folder>', 'where to: a folder that is new')
    .description('back up the data folder, while the service may go on')
    .option('--with-key', 'with the key of the secrets, where it is a file of the data folder: keep the backup as you would keep it')
    .option(...AS_JSON)
    .addHelpText('after', BACKUP_HELP)
    .action(async (folder: string, { json, withKey }: BackupFlags) => {
      const made = await backups.make(folder, withKey === true ? 'with' : 'without', onFile);
      terminal.clearStatus();
      terminal.print(...(json === true ? [JSON.stringify(made)] : madeWords(made)));
    });
  program
    .command('restore')
    .argument('<backup>', 'a folder that `commentdock backup` made')
    .description('make a data folder of a backup')
    .option('--to <folder>', 'another one than that of the settings')
    .option(...AS_JSON)
    .addHelpText('after', RESTORE_HELP)
    .action(async (backup: string, { json, to }: RestoreFlags) => {
      const restored = await backups.restore(backup, to ?? null, onFile);
      terminal.clearStatus();
      terminal.print(...(json === true ? [JSON.stringify(restored)] : restoredWords(restored)));
    });
}

function madeWords({ folder, files, bytes, left }: Awaited<ReturnType<BackupShelf['make']>>): readonly string[] {
  return [`Backed up: ${files} files, ${(bytes / 1_048_576).toFixed(1)} MB, read again and the same, in ${folder}.`, ...leftWords(left)];
}

function restoredWords({
  data_dir,
  files,
  made_at,
  program,
  left,
  advice,
}: Awaited<ReturnType<BackupShelf['restore']>>): readonly string[] {
  return [`Restored: ${files} files in ${data_dir}, as they were at ${made_at} (Commentdock ${program}).`, ...leftWords(left), ...advice];
}

function leftWords(left: readonly { readonly path: string; readonly why: string }[]): readonly string[] {
  return left.map(({ path, why }) => `Not in it: ${path}: ${why}.`);
}
