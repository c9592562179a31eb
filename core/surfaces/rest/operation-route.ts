import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { identifyCredential, type Scope } from '#core/auth/identify.ts';
import { RESOURCE_METADATA_PATH } from '#core/auth/oauth/well-known.ts';
import { sessionOf } from '#core/auth/session-cookie.ts';
import { WINDOW_KEY_HEADER, type WindowPass, windowSessionOf } from '#core/auth/window-session.ts';
import { askedOrigin, callerAddress, isOwnersDoor, type Place, showsTokens } from '#core/auth/place.ts';
import { presentedCredential } from '#core/auth/presented.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { callOperation } from '#core/operations/call.ts';
import { type Caller, OWNER_HERE } from '#core/operations/context.ts';
import type { Operation } from '#core/operations/define.ts';
import type { OperationContext, RegisteredOperation, Services } from '#core/operations/registry.ts';
import { downloadSchema, givesFile } from '#core/exports/files.ts';
import { openDownload } from '#core/exports/open-file.ts';
import { contextOf } from '#core/team/call-context.ts';
import { isYes } from '#core/operations/input-fields.ts';
import { allowanceHeaders, countRequest, type RateLimit } from '#core/owner/rate-limit.ts';
import { inputOf } from '#core/surfaces/rest/request-input.ts';
import { sendFile } from '#core/surfaces/rest/send-file.ts';
import { TRANSLATIONS } from '#core/surfaces/rest/translations.ts';

const ONLY_BY_HAND = 'Only the owner does this, by the command line or in the window: no token and no member can.';

/** Public routes: nobody in particular asks. */
const NOBODY: Caller = { kind: 'token', tokenUuid: null, clientId: null, showsTokens: false };

/** What the routes of one server share. */
export interface RestState {
  readonly services: Services;
  readonly ownerSecret: string | null;
  readonly logger: Logger;
  readonly rateLimit: RateLimit;
  /** Known for good once the service listens. */
  place: Place;
}

/** Offers one operation: guards, translates, passes on. */
export function addOperation(app: FastifyInstance, operation: RegisteredOperation, state: RestState): void {
  const { method, path, auth, bodyBytes } = operation.rest;
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
    // Before the body is read: who may not ask is not listened to.
    onRequest: async (request, reply) => {
      if (auth === 'public') return;
      const caller = await callerOf(request, reply, operation, state);
      callers.set(request, caller);
      limitRate(caller, request, reply, state);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request) ?? NOBODY;
      const input = inputOf(operation, request);
      const context = contextFor(caller, reply, state);
      const ask = (): Promise<unknown> => callOperation(operation, input, context);
      const output = await ask();
      if (!givesFile(operation)) return answer(operation, input, output, reply);
      return sendFile(
        reply.code(operation.rest.status),
        await openDownload(downloadSchema.parse(output), async () => downloadSchema.parse(await ask())),
      );
    },
  });
}

function answer(operation: Operation, input: Readonly<Record<string, unknown>>, output: unknown, reply: FastifyReply): FastifyReply {
  const { status } = operation.rest;
  if (status === 204) return reply.code(status).send();
  const translated = TRANSLATIONS[operation.name]?.answer(input, output) ?? output;
  return reply.code(status).type('application/json; charset=utf-8').send(translated);
}

/** @throws CommentdockError AUTH_HEADER_TOKEN, TOKEN_EXPIRED, INSUFFICIENT_SCOPE */
async function callerOf(request: FastifyRequest, reply: FastifyReply, operation: Operation, state: RestState): Promise<Caller> {
  const { services, ownerSecret, place } = state;
  const askedAt = askedOrigin(request.headers, place);
  const credential = presentedCredential(request.headers);
  if (credential === null) {
    const isDoor = isOwnersDoor(request, place);
    const owner = { ...OWNER_HERE, ...from(request, place), showsTokens: showsTokens('owner', request, place) };
    const asking = isDoor ? openWindow(request, askedAt, state) : null;
    if (asking?.member !== undefined) return membersWindow(asking, request, operation, place);
    // Whoever holds both halves of a window came in by hand, and would have no other way to a token.
    if (asking !== null) return { ...owner, ...asking, showsTokens: true };
    if (isDoor && operation.rest.auth === 'session' && isOwnersBrowser(request, askedAt, state)) return owner;
    reply.header('www-authenticate', challenge(askedAt));
    throw new CommentdockError('AUTH_HEADER_TOKEN');
  }
  const { scopes, ...identity } = await identifyCredential(credential, { ...services, ownerSecret, askedAt }).catch((error: unknown) => {
    reply.header('www-authenticate', `${challenge(askedAt)}, error="invalid_token"`);
    throw error;
  });
  if (identity.kind === 'client') expectAllowed(operation, scopes, reply);
  if (identity.kind === 'token') expectNotByHand(operation);
  return { ...identity, ...from(request, place), showsTokens: showsTokens(identity.kind, request, place) };
}

/** @throws CommentdockError INSUFFICIENT_SCOPE */
function membersWindow(asking: Pick<Caller, 'window' | 'member'>, request: FastifyRequest, operation: Operation, place: Place): Caller {
  expectNotByHand(operation);
  return { ...NOBODY, ...asking, ...from(request, place), showsTokens: true };
}

/** @throws CommentdockError INSUFFICIENT_SCOPE */
function expectNotByHand({ rest }: Operation): void {
  if (rest.auth === 'hands') throw new CommentdockError('INSUFFICIENT_SCOPE', ONLY_BY_HAND);
}

function from(request: FastifyRequest, place: Place): Pick<Caller, 'address'> {
  const address = callerAddress(request, place);
  return address === '' ? {} : { address };
}

/** Where a client learns how to be let in (RFC 9728, 5.1). */
function challenge(askedAt: string): string {
  return `Bearer resource_metadata="${askedAt}${RESOURCE_METADATA_PATH}"`;
}

/**
 * A script of our own page asks: it alone has the key, and only its browser has the cookie. Another page of this machine could
 * make the browser send the cookie, but not the key: browsers ask first whether the header is allowed.
 */
function openWindow(
  { method, headers }: FastifyRequest,
  askedAt: string,
  { services }: RestState,
): (Pick<Caller, 'member'> & { readonly window: WindowPass }) | null {
  const key = headers[WINDOW_KEY_HEADER];
  const session = windowSessionOf(headers.cookie, askedAt);
  if (typeof key !== 'string' || session === null) return null;
  const isOwnPage = (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' && (method === 'GET' || headers.origin !== undefined);
  const whose = isOwnPage ? services.signIn.whoseWindow({ session, key }) : null;
  return whose === null ? null : { ...whose, window: { session, key } };
}

/** Another site's page cannot make the browser ask here: for a change a browser names its Origin, which was refused before. */
function isOwnersBrowser({ headers }: FastifyRequest, askedAt: string, { services }: RestState): boolean {
  const session = sessionOf(headers.cookie, askedAt);
  return session !== null && services.signIn.isSignedIn(session);
}

/** @throws CommentdockError INSUFFICIENT_SCOPE */
function expectAllowed({ rest, scope }: Operation, scopes: readonly Scope[], reply: FastifyReply): void {
  if (rest.auth !== 'token') throw new CommentdockError('INSUFFICIENT_SCOPE', 'This is for the owner alone: OAuth clients may not do it.');
  if (scopes.includes(scope)) return;
  // RFC 6750, 3.1.
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  throw new CommentdockError('INSUFFICIENT_SCOPE', `This needs the scope ${scope}, which the owner did not allow this client.`);
}

/** @throws CommentdockError RATE_LIMIT_EXCEEDED */
function limitRate(caller: Caller, request: FastifyRequest, reply: FastifyReply, { services, rateLimit }: RestState): void {
  const counted = countRequest({ ...caller, sandbox: isYes(request.headers['x-sandbox']) }, services, rateLimit);
  if (counted === null) return;
  reply.headers(allowanceHeaders(counted.allowance));
  if (counted.refusal !== null) throw counted.refusal;
}

function contextFor(caller: Caller, reply: FastifyReply, { services, place }: RestState): OperationContext {
  const abort = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort(new CommentdockError('STOPPED', 'The caller went away.'));
  });
  return contextOf(services, { caller, links: { baseUrl: place.baseUrl }, signal: abort.signal });
}
