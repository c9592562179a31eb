import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CommentdockError } from '#core/contract/error.ts';

const NO_JSON = 'The body is not valid JSON. Send an object such as {"url": "https://..."}.';

/** Bodies are JSON. An empty one is accepted under any content type: routes that need fields say so themselves. */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else
      parseJson(request, body, (error, parsed) =>
        // Told here, where it is known that the body is at fault: any other SyntaxError is ours.
        error === null ? done(null, parsed) : done(new CommentdockError('INVALID_REQUEST', NO_JSON, { cause: error }), undefined),
      );
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request: FastifyRequest, body: string, done) => {
    if (body === '') done(null, undefined);
    else done(new CommentdockError('UNSUPPORTED_MEDIA_TYPE'), undefined);
  });
}
