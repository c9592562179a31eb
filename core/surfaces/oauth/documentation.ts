type PathItem = Readonly<Record<string, unknown>>;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const TAGS = ['oauth'];
const SIGN_IN_TAGS = ['signin'];

const text = { type: 'string' } as const;
const page = (description: string) => ({ description, content: { 'text/html': {} } });
const object = (description: string, properties: Readonly<Record<string, unknown>> = {}) => ({
  description,
  content: { [JSON_TYPE]: { schema: { type: 'object', properties } } },
});
const form = (required: readonly string[], optional: readonly string[], types: readonly string[] = [FORM, JSON_TYPE]) => {
  const properties = Object.fromEntries([...required, ...optional].map((name) => [name, text]));
  const schema = { type: 'object', properties, required };
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
};
const query = (names: readonly string[]) => names.map((name) => ({ name, in: 'query', required: false, schema: text }));

const NO_FORM = object('The body is no form');
const PROTOCOL_ERROR = object('An error of the protocol', { error: text, error_description: text });

const TOKEN_ANSWER = {
  access_token: text,
  token_type: text,
  expires_in: { type: 'integer' },
  refresh_token: text,
  scope: text,
};

const resource = (operationId: string): PathItem => ({
  get: {
    operationId,
    summary: 'The protected resource and its authorization server (RFC 9728)',
    tags: TAGS,
    security: [],
    responses: { 200: object('Metadata') },
  },
});

/** The routes of this surface in the OpenAPI document. */
export const OAUTH_DOCUMENTATION: Readonly<Record<string, PathItem>> = {
  '/.well-known/oauth-authorization-server': {
    get: {
      operationId: 'oauth.server',
      summary: 'The authorization server (RFC 8414)',
      tags: TAGS,
      security: [],
      responses: { 200: object('Metadata') },
    },
  },
  '/.well-known/oauth-protected-resource': resource('oauth.resource'),
  '/.well-known/oauth-protected-resource/mcp': resource('oauth.endpoint'),
  '/oauth/authorize': {
    get: {
      operationId: 'oauth.ask',
      summary: 'Ask the owner, in the browser',
      tags: TAGS,
      security: [],
      parameters: query([
        'response_type',
        'client_id',
        'redirect_uri',
        'scope',
        'state',
        'code_challenge',
        'code_challenge_method',
        'resource',
      ]),
      responses: { 200: page('The consent page'), 302: { description: 'To /login, or back to the client' }, 400: page('What is wrong') },
    },
    post: {
      operationId: 'oauth.decide',
      summary: "The owner's answer, from the consent page",
      tags: TAGS,
      security: [],
      requestBody: form(['request', 'proof', 'decision'], [], [FORM]),
      responses: {
        303: { description: 'Back to the client' },
        400: page('What is wrong'),
        403: page('Not from the consent page'),
        415: NO_FORM,
      },
    },
  },
  '/oauth/token': {
    post: {
      operationId: 'oauth.token',
      summary: 'Exchange a code or a refresh token',
      tags: TAGS,
      security: [],
      requestBody: form(['grant_type', 'client_id'], ['code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope', 'resource']),
      responses: { 200: object('Tokens', TOKEN_ANSWER), 400: PROTOCOL_ERROR, 401: PROTOCOL_ERROR },
    },
  },
  '/oauth/register': {
    post: {
      operationId: 'oauth.register',
      summary: 'Register a client (RFC 7591)',
      tags: TAGS,
      security: [],
      requestBody: {
        required: true,
        content: {
          [JSON_TYPE]: {
            schema: {
              type: 'object',
              properties: { redirect_uris: { type: 'array', items: text }, client_name: text },
              required: ['redirect_uris'],
            },
          },
        },
      },
      responses: { 201: object('The client', { client_id: text }), 400: PROTOCOL_ERROR, 429: object('Too many in this minute') },
    },
  },
  '/oauth/revoke': {
    post: {
      operationId: 'oauth.revoke',
      summary: 'Revoke a token (RFC 7009)',
      tags: TAGS,
      security: [],
      requestBody: form(['token', 'client_id'], ['token_type_hint']),
      responses: { 200: object('Done, or nothing to do') },
    },
  },
  '/oauth/clients': {
    get: {
      operationId: 'oauth.clients',
      summary: 'The clients that the owner allowed something',
      tags: TAGS,
      security: [],
      responses: { 200: page('The page'), 302: { description: 'To /login' } },
    },
    post: {
      operationId: 'oauth.forget',
      summary: 'Take back what a client was allowed, from that page',
      tags: TAGS,
      security: [],
      requestBody: form(['client_id', 'proof'], [], [FORM]),
      responses: { 303: { description: 'Back to the page' }, 403: page('Not from that page'), 415: NO_FORM },
    },
  },
  '/login': {
    get: {
      operationId: 'signin.page',
      summary: 'The page that asks the owner for a one-time code',
      tags: SIGN_IN_TAGS,
      security: [],
      parameters: query(['redirect']),
      responses: { 200: page('The page') },
    },
    post: {
      operationId: 'signin.enter',
      summary: 'Sign in with a one-time code',
      tags: SIGN_IN_TAGS,
      security: [],
      requestBody: form(['code'], ['redirect'], [FORM]),
      responses: { 303: { description: 'Signed in' }, 400: page('The code does not work'), 415: NO_FORM, 429: page('Too many tries') },
    },
  },
  '/invitation': {
    get: {
      operationId: 'signin.invitation',
      summary: 'The page of an invitation link; it uses nothing up',
      tags: SIGN_IN_TAGS,
      security: [],
      parameters: query(['code']),
      responses: { 200: page('The page with its button') },
    },
    post: {
      operationId: 'signin.accept',
      summary: 'Open the window by an invitation, once, from that page',
      tags: SIGN_IN_TAGS,
      security: [],
      requestBody: form(['code'], [], [FORM]),
      responses: {
        200: page('It goes on to the window, with its cookie'),
        400: page('The invitation does not work'),
        415: NO_FORM,
        429: page('Too many tries'),
      },
    },
  },
  '/logout': {
    post: {
      operationId: 'signin.end',
      summary: "End the browser's session",
      tags: SIGN_IN_TAGS,
      security: [],
      responses: { 303: { description: 'To the start page' } },
    },
  },
};
