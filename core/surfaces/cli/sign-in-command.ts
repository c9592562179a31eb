import type { Command } from 'commander';
import type { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { loginCodeSchema } from '#core/owner/sign-in.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

type LoginCode = z.output<typeof loginCodeSchema>;

/** `login-code` and `gui`: code and link are the last word, so that scripts find them. */
export function addSignInCommand(program: Command, { terminal, withClient }: CommandHost): void {
  const newCode = async (): Promise<LoginCode> => await withClient('records', (client) => client.call('signin.code', {}));
  program
    .command('gui')
    .description('print a one-time link that opens the window in a browser of this machine; it works once, for ten minutes')
    .option(...AS_JSON)
    .action(async (flags: JsonFlag) => {
      const made = await newCode();
      if (made.window_url.startsWith('/'))
        throw new CommentdockError('INVALID_REQUEST', 'No service runs: `commentdock serve` starts it, and prints a link.');
      terminal.print(flags.json === true ? JSON.stringify(made) : made.window_url);
    });
  program
    .command('login-code')
    .description('print a one-time code to sign a browser in with; it works once, for ten minutes')
    .option(...AS_JSON)
    .action(async (flags: JsonFlag) => {
      const made = await newCode();
      terminal.print(flags.json === true ? JSON.stringify(made) : `One-time code for ${loginPlace(made)}: ${made.code}`);
    });
}

/** Without a running service there is no address yet. */
function loginPlace({ login_url: url }: LoginCode): string {
  return url.startsWith('/') ? `the page ${url} of the service` : url;
}
