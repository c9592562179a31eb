import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Job } from '#core/contract/job.ts';
import type { PlatformInfo } from '#core/contract/platform.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { parseFormats } from '#core/surfaces/cli/export-command.ts';
import { ledgerLines } from '#core/surfaces/cli/ledger-lines.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';

type WithClient = <T>(work: (client: CliClient) => Promise<T>) => Promise<T>;
interface JsonFlag {
  readonly json?: true;
}
interface TokenView {
  readonly uuid: string;
  readonly name: string;
  readonly token: string | null;
  readonly expiresAt: string;
  readonly isExpired: boolean;
}

const AS_JSON = ['--json', 'as JSON'] as const;

/** `jobs`, `jobs get|stop|retry|delete|download`. */
export function addJobCommands(program: Command, withClient: WithClient, terminal: Terminal): void {
  const jobs = program.command('jobs').description('list exports, newest first').option('-p, --page <number>', 'page of the list', '1').option(...AS_JSON);
  jobs.action(async (flags: JsonFlag & { page: string }) => {
    const list = (await withClient((client) => client.call('jobs.list', { page: flags.page }))) as Job[];
    if (flags.json === true) terminal.print(JSON.stringify(list));
    else if (list.length === 0) terminal.print('No exports yet. Start one with: commentdock export <url>');
    else terminal.print(...list.map(jobLine));
  });
  jobs.command('get').argument('<guid>').description('one export with its completeness').option(...AS_JSON).action(async (guid: string, flags: JsonFlag) => {
    const job = (await withClient((client) => client.call('jobs.get', { guid }))) as Job;
    if (flags.json === true) terminal.print(JSON.stringify(job));
    else terminal.print(jobLine(job), ...ledgerLines(job.completeness));
  });
  for (const verb of ['stop', 'retry'] as const) {
    const description = verb === 'stop' ? 'stop an export; what was fetched stays' : 'queue a failed export again; it goes on where it was';
    jobs.command(verb).argument('<guid>').description(description).action(async (guid: string) => {
      const job = (await withClient((client) => client.call(`jobs.${verb}`, { guid }))) as Job;
      terminal.print(jobLine(job));
    });
  }
  jobs.command('delete').argument('<guid>').description('remove an export and its files').action(async (guid: string) => {
    await withClient((client) => client.call('jobs.delete', { guid }));
    terminal.print(`Deleted ${guid}.`);
  });
  jobs.command('download').argument('<guid>').argument('<file>', 'where to save; its ending names the format').description('save a file of an export').action(
    async (guid: string, file: string) => {
      const [format] = parseFormats(file.slice(file.lastIndexOf('.') + 1));
      const path = resolve(file);
      if (format !== undefined) await withClient((client) => client.saveFile(guid, format, path));
      terminal.print(path);
    },
  );
}

function jobLine(job: Job): string {
  const count = job.total === null ? `${job.total_exported}` : `${job.total_exported} of ${job.total}`;
  const failure = job.error_code === null ? '' : `  ${job.error_code}`;
  return `${job.guid}  ${job.status.padEnd(8)}  ${count.padStart(12)}  ${job.export_type.padEnd(9)}  ${job.url}${failure}`;
}

/** `platforms`, `platforms detect`. */
export function addPlatformCommands(program: Command, withClient: WithClient, terminal: Terminal): void {
  const platforms = program.command('platforms').description('what can be exported').option(...AS_JSON);
  platforms.action(async (flags: JsonFlag) => {
    const list = (await withClient((client) => client.call('platforms.list', {}))) as PlatformInfo[];
    if (flags.json === true) terminal.print(JSON.stringify(list));
    else terminal.print(...list.map((info) => `${info.id.padEnd(14)} ${info.export_types.join(', ')}${info.verified ? '' : '  (unverified)'}\n${info.url_patterns.map((pattern) => `    ${pattern}`).join('\n')}`));
  });
  platforms.command('detect').argument('<url>').description('which platform a URL belongs to').action(async (url: string) => {
    const info = (await withClient((client) => client.call('platforms.detect', { url }))) as PlatformInfo;
    terminal.print(JSON.stringify(info));
  });
}

/** `token` prints one that is valid; `token list|new|revoke`. */
export function addTokenCommands(program: Command, withClient: WithClient, terminal: Terminal): void {
  const list = async (client: CliClient): Promise<TokenView[]> => (await client.call('tokens.list', {})) as TokenView[];
  const token = program.command('token').description('print a valid API token').option(...AS_JSON);
  token.action(async (flags: JsonFlag) => {
    const valid = await withClient(async (client) => {
      const usable = (tokens: TokenView[]): TokenView | undefined => tokens.find((candidate) => !candidate.isExpired && candidate.token !== null);
      const known = usable(await list(client));
      if (known !== undefined) return known;
      await client.call('tokens.generate', {});
      return usable(await list(client));
    });
    terminal.print(flags.json === true ? JSON.stringify(valid) : (valid?.token ?? ''));
  });
  token.command('new').option('--name <name>', 'a name to know it by').description('generate another token and print it').action(async (flags: { name?: string }) => {
    const newest = await withClient(async (client) => {
      const before = new Set((await list(client)).map(({ uuid }) => uuid));
      await client.call('tokens.generate', flags.name === undefined ? {} : { name: flags.name });
      return (await list(client)).find(({ uuid }) => !before.has(uuid));
    });
    terminal.print(newest?.token ?? '');
  });
  token.command('list').description('all tokens').action(async () => {
    const tokens = await withClient(list);
    terminal.print(...tokens.map(({ uuid, name, expiresAt, isExpired }) => `${uuid}  ${isExpired ? 'expired' : 'until'} ${expiresAt}  ${name}`));
  });
  token.command('revoke').argument('<uuid>').description('make a token invalid at once').action(async (uuid: string) => {
    await withClient((client) => client.call('tokens.delete', { uuid }));
    terminal.print(`Revoked ${uuid}.`);
  });
}
