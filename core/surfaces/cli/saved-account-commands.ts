import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { MAIN_ACCOUNT, type SavedAccount } from '#core/contract/saved-account.ts';
import { AS_JSON, type CliHost, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import { cookieText } from '#core/surfaces/cli/cookie-file.ts';

const PLATFORM = ['<platform>', 'first column of `commentdock platforms`'] as const;
const NAME = ['--name <name>', 'a name, where there are several of the platform', MAIN_ACCOUNT] as const;
const USER_AGENT = [
  '--user-agent <text>',
  'user agent of the browser that the cookies were made in (navigator.userAgent in its console; default: that of the browser on this machine)',
] as const;
const STANDARD_INPUT = '-';

const ADD_HELP = `
FILE is Netscape's cookies.txt, the JSON of a cookie extension, or a cookie header. "-" reads standard input. Cookies of other
sites in it are left out. Values never stand in the command line: every program on the machine could read them there.`;

const LOGIN_HELP = `
A window of Chrome, Edge or Chromium opens at the login page. Log in there; it closes by itself. Where a site refuses to log in in
such a window, log in in your usual browser and use \`commentdock accounts import <platform>\`.`;

type NameFlag = JsonFlag & { readonly name: string };

/** `accounts`, `accounts add`, `login`; the other commands of accounts follow from their operations. */
export function addSavedAccountCommands(program: Command, host: CommandHost, { openLogin }: Pick<CliHost, 'openLogin'>): void {
  const { terminal, withClient } = host;
  const accounts = program
    .command('accounts')
    .description('list saved accounts at platforms')
    .option(...AS_JSON);
  accounts.action((flags: JsonFlag) =>
    withClient('records', async (client) => {
      const list = await client.call('accounts.list', {});
      if (flags.json === true) return terminal.print(JSON.stringify(list));
      terminal.print(...(list.length === 0 ? ['No accounts yet. Save one with: commentdock login <platform>'] : list.map(accountLine)));
    }),
  );
  accounts
    .command('add')
    .argument(...PLATFORM)
    .requiredOption('--cookies <file>', 'cookies of a session that is logged in')
    .option(...NAME)
    .option(...USER_AGENT)
    .option(...AS_JSON)
    .description('save an account from a cookie file')
    .addHelpText('after', ADD_HELP)
    .action(async (platform: string, flags: NameFlag & { readonly cookies: string; readonly userAgent?: string }) => {
      const cookies = flags.cookies === STANDARD_INPUT ? await text(process.stdin) : await cookieText(flags.cookies);
      const browser = flags.userAgent === undefined ? {} : { user_agent: flags.userAgent };
      await save({ platform, cookies, name: flags.name, ...browser }, flags, host);
    });
  program
    .command('login')
    .argument(...PLATFORM)
    .option(...NAME)
    .option(...AS_JSON)
    .description('log in to a platform in a browser window and save the account')
    .addHelpText('after', LOGIN_HELP)
    .action(async (platform: string, flags: NameFlag) => {
      const { cookies, userAgent } = await openLogin(platform, (title) =>
        terminal.printError(`Log in to ${title} in the window that has opened; it closes by itself.`),
      );
      const session = { cookies: JSON.stringify(cookies), user_agent: userAgent };
      await save({ platform, ...session, name: flags.name, source: 'login' }, flags, host);
    });
}

async function save(input: Readonly<Record<string, unknown>>, flags: JsonFlag, { terminal, withClient }: CommandHost): Promise<void> {
  const account = await withClient('records', (client) => client.callAsGiven('accounts.save', input));
  terminal.print(flags.json === true ? JSON.stringify(account) : accountLine(account));
}

function accountLine(account: SavedAccount): string {
  const { uuid, platform, name, is_default: isDefault, needs_login_since: since, expiresAt, missing_cookies: missing, renew } = account;
  const state =
    since === null
      ? expiresAt === null
        ? 'logged in'
        : `logged in, expires ${expiresAt.slice(0, 10)}`
      : `needs a login since ${since.slice(0, 10)}: ${renew}`;
  const lacks = missing.length === 0 ? '' : `  without ${missing.join(', ')}`;
  return `${uuid}  ${platform}  ${name}${isDefault ? ' (default)' : ''}  ${state}${lacks}`;
}
