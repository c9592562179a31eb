import type { FilledStore } from '#test/scale/filled-store.ts';

/** One question to the API, as the owner or a member asks it. */
export interface Listing {
  readonly name: string;
  readonly path: string;
  readonly as: 'owner' | 'member';
}

/** Every listing and search of the API, at the beginning, deep inside and at the end, with each of its filters. */
export function listingsOf(store: FilledStore): readonly Listing[] {
  const { guid, member } = store;
  const found = (query: string): string => `/api/v1/exports/${guid}/search?${query}`;
  const page = (path: string, rows: number, limit: number): string =>
    `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&page=${Math.max(1, Math.floor(rows / limit))}`;
  const ofOwner: Readonly<Record<string, string>> = {
    'jobs.list, first': '/api/v3/jobs',
    'jobs.list, in the middle': page('/api/v3/jobs', store.jobs / 2, 30),
    'jobs.list, last': page('/api/v3/jobs', store.jobs, 30),
    'jobs.list, of an address': '/api/v3/jobs?q=nothing-has-this',
    'jobs.list, of a state': '/api/v3/jobs?status=stopped',
    'jobs.list, of a platform': '/api/v3/jobs?platform=youtube&q=watch',
    'jobs.list, of a folder': '/api/v3/jobs?folder=nothing-has-this',
    'jobs.list, of a tag': '/api/v3/jobs?tag=nothing-has-this',
    'jobs.labels': '/api/v1/labels',
    'views.list': '/api/v1/views',
    'remarks.list': `/api/v1/exports/${guid}/remarks`,
    'jobs.list, of some days': '/api/v3/jobs?min_timestamp=1&max_timestamp=1700000000',
    'jobs.get': `/api/v3/job/${guid}`,
    'batches.get': '/api/v1/batch-export/batch-3',
    'conversions.options': `/api/v1/jobs/${guid}/downloadOptions`,
    'exports.index': `/api/v1/exports/${guid}/search/index`,
    'exports.rows, first': `/api/v1/exports/${guid}/rows?limit=100`,
    'exports.rows, deep inside': `/api/v1/exports/${guid}/rows?limit=100&cursor=${deepCursor(store)}`,
    'exports.search, rows from the first on': found('offset=0&limit=100'),
    'exports.search, rows deep inside': found(`offset=${Math.floor(store.items * 0.9)}&limit=100`),
    'exports.search, threads folded': found('offset=0&limit=100&top_level=true'),
    'exports.search, a rare word': found('q=word7'),
    'exports.search, a word in a fifth of all, newest first': found('q=great&sort=newest'),
    'exports.search, the same by offset': found(`q=great&sort=newest&offset=${Math.floor(store.items * 0.1)}`),
    'exports.search, best first': found('q=great&sort=relevance'),
    'exports.search, a phrase': found('q=%22wirklich+ein+tolles%22'),
    'exports.search, a beginning': found('q=wor*&sort=likes'),
    'exports.search, Chinese': found(`q=${encodeURIComponent('视频')}`),
    'exports.search, after a day': found('min_timestamp=1700000000&sort=oldest'),
    'exports.search, before a day': found('max_timestamp=1700000000'),
    'exports.search, liked': found('min_likes=4900&sort=likes'),
    'exports.search, rated': found('min_rating=1&max_rating=5'),
    'exports.search, a sentiment': found('sentiment=negative'),
    'exports.search, a language': found('language=fr&sort=newest'),
    'exports.search, with media': found('has_media=true'),
    'exports.search, answered': found('has_replies=true&sort=newest'),
    'exports.search, starred': found('starred=true'),
    'exports.search, without a note': found('noted=false&sort=newest'),
    'exports.search, tagged': found('tag=mine'),
    'exports.search, an author': found('author=%40person64'),
    'exports.search, all of these': found('q=great&min_likes=10&language=en&sentiment=neutral&sort=likes'),
    'exports.everywhere, a rare word': '/api/v1/search?q=word7',
    'exports.everywhere, a word in a fifth of all': '/api/v1/search?q=great',
    'exports.everywhere, a phrase': '/api/v1/search?q=%22wirklich+ein+tolles%22',
    'exports.runs': `/api/v1/exports/${guid}/runs`,
    'exports.stats': `/api/v1/exports/${guid}/stats`,
    'webhooks.list': '/api/v1/webhooks',
    'webhooks.list, by its address': '/api/v1/webhooks?search=hooks.example.com/7',
    'webhooks.summary': '/api/v1/webhooks/summary',
    'webhooks.events, first': '/api/v1/webhooks/events?limit=30',
    'webhooks.events, last': page('/api/v1/webhooks/events', store.messages, 30),
    'webhooks.events, of a webhook': '/api/v1/webhooks/events?webhook.uuid=webhook-3&limit=30',
    'webhooks.events, of a webhook, last': page('/api/v1/webhooks/events?webhook.uuid=webhook-3', store.messages / store.webhooks, 30),
    'webhooks.events, of an event': page('/api/v1/webhooks/events?event=export.failed', store.messages / 100, 30),
    'webhooks.events, of a message': '/api/v1/webhooks/events?message_id=msg-1&limit=30',
    'schedules.list, first': '/api/v1/schedules',
    'schedules.list, last': page('/api/v1/schedules', store.schedules, 30),
    'audit.list, first': '/api/v1/audit?limit=100',
    'audit.list, last': page('/api/v1/audit', store.messages, 100),
    'audit.list, of a member': page(`/api/v1/audit?member=${member}`, store.messages / 1_000, 100),
    'tokens.list': '/api/v1/api_tokens',
    'members.list': '/api/v1/members',
    'accounts.list': '/api/v1/accounts',
    'routes.list': '/api/v1/routes',
    'pools.list': '/api/v1/proxies',
    'platforms.checks': '/api/v1/platforms/checks',
    'platforms.learnt': '/api/v1/platforms/learnt',
    'platforms.waits': '/api/v1/platforms/waits',
    'account.usage': '/api/v1/api-usage',
    'account.quota': '/api/v1/user/quota',
    'account.limits': '/api/v1/user/limits',
    'account.profile': '/api/v1/user/profile',
  };
  const ofMember: Readonly<Record<string, string>> = {
    'jobs.list of a member, first': '/api/v3/jobs',
    'jobs.list of a member, of an address': '/api/v3/jobs?q=nothing-has-this',
    'exports.everywhere of a member': '/api/v1/search?q=great',
    'jobs.list of a member, last': page('/api/v3/jobs', store.jobs / 2, 30),
    'webhooks.list of a member': '/api/v1/webhooks',
    'webhooks.summary of a member': '/api/v1/webhooks/summary',
    'webhooks.events of a member, last': page('/api/v1/webhooks/events', store.messages / 4, 30),
    'schedules.list of a member, last': page('/api/v1/schedules', store.schedules / 4, 30),
    'platforms.checks of a member': '/api/v1/platforms/checks',
  };
  const asked = (as: Listing['as'], paths: Readonly<Record<string, string>>): readonly Listing[] =>
    Object.entries(paths).map(([name, path]) => ({ name, path, as }));
  return [...asked('owner', ofOwner), ...asked('member', ofMember)];
}

/** As `exports.rows` gives them. */
function deepCursor({ jobId, items }: FilledStore): string {
  const page = Math.floor((items / 100) * 0.9);
  return Buffer.from(JSON.stringify([jobId, String(100_000_000 + page), 0, -1, page * 100])).toString('base64url');
}
