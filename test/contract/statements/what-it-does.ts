import type { Statements } from '#test/contract/statements/statement.ts';

const MCP = 'MCP is a part of its own';
const ROUTES_LATER = 'locations and pools are stored, but no export goes through them yet; asking for it is refused with 400';
const SENTIMENT = 'sentiment is a part of its own';

/** What the service does, and its resources. */
export const WHAT_IT_DOES = {
  'service.kinds': { words: 'comments, reviews, followers, following, posts, live chat, likes and shares can be exported' },
  'service.40-platforms': {
    words: 'more than 40 platforms',
    later: 'platforms are added one by one; docs/platforms.md lists those that stand',
  },
  'service.asynchronous': { words: 'creating an export answers at once; its result is polled for' },
  'service.detects': { words: 'the platform is recognised by the URL alone' },
  'service.files': { words: 'files come as CSV, XLSX and JSON, and JSON on Business alone' },
  'service.json': { words: 'answers are JSON and say so' },
  'service.health': { words: 'GET /health answers an object with ok: true, to anybody' },
  'service.addresses': {
    words: 'the line of a started service names base_url, ws_url and mcp_url, as they are used here',
    elsewhere: 'test/surfaces/cli/processes.e2e.test.ts > takes the commands of its data folder',
  },
  'service.mcp': { words: '/mcp is a JSON-RPC endpoint; the bare address leads a browser to the service', later: MCP },
  'service.sentiment': { words: 'texts are classified positive, negative or neutral, coloured, with a legend sheet', later: SENTIMENT },
  'service.sentiment-providers': { words: 'three providers or the built-in analyser; keys are stored encrypted', later: SENTIMENT },
  'service.sentiment-text-only': { words: 'no sentiment for lists of accounts, likes and shares', later: SENTIMENT },
  'service.realtime': { words: 'notifications over a WebSocket' },
} as const satisfies Statements;

export const RESOURCES = {
  'job.fields': { words: 'a job has a whole-number id, a guid, a status, its url, options and locked' },
  'job.options-given': { words: 'options are those given at creation, {} where there are none' },
  'job.links-null': { words: 'json_url and download_link are null until the files exist, and lead to them then' },
  'job.created-answer': { words: 'the answer to a creation carries guid, id, status queueing and url' },
  'job.sandbox': { words: 'in sandbox mode the answer has sandbox: true and every comment _sandbox: true' },
  'option.limit': { words: 'limit: at most so many items' },
  'option.replies': { words: 'replies: nested comments too; without it top-level ones only' },
  'option.likes': { words: 'likes: true or false, exports likes' },
  'option.shares': { words: 'shares: true or false, exports shares' },
  'option.followers': { words: 'followers: exports followers instead of comments' },
  'option.following': { words: 'following: exports following instead of comments' },
  'option.tweets': { words: 'tweets: exports posts' },
  'option.live': { words: 'live: exports live chat' },
  'option.cursor': { words: 'cursor: continues an earlier export' },
  'option.timestamps': { words: 'minTimestamp and maxTimestamp: Unix seconds that filter by date' },
  'option.cookies': { words: 'cookies: an object of texts, never shown again' },
  'option.flags': { words: 'facebookAds and advanced: true or false' },
  'option.filter': { words: 'filter: an object with sentiment, true or false' },
  'option.unknown-route': { words: 'vpn takes the name of a location and pool the UUID of a pool, and no other' },
  'location.public': { words: 'GET vpn/locations: public, a paged list of {name, code}' },
  'option.vpn': { words: 'vpn: an export goes through the location of that name', notYet: ROUTES_LATER },
  'option.pool': { words: 'pool: an export goes through the proxies of that pool', notYet: ROUTES_LATER },
  'pool.made': { words: 'a proxy pool is made, and keeps its passwords to itself' },
  'batch.created': { words: 'POST batch-export: 201 with batch_id, a guid for each accepted URL, and errors' },
  'batch.options': { words: 'the options of a batch hold for every URL of it' },
  'batch.status': { words: 'GET batch-export/{batchId}: batch_id, status, total, done, errored, queueing, in_progress' },
  'bulk.created': { words: 'POST bulk-download: 201 with uuid, status processing and fileCount' },
  'bulk.ready': { words: 'GET bulk-download/{uuid}: status, and downloadUrl once it is ready' },
  'token.fields': { words: 'a token has uuid, expiresAt one year after createdAt, and isExpired' },
  'token.value': { words: 'the value is 120 letters and digits, and is read with list or retrieve' },
  'webhook.fields': { words: 'the webhook object has its nine fields; createdAt is ISO 8601 with an offset' },
  'webhook.counts': { words: 'webhookEventsCount and lastEventAt follow the deliveries' },
  'webhook.secret': { words: 'the signing secret is in no answer' },
  'webhook.https': { words: 'a webhook goes to https addresses' },
  'usage.business': { words: 'api-usage on Business: Unlimited a day, every platform, upgrade_benefits null' },
  'usage.premium': { words: 'api-usage on Premium: its limits, the restricted platforms, upgrade_benefits' },
  'usage.no-access': { words: 'api-usage without access: has_access false, required_plan and message, no more' },
  'usage.no-token': {
    words: 'api-usage without a valid token: has_token false and a message',
    elsewhere: 'test/operations/account.test.ts > without a valid token',
  },
  'usage.counts': { words: 'api-usage counts what was created today and what runs' },
  'schedule.fields': { words: 'a scheduled export carries a URL, a frequency and options' },
  'schedule.frequencies': { words: 'hourly, daily, weekly, monthly, or a cron expression' },
  'schedule.business-only': { words: 'hourly and cron are for Business' },
  'platform.premium': { words: 'Premium has the major platforms alone' },
  'platform.refused': { words: 'a platform outside the tier fails with PLATFORM_NOT_ALLOWED' },
} as const satisfies Statements;
