import { z } from 'zod';
import { isTerminal, type Job, jobSchema } from '#core/contract/job.ts';
import { validToken } from '#test/clients/rest/valid-token.ts';
import type { CommandLine } from '#test/surfaces/cli/command.ts';
import { expect } from 'vitest';

const TOKEN = /^[A-Za-z0-9]{120}$/;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Null where the body is empty. */
  readonly body: Record<string, unknown> | null;
}

/** A program of somebody else: it has a base URL and a token, and speaks HTTP. */
export interface TokenClient {
  readonly baseUrl: string;
  readonly token: string;
  ask(
    method: string,
    path: string,
    extra?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>;
  /** Polls until the export has ended. */
  untilEnded(guid: string): Promise<Job>;
}

export function tokenClient(baseUrl: string, token: string): TokenClient {
  const ask: TokenClient['ask'] = async (method, path, { body, headers = {} } = {}) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers: { 'x-auth-token': token, ...type, ...headers }, ...json });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>) };
  };
  const jobOf = async (guid: string): Promise<Job> => jobSchema.parse((await ask('GET', `/api/v3/job/${guid}`, { headers: SANDBOX })).body);
  return {
    baseUrl,
    token,
    ask,
    untilEnded: (guid) =>
      expect
        .poll(() => jobOf(guid), POLLING)
        .toSatisfy(({ status }: Job) => isTerminal(status))
        .then(() => jobOf(guid)),
  };
}

/** Lifts the per-minute limit of a request. */
export const SANDBOX = { 'x-sandbox': 'true' };

export const POLLING = { interval: 25 };

/** The service as a process on the data folder of the command line, and a client with a token of it. */
export async function serveTo(cli: CommandLine): Promise<{ readonly client: TokenClient; kill(): Promise<void> }> {
  const service = await cli.serve();
  const token = await validToken(service.addresses.base_url, cli.dataDir);
  return {
    client: tokenClient(service.addresses.base_url, z.string().regex(TOKEN).parse(token)),
    async kill() {
      service.child.kill('SIGKILL');
      await service.finished;
    },
  };
}
