import { PlatformChanged } from '#core/contract/error.ts';
import type { Gap } from '#core/platform-api/define.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { Voyage } from '#core/platforms/linkedin/ask.ts';
import type { z } from 'zod';

const UNTOLD = 'LinkedIn names these and says nothing of them.';

/** An entity by its urn, checked; null where the answer does not hold it. */
export function entityOf<S extends z.ZodType>(
  { entities }: Pick<Voyage, 'entities'>,
  urn: string | null | undefined,
  schema: S,
): z.output<S> | null {
  const entity = urn ? entities.get(urn) : undefined;
  if (entity === undefined) return null;
  const read = checked(schema, entity);
  if (read.success) return read.data;
  throw new PlatformChanged(`included.${entity.$type ?? 'entity'}.${read.problem?.path.join('.') ?? ''}`, undefined, {
    cause: read.problem,
  });
}

/** What is missing where a list names more entries than the answer holds. */
export function untold(missing: number): Gap[] {
  return missing > 0 ? [{ cause: 'notServed', count: missing, note: UNTOLD }] : [];
}

/** Brackets too: they have a meaning of their own in LinkedIn's variables. */
export function encoded(urn: string): string {
  return percentEncoded(urn).replaceAll('(', '%28').replaceAll(')', '%29');
}
