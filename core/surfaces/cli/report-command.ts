import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommentdockError } from '#core/contract/error.ts';
import type { FailureReport } from '#core/contract/failure-report.ts';
import { saveWhole } from '#core/exports/save-file.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

interface ReportFlags extends JsonFlag {
  readonly keepTexts?: true;
  readonly yes?: true;
  readonly out: string;
}

const HELP = `
What the platform answered when the export failed, as a ZIP for whoever mends it. Cookies, tokens, ids of accounts, e-mail addresses, telephone
numbers, names and texts of people are replaced by others. What is in it is shown before it is written; it is sent nowhere.`;

/** `report`. */
export function addReportCommand(program: Command, host: CommandHost): void {
  program
    .command('report')
    .argument('<guid>', 'first column of `commentdock jobs`')
    .description('make a failure report of an export, to hand to whoever mends it')
    .option('--keep-texts', 'texts that people wrote stay as they are; nothing else of them does')
    .option('-y, --yes', 'write it without asking')
    .option('-o, --out <folder>', 'folder to write it into', '.')
    .option(...AS_JSON)
    .addHelpText('after', HELP)
    .action((guid: string, flags: ReportFlags) =>
      host.withClient('records', async (client) => {
        const report = await client.call('exports.report', { guid, keep_texts: flags.keepTexts === true });
        await showAndSave(report, flags, host);
      }),
    );
}

async function showAndSave(report: FailureReport, { yes, out, json }: ReportFlags, { terminal, signal }: CommandHost): Promise<void> {
  const { content, ...shown } = report;
  const path = resolve(out, report.name);
  if (json !== true) terminal.print(...reportLines(report));
  if (yes !== true && !(await terminal.confirm(`Write ${path}?`, signal)))
    throw new CommentdockError('INVALID_REQUEST', 'Nothing was written: nobody said yes. With --yes it is written without asking.');
  await saveWhole(path, (temporary) => writeFile(temporary, content, { encoding: 'base64', mode: 0o600 }));
  terminal.print(json === true ? JSON.stringify({ ...shown, path }) : path);
}

/** What is in a report. */
function reportLines({ parts, exchanges, replaced, kept_words: kept, fails_alike: isAlike }: Omit<FailureReport, 'content'>): string[] {
  const counts = Object.entries(replaced).filter(([, count]) => count > 0);
  return [
    'In the report:',
    ...parts.map(({ name, bytes }) => `  ${name.padEnd(12)} ${String(bytes).padStart(10)} bytes`),
    'Requests and answers, as they stand in it:',
    ...exchanges.map(({ method, url, status, bytes }) => `  ${method} ${url}  ${status}, ${bytes} bytes`),
    `Replaced: ${counts.length === 0 ? 'nothing' : counts.map(([what, count]) => `${count} ${what}`).join(', ')}.`,
    ...(kept.length === 0 ? [] : [`Words of short texts that stay, since the failure hangs on them: ${kept.join(', ')}.`]),
    ...(isAlike === null ? ['No answer was kept: it tells only what was asked for and how it ended.'] : []),
    ...(isAlike === false ? ['Read again from the report, it does not fail in the same way: it may help less.'] : []),
  ];
}
