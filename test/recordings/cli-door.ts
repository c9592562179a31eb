import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readRunFile } from '#core/config/run-file.ts';
import { runCommandLine } from '#core/surfaces/cli/program.ts';
import { createRemoteClient } from '#core/surfaces/cli/remote-client.ts';
import { hostOf } from '#test/parity/cli-door.ts';
import type { ExportedRow, Outcome } from '#test/recordings/compare.ts';
import type { Door } from '#test/recordings/door.ts';
import { programToStart } from '#test/program.ts';
import { startRecordedService } from '#test/recordings/service.ts';

/** Options that have a flag of their own; all others go through `--options`. */
const FLAGS: Readonly<Record<string, (value: unknown) => string[]>> = {
  replies: (value) => (value === true ? ['--replies'] : []),
  limit: (value) => ['--limit', String(value)],
  sort: (value) => ['--sort', String(value)],
};

/** The last line of `export --json`: the job and its files, or the error that refused it. */
const resultSchema = z.union([
  z.object({
    status: z.string(),
    error_code: z.string().nullable(),
    error: z.string().nullable(),
    total: z.number().nullable(),
    export_type: z.string(),
    files: z.array(z.string()),
  }),
  z.object({ status_code: z.int(), error_code: z.string(), detail: z.string() }),
]);

/**
 * Runs `export` in a process of its own, on a fresh data folder, for the first case of each platform. All others take the same command line in
 * this process, beside a service that stays: most of what a process costs is its start.
 */
export async function openCliDoor(env: Readonly<Record<string, string>>): Promise<Door> {
  const root = await mkdtemp(join(tmpdir(), 'commentdock-cli-'));
  let beside: ReturnType<typeof startRecordedService> | null = null;
  let exports = 0;
  return {
    name: 'cli',
    async export({ url, options, isFirst = false, timeoutMs }) {
      exports += 1;
      const folder = join(root, String(exports));
      const args = ['export', url, '--format', 'json', '--out', join(folder, 'out'), '--json', ...argumentsFor(options)];
      if (!isFirst) return runBeside((await (beside ??= startRecordedService(env))).dataDir, args, timeoutMs);
      const ownEnv = { ...process.env, ...env, COMMENTDOCK_DATA_DIR: join(folder, 'data'), COMMENTDOCK_VAULT: 'file' };
      const { exitCode, stdout, stderr } = await runCli(args, ownEnv, timeoutMs);
      return outcomeOf(exitCode, stdout, stderr);
    },
    async [Symbol.asyncDispose]() {
      await (await beside)?.[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** As the command does where a service runs on its data folder. After `timeoutMs` it is stopped, as by Ctrl+C. */
async function runBeside(dataDir: string, args: readonly string[], timeoutMs: number): Promise<Outcome> {
  const run = readRunFile(dataDir);
  if (run === null) throw new Error('the service beside the command is gone');
  let stdout = '';
  const host = hostOf({ client: createRemoteClient(run, AbortSignal.any([])) }, (text) => (stdout += text));
  const exitCode = await runCommandLine(args, { ...host, signal: AbortSignal.timeout(timeoutMs) });
  return outcomeOf(exitCode, stdout, '');
}

/** Runs one command line to its end, or kills it after `timeoutMs` (exit code null). */
export async function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [programToStart(), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  await once(child, 'close');
  return { exitCode: child.exitCode, ...output };
}

function argumentsFor(options: Readonly<Record<string, unknown>>): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => FLAGS[name]?.(value) ?? []);
  const others = Object.entries(options).filter(([name]) => !(name in FLAGS));
  return others.length === 0 ? flags : [...flags, '--options', JSON.stringify(Object.fromEntries(others))];
}

/** @throws Error where the command neither finished nor said why in JSON, or its exit code contradicts what it said */
async function outcomeOf(exitCode: number | null, stdout: string, stderr: string): Promise<Outcome> {
  const lastLine = stdout.trim().split('\n').at(-1) ?? '';
  if (!lastLine.startsWith('{')) throw new Error(`exit ${exitCode ?? 'after the time was up'}: ${(stderr || stdout).trim().slice(-400)}`);
  const result = resultSchema.parse(JSON.parse(lastLine));
  const isGood = 'files' in result && result.status === 'done';
  if ((exitCode === 0) !== isGood) throw new Error(`exit code ${exitCode} contradicts ${lastLine.slice(0, 300)}`);
  if (!('files' in result)) {
    return {
      status: `refused (${result.status_code})`,
      errorCode: result.error_code,
      detail: result.detail,
      total: null,
      exportType: null,
      rows: [],
    };
  }
  const [file] = result.files;
  const rows = file === undefined ? [] : (JSON.parse(await readFile(file, 'utf8')) as ExportedRow[]);
  return {
    status: result.status,
    errorCode: result.error_code,
    detail: result.error,
    total: result.total,
    exportType: result.export_type,
    rows,
  };
}
