/** Where clients look for the authorization server (RFC 8414). */
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Where they look for a protected resource (RFC 9728); the path of the resource follows. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';
