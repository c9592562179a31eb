import type { ErrorBody } from '#core/contract/error.ts';
import { placeOf } from '#core/operations/field-place.ts';
import { operationNamed, OPERATIONS } from '#core/operations/registry.ts';
import type { Door, Input, Outcome } from '#test/parity/door.ts';
import { openService } from '#test/parity/house.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** HTTP with an API token. */
export async function openRestDoor(env: Readonly<Record<string, string>>): Promise<Door> {
  const house = await openService(env);
  const [first] = (await house.client.callAsGiven('tokens.list', {})) as readonly { readonly token: string }[];
  return {
    name: 'REST',
    absent: {
      ...Object.fromEntries(
        OPERATIONS.filter(({ rest }) => rest.auth === 'hands').map(({ name }) => [name, 'for the owner alone: no token can']),
      ),
      'accounts.import': 'for the owner alone: it reads what browsers on the machine keep',
      'accounts.browsers': 'for the owner alone, as the import',
      'exports.report': 'for the owner alone: it holds material of their account',
      'jobs.continue': 'for the owner alone: it opens a window in front of them',
    },
    call: (name, input) => askRest(house.run.base_url, first?.token ?? '', name, input),
    prepare: (name, input) => house.client.callAsGiven(operationNamed(name).name, input),
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

/** One call with a token. */
export async function askRest(baseUrl: string, token: string, name: string, input: Input): Promise<Outcome> {
  const rest = OPERATIONS.find((candidate) => candidate.name === name)?.rest;
  if (rest === undefined) throw new Error(`there is no operation ${name}`);
  const url = new URL(
    rest.path.replace(/\{(\w+)\}/g, (_braces, field: string) => encodeURIComponent(String(input[field]))),
    baseUrl,
  );
  const headers: Record<string, string> = { 'x-auth-token': token };
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    const place = placeOf(rest, field);
    if (place === 'query') url.searchParams.set(field, String(value));
    else if (place === 'body') body[field] = value;
    else if (place !== 'path') headers[place.header] = String(value);
  }
  const hasBody = Object.keys(body).length > 0;
  const answer = await fetch(url, {
    method: rest.method,
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
  return outcomeOf(answer, rest.status);
}

async function outcomeOf(answer: Response, success: number): Promise<Outcome> {
  if (!answer.ok) {
    const error = (await answer.json()) as ErrorBody;
    if (error.status_code !== answer.status) throw new Error(`status ${answer.status} with a body that says ${error.status_code}`);
    return { error };
  }
  if (answer.status !== success) throw new Error(`status ${answer.status} in place of ${success}`);
  if (answer.status === 204) return { answer: undefined };
  const isFile = answer.headers.has('content-disposition') || answer.headers.get('content-type') !== JSON_TYPE;
  return { answer: isFile ? { bytes: Buffer.from(await answer.arrayBuffer()) } : await answer.json() };
}
