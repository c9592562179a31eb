import type { Command } from 'commander';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import { dashed } from '#core/surfaces/cli/export-options.ts';

/** `platforms`, `platforms detect`. They need no data folder. */
export function addPlatformCommands(program: Command, { terminal, catalogue }: CommandHost): void {
  const platforms = program
    .command('platforms')
    .description('what can be exported')
    .option(...AS_JSON);
  platforms.action(async (flags: JsonFlag) => {
    const list = (await catalogue()).list();
    if (flags.json === true) terminal.print(JSON.stringify(list));
    else
      for (const info of list) {
        const remark = info.verified ? '' : '  (unverified)';
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
}
