import type { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { problemSchema } from '#core/platforms/peertube/wire.ts';

/** A server as it is asked. `isOrigin`: another one than was pasted, which named it as the home of the video. */
export interface Server {
  readonly host: string;
  readonly isOrigin: boolean;
}

/** The server may not show the video, and says which one may. */
export class ShownElsewhere extends PlatformRefusal {
  readonly origin: string;
  constructor(origin: string) {
    super('PRIVATE', `This server may not show the video; ${origin}, where it comes from, may.`);
    this.origin = origin;
  }
}

/** A call of a server's API. @param path behind `/api/v1/` */
export function apiRequest({ host, isOrigin }: Server, path: string, query: NonNullable<PlatformRequest['query']> = {}): PlatformRequest {
  const request = { url: `https://${host}/api/v1/${path}`, query };
  return isOrigin ? { ...request, leads: 'anywhere' } : request;
}

/**
 * An answer of a server, with its own ways to refuse told apart.
 * @throws CommentdockError; ShownElsewhere
 */
export async function askServer<S extends z.ZodType>(session: Session, schema: S, request: PlatformRequest): Promise<z.output<S>> {
  const answer = await session.fetch({ ...request, accept: 'any' });
  if (answer.status >= 200 && answer.status < 300) {
    if (!isWebPage(answer)) return answer.json(schema);
    throw new PlatformRefusal(
      'BLOCKED',
      "A web page answered instead of the server's API: the host is no PeerTube server, or it keeps programs out.",
    );
  }
  const problem = answer.status === 403 ? checked(problemSchema, jsonIn(answer.text)).data : undefined;
  if (problem === undefined) throw refusalOf(answer);
  const origin = URL.parse(problem.originUrl ?? '')?.host;
  if (origin) throw new ShownElsewhere(origin);
  throw new PlatformRefusal('PRIVATE', problem.detail ? `The server says: ${problem.detail}` : undefined);
}
