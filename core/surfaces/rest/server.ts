import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from 'pino';
import { type AddressLimit, createAddressLimit } from '#core/auth/address-limit.ts';
import { countHere } from '#core/auth/attempts.ts';
import { type Place, placeOf, refuseForeign } from '#core/auth/place.ts';
import { CommentdockError, DatabaseAway } from '#core/contract/error.ts';
import { tierOf } from '#core/contract/tier.ts';
import { createLogger } from '#core/log/service-log.ts';
import { OPERATIONS, type Services } from '#core/operations/registry.ts';
import { logAccess, REQUEST_ID_HEADER } from '#core/surfaces/rest/access-log.ts';
import { acceptJsonBodies } from '#core/surfaces/rest/body.ts';
import { errorAnswer } from '#core/surfaces/rest/error-answer.ts';
import {
  guarded,
  guardUpgrade,
  type Mount,
  rawAnswer,
  type ServerStanding,
  takesUpgrade,
  type UpgradeMount,
} from '#core/surfaces/rest/mount.ts';
import { addPages } from '#core/surfaces/rest/pages.ts';
import { allowanceHeaders, createRateLimit, fullAllowance, type RateLimit } from '#core/owner/rate-limit.ts';
import { refuseUnknownPath } from '#core/surfaces/rest/unknown-path.ts';
import { addOperation, type RestState } from '#core/surfaces/rest/operation-route.ts';

/** Imported as a module, node:http would also load Node's own fetch: 50 ms and 16 MB (nodejs/node, `http.WebSocket`). */
const { createServer } = process.getBuiltinModule('node:http');

const MAX_BODY_BYTES = 1_048_576;
const MAX_PARAM_LENGTH = 300;
/** Clients keep a connection nearly as long as they are told it lives. With Node's five seconds a busy one often asked over a connection just closed. */
const KEEP_ALIVE_MS = 72_000;

interface RestParts {
  readonly services: Services;
  /** Accepted in place of a token: the secret of run.json. Null: tokens only. */
  readonly ownerSecret: string | null;
  /** Without one: standard error at the level of the settings. */
  readonly logger?: Logger;
  /** Shared with other surfaces, so that a token has one limit over all of them. Without one: the requests here alone. */
  readonly rateLimit?: RateLimit;
  /** Without one: the requests here alone. */
  readonly limitAddress?: AddressLimit;
  /** Other surfaces on the same port. */
  readonly mounts?: readonly Mount[];
  readonly upgrades?: readonly UpgradeMount[];
}

interface RestServer {
  /** On this machine, without a slash at the end. */
  readonly url: string;
  /** Of links, without a slash at the end. */
  readonly linksUrl: string;
  readonly port: number;
  /** Ends open connections. */
  close(): Promise<void>;
}

/**
 * Serves the operations on the host and port of the settings.
 * @throws CommentdockError PORT_IN_USE
 */
export async function startRest(parts: RestParts): Promise<RestServer> {
  const { host, port } = parts.services.config;
  const { app, listensOn } = createRest(parts);
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw portTaken(error, port) ?? error;
  }
  const bound = (app.server.address() as AddressInfo).port;
  const { localUrl, baseUrl } = listensOn(bound);
  return { url: localUrl, linksUrl: baseUrl, port: bound, close: () => app.close() };
}

/** Where that is why nobody can listen there; null: it is something else. */
export function portTaken(error: unknown, port: number): CommentdockError | null {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return null;
  const words = `Port ${port} is taken by another program; set COMMENTDOCK_PORT (0 takes any free one).`;
  return new CommentdockError('PORT_IN_USE', words, { cause: error });
}

/** The routes without a socket. `listensOn` tells the port once it is known; until then it is that of the settings. */
export function createRest({ services, ownerSecret, mounts = [], upgrades = [], ...parts }: RestParts): {
  readonly app: FastifyInstance;
  listensOn(port: number): Place;
} {
  const logger = parts.logger ?? createLogger(services.config);
  const state: RestState = {
    services,
    ownerSecret,
    logger,
    rateLimit: parts.rateLimit ?? createRateLimit(services.requests, services.now()),
    place: placeOf(services.config, services.config.port),
  };
  const limitAddress = parts.limitAddress ?? createAddressLimit(services.config.addressLimit, countHere(services.now));
  const headers = standingHeaders(services);
  const standing = (): ServerStanding => ({ ...state, limitAddress, headers });
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    serverFactory: (handler) =>
      createServer(
        { keepAliveTimeout: KEEP_ALIVE_MS, shouldUpgradeCallback: (request) => takesUpgrade(request, upgrades) },
        guarded(handler, mounts, standing),
      ).on('upgrade', (request, socket, head) => guardUpgrade(request, socket, head, upgrades, standing())),
    // Paths that the framework refuses before any hook runs.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers()), state),
    clientErrorHandler: answerBrokenRequest,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers()).header(REQUEST_ID_HEADER, request.id);
    refuseForeign(request, state.place);
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, state));
  app.setNotFoundHandler((request, reply) => refuseUnknownPath(request, reply));
  acceptJsonBodies(app);
  logAccess(app, logger);
  for (const operation of OPERATIONS) addOperation(app, operation, state);
  addPages(app, state, mounts);
  return {
    app,
    listensOn: (bound) => (state.place = placeOf(services.config, bound)),
  };
}

/** Of every answer, also while the database is away: with the plan that was in use then. */
function standingHeaders({ settings, now }: Services): () => Readonly<Record<string, string>> {
  let plan = settings.plan();
  return () => {
    try {
      plan = settings.plan();
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
    }
    return { ...allowanceHeaders(fullAllowance(tierOf(plan).requestsPerMinute, now())), 'x-content-type-options': 'nosniff' };
  };
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, { logger }: RestState): FastifyReply {
  const { status, headers, body } = errorAnswer(error);
  const route = request.routeOptions.url;
  // Where the way to the failure is known, only what we do not know needs its stack.
  if (body.error_code === 'INTERNAL') logger.error({ request: request.id, err: error, route }, 'failed');
  else if (status >= 500) logger.error({ request: request.id, code: body.error_code, words: body.detail, route }, 'failed');
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
}

/** What does not even parse as HTTP. */
function answerBrokenRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const { status, body } = errorAnswer(new CommentdockError('INVALID_REQUEST', 'This is not a valid HTTP request.'));
  socket.end(rawAnswer(status, JSON.stringify(body)));
}
