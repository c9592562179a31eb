import type { Command } from 'commander';
import type { CliHost } from '#core/surfaces/cli/command-host.ts';

const HELP = `
Assistants start it by themselves; \`commentdock assistants\` and the window have what to enter there. It needs an API token in SERVICE_API_TOKEN, as
\`commentdock token\` prints it, or --own-token, as the bundle for assistants has it. Where a service runs on the data folder it asks that; else it runs one until the client goes.`;

/** `mcp`. */
export function addMcpCommand(program: Command, host: Pick<CliHost, 'serveMcp'>): void {
  program
    .command('mcp')
    .description('serve assistants over the Model Context Protocol, on standard input and output')
    .option('--own-token', 'without SERVICE_API_TOKEN: find or make a token of its own on the data folder')
    .addHelpText('after', HELP)
    .action(({ ownToken }: { ownToken?: true }) => host.serveMcp(ownToken === true ? 'own' : 'given'));
}
