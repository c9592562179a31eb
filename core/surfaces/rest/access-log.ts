import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Config } from '#core/config/config.ts';

/** Never in a log, wherever they turn up: credentials and cookies. */
const REDACTED = [
  'authorization',
  'cookie',
  'cookies',
  '["x-auth-token"]',
  '["set-cookie"]',
  'token',
  'owner_secret',
  'ownerSecret',
  'password',
];
const SECRET_PATHS = REDACTED.flatMap((name) =>
  name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
);

/** A log on standard error (standard output belongs to commands), with secrets blotted out. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino(
    { name: 'commentdock', level: logLevel, redact: { paths: SECRET_PATHS, censor: '***' } },
    pino.destination({ dest: 2, sync: false }),
  );
}

/**
 * One line for each answer. The route stands there, not the URL: links of files and pasted URLs are nobody else's business.
 */
export function logAccess(app: FastifyInstance, logger: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown path)';
    logger.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
}
