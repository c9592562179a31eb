import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { CommentdockError } from '#core/contract/error.ts';
import type { Operation } from '#core/operations/define.ts';
import { placeOf } from '#core/operations/field-place.ts';

const fieldsSchema = z.record(z.string(), z.unknown());

/**
 * The operation's input from where its route carries each field; unchecked. Fields that the operation does not have are
 * left behind.
 * @throws CommentdockError INVALID_REQUEST where the body is JSON but no object
 */
export function inputOf(
  { rest, input }: Operation,
  request: Pick<FastifyRequest, 'params' | 'query' | 'headers' | 'body'>,
): Readonly<Record<string, unknown>> {
  const params = fieldsSchema.parse(request.params ?? {});
  const query = fieldsSchema.parse({ ...(request.query as object | undefined) });
  const body = bodyFields(request.body);
  const read = (field: string): unknown => {
    const place = placeOf(rest, field);
    if (place === 'path') return params[field];
    if (place === 'query') return query[field];
    if (place === 'body') return body[field];
    return request.headers[place.header];
  };
  const fields = Object.keys(input.shape).map((field) => [field, read(field)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function bodyFields(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  const parsed = Array.isArray(body) ? null : fieldsSchema.safeParse(body);
  if (parsed?.success) return parsed.data;
  throw new CommentdockError('INVALID_REQUEST', 'The body must be a JSON object, such as {"url": "https://..."}.');
}
