import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommentdockError } from '#core/contract/error.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { PAGES } from '#core/surfaces/rest/pages.ts';

const ROUTES = [
  ...OPERATIONS.map(({ rest }) => ({ method: rest.method, path: rest.path })),
  ...PAGES.map(({ path }) => ({ method: 'GET' as const, path })),
].map(({ method, path }) => ({ method, shape: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }));

/** @throws CommentdockError RESOURCE_NOT_FOUND; METHOD_NOT_ALLOWED where the path is known, with the header Allow */
export function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.replace(/[?#].*$/, '');
  const methods = [...new Set(ROUTES.filter(({ shape }) => shape.test(path)).map(({ method }) => method))];
  if (methods.length === 0) throw new CommentdockError('RESOURCE_NOT_FOUND', 'There is nothing at this path. /docs lists all routes.');
  reply.header('allow', methods.includes('GET') ? [...methods, 'HEAD'].join(', ') : methods.join(', '));
  throw new CommentdockError('METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}.`);
}
