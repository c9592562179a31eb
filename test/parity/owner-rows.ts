import type { Input } from '#test/parity/door.ts';
import { bad, type Case, type Fields, good, plainly, type Row, unknownOne } from '#test/parity/row.ts';
import { APP, type Stage } from '#test/parity/stage.ts';

const PROXY = 'socks5://user:password@127.0.0.1:1080';
const RESENDS_A_MINUTE = 10;
/** Sizes differ by what was done there, the folder by its name. */
const OF_SERVICE: NonNullable<Case['compared']> = {
  of: ({ version, node, system, plan }) => ({ version, node, system, plan }),
  why: 'each door has a data folder of its own',
};
const POOL = { name: 'Two doors', proxies: [{ type: 'http', address: '127.0.0.1:8080' }] };

function existing(operation: string, make: (stage: Stage) => Input, more: Input = {}): Case['input'] {
  return async (stage) => ({ uuid: await stage.newUuid(operation, make(stage)), ...more });
}

const aToken: Case['input'] = async (stage) => {
  await stage.prepare('tokens.generate', { name: 'for one call' });
  const [newest] = (await stage.prepare('tokens.list', {})) as readonly Fields[];
  return { uuid: newest?.['uuid'] };
};

const aWebhook = (more: Input = {}): Case['input'] =>
  existing('webhooks.create', ({ inboxUrl }) => ({ url: inboxUrl, events: ['export.requeued'], signingSecret: 'secret' }), more);

/** What one call changed and another one would stumble over: the plan, and webhooks, which are limited in number. */
export async function tidyUp({ prepare }: Stage): Promise<void> {
  await prepare('account.switch', { plan: 'business' });
  for (const { uuid } of (await prepare('webhooks.list', { limit: 30 })) as readonly Fields[]) await prepare('webhooks.delete', { uuid });
}

const aDelivery: Case['input'] = async (stage) => {
  const { uuid: webhook } = (await aWebhook()(stage)) as { readonly uuid: string };
  return { uuid: await stage.newUuid('webhooks.test', { uuid: webhook }) };
};

const aSchedule = (more: Input = {}): Case['input'] => existing('schedules.create', () => ({ url: APP, frequency: 'daily' }), more);
const aRoute = (more: Input = {}): Case['input'] =>
  existing('routes.create', ({ newName }) => ({ name: newName('Route'), code: 'DE', url: PROXY }), more);
const aPool: Case['input'] = existing('pools.create', () => POOL);

const ACCOUNT_ROWS: readonly Row[] = [
  { operation: 'account.usage', cases: [plainly] },
  { operation: 'account.profile', cases: [plainly] },
  {
    operation: 'account.switch',
    cases: [
      good('to another one', () => ({ plan: 'premium' })),
      good('back', () => ({ plan: 'business' })),
      bad('INVALID_REQUEST', 'to none', () => ({ plan: 'gold' })),
    ],
  },
  { operation: 'account.quota', cases: [plainly] },
  { operation: 'account.limits', cases: [plainly] },
  {
    operation: 'tokens.generate',
    cases: [
      good('with a name', () => ({ name: 'for scripts' })),
      good('for a month', () => ({ name: 'for June', expiresInDays: 30 })),
      bad('VALIDATION_ERROR', 'with no name', () => ({ name: ' ' })),
      bad('VALIDATION_ERROR', 'for no day', () => ({ expiresInDays: 0 })),
    ],
  },
  { operation: 'tokens.list', cases: [plainly, bad('INVALID_REQUEST', 'a page that is none', () => ({ page: 'first' }))] },
  { operation: 'tokens.get', cases: [good('one', aToken), unknownOne('uuid')] },
  { operation: 'tokens.delete', cases: [good('one', aToken), unknownOne('uuid')] },
];

const LOGIN = { reddit_session: 'secret', token_v2: 'secret' };
const anAccount: Case['input'] = async (stage) => ({
  uuid: await stage.newUuid('accounts.save', { platform: 'reddit', cookies: LOGIN, name: stage.newName('Account') }),
});

const SAVED_ACCOUNT_ROWS: readonly Row[] = [
  {
    operation: 'accounts.save',
    cases: [
      good('by the names of cookies', () => ({ platform: 'reddit', cookies: LOGIN })),
      good('from a header, under a name', () => ({ platform: 'youtube', cookies: 'Cookie: SAPISID=a; SID=b', name: 'second' })),
      good('once more', () => ({ platform: 'reddit', cookies: '[{"name":"reddit_session","value":"x","domain":".reddit.com"}]' })),
      bad('VALIDATION_ERROR', 'of a platform that does not exist', () => ({ platform: 'nowhere', cookies: LOGIN })),
      bad('VALIDATION_ERROR', 'of a platform without a login', () => ({ platform: 'steam', cookies: LOGIN })),
      bad('VALIDATION_ERROR', 'without a cookie', () => ({ platform: 'reddit', cookies: 'nothing of the kind' })),
    ],
  },
  { operation: 'accounts.list', cases: [plainly] },
  {
    operation: 'accounts.import',
    cases: [
      good('from the browser that has it', () => ({ platform: 'reddit', name: 'imported' })),
      good('from a browser and a profile', () => ({ platform: 'reddit', browser: 'firefox', profile: 'abcd.default-release' })),
      bad('INVALID_REQUEST', 'from a browser that is not there', () => ({ platform: 'reddit', browser: 'brave' })),
      bad('VALIDATION_ERROR', 'of a platform without a login', () => ({ platform: 'steam' })),
    ],
  },
  { operation: 'accounts.browsers', cases: [plainly] },
  { operation: 'accounts.delete', cases: [good('one', anAccount), unknownOne('uuid')] },
];

const ROUTE_ROWS: readonly Row[] = [
  {
    operation: 'routes.create',
    cases: [
      good('with credentials', () => ({ name: 'Berlin', code: 'de', url: PROXY })),
      bad('VALIDATION_ERROR', 'a name that is taken', () => ({ name: 'Berlin', code: 'DE', url: PROXY })),
      bad('VALIDATION_ERROR', 'nothing right', () => ({ name: ' ', code: 'Germany', url: 'nowhere' })),
    ],
  },
  { operation: 'routes.list', cases: [plainly] },
  { operation: 'vpn.locations', cases: [plainly, good('a second page', () => ({ page: 2, limit: 1 }))] },
  { operation: 'routes.get', cases: [good('one', aRoute()), unknownOne('uuid')] },
  {
    operation: 'routes.update',
    cases: [
      good('its country', aRoute({ code: 'CH' })),
      bad('VALIDATION_ERROR', 'a bad URL', aRoute({ url: 'ftp://x' })),
      unknownOne('uuid'),
    ],
  },
  { operation: 'routes.delete', cases: [good('one', aRoute()), unknownOne('uuid')] },
  {
    operation: 'pools.create',
    cases: [
      good('with a password', () => ({ name: 'Mine', proxies: [{ type: 'http', address: '127.0.0.1:80', username: 'u', password: 'p' }] })),
      bad('VALIDATION_ERROR', 'without proxies', () => ({ name: 'Mine' })),
      bad('VALIDATION_ERROR', 'with a text for proxies', () => ({ name: 'Mine', proxies: 'none' })),
      bad('VALIDATION_ERROR', 'with a bad address', () => ({ name: 'Mine', proxies: [{ type: 'http', address: 'nowhere' }] })),
    ],
  },
  { operation: 'pools.list', cases: [plainly, good('one of them', () => ({ limit: 1 }))] },
  { operation: 'pools.get', cases: [good('one', aPool), unknownOne('uuid')] },
  { operation: 'pools.delete', cases: [good('one', aPool), unknownOne('uuid')] },
  {
    operation: 'routes.import',
    cases: [
      good('of one country', () => ({ list: `${PROXY}\n127.0.0.1:3128:user:password`, code: 'DE', name: 'Office' })),
      good('with columns', () => ({ list: 'host;port;country\n127.0.0.1;3128;Austria', type: 'socks5' })),
      bad('VALIDATION_ERROR', 'without a country', () => ({ list: '127.0.0.1:3128' })),
      bad('VALIDATION_ERROR', 'with a line that is none', () => ({ list: '127.0.0.1:3128\nnowhere', code: 'DE' })),
    ],
  },
  {
    operation: 'pools.import',
    cases: [
      good('as lines', () => ({ name: 'Mine', list: `${PROXY}\nuser:password@127.0.0.1:3128` })),
      bad('VALIDATION_ERROR', 'without a proxy', () => ({ name: 'Mine', list: '# none' })),
    ],
  },
  {
    operation: 'routes.check',
    cases: [good('all of them', () => ({})), bad('RESOURCE_NOT_FOUND', 'one that does not exist', () => ({ name: 'Nowhere' }))],
  },
  { operation: 'pools.check', cases: [good('one', aPool), unknownOne('uuid')] },
];

const WEBHOOK_ROWS: readonly Row[] = [
  {
    operation: 'webhooks.create',
    cases: [
      good('for two events', ({ inboxUrl }) => ({
        url: inboxUrl,
        events: ['export.failed', 'export.requeued'],
        signingSecret: 'secret',
        enabled: false,
      })),
      bad('VALIDATION_ERROR', 'with an address alone', ({ inboxUrl }) => ({ url: inboxUrl })),
      bad('VALIDATION_ERROR', 'for an event that is none', ({ inboxUrl }) => ({ url: inboxUrl, events: ['never'], signingSecret: 's' })),
      bad('VALIDATION_ERROR', 'to a bad address', () => ({ url: 'ftp://x', events: ['export.failed'], signingSecret: 's' })),
    ],
  },
  {
    operation: 'webhooks.list',
    cases: [good('one', async (stage) => (await aWebhook()(stage), {})), good('none under a text', () => ({ query: 'elsewhere' }))],
  },
  { operation: 'webhooks.get', cases: [good('one', aWebhook()), unknownOne('uuid')] },
  {
    operation: 'webhooks.update',
    cases: [
      good('off', aWebhook({ enabled: false })),
      good('on, for another event', aWebhook({ enabled: true, events: ['export.created'] })),
      bad('VALIDATION_ERROR', 'a bad address', aWebhook({ url: 'nowhere' })),
      unknownOne('uuid', { enabled: true }),
    ],
  },
  { operation: 'webhooks.toggle', cases: [good('an enabled one', aWebhook()), unknownOne('uuid')] },
  {
    operation: 'webhooks.test',
    cases: [
      good('one that answers', aWebhook()),
      bad('INVALID_REQUEST', 'one that is switched off', async (stage) => {
        const { uuid } = (await aWebhook()(stage)) as { readonly uuid: string };
        await stage.prepare('webhooks.toggle', { uuid });
        return { uuid };
      }),
      unknownOne('uuid'),
    ],
  },
  {
    operation: 'webhooks.events',
    cases: [
      good('of one webhook', async (stage) => {
        const { uuid } = (await aWebhook()(stage)) as { readonly uuid: string };
        await stage.prepare('webhooks.test', { uuid });
        return { 'webhook.uuid': uuid, limit: 5 };
      }),
      good('of no event', () => ({ event: 'never' })),
    ],
  },
  { operation: 'webhooks.summary', cases: [good('after a test', async (stage) => (await aDelivery(stage), {}))] },
  {
    operation: 'webhooks.resend',
    cases: [
      good('one', aDelivery),
      bad('RATE_LIMIT_EXCEEDED', 'too often', async (stage) => {
        const { uuid } = await aDelivery(stage);
        for (let count = 0; count < RESENDS_A_MINUTE; count += 1) await stage.prepare('webhooks.resend', { uuid });
        return { uuid };
      }),
      unknownOne('uuid'),
    ],
  },
  { operation: 'webhooks.delete', cases: [good('one', aWebhook()), unknownOne('uuid')] },
];

const SCHEDULE_ROWS: readonly Row[] = [
  {
    operation: 'schedules.create',
    cases: [
      good('a daily one', () => ({ url: APP, frequency: 'daily', timezone: 'Europe/Berlin', name: 'Reviews', options: { limit: 10 } })),
      good('at a time of day', () => ({ url: APP, frequency: 'daily', timezone: 'Europe/Berlin', anchorAt: '2026-01-05T08:30:00Z' })),
      bad('VALIDATION_ERROR', 'from no instant', () => ({ url: APP, frequency: 'daily', timezone: 'UTC', anchorAt: 'noon' })),
      good('under an expression', () => ({ url: APP, cron: '30 9 * * 1', timezone: 'UTC' })),
      bad('VALIDATION_ERROR', 'neither frequency nor expression', () => ({ url: APP, timezone: 'UTC' })),
      bad('VALIDATION_ERROR', 'in no time zone', () => ({ url: APP, frequency: 'daily', timezone: 'Mars/Crater' })),
    ],
  },
  { operation: 'schedules.list', cases: [plainly, bad('INVALID_REQUEST', 'a page that is none', () => ({ page: '-1' }))] },
  { operation: 'schedules.get', cases: [good('one', aSchedule()), unknownOne('uuid')] },
  {
    operation: 'schedules.update',
    cases: [
      good('its name', aSchedule({ name: 'Another' })),
      bad('VALIDATION_ERROR', 'a bad expression', aSchedule({ cron: 'often' })),
      unknownOne('uuid', { name: 'Another' }),
    ],
  },
  {
    operation: 'schedules.replace',
    cases: [
      good('all of it', aSchedule({ url: APP, frequency: 'weekly' })),
      bad('VALIDATION_ERROR', 'without a frequency', aSchedule({ url: APP })),
      unknownOne('uuid', { url: APP, frequency: 'daily' }),
    ],
  },
  { operation: 'schedules.pause', cases: [good('one', aSchedule()), unknownOne('uuid')] },
  {
    operation: 'schedules.resume',
    cases: [
      good('a paused one', async (stage) => {
        const { uuid } = (await aSchedule()(stage)) as { readonly uuid: string };
        await stage.prepare('schedules.pause', { uuid });
        return { uuid };
      }),
      unknownOne('uuid'),
    ],
  },
  { operation: 'schedules.run', cases: [good('one', aSchedule()), unknownOne('uuid')] },
  { operation: 'schedules.delete', cases: [good('one', aSchedule()), unknownOne('uuid')] },
];

const INVITED: NonNullable<Case['compared']> = {
  of: ({ name, url, expires_at: end }) => ({ name, end: typeof end, path: String(url).replace(/^http:\/\/[^/]+|[\w-]{43}$/g, '') }),
  why: 'a link is random, and without a service links have no base address',
};

const SIGN_IN_ROWS: readonly Row[] = [
  {
    operation: 'signin.code',
    cases: [
      good('one', () => ({}), {
        of: ({ code, window_url: link, ...rest }) => {
          const { pathname, search } = new URL(String(link).replace(String(code), ''), 'http://here');
          return { ...rest, code: typeof code, window_url: pathname + search };
        },
        why: 'a code is random, and without a service links have no base address',
      }),
    ],
  },
  {
    operation: 'signin.invite',
    cases: [
      good('for a day', () => ({ name: 'Ada' }), INVITED),
      good('for a week', () => ({ name: 'Ada', hours: 168 }), INVITED),
      bad('VALIDATION_ERROR', 'for a member who is none', () => ({ name: 'Ada', member: 'nobody' })),
      bad('VALIDATION_ERROR', 'for nobody', () => ({ name: ' ' })),
      bad('VALIDATION_ERROR', 'for longer than a month', () => ({ name: 'Ada', hours: 721 })),
    ],
  },
  { operation: 'signin.invitations', cases: [plainly, bad('INVALID_REQUEST', 'a page that is none', () => ({ page: 'first' }))] },
  {
    operation: 'signin.revoke',
    cases: [
      good(
        'one',
        existing('signin.invite', () => ({ name: 'Grace' })),
      ),
      unknownOne('uuid'),
    ],
  },
];

/** The last one lets exports go on, for the rows that follow. */
const PAUSE_ROWS: readonly Row[] = [
  { operation: 'service.pausing', cases: [good('nothing is paused', () => ({}))] },
  {
    operation: 'preferences.set',
    cases: [good('all', () => ({ gentle: true, weekly_check: false, welcomed: true })), good('one back', () => ({ gentle: false }))],
  },
  { operation: 'preferences.get', cases: [plainly] },
  ...['platforms.learnt', 'platforms.forget'].map((operation) => ({
    operation,
    cases: [
      plainly,
      good('of one platform', () => ({ platform: 'yelp' })),
      bad('VALIDATION_ERROR', 'of a platform that does not exist', () => ({ platform: 'nowhere' })),
    ],
  })),
  { operation: 'service.describe', cases: [good('as it is', () => ({}), OF_SERVICE)] },
  { operation: 'service.diagnostics', cases: [good('as it is', () => ({}), OF_SERVICE)] },
  {
    operation: 'service.pause',
    cases: [
      good('until a restart', () => ({ until: 'restart' })),
      good('until it is resumed', () => ({})),
      bad('INVALID_REQUEST', 'until nobody knows', () => ({ until: 'tomorrow' })),
    ],
  },
  { operation: 'service.resume', cases: [good('after a pause', () => ({}))] },
];

/** Which platforms are told of: how far a check is, is a matter of moments. */
const NAMES_TOLD: NonNullable<Case['compared']> = {
  of: ({ platforms }) => (platforms as readonly Fields[]).map(({ platform }) => platform),
  why: 'each door has checks of its own',
};

const PLATFORM_ROWS: readonly Row[] = [
  { operation: 'platforms.waits', cases: [plainly] },
  {
    operation: 'platforms.check',
    cases: [
      good('one', () => ({ platforms: ['steam'] }), {
        of: ({ checks, platforms }) =>
          ((checks ?? platforms) as readonly Fields[]).filter(({ open }) => open !== false).map(({ platform }) => platform),
        why: 'the command stays until it is known, and tells of those that it asked for',
      }),
      bad('INVALID_REQUEST', 'one that does not exist', () => ({ platforms: ['nowhere'] })),
    ],
  },
  { operation: 'platforms.checks', cases: [good('as it is', () => ({}), NAMES_TOLD)] },
  { operation: 'platforms.uncheck', cases: [good('whatever runs', () => ({}), NAMES_TOLD)] },
];

const ASSISTANT_ROWS: readonly Row[] = [
  {
    operation: 'assistants.setup',
    cases: [
      good('as it is', () => ({}), {
        of: ({ stdio, http_url: url }) => ({
          ...(stdio as Fields),
          env: Object.keys((stdio as { readonly env: Fields }).env),
          path: String(url).replace(/^http:\/\/[^/]+/, ''),
        }),
        why: 'each door has a data folder of its own, and without a service there is no address',
      }),
    ],
  },
  { operation: 'assistants.clients', cases: [plainly] },
  {
    operation: 'assistants.revoke',
    cases: [
      good('one that holds nothing', () => ({ client_id: 'mcp' })),
      bad('VALIDATION_ERROR', 'one without an id', () => ({ client_id: '' })),
    ],
  },
];

/** What belongs to the owner. */
export const OWNER_ROWS: readonly Row[] = [
  ...ACCOUNT_ROWS,
  ...SAVED_ACCOUNT_ROWS,
  ...ROUTE_ROWS,
  ...WEBHOOK_ROWS,
  ...SCHEDULE_ROWS,
  ...SIGN_IN_ROWS,
  ...ASSISTANT_ROWS,
  ...PAUSE_ROWS,
  ...PLATFORM_ROWS,
];
