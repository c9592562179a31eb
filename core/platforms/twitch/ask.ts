import type { z } from 'zod';
import { type CommentdockError, PlatformChanged, PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { envelope } from '#core/platforms/twitch/wire.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';

const GRAPHQL = 'https://gql.twitch.tv/gql';
const SITE = 'https://www.twitch.tv/';
/** Public ids of Twitch's own clients (mobile web, web, TV), the one with the fewest conditions first. */
export const CLIENTS = ['kd1unb4b3q4t58fwlpcbzcbnm76a8fp', 'kimne78kx3ncx6brgo4mv6wki5h1ko', 'ue6666qo983tsx6so1t0vnawi233wa'] as const;
/** Twitch wants a proof that only its own page can give. */
const WANTS_PROOF = /failed integrity check/i;
const UNKNOWN_QUERY = /PersistedQueryNotFound/i;
const PASSING = /service (?:error|timeout|unavailable)/i;

/** `body`: one operation, or a list of one. */
type GraphqlBody = NonNullable<PlatformRequest['json']>;

/**
 * The data of an operation.
 * @returns null where Twitch wants a proof for it
 * @throws CommentdockError NETWORK for a passing trouble of Twitch's own, PLATFORM_CHANGED; further errors are those of `fetch`
 */
export async function askTwitch<S extends z.ZodType>(
  session: Session,
  schema: S,
  body: GraphqlBody,
  client: string = CLIENTS[0],
): Promise<z.output<S> | null> {
  const answered = await session.json(envelope, requestOf(session, body, client));
  const { data, errors } = Array.isArray(answered) ? (answered[0] ?? { data: null }) : answered;
  const said = (errors ?? []).map(({ message }) => message ?? '').join('; ');
  if (WANTS_PROOF.test(said)) return null;
  if (data === null || data === undefined) throw failureOf(said);
  if (PASSING.test(said)) throw failureOf(said);
  return readWire(schema, data, 'data');
}

export function requestOf(session: Session, body: GraphqlBody, client: string = CLIENTS[0]): PlatformRequest {
  const token = session.cookie(SITE, 'auth-token');
  return {
    url: GRAPHQL,
    method: 'POST',
    headers: { 'client-id': client, ...(token === null ? {} : { authorization: `OAuth ${token}` }) },
    json: body,
  };
}

/** Every client of Twitch's own was asked for a proof. */
export function wantsProof(): PlatformRefusal {
  return new PlatformRefusal(
    'BLOCKED',
    'Twitch wants a proof that only its own page can give. Wait some hours, or choose another route (options.vpn).',
  );
}

function failureOf(said: string): CommentdockError {
  if (UNKNOWN_QUERY.test(said))
    return new PlatformChanged('errors', 'Twitch has renamed its chat query. An update of Commentdock is needed.');
  if (said === '' || PASSING.test(said))
    return new TransientFailure(`Twitch has a problem of its own (${said || 'no data'}). Retry later.`);
  return new PlatformChanged('errors', `Twitch says: ${said}.`);
}
