import type { Statements } from '#test/contract/statements/statement.ts';

export const AUTHENTICATION = {
  'auth.invalid': { words: 'a token that is not ours: 401 AUTH_HEADER_TOKEN' },
  'auth.plan-expired': { words: 'without a subscription: 403 PLAN_EXPIRED' },
  'auth.token-expired': { words: 'an expired token: 403 TOKEN_EXPIRED', elsewhere: 'test/auth/tokens.test.ts > TOKEN_EXPIRED' },
  'token.subscription': { words: 'generating a token needs Premium or Business' },
  'token.upgrade': { words: 'an upgrade holds for the tokens that exist' },
  'sandbox.no-scraping': { words: 'X-Sandbox: true answers sample data at once and asks no platform' },
  'sandbox.shaped': { words: 'the sample has the shape of the platform of the URL' },
  'sandbox.at-most': { words: 'at most 100 comments' },
  'sandbox.not-counted': { words: 'not counted towards the day' },
  'sandbox.files': { words: 'what was sampled is read back as it was, each record with _sandbox: true' },
  'sandbox.token': { words: 'the sandbox needs a token too' },
  'event.signature': { words: 'X-Signature is the lower-case hexadecimal HMAC-SHA256 of the raw body' },
  'auth.mcp': { words: 'bearer credentials, challenges and the environment variable of stdio' },
  'oauth.discovery': { words: 'the discovery document has the fields and values of the specification' },
  'oauth.sign-in': { words: 'a user who is not signed in is redirected to /login?redirect=<this URL>' },
  'oauth.authorize': { words: 'after consent the browser is sent to redirect_uri with code and state' },
  'oauth.pkce': { words: 'authorization code with PKCE, S256 only' },
  'oauth.exchange': { words: 'a code gives access_token (JWT), token_type Bearer, expires_in 3600, refresh_token and scope' },
  'oauth.refresh': { words: 'a refresh gives a new pair and consumes the old refresh token' },
  'oauth.lifetimes': {
    words: 'an access token lives an hour, a refresh token 30 days from each rotation',
    elsewhere: 'test/surfaces/oauth/rfc9700-tokens.test.ts > live for 30 days from then',
  },
  'oauth.hashed': {
    words: 'only the SHA-256 of a refresh token is stored',
    elsewhere: 'test/surfaces/oauth/rfc9700-tokens.test.ts > leave only their SHA-256 behind',
  },
  'oauth.replay': { words: 'a redeemed refresh token that is presented again revokes the whole family, and the answer says so' },
  'oauth.revoke': { words: 'revoking a refresh token kills its family, an access token itself; the answer is always 200' },
  'oauth.register': { words: 'registered clients are public; redirect URIs are https, or http on this machine' },
  'oauth.register-limit': { words: 'registration is limited per address' },
  'oauth.built-in': { words: 'the client mcp is known, at any port of this machine' },
} as const satisfies Statements;

export const EVENTS = {
  'event.created-and-finished': { words: 'export.created when the work starts, export.finished when it succeeds' },
  'event.failed-and-requeued': { words: 'export.failed and export.requeued' },
  'event.only-listed': { words: 'a webhook gets the events of its list alone, and only while it is enabled' },
  'event.recorded': { words: 'a delivery is recorded with responseCode and numberOfCalls' },
  'event.sandbox-created': { words: 'exports of the sandbox are told of as well' },
  'event.survives': {
    words: 'a delivery outlives the process',
    elsewhere: 'test/webhooks/process.test.ts > loses no message, and doubles none but under its own id where it was on its way',
  },
  'event.realtime': {
    words: 'channels, envelope, job and bulk events, subscription.updated',
    elsewhere: 'test/clients/realtime/events.test.ts > tells of it from its creation to its end, as that of all exports does',
  },
  'event.progress': {
    words: 'job.progress at most once per 5 seconds and export, and the last one before the end',
    elsewhere: 'test/exports/announcements.test.ts > is told at once, then every 5 seconds, and a last time before the end',
  },
} as const satisfies Statements;

export const ERRORS = {
  'error.body': { words: 'every error is {status_code, error_code, detail}' },
  'error.statuses': { words: '200, 201, 204, 400, 401, 403, 404 and 422 mean what they say' },
  'error.invalid-request': { words: 'INVALID_REQUEST 400' },
  'error.invalid-url': { words: 'INVALID_URL 400' },
  'error.no-5xx': {
    words: 'no request makes the service answer 500',
    elsewhere: 'test/fuzz/openapi-fuzz.test.ts > 500 requests made from the OpenAPI document',
  },
  'batch.token': { words: 'a batch without a valid token: 401' },
  'batch.rate': {
    words: 'a batch that does not fit the limits: 429, with seconds_to_wait, and nothing is created',
    elsewhere: 'test/exports/admission.test.ts > holds a batch to the day alone, and creates nothing where it does not fit',
  },
  'error.concurrency': {
    words: 'CONCURRENCY_RATE_LIMIT 429: a code of the document; nobody meets it, since what may not run yet waits in the queue',
  },
} as const satisfies Statements;

export const LIMITS = {
  'limit.table': { words: 'the table of tiers, number by number' },
  'limit.single': { words: 'single exports on every paid plan' },
  'limit.minute': { words: '60 requests a minute on Premium: RATE_LIMIT_EXCEEDED; the sandbox passes' },
  'limit.business-minute': { words: '200 requests a minute on Business' },
  'limit.day': { words: '100 creations a day on Premium: DAILY_LIMIT_EXCEEDED, and nothing is created' },
  'limit.queue': { words: 'Premium: 1 runs, 3 wait, more is QUEUE_LIMIT_EXCEEDED' },
  'limit.business-queue': { words: 'Business: 5 run, 5 wait' },
  'limit.three-minutes': { words: 'Premium: 7 creations in 3 minutes, then RATE_WINDOW_EXCEEDED' },
  'limit.business-window': { words: 'Business: 15 creations in 5 minutes' },
  'limit.urls-count': { words: 'each URL of urls and of a batch counts as one export' },
  'limit.comments': { words: 'an export holds no more than the tier allows, whatever limit says' },
  'limit.webhooks': { words: '1 webhook on Premium, 10 on Business' },
  'schedule.caps': { words: '3 schedules on Premium, 20 on Business' },
  'limit.sentiment-sample': { words: 'the free analyzer: 10 comments an export, 50 characters each, English' },
  'limit.lists': { words: 'limit is 30 at most; page and limit are at least 1' },
  'limit.locations': { words: 'locations: 10 by default, 30 at most' },
  'limit.webhook-events': { words: 'webhooks and their events: 10 by default, 30 at most' },
  'limit.restart': {
    words: 'limits outlive a restart',
    elsewhere:
      'test/clients/rest/limits.test.ts > premium refuses the 8th in 3 minutes, after a kill -9 too, until the plan is another one',
  },
} as const satisfies Statements;

export const VERSIONS = {
  'version.paths': { words: 'job routes are v3, public ones public, all others v1' },
  'version.current': { words: 'api_version is v3' },
  'version.events': { words: 'the envelope says v3-beta' },
} as const satisfies Statements;
