import type { Command } from 'commander';
import { dataDirOf, plainKey, readSettings, settingForFile } from '#core/config/config.ts';
import { changeSettingsFile, settingsFilePath } from '#core/config/settings-file.ts';
import { settingOrigins } from '#core/config/shown-settings.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { AS_JSON, type CliHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import { plainLines } from '#core/surfaces/cli/plain-output.ts';

const KEY = ['<key>', 'first column of `commentdock config`'] as const;
const EXAMPLES = `
Examples:
  commentdock config set port 4790
  commentdock config set https_proxy http://proxy.lan:3128
  commentdock config unset port

The environment goes before the file. What runs already takes a change at its next start.`;

/** `config`, `config path`, `config set`, `config unset`: the configuration file, by the owner's hand alone. No other surface has them. */
export function addConfigCommands(program: Command, { terminal, env }: Pick<CliHost, 'terminal' | 'env'>): void {
  const config = program
    .command('config')
    .description('the settings that hold, and where each comes from')
    .option(...AS_JSON)
    .addHelpText('after', EXAMPLES)
    .action(({ json }: JsonFlag) => {
      const read = readSettings(env);
      const settings = settingOrigins(read);
      if (json === true) return terminal.print(JSON.stringify({ file: read.file, settings }));
      terminal.print(...plainLines(settings.map(({ key, value, from }) => ({ setting: key, value, from }))));
      terminal.print(read.file === null ? `There is no ${settingsFilePath(dataDirOf(env))} yet.` : `The file is ${read.file}.`);
    });
  config
    .command('path')
    .description('where the configuration file is, or would be')
    .action(() => terminal.print(settingsFilePath(dataDirOf(env))));
  config
    .command('set')
    .argument(...KEY)
    .argument('<value>', 'what it is to be')
    .description('set something in the configuration file')
    .action((key: string, value: string) => {
      const setting = settingForFile(key, value);
      changeSettingsFile(dataDirOf(env), setting.key, setting.value);
      terminal.print(settingsFilePath(dataDirOf(env)));
      // One that is wrong elsewhere would be met only by the next command.
      const { from } = settingOrigins(readSettings(env)).find((known) => known.key === setting.key) ?? {};
      if (from === 'environment') terminal.printError(`The environment has another value for ${setting.key}, and goes before the file.`);
    });
  config
    .command('unset')
    .argument(...KEY)
    .description('take something out of the configuration file')
    .action((key: string) => {
      const dataDir = dataDirOf(env);
      if (changeSettingsFile(dataDir, key, null) || changeSettingsFile(dataDir, plainKey(key), null)) return;
      throw new CommentdockError('RESOURCE_NOT_FOUND', `"${key}" is not set in ${settingsFilePath(dataDir)}.`);
    });
}
