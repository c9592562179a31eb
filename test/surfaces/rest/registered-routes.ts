import type { FastifyInstance } from 'fastify';

interface RegisteredRoute {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
}

const LINE = /^(?<indent>[│ ]*)[├└]── (?<part>\S*)(?: \((?<methods>[A-Z, ]+)\))?$/;
const INDENT_PER_LEVEL = 4;

/** Every route the framework really answers, read from its own tree. HEAD comes with every GET and is left out. */
export function registeredRoutes(app: FastifyInstance): readonly RegisteredRoute[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const found = LINE.exec(line)?.groups;
      if (!found) throw new Error(`unreadable line of the route tree: ${line}`);
      const level = (found['indent'] ?? '').length / INDENT_PER_LEVEL;
      above.length = level;
      above.push(found['part'] ?? '');
      const path = above.join('').replace(/:(\w+)/g, '{$1}');
      return (found['methods'] ?? '')
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => ({ method, path }));
    });
}
