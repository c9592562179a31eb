import type { z } from 'zod';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { orNothing } from '#core/platform-kit/knock.ts';

/**
 * A call that an export can do without (a total, the name of an owner): asked once, and null where it fails in any way,
 * a body of an unknown form included. Faults of ours and the end of the export are passed on.
 */
export function optionalAnswer<S extends z.ZodType>(session: Session, schema: S, request: PlatformRequest): Promise<z.output<S> | null> {
  return optional(session, request, (answer) => answer.json(schema));
}

/** The body of an address that an export can do without (a script of the site); null as for `optionalAnswer`. */
export function optionalText(session: Session, request: PlatformRequest): Promise<string | null> {
  return optional(session, request, (answer) => answer.text);
}

async function optional<T>(session: Session, request: PlatformRequest, read: (answer: Answer) => T): Promise<T | null> {
  const ask = async (): Promise<T | null> => {
    const answer = await session.fetch({ ...request, tries: 'once', accept: 'any' });
    return answer.status >= 200 && answer.status < 300 ? read(answer) : null;
  };
  return orNothing(ask());
}
