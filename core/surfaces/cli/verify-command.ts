import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommentdockError } from '#core/contract/error.ts';
import { verifyPackage, wordsOf } from '#core/evidence/verify.mjs';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

const HELP = `
Takes a package that \`commentdock evidence\` made, here or elsewhere, and reads it from its first byte to its last. Nothing else is asked: no
service, and no data folder. The same check lies in every package as verify.mjs.`;

/** `verify`. */
export function addVerifyCommand(program: Command, { terminal, setExitCode }: CommandHost): void {
  program
    .command('verify')
    .argument('<package>', 'an evidence package, a ZIP')
    .description('check that an evidence package is as it was made')
    .option(...AS_JSON)
    .addHelpText('after', HELP)
    .action((file: string, { json }: JsonFlag) => {
      const found = verified(resolve(file));
      const { isIntact, faults, root, files, stamp } = found;
      terminal.print(...(json === true ? [JSON.stringify({ intact: isIntact, faults, root, files, stamp })] : wordsOf(found)));
      if (!isIntact) setExitCode(1);
    });
}

/** @throws CommentdockError INVALID_REQUEST where it cannot be read */
function verified(path: string): ReturnType<typeof verifyPackage> {
  try {
    return verifyPackage(path);
  } catch (cause) {
    throw new CommentdockError('INVALID_REQUEST', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
