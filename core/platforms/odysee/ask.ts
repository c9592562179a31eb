import type { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure, TransientFailure } from '#core/contract/error.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { reactionList, type Reactions, resolved, rpc, type WireClaim } from '#core/platforms/odysee/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const COMMENTS = 'https://comments.odysee.tv/api/v2';
const CLAIMS = 'https://api.na-backend.odysee.com/api/v1/proxy';
const SITE = 'https://odysee.com/';
const REFUSED = [400, 401, 403, 404];
const MEMBERS_ONLY =
  'Only members of the channel see these comments. Log in at odysee.com and give the cookie auth_token (options.cookies).';

/** What the comment server says in words, as it has no codes of its own. */
const REFUSALS: readonly { readonly said: RegExp; readonly error: (said: string) => CommentdockError }[] = [
  { said: /comments are disabled|disabled by the creator/i, error: () => new PlatformRefusal('COMMENTS_DISABLED') },
  { said: /rate limit|too many|slow down/i, error: (said) => new ThrottledFailure(said) },
  { said: /member|protected|not authori[sz]ed|auth(?:entication)? (?:required|token)/i, error: () => membersOnly() },
  { said: /blocked/i, error: (said) => new PlatformRefusal('BLOCKED', said) },
  { said: /not found|could not find|couldn't find|does not exist/i, error: (said) => new PlatformRefusal('NOT_FOUND', said) },
  { said: /timeout|temporarily|try again|internal/i, error: (said) => new TransientFailure(said) },
];

export function membersOnly(): PlatformRefusal {
  return new PlatformRefusal('LOGIN_REQUIRED', MEMBERS_ONLY);
}

/**
 * The result of a call of the comment server.
 * @throws CommentdockError COMMENTS_DISABLED, LOGIN_REQUIRED, NOT_FOUND, BLOCKED, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
export function askComments<S extends z.ZodType>(session: Session, schema: S, method: string, params: object): Promise<z.output<S>> {
  return call(session, COMMENTS, schema, method, params);
}

/**
 * The whole id of a claim.
 * @throws CommentdockError NOT_FOUND; else as for the comment server
 */
export async function resolveClaim(session: Session, address: string): Promise<string> {
  return (await askClaim(session, address)).claim_id;
}

/**
 * A claim by its address within LBRY.
 * @throws CommentdockError NOT_FOUND; else as for the comment server
 */
export async function askClaim(session: Session, address: string): Promise<WireClaim & { readonly claim_id: string }> {
  const claims = await call(session, CLAIMS, resolved, 'resolve', { urls: [address] });
  const claim = claims[address];
  if (claim?.claim_id) return { ...claim, claim_id: claim.claim_id };
  throw new PlatformRefusal('NOT_FOUND', 'Odysee knows nothing under this URL: it was deleted, or never was.');
}

/** Likes and dislikes by comment; null where Odysee does not give them. */
export async function askReactions(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, Reactions> | null> {
  if (ids.length === 0) return new Map();
  try {
    const { others_reactions: reactions } = await askComments(session, reactionList, 'reaction.List', { comment_ids: ids.join(',') });
    return new Map(Object.entries(reactions ?? {}));
  } catch (error) {
    if (error instanceof PlatformRefusal) return null;
    throw error;
  }
}

async function call<S extends z.ZodType>(
  session: Session,
  server: string,
  schema: S,
  method: string,
  params: object,
): Promise<z.output<S>> {
  const token = session.cookie(SITE, 'auth_token');
  const answer = await session.fetch({
    url: `${server}?m=${method}`,
    method: 'POST',
    json: { jsonrpc: '2.0', id: 1, method, params },
    ...(token === null ? {} : { headers: { 'x-lbry-auth-token': token } }),
    accept: REFUSED,
  });
  if (answer.status !== 200 && (isWebPage(answer) || !answer.isJson)) throw refusalOf(answer);
  const { result, error } = answer.json(rpc);
  const said = typeof error === 'string' ? error : error?.message;
  if (error) throw refused(said ?? '');
  if (answer.status !== 200) throw refusalOf(answer);
  return readWire(schema, result, 'result');
}

function refused(said: string): CommentdockError {
  const known = REFUSALS.find((refusal) => refusal.said.test(said));
  return known?.error(`Odysee says: ${said}.`) ?? new PlatformChanged('error', `Odysee says: ${said}.`);
}
