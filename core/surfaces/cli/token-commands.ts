import type { Command } from 'commander';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { AS_JSON, type CommandHost, ERROR_AS_JSON, type JsonFlag, PAGE } from '#core/surfaces/cli/command-host.ts';

/** A token as the operations give it. */
interface TokenView {
  readonly uuid: string;
  readonly name: string;
  readonly token: string | null;
  readonly expiresAt: string;
  readonly isExpired: boolean;
}

/** A token that is valid, made where there is none: the newest, or the newest of this name. */
export async function validToken(client: CliClient, name?: string): Promise<TokenView | undefined> {
  const usable = async (): Promise<TokenView | undefined> =>
    (await list(client)).find((token) => !token.isExpired && token.token !== null && (name === undefined || token.name === name));
  const known = await usable();
  if (known !== undefined) return known;
  await client.call('tokens.generate', name === undefined ? {} : { name });
  return await usable();
}

async function list(client: CliClient): Promise<readonly TokenView[]> {
  return await client.call('tokens.list', {});
}

/** `token` prints one that is valid; `token new|list|revoke`. */
export function addTokenCommands(program: Command, { terminal, withClient }: CommandHost): void {
  const token = program
    .command('token')
    .description('print an API token that is valid')
    .option(...AS_JSON);
  token.action(async (flags: JsonFlag) => {
    const valid = await withClient('records', (client) => validToken(client));
    terminal.print(flags.json === true ? JSON.stringify(valid) : (valid?.token ?? ''));
  });
  token
    .command('new')
    .option('--name <name>', 'a name to know it by')
    .option('--expires-in-days <count>', 'valid for so many days; one year without it')
    .description('generate another token and print it')
    .option('--json', 'the answer as one line of JSON, without the token')
    .action(async (flags: JsonFlag & { name?: string; expiresInDays?: string }) => {
      const [answer, newest] = await withClient('records', async (client) => {
        const before = new Set((await list(client)).map(({ uuid }) => uuid));
        const generated = await client.call('tokens.generate', {
          ...(flags.name === undefined ? {} : { name: flags.name }),
          ...(flags.expiresInDays === undefined ? {} : { expiresInDays: Number(flags.expiresInDays) }),
        });
        return [generated, (await list(client)).find(({ uuid }) => !before.has(uuid))] as const;
      });
      terminal.print(flags.json === true ? JSON.stringify(answer) : (newest?.token ?? ''));
    });
  token
    .command('list')
    .description('tokens, newest first')
    .option(...PAGE)
    .option(...AS_JSON)
    .action(async ({ page, ...flags }: JsonFlag & { page: string }) => {
      const tokens = await withClient('records', (client) => client.call('tokens.list', { page }));
      if (flags.json === true) terminal.print(JSON.stringify(tokens));
      else
        terminal.print(
          ...tokens.map(({ uuid, name, expiresAt, isExpired }) => `${uuid}  ${isExpired ? 'expired' : 'until'} ${expiresAt}  ${name}`),
        );
    });
  token
    .command('revoke')
    .argument('<uuid>', 'first column of `commentdock token list`')
    .description('make a token invalid at once')
    .option(...ERROR_AS_JSON)
    .action(async (uuid: string, flags: JsonFlag) => {
      await withClient('records', (client) => client.call('tokens.delete', { uuid }));
      if (flags.json !== true) terminal.print(`Revoked ${uuid}.`);
    });
}
