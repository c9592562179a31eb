import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { ERROR_CATALOGUE, type ErrorCode } from '#core/contract/error.ts';
import type { CheckFinding } from '#core/contract/platform-check.ts';
import type { PlatformStandings } from '#core/service/platform-checks.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import type { Watch } from '#core/surfaces/cli/follow-job.ts';

const POLL_MS = 250;

const HELP = `
Each is asked for a few items of its public examples, from this machine and at the pace of exports. No window opens, and no export is left behind.

  works        items came
  needs_login  it shows this to nobody who is not logged in: commentdock login <platform>
  needs_you    a captcha that a person can pass, or a browser that is missing
  refuses      it says no; the code says why
  changed      it answers in a form that is not known: an update may be needed
  unreachable  no answer came

Exit codes: 6 where one has changed, else 5 where one refuses, else 7 where one is unreachable, else 0.`;

const WORDS: Readonly<Record<CheckFinding['outcome'], string>> = {
  works: 'works',
  needs_login: 'needs a login',
  needs_you: 'needs you',
  refuses: 'refuses',
  changed: 'changed',
  unreachable: 'unreachable',
};
const WORDS_WIDTH = Math.max(...Object.values(WORDS).map((words) => words.length));

/** Those that are nobody's fault but the platform's or ours, the gravest first. */
const EXITS = [
  ['changed', 'PLATFORM_CHANGED'],
  ['refuses', 'BLOCKED'],
  ['unreachable', 'NETWORK'],
] as const satisfies readonly (readonly [CheckFinding['outcome'], ErrorCode])[];

type Checked = NonNullable<PlatformStandings['platforms'][number]['last_check']> & { readonly platform: string };

/** `check`. */
export function addCheckCommand(program: Command, host: CommandHost): void {
  program
    .command('check')
    .argument('[platforms...]', 'ids of platforms; all where none is named')
    .description('whether platforms work today')
    .option(...AS_JSON)
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: JsonFlag) => {
      const { terminal, signal } = host;
      const output = flags.json === true ? 'json' : 'people';
      host.setExitCode(await host.withClient('records', (client) => runCheck(ids, output, { client, terminal, signal })));
    });
}

/** Tells of each as soon as it is known. The first Ctrl+C ends the rest. Returns the exit code. */
async function runCheck(ids: readonly string[], output: 'json' | 'people', watch: Watch): Promise<number> {
  const { client, terminal, signal } = watch;
  const begun = await client.call('platforms.check', { platforms: [...ids] });
  const former = new Map(begun.platforms.map(({ platform, last_check: last }) => [platform, last?.checked_at]));
  const asked = begun.platforms.filter(({ platform, open }) => open && (ids.length === 0 || ids.includes(platform)));
  const found = new Map<string, Checked>();
  for (let standings = begun; ; standings = await client.call('platforms.checks', {})) {
    const mine = standings.platforms.filter(({ platform }) => asked.some((each) => each.platform === platform));
    for (const { platform, last_check: last } of mine) {
      if (last === null || last.checked_at === former.get(platform) || found.has(platform)) continue;
      const checked = { platform, ...last };
      found.set(platform, checked);
      if (output === 'people') {
        terminal.clearStatus();
        terminal.print(checkLine(checked));
      }
    }
    const open = mine.filter(({ open: isOpen }) => isOpen);
    if (open.length === 0) break;
    terminal.showStatus(`${found.size} of ${asked.length} platforms checked`);
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) await client.call('platforms.uncheck', {});
  }
  terminal.clearStatus();
  const unfinished = asked.map(({ platform }) => platform).filter((platform) => !found.has(platform));
  const checks = [...found.values()];
  if (output === 'json') terminal.print(JSON.stringify({ checks, unfinished }));
  else terminal.print(summary(checks, unfinished));
  return unfinished.length > 0 ? ERROR_CATALOGUE.STOPPED.exitCode : exitCodeOf(checks);
}

function checkLine({ platform, outcome, items, door, seconds, code, path, detail }: Checked): string {
  const came = `${items} ${items === 1 ? 'item' : 'items'}${door === null ? '' : ` (${door})`} in ${seconds} s`;
  const why = [code, path === null ? null : `at ${path}`, detail].filter((part) => part !== null).join(', ');
  return `${platform.padEnd(16)} ${WORDS[outcome].padEnd(WORDS_WIDTH)}  ${outcome === 'works' ? came : why}`;
}

function summary(checks: readonly Checked[], unfinished: readonly string[]): string {
  const counts = Object.entries(WORDS).map(
    ([outcome, words]) => [words, checks.filter((each) => each.outcome === outcome).length] as const,
  );
  const told = counts.filter(([, count]) => count > 0).map(([words, count]) => `${count} ${words}`);
  return [...told, ...(unfinished.length === 0 ? [] : [`${unfinished.length} not checked: ${unfinished.join(', ')}`])].join('; ');
}

function exitCodeOf(checks: readonly Checked[]): number {
  const gravest = EXITS.find(([outcome]) => checks.some((each) => each.outcome === outcome));
  return gravest === undefined ? 0 : ERROR_CATALOGUE[gravest[1]].exitCode;
}
