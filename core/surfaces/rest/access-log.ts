import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Of answers: what their line in the log is found by. */
export const REQUEST_ID_HEADER = 'x-request-id';

/**
 * One line for each answer. The route stands there, not the URL: links of files and pasted URLs are nobody else's business.
 */
export function logAccess(app: FastifyInstance, logger: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown path)';
    logger.info(
      { request: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
}
