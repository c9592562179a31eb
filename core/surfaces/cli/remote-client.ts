import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { RunFile } from '#core/config/run-file.ts';
import { CommentdockError, ERROR_CATALOGUE, type ErrorCode } from '#core/contract/error.ts';
import { saveWhole } from '#core/exports/save-file.ts';
import type { Operation } from '#core/operations/define.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { type Ask, callsBy, type CliClient } from '#core/surfaces/cli/client.ts';
import { placeOf } from '#core/operations/field-place.ts';

const errorSchema = z.object({
  error_code: z.string(),
  detail: z.string(),
  seconds_to_wait: z.number().optional(),
  violations: z.array(z.object({ propertyPath: z.string(), message: z.string() })).optional(),
});

const healthSchema = z.object({ service: z.literal('commentdock') });

/** A service that is there answers within this time, however busy. */
const HEALTH_TIMEOUT_MS = 5_000;

/** False where nobody listens any more, or somebody else: `run.json` outlives a service that was killed. */
export async function isServiceAt(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/health', baseUrl), { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return healthSchema.safeParse(await answer.json()).success;
  } catch (error) {
    // One that hangs is still there: its data folder is not ours.
    return error instanceof Error && error.name === 'TimeoutError';
  }
}

/** Asks the service that runs on the data folder, as its owner, through its REST interface on this machine. */
export function createRemoteClient(service: RunFile, signal: AbortSignal): CliClient {
  const headers = { 'x-auth-token': service.owner_secret };
  const send = async (request: { method: string; path: string; headers?: Record<string, string>; body?: string }): Promise<Response> => {
    const { method, path, body } = request;
    const answer = await fetch(new URL(path, service.base_url), {
      method,
      signal,
      headers: { ...headers, ...request.headers },
      ...(body === undefined ? {} : { body }),
    }).catch((error: unknown) => {
      throw new CommentdockError('NETWORK', `The service at ${service.base_url} does not answer.`, { cause: error });
    });
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  };
  const saveOutput: CliClient['saveOutput'] = async (operation, input, placeFor) => {
    const answer = await send(toRequest(operationNamed(operation), input));
    const path = placeFor(nameIn(answer.headers.get('content-disposition') ?? '') ?? operation);
    const body = Readable.fromWeb(answer.body as ReadableStream);
    await saveWhole(path, (temporary) => pipeline(body, createWriteStream(temporary)));
    return path;
  };
  const ask: Ask = async (operation, input) => {
    const answer = await send(toRequest(operation, input));
    return answer.status === 204 ? undefined : fromRest(operation.name, await answer.json());
  };
  return {
    runsIn: 'service',
    ...callsBy(ask),
    saveFile: (guid, format, placeFor) => saveOutput('exports.download', { guid, format, partial: true }, placeFor),
    saveOutput,
    close: async () => undefined,
  };
}

/** An operation's input as its REST request: fields in the path, the query, a header or the body, as the route says. */
function toRequest({ rest }: Operation, input: Readonly<Record<string, unknown>>) {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  let path = rest.path;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const place = placeOf(rest, name);
    if (place === 'path') path = path.replace(`{${name}}`, () => pathSegment(String(value)));
    else if (place === 'query') query.set(name, String(value));
    else if (place === 'body') body[name] = value;
    else headers[place.header] = String(value);
  }
  const withBody = rest.method !== 'GET' && rest.method !== 'DELETE' && Object.keys(body).length > 0;
  return {
    method: rest.method,
    path: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers: withBody ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(withBody ? { body: JSON.stringify(body) } : {}),
  };
}

/** What a file is called, never a path; null where nothing is said. */
function nameIn(disposition: string): string | null {
  const [, whole] = /filename\*=UTF-8''([\w%.~!-]+)/.exec(disposition) ?? [];
  const [, plain] = /filename="([^"\\/]+)"/.exec(disposition) ?? [];
  return whole === undefined ? (plain ?? null) : basename(decodeURIComponent(whole));
}

/** @throws CommentdockError RESOURCE_NOT_FOUND for names that would lead to another path: they name nothing */
function pathSegment(name: string): string {
  if (!['', '.', '..'].includes(name)) return encodeURIComponent(name);
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is nothing with the name "${name}".`);
}

/** The REST surface answers a single creation with the job itself; the operation gives a list. */
function fromRest(name: string, answer: unknown): unknown {
  return name === 'jobs.create' ? { jobs: [answer] } : answer;
}

async function errorOf(answer: Response): Promise<CommentdockError> {
  const parsed = errorSchema.safeParse(await answer.json().catch(() => null));
  if (!parsed.success) return new CommentdockError('INTERNAL', `The service answered with status ${answer.status}.`);
  const { error_code: code, detail, seconds_to_wait: secondsToWait, violations = [] } = parsed.data;
  return new CommentdockError(isErrorCode(code) ? code : 'INTERNAL', detail, {
    violations,
    ...(secondsToWait === undefined ? {} : { secondsToWait }),
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, code);
}
