import type { Command } from 'commander';
import { AS_JSON, type CliHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

const ROTATE_HELP = `
No service may run on the data folder. Both keys open until everything is sealed anew: one that is interrupted goes on when it is called
again. A key that you keep yourself: set COMMENTDOCK_VAULT_KEY to the new one and COMMENTDOCK_VAULT_FORMER_KEY to the one so far.`;

/** `vault rotate`: by the owner's hand alone, as what decides over the key. No other surface has it. */
export function addVaultCommands(program: Command, { terminal, rotateVault }: Pick<CliHost, 'terminal' | 'rotateVault'>): void {
  program
    .command('vault')
    .description('the encrypted secrets of the data folder')
    .command('rotate')
    .description('give the secrets another key and seal them anew')
    .option(...AS_JSON)
    .addHelpText('after', ROTATE_HELP)
    .action(async ({ json }: JsonFlag) => {
      const { secrets, exchanges, advice } = await rotateVault();
      if (json === true) return terminal.print(JSON.stringify({ secrets, exchanges, advice }));
      terminal.print(`Sealed anew: ${secrets} secrets and ${exchanges} kept answers.`, ...(advice === null ? [] : [advice]));
    });
}
