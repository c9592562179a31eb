import { OAuthError } from '#core/auth/oauth/oauth-error.ts';

/** Parameters of an OAuth request. */
export type Parameters = ReadonlyMap<string, string>;

/**
 * Empty ones are left out, and none may come twice (RFC 6749, 3.1 and 3.2).
 * @throws OAuthError invalid_request; invalid_target for more than one resource
 */
export function readParameters(entries: Iterable<readonly [string, string]>): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of entries) {
    if (value === '') continue;
    if (parameters.has(name)) {
      if (name === 'resource') throw new OAuthError('invalid_target', 'Ask for one resource at a time.');
      throw new OAuthError('invalid_request', `The parameter ${name} comes twice.`);
    }
    parameters.set(name, value);
  }
  return parameters;
}

/** @throws OAuthError invalid_request */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value !== undefined) return value;
  throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
}
