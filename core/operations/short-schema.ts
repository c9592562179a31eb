import type { z } from 'zod';

/** Takes out of a JSON Schema what only repeats a type or a format: people and assistants read every word of it. */
export function shortenSchema(part: z.core.JSONSchema.BaseSchema): void {
  if (part.format !== undefined) delete part.pattern;
  if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
  if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
}
