import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CommentdockError } from '#core/contract/error.ts';

/** Bodies are JSON. An empty one is accepted under any content type: routes that need fields say so themselves. */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else parseJson(request, body, done);
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request: FastifyRequest, body: string, done) => {
    if (body === '') done(null, undefined);
    else done(new CommentdockError('UNSUPPORTED_MEDIA_TYPE'), undefined);
  });
}
