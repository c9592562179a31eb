import type { FieldPlace, RestRoute } from '#core/operations/define.ts';

/** Where a request of this route carries an input field. */
export function placeOf(route: RestRoute, field: string): FieldPlace {
  const named = route.from?.[field];
  if (named !== undefined) return named;
  if (route.path.includes(`{${field}}`)) return 'path';
  return route.method === 'GET' || route.method === 'DELETE' ? 'query' : 'body';
}

/** True where requests of this route carry a body. */
export function takesBody(route: RestRoute, fields: readonly string[]): boolean {
  return fields.some((field) => placeOf(route, field) === 'body');
}
