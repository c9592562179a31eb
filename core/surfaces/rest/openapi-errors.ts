import { CommentdockError, ERROR_CATALOGUE, errorBody, type ErrorCode } from '#core/contract/error.ts';
import type { Operation } from '#core/operations/define.ts';
import { takesBody } from '#core/operations/field-place.ts';
import type { JsonObject } from '#core/surfaces/rest/openapi-schemas.ts';

/** Codes that any route may answer, and those that only routes with a token or a body may. */
const COMMON_ERRORS: readonly ErrorCode[] = ['FORBIDDEN_ORIGIN', 'INTERNAL', 'RATE_LIMIT_EXCEEDED'];
const TOKEN_ERRORS: readonly ErrorCode[] = ['AUTH_HEADER_TOKEN', 'TOKEN_EXPIRED', 'INSUFFICIENT_SCOPE'];
const BODY_ERRORS: readonly ErrorCode[] = ['INVALID_REQUEST', 'UNSUPPORTED_MEDIA_TYPE'];

const TOO_MANY = 429;
const EXAMPLE_WAIT_SECONDS = 42;
const EXAMPLE_VIOLATION = { propertyPath: 'url', message: '`url` is required.' };

/** Every code that a request to the operation can be refused with, `fields` being those of its input. */
export function errorCodesOf(operation: Operation, fields: readonly string[]): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...operation.errors, ...COMMON_ERRORS]);
  if (operation.rest.auth !== 'public') for (const code of TOKEN_ERRORS) codes.add(code);
  if (takesBody(operation.rest, fields)) for (const code of BODY_ERRORS) codes.add(code);
  if (fields.length > 0 && !codes.has('VALIDATION_ERROR')) codes.add('INVALID_REQUEST');
  return codes;
}

/** Writes the responses of errors, each once under components, where thousands would be alike. */
export interface ErrorWriter {
  /** Those that were referred to so far. */
  readonly byName: ReadonlyMap<string, JsonObject>;
  /** Bodies of the codes that were referred to so far. */
  readonly examples: ReadonlyMap<ErrorCode, JsonObject>;
  /** References by status. */
  write(codes: Iterable<ErrorCode>): JsonObject;
}

/** @param headers of the answer that refuses one request too many */
export function errorWriter(headers: JsonObject): ErrorWriter {
  const byName = new Map<string, JsonObject>();
  const names = new Map<string, string>();
  const examples = new Map<ErrorCode, JsonObject>();
  const nameOf = (status: number, codes: readonly ErrorCode[]): string => {
    const key = codes.join();
    const known = names.get(key);
    if (known !== undefined) return known;
    const alike = [...byName.keys()].filter((name) => name.startsWith(`E${status}`)).length;
    const name = `E${status}${alike === 0 ? '' : `_${alike + 1}`}`;
    names.set(key, name);
    for (const code of codes) examples.set(code, { value: exampleBody(code) });
    byName.set(name, responseObject(status, codes, headers));
    return name;
  };
  return {
    byName,
    examples,
    write(codes) {
      const byStatus = Map.groupBy([...codes].toSorted(), (code) => ERROR_CATALOGUE[code].status);
      return Object.fromEntries(
        [...byStatus].map(([status, ofStatus]) => [status, { $ref: `#/components/responses/${nameOf(status, ofStatus)}` }]),
      );
    },
  };
}

/** Each code with the body it comes in. */
function responseObject(status: number, codes: readonly ErrorCode[], headers: JsonObject): JsonObject {
  return {
    // What each of them means stands in its example.
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(status === TOO_MANY ? { headers: { ...headers, 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } } } : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function exampleBody(code: ErrorCode): object {
  return errorBody(
    new CommentdockError(code, undefined, {
      ...(ERROR_CATALOGUE[code].status === TOO_MANY ? { secondsToWait: EXAMPLE_WAIT_SECONDS } : {}),
      ...(code === 'VALIDATION_ERROR' ? { violations: [EXAMPLE_VIOLATION] } : {}),
    }),
  );
}
