import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programToStart } from '#test/program.ts';
import { expect } from 'vitest';
import { killed } from '#test/killed.ts';

/** The program as a user starts it: a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** The first line that it says. */
  readonly line: Promise<string>;
  /** Exit code and what was said on standard error. */
  readonly end: Promise<{ readonly code: number | null; readonly signal: string | null; readonly said: string }>;
  /** What was said on standard error so far. */
  said(): string;
}

/** The REST interface of a program, with the owner's hands. */
export interface Api {
  (method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
}

export function startProgram(args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [programToStart(), ...args], {
    env: { ...process.env, COMMENTDOCK_PORT: '0', COMMENTDOCK_LOG: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const end = once(child, 'close').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null, said }));
  const line = Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    end.then(({ code }) => Promise.reject(new Error(`the program ended with ${code} and had said no line: ${said}`))),
  ]);
  line.catch(() => undefined);
  return { child, line, end, said: () => said };
}

export async function endProgram({ child }: Program): Promise<void> {
  await killed(child);
}

export async function apiOf(program: Program, dataDir: string): Promise<Api> {
  const { base_url: base } = JSON.parse(await program.line) as { base_url: string };
  const { owner_secret: secret } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { owner_secret: string };
  return async (method, path, body) => {
    const headers = { 'x-auth-token': secret, 'content-type': 'application/json' };
    const answer = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
}

/** The export once it has ended, which has to be in this way: one that has ended otherwise is not waited for. */
export async function endedAs(status: string, ask: Api, guid: unknown): Promise<Record<string, unknown>> {
  let job: Record<string, unknown> = {};
  await expect
    .poll(async () => (job = (await ask('GET', `/api/v3/job/${String(guid)}`)).body)['status'])
    .toMatch(/^(?:done|error|stopped)$/);
  expect(job).toMatchObject({ status });
  return job;
}
