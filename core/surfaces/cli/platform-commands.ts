import type { Command } from 'commander';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import { plainLines } from '#core/surfaces/cli/plain-output.ts';
import { addUpdateCommand } from '#core/surfaces/cli/pack-commands.ts';
import { dashed } from '#core/surfaces/cli/export-options.ts';

interface LearntFlags extends JsonFlag {
  readonly clear?: true;
}

/** So much of a value tells one from another. */
const VALUE_WIDTH = 24;

/** `platforms`, `platforms detect`, which need no data folder, and `platforms learnt`. */
export function addPlatformCommands(program: Command, { terminal, catalogue, withClient }: CommandHost): void {
  const platforms = program
    .command('platforms')
    .description('what can be exported')
    .option(...AS_JSON);
  platforms.action(async (flags: JsonFlag) => {
    const list = (await catalogue()).list();
    if (flags.json === true) terminal.print(JSON.stringify(list));
    else
      for (const info of list) {
        const remark = info.recorded === null ? '  (unverified)' : `  (recorded ${info.recorded})`;
        terminal.print(
          `${info.id.padEnd(14)} ${info.export_types.join(', ').replaceAll('_', ' ')}${remark}`,
          ...info.url_patterns.map((pattern) => `    ${pattern}`),
        );
      }
  });
  platforms
    .command('detect')
    .argument('<url>')
    .description('which platform a URL belongs to, and what it gives')
    .option(...AS_JSON)
    .action(async (url: string, flags: JsonFlag) => {
      const found = await (await catalogue()).detect(url);
      if (flags.json === true) return terminal.print(JSON.stringify(found));
      const rows = Object.entries(found.exports).map(
        ([selector, type]) => `  ${type.replaceAll('_', ' ')}${selector === 'own' ? '' : ` with --${dashed(selector)}`}`,
      );
      terminal.print(`${found.name} (${found.id}), ${found.target}`, ...rows);
    });
  platforms
    .command('learnt')
    .argument('[platform]', 'first column of `commentdock platforms`; default: all')
    .description('ids of calls, public keys and switches that exports read in pages of the sites themselves')
    .option('--clear', 'forget them: the next export begins with what is built in')
    .option(...AS_JSON)
    .action(async (platform: string | undefined, flags: LearntFlags) => {
      const of = platform === undefined ? {} : { platform };
      if (flags.clear === true) {
        await withClient('records', (client) => client.call('platforms.forget', of));
        if (flags.json !== true) terminal.print('Forgotten.');
        return;
      }
      const learnt = await withClient('records', (client) => client.call('platforms.learnt', of));
      if (flags.json === true) return terminal.print(JSON.stringify(learnt));
      terminal.print(
        ...plainLines(
          learnt.map(({ value, learnt_at: since, worked_at: worked, ...row }) => ({
            platform: row.platform,
            name: row.name,
            value: value.length > VALUE_WIDTH ? `${value.slice(0, VALUE_WIDTH)}…` : value,
            learnt: minuteOf(since),
            worked: minuteOf(worked),
            source: row.source,
          })),
        ),
      );
    });
  addUpdateCommand(platforms, { terminal, withClient });
}

/** `2026-06-12 08:15`, UTC. */
function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
