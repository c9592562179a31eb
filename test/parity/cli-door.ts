import { existsSync, readFileSync, rmSync } from 'node:fs';
import { operationNamed } from '#core/operations/registry.ts';
import { z } from 'zod';
import { ERROR_CATALOGUE, type ErrorBody, type ErrorCode } from '#core/contract/error.ts';
import { detectUrl, platformInfo } from '#core/service/platforms.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import type { CliHost } from '#core/surfaces/cli/command-host.ts';
import { runCommandLine } from '#core/surfaces/cli/program.ts';
import { wordsFor } from '#test/parity/cli-words.ts';
import type { Door, Outcome } from '#test/parity/door.ts';
import { type House, openCore, openService } from '#test/parity/house.ts';

const errorSchema = z.object({ status_code: z.int(), error_code: z.string(), detail: z.string() });

const FOR_AUTOMATION = 'for no-code automation, which calls over HTTP; `webhooks` and `account` do the same';

const ABSENT: Door['absent'] = {
  'account.ping': 'checks a token, and commands need none; `doctor` tells whether the service is up',
  'exports.file': 'what a link of a file leads to; `jobs download` saves that file',
  'realtime.token': 'opens a WebSocket, which no command does; commands show progress by themselves',
  'browser.get': '`browser` looks by itself, without the service',
  'exports.rows': '`export --out -` prints them as they come: shell.e2e.test.ts has it',
  'browser.install': '`browser install` downloads by itself, and shows how far it is',
  'jobs.continue': '`continue` sees the export through in a window: continue-command.e2e.test.ts has it',
  'winners.keep': 'the window keeps what it draws; `winners` prints all that it takes to draw again',
  'winners.list': 'the draws that the window kept',
  'exports.report': '`report` shows what is in it and saves it: report-command.test.ts has it',
  'signin.leave': 'signs the asking window out',
  'service.health': '`doctor` tells whether the service is up',
  'zapier.check': FOR_AUTOMATION,
  'zapier.subscribe': FOR_AUTOMATION,
  'zapier.unsubscribe': FOR_AUTOMATION,
  'zapier.sample': FOR_AUTOMATION,
};

/** Commands that attach to a running service. */
export async function openAttachedDoor(env: Readonly<Record<string, string>>): Promise<Door> {
  return commandDoor('CLI beside a service', await openService(env));
}

/** Commands that do the work themselves. */
export async function openLocalDoor(env: Readonly<Record<string, string>>): Promise<Door> {
  return commandDoor('CLI by itself', await openCore(env));
}

function commandDoor(name: string, house: House): Door {
  return {
    name,
    absent: ABSENT,
    async call(operation, input) {
      const { words, savesTo } = wordsFor(operation, input, house.folder);
      if (savesTo !== null) rmSync(savesTo, { force: true });
      let stdout = '';
      const exitCode = await runCommandLine(
        words,
        hostOf(house, (text) => (stdout += text)),
      );
      return outcomeOf(stdout, exitCode, savesTo);
    },
    prepare: (operation, input) => house.client.callAsGiven(operationNamed(operation).name, input),
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

/** An error is told by its body, and by the exit code of its family. The job of an export that failed is an answer. */
function outcomeOf(stdout: string, exitCode: number, savesTo: string | null): Outcome {
  const printed: unknown = stdout === '' ? undefined : JSON.parse(stdout);
  if (errorSchema.safeParse(printed).success) {
    const error = printed as ErrorBody;
    const expected = ERROR_CATALOGUE[error.error_code as ErrorCode].exitCode;
    if (exitCode !== expected) throw new Error(`exit code ${exitCode} in place of ${expected}`);
    return { error };
  }
  if (savesTo === null) return { answer: printed };
  if (exitCode !== 0 || !existsSync(savesTo)) throw new Error(`no file, and exit code ${exitCode}`);
  return { answer: { bytes: readFileSync(savesTo) } };
}

/** The command line in this process, with what it prints. What a person does at a screen is not part of it. */
export function hostOf({ client }: Pick<House, 'client'>, print: (text: string) => void): CliHost {
  const ignore = (): void => undefined;
  const elsewhere = (): Promise<never> => Promise.reject(new Error('not part of this test'));
  const host = {
    terminal: {
      print: (...lines: readonly string[]) => print(`${lines.join('\n')}\n`),
      printError: ignore,
      isAttended: false,
      isScreen: false,
      send: async (rows: readonly string[] | Uint8Array) =>
        print(rows instanceof Uint8Array ? new TextDecoder().decode(rows) : rows.join('\n')),
      showStatus: ignore,
      clearStatus: ignore,
      confirm: async () => false,
    },
    signal: new AbortController().signal,
    env: {},
    openClient: async () => ({ ...client, close: async () => undefined }),
    async catalogue() {
      const platforms = await loadPlatforms();
      return { list: () => platforms.all.map(platformInfo), detect: (url: string) => detectUrl(url, platforms) };
    },
    serve: elsewhere,
    work: elsewhere,
    serveMcp: elsewhere,
    doctorFacts: elsewhere,
    packDiagnosis: elsewhere,
    rotateVault: elsewhere,
    move: elsewhere,
    openLogin: elsewhere,
    browsers: { find: elsewhere, install: elsewhere },
    backups: { make: elsewhere, restore: elsewhere },
    models: { fetch: elsewhere, list: async () => [], remove: elsewhere },
  };
  return host;
}
