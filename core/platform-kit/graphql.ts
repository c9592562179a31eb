import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import { fits } from '#core/platform-kit/checked.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Answer } from '#core/platform-api/session.ts';

const operationSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string().nullish() })).nullish(),
});
/** Of several operations in one request, in their order. */
const envelopeSchema = z.union([operationSchema, z.array(operationSchema).min(1)]);

/**
 * The data of a GraphQL answer, checked; of several operations the first that fits. Errors beside data are passed over.
 * @throws PlatformChanged at `errors` with the server's words where there are errors and no data
 */
export function graphqlData<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  const envelope = answer.json(envelopeSchema);
  const operations = Array.isArray(envelope) ? envelope : [envelope];
  const fitting = operations.find(({ data }) => fits(schema, data)) ?? operations[0];
  const { data, errors } = fitting ?? {};
  const hasData = typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null);
  if (!hasData && errors && errors.length > 0) {
    const words = errors.flatMap(({ message }) => message ?? []).join(' ');
    throw new PlatformChanged('errors', `The platform refuses the query${words === '' ? '.' : `: ${words}`}`);
  }
  return readWire(schema, data, 'data');
}
