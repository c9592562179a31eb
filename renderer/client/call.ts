import { placeOf, ROUTES } from 'virtual:operation-routes';
import type { OperationTypes } from '#core/operations/registry.ts';
import { windowKey } from '#renderer/client/pass.ts';
import { tellSilence } from '#renderer/client/reach.ts';

export type OperationName = keyof OperationTypes;
export type Input<N extends OperationName> = OperationTypes[N]['input'];
export type Output<N extends OperationName> = OperationTypes[N]['output'];

/** As core/auth/window-session.ts reads it. */
const KEY_HEADER = 'x-commentdock-window';
export const UNREACHABLE = 'UNREACHABLE';

interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

/** What an operation refused. `code` is one of the catalogue of errors, or `UNREACHABLE` where the service does not answer. */
export class CallError extends Error {
  readonly code: string;
  /** What is wrong with which field of the input. */
  readonly violations: readonly Violation[];
  /** Until trying again helps; null where nobody knows. */
  readonly secondsToWait: number | null;
  constructor(
    code: string,
    message: string,
    { violations = [], secondsToWait = null }: { readonly violations?: readonly Violation[]; readonly secondsToWait?: number | null } = {},
  ) {
    super(message);
    this.code = code;
    this.violations = violations;
    this.secondsToWait = secondsToWait;
  }
  /** True where only a new one-time link helps. */
  get needsLink(): boolean {
    return this.code === 'AUTH_HEADER_TOKEN';
  }
}

/** Asks the service. @throws CallError */
export async function call<N extends OperationName>(name: N, input: Input<N>, signal?: AbortSignal): Promise<Output<N>> {
  const answer = await send(name, input as Readonly<Record<string, unknown>>, signal);
  return (answer.status === 204 ? undefined : fromRest(name, await answer.json())) as Output<N>;
}

/** A file that an operation gives, under the name that the service chose. @throws CallError */
export async function callForFile(name: OperationName, input: Readonly<Record<string, unknown>>): Promise<{ blob: Blob; name: string }> {
  const answer = await send(name, input);
  const disposition = answer.headers.get('content-disposition') ?? '';
  const [, whole] = /filename\*=UTF-8''([\w%.~!-]+)/.exec(disposition) ?? [];
  const fileName = whole === undefined ? (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export') : decodeURIComponent(whole);
  return { blob: await answer.blob(), name: fileName };
}

async function send(name: OperationName, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Response> {
  const { url, ...request } = toRequest(name, input);
  const answer = await fetch(url, { ...request, ...(signal === undefined ? {} : { signal }) }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    tellSilence();
    throw new CallError(UNREACHABLE, error instanceof Error ? error.message : String(error));
  });
  if (!answer.ok) throw await errorOf(answer);
  return answer;
}

function toRequest(name: OperationName, input: Readonly<Record<string, unknown>>) {
  const route = ROUTES[name];
  if (route === undefined) throw new CallError('INTERNAL', `There is no operation ${name}.`);
  const headers: Record<string, string> = { [KEY_HEADER]: windowKey() ?? '' };
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path = route.path;
  for (const [field, value] of Object.entries(input)) {
    // Null means "back to the default" where something is changed, and nothing anywhere else.
    if (value === undefined || (value === null && route.method !== 'PATCH')) continue;
    const place = placeOf(route, field);
    if (place === 'path') path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
    else if (place === 'query') query.set(field, String(value));
    else if (place === 'body') body[field] = value;
    else headers[place.header] = String(value);
  }
  const hasBody = Object.keys(body).length > 0;
  if (hasBody) headers['content-type'] = 'application/json';
  const url = query.size === 0 ? path : `${path}?${query.toString()}`;
  // What is to go goes, even where the page goes before.
  const keepalive = route.method === 'DELETE';
  return { url, method: route.method, headers, keepalive, ...(hasBody ? { body: JSON.stringify(body) } : {}) };
}

/** Creating exports is the one answer that REST gives another shape (core/surfaces/rest/translations.ts). */
function fromRest(name: OperationName, answer: unknown): unknown {
  if (name !== 'jobs.create') return answer;
  const { data } = answer as { readonly data?: readonly { readonly item: unknown }[] };
  return { jobs: data === undefined ? [answer] : data.map(({ item }) => item) };
}

async function errorOf(answer: Response): Promise<CallError> {
  const body = (await answer.json().catch(() => ({}))) as {
    readonly error_code?: string;
    readonly detail?: string;
    readonly violations?: readonly Violation[];
    readonly seconds_to_wait?: number;
  };
  const { error_code: code = 'INTERNAL', detail = answer.statusText, violations = [], seconds_to_wait: secondsToWait = null } = body;
  return new CallError(code, detail, { violations, secondsToWait });
}
