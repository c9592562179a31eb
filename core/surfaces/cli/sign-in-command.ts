import type { Command } from 'commander';
import type { z } from 'zod';
import type { loginCodeSchema } from '#core/operations/sign-in.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

/** `login-code`: the code is the last word, so that scripts find it. */
export function addSignInCommand(program: Command, { terminal, withClient }: CommandHost): void {
  program
    .command('login-code')
    .description('print a one-time code to sign a browser in with; it works once, for ten minutes')
    .option(...AS_JSON)
    .action(async (flags: JsonFlag) => {
      const made = (await withClient('records', (client) => client.call('signin.code', {}))) as z.output<typeof loginCodeSchema>;
      terminal.print(flags.json === true ? JSON.stringify(made) : `One-time code for ${loginPlace(made)}: ${made.code}`);
    });
}

/** Without a running service there is no address yet. */
function loginPlace({ login_url: url }: z.output<typeof loginCodeSchema>): string {
  return url.startsWith('/') ? `the page ${url} of the service` : url;
}
