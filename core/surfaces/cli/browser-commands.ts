import type { Command } from 'commander';
import type { BrowserOnMachine } from '#core/service/ports.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

export type BrowserOfMachine = BrowserOnMachine;

/** The browsers of this machine, for the commands. */
export interface BrowserShelf {
  /** @throws CommentdockError BROWSER_MISSING with what to do on this system */
  find(): Promise<BrowserOfMachine>;
  /** @param onProgress percent of the download. @throws CommentdockError NETWORK */
  install(onProgress: (percent: number) => void): Promise<BrowserOfMachine>;
}

const INSTALL_HELP = `
It goes to the folder that playwright keeps its browsers in, and is used where Chrome, Edge and Chromium are not installed.
Some 170 MB are downloaded, through HTTPS_PROXY where that is set.`;

/** `browser`, `browser install`. */
export function addBrowserCommands(program: Command, { terminal }: Pick<CommandHost, 'terminal'>, shelf: BrowserShelf): void {
  const browser = program
    .command('browser')
    .description('the browser for platforms that answer nothing else: which one is used')
    .option(...AS_JSON);
  const show = (found: BrowserOfMachine, flags: JsonFlag): void =>
    terminal.print(flags.json === true ? JSON.stringify(found) : browserWords(found));
  browser.action(async (flags: JsonFlag) => show(await shelf.find(), flags));
  browser
    .command('install')
    .description('download Chromium for Commentdock alone')
    .option(...AS_JSON)
    .addHelpText('after', INSTALL_HELP)
    .action(async (flags: JsonFlag) => {
      const installed = await shelf.install((percent) => terminal.showStatus(`Downloading Chromium: ${percent} %`));
      terminal.clearStatus();
      show(installed, flags);
    });
}

/** `Chromium (/usr/bin/chromium)`. */
export function browserWords({ name, path }: BrowserOfMachine): string {
  return name === null ? `${path} (named by COMMENTDOCK_BROWSER)` : `${name} (${path})`;
}
