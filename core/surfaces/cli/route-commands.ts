import type { Command } from 'commander';
import type { Route } from '#core/contract/route.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { AS_JSON, type CommandHost, ERROR_AS_JSON, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

const PAGE_LENGTH = 30;

const ADD_EXAMPLES = `
Examples:
  commentdock routes add Berlin DE socks5://user:password@127.0.0.1:1080
  commentdock routes add Office CH http://proxy.example:3128

User name and password go to the vault and are never shown again. An export takes a route with \`--vpn Berlin\`.`;

/** `routes`, `routes add|remove`. */
export function addRouteCommands(program: Command, { terminal, withClient }: CommandHost): void {
  const routes = program
    .command('routes')
    .description('list your routes: proxies under a name')
    .option(...AS_JSON);
  routes.action(async (flags: JsonFlag) => {
    const list = await withClient('records', allRoutes);
    if (flags.json === true) terminal.print(JSON.stringify(list));
    else if (list.length > 0) terminal.print(...list.map(routeLine));
    else terminal.print('No routes yet. Add one with: commentdock routes add <name> <country> <url>');
  });
  routes
    .command('add')
    .argument('<name>', 'what `--vpn` names it by')
    .argument('<country>', 'where it comes out: two letters, such as DE')
    .argument('<url>', 'the proxy: http, https, socks4 or socks5')
    .description('add a route')
    .option(...AS_JSON)
    .addHelpText('after', ADD_EXAMPLES)
    .action(async (name: string, code: string, url: string, flags: JsonFlag) => {
      const route = await withClient('records', (client) => client.call('routes.create', { name, code, url }));
      terminal.print(flags.json === true ? JSON.stringify(route) : routeLine(route));
    });
  routes
    .command('remove')
    .argument('<name>', 'its name or uuid')
    .description('remove a route and its credentials')
    .option(...ERROR_AS_JSON)
    .action(async (name: string, flags: JsonFlag) => {
      await withClient('records', async (client) => {
        const route = (await allRoutes(client)).find((candidate) => candidate.name === name);
        await client.call('routes.delete', { uuid: route?.uuid ?? name });
      });
      if (flags.json !== true) terminal.print(`Removed ${name}.`);
    });
}

async function allRoutes(client: CliClient): Promise<readonly Route[]> {
  const routes: Route[] = [];
  for (let page = 1; ; page += 1) {
    const found = await client.call('routes.list', { page, limit: PAGE_LENGTH });
    routes.push(...found);
    if (found.length < PAGE_LENGTH) return routes;
  }
}

function routeLine({ uuid, name, code, type, address, has_credentials: hasCredentials, health }: Route): string {
  const checked = health === null ? '' : `  ${health.ok ? `${health.latency_ms ?? 0} ms ${health.exit_country ?? ''}`.trim() : 'down'}`;
  return `${name}  ${code}  ${type}://${hasCredentials ? '***@' : ''}${address}  ${uuid}${checked}`;
}
