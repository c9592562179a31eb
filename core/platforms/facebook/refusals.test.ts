import { describe, expect, it } from 'vitest';
import { TransientFailure } from '#core/contract/error.ts';
import facebook from '#core/platforms/facebook/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { facebookSimulator, LOGIN, PFBID_URL, POST_URL, SHARE_URL } from '#core/platforms/facebook/simulator.ts';
import { commentNode } from '#core/platforms/facebook/simulator/answers.ts';

const SITE = 'https://www.facebook.com';
const GROUP = `${SITE}/groups/777888`;
const codeOf = (
  url: string,
  exchanges: readonly FakeExchange[],
  cookies: Record<string, string> = {},
  options: RunOptions = {},
): Promise<unknown> =>
  readAll(facebook, url, exchanges, options, cookies).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const answering = (body: unknown, more: object = {}): FakeExchange[] => [{ match: 'graphql', body, ...more }];
const comments = (edges: readonly object[], more: object = {}, below: object = {}) => ({
  data: { node: { ...more, comment_rendering_instance_for_feed_location: { comments: { edges, total_count: edges.length, ...below } } } },
});
const EDGE = { node: commentNode(5001, { depth: 0, parent: null, replies: 0 }) };
const page = (body: string): FakeExchange => ({ match: 'pfbid', body });

describe('facebook: what answers mean', () => {
  it.each<[string, FakeExchange[], string]>([
    ['no such post', answering({ data: { node: null } }), 'NOT_FOUND'],
    [
      'no such post, with an error',
      answering({ data: { node: null }, errors: [{ message: 'A server error', code: 1675030 }] }),
      'NOT_FOUND',
    ],
    ['log in again', answering('for (;;);{"__ar":1,"error":1357001,"errorSummary":"Log in to continue"}'), 'LOGIN_REQUIRED'],
    ['not logged in', answering({ error: 1357002 }), 'LOGIN_REQUIRED'],
    ['a session that has ended', answering({ error: 1357004, errorSummary: 'Please refresh' }, { status: 400 }), 'LOGIN_REQUIRED'],
    ['taken for a program', answering({ error: 1357054, errorSummary: "couldn't be processed" }), 'BLOCKED'],
    ['blocked for hours', answering({ errors: [{ code: 368, message: 'The action attempted has been deemed abusive' }] }), 'BLOCKED'],
    ['blocked in words', answering({ data: null, errors: [{ message: "You're Temporarily Blocked" }] }), 'BLOCKED'],
    ['asked too often', answering({ errors: [{ message: 'Rate limit exceeded', code: 1675004 }] }), 'RATE_LIMITED'],
    ['asked too often, by its name', answering({ errors: [{ message: 'rate_limit' }], data: { node: null } }), 'RATE_LIMITED'],
    ['status 429', answering('', { status: 429 }), 'RATE_LIMITED'],
    ['status 500', answering('', { status: 500 }), 'NETWORK'],
    ['status 403', answering('<html></html>', { status: 403 }), 'BLOCKED'],
    ['an unknown error', answering({ errors: [{ message: 'Something', severity: 'CRITICAL', code: 42 }] }), 'PLATFORM_CHANGED'],
    ['nothing at all', answering(''), 'BLOCKED'],
    ['a web page', answering('<!DOCTYPE html><html></html>'), 'PLATFORM_CHANGED'],
    ['the page of the blocked', answering("<html><title>You're Temporarily Blocked</title></html>"), 'BLOCKED'],
    ['no data', answering({}), 'PLATFORM_CHANGED'],
    ['another form', answering({ data: { node: { __typename: 'Feedback' } } }), 'PLATFORM_CHANGED'],
    ['a comment without an id', answering(comments([{ node: { body: { text: 'x' } } }])), 'PLATFORM_CHANGED'],
    ['comments that are off', answering(comments([], { have_comments_been_disabled: true })), 'COMMENTS_DISABLED'],
    ['an empty list', answering(comments([])), '0 items'],
    ['an error beside data', answering({ ...comments([EDGE]), errors: [{ severity: 'WARNING', code: 1675030, message: 'x' }] }), '1 items'],
    [
      'comments, and the mere notice that they could be off',
      answering(comments([EDGE], { comments_disabled_notice_renderer: {} })),
      '1 items',
    ],
  ])('%s', async (_what, exchanges, code) => {
    expect(await codeOf(POST_URL, exchanges)).toBe(code);
  });

  it('says that comments are counted and not shown', async () => {
    const { gaps, total } = await readAll(facebook, POST_URL, answering(comments([], {}, { total_count: 7 })));
    expect([gaps[0], total]).toMatchObject([{ cause: 'hidden', count: 7 }, 7]);
  });

  it('goes to the login where a call is led there', async () => {
    const exchanges: FakeExchange[] = [
      { match: 'graphql', status: 302, headers: { location: `${SITE}/checkpoint/828281030927956/` } },
      { match: '/checkpoint/', body: '<html></html>' },
    ];
    expect(await codeOf(POST_URL, exchanges, LOGIN)).toBe('LOGIN_REQUIRED');
  });

  it('asks once more where Facebook stumbles in the middle of a list', async () => {
    const stumble = { ...comments([]), errors: [{ code: 1675012, severity: 'CRITICAL', message: 'A server error' }] };
    expect(await codeOf(POST_URL, [{ match: 'graphql', body: stumble, times: 1 }, ...answering(comments([EDGE]))])).toBe('1 items');
    const bare = { errors: stumble.errors };
    expect(await codeOf(POST_URL, [{ match: 'graphql', body: bare, times: 1 }, ...answering(comments([EDGE]))])).toBe('1 items');
    await expect(readAll(facebook, POST_URL, answering(stumble))).rejects.toThrow(/empty page/);
  });
});

describe('facebook: what pages mean', () => {
  it.each<[string, FakeExchange[], string]>([
    ['a page that is not there', [page("<title>Facebook</title><script>This content isn't available right now</script>")], 'NOT_FOUND'],
    ['its title', [page('<title>This content isn&#039;t available</title>')], 'NOT_FOUND'],
    ['status 404', [{ match: 'pfbid', status: 404, body: '' }], 'NOT_FOUND'],
    ['a form to log in', [page('<title>Log into Facebook</title><input type="text" name="email">')], 'LOGIN_REQUIRED'],
    [
      'a way to the login',
      [
        { match: 'pfbid', status: 302, headers: { location: `${SITE}/login/?next=x` } },
        { match: '/login/', body: 'x' },
      ],
      'LOGIN_REQUIRED',
    ],
    ['a block', [page('<h2>You’re Temporarily Blocked</h2>')], 'BLOCKED'],
    ['status 429', [{ match: 'pfbid', status: 429, body: '' }], 'RATE_LIMITED'],
    ['a page of another form', [page('<title>Facebook</title>')], 'PLATFORM_CHANGED'],
    [
      'a page that names the post otherwise',
      [page('{"subscription_target_id":"1234567890123456"}'), ...answering(comments([EDGE]))],
      '1 items',
    ],
    ['a broken wire', [{ match: 'pfbid', failure: new TransientFailure() }], 'NETWORK'],
  ])('%s', async (_what, exchanges, code) => {
    expect(await codeOf(PFBID_URL, exchanges)).toBe(code);
  });

  it('goes by the address that a link leads to', async () => {
    const led = (location: string): FakeExchange[] => [
      { match: '/share/', status: 302, headers: { location } },
      ...answering(comments([EDGE])),
      { match: SITE, body: '<title>x</title>' },
    ];
    expect(await codeOf(SHARE_URL, led(POST_URL))).toBe('1 items');
    expect(await codeOf(SHARE_URL, led(`${SITE}/example.page`))).toBe('NOT_FOUND');
    expect(await codeOf(SHARE_URL, led(`${SITE}/groups/7/posts/1234567890123456/`))).toBe('LOGIN_REQUIRED');
  });
});

describe('facebook: what needs a login', () => {
  it.each<[string, string, RunOptions]>([
    ['a post of a group', `${GROUP}/posts/1234567890123456/`, {}],
    ['a group', GROUP, {}],
    ['reactions', POST_URL, { likes: true }],
  ])('%s, before any request', async (_what, url, options) => {
    for (const cookies of [{}, { c_user: '1' }]) {
      const exchanges: FakeExchange[] = [{ match: '', failure: new Error('asked') }];
      expect(await codeOf(url, exchanges, cookies, options)).toBe('LOGIN_REQUIRED');
    }
  });
});

describe('facebook: queries that have changed', () => {
  const queryIds = {
    CommentListComponentsRootQuery: '1',
    CommentsListComponentsPaginationQuery: '2',
    CometUFIReactionsDialogTabContentRefetchQuery: '3',
  };

  it("looks their ids up in the site's scripts", async () => {
    const run = await readAll(facebook, POST_URL, [{ match: '', simulator: facebookSimulator({ queryIds }) }]);
    expect(run.items).toHaveLength(25);
    expect(
      run.session.sent.map(({ url, body }) => new URLSearchParams(body).get('doc_id') ?? new URL(url).pathname.split('/').at(-1)),
    ).toEqual(['1234567890123456', '27046361795040764', 'code.js', '1', '2', '2']);
  });

  it('takes those that the page names', async () => {
    const html = '{"preloaderID":"adp_CommentListComponentsRootQueryRelayPreloader_1","queryID":"909"} "post_id":"1234567890123456"';
    const { session } = await readAll(facebook, PFBID_URL, [{ match: 'pfbid', body: html }, ...answering(comments([EDGE]))]);
    expect(session.sent[1]?.body).toContain('doc_id=909');
  });

  it('says so where nothing helps', async () => {
    const stale = { errors: [{ message: 'Variable "$x" is not defined on this query', severity: 'CRITICAL' }] };
    expect(await codeOf(POST_URL, answering(stale))).toBe('PLATFORM_CHANGED');
  });

  it('adds a switch that is asked for by its name', async () => {
    const name = '__relay_internal__pv__NewThingrelayprovider';
    const missing = { errors: [{ message: 'missing_required_variable_value', description: `Variable ${name}`, severity: 'CRITICAL' }] };
    const exchanges: FakeExchange[] = [
      { match: ({ body }) => body.includes('CommentList') && !body.includes(name), body: missing },
      ...answering(comments([EDGE])),
    ];
    expect(await codeOf(POST_URL, exchanges)).toBe('1 items');
    const same = answering({ errors: [{ message: `missing_required_variable_value ${name}` }] });
    expect(await codeOf(POST_URL, same)).toBe('PLATFORM_CHANGED');
  });

  it('reads the tokens anew where they are out of date', async () => {
    const token = (value: string): FakeExchange => ({ match: POST_URL, body: `"DTSGInitialData",[],{"token":"${value}"}`, times: 1 });
    const exchanges: FakeExchange[] = [
      { match: ({ body }) => body.includes('fb_dtsg=old'), body: { error: 1357004 } },
      ...answering(comments([EDGE])),
      token('old'),
      token('new'),
    ];
    expect(await codeOf(POST_URL, exchanges, LOGIN)).toBe('1 items');
    expect(await codeOf(POST_URL, [...answering({ error: 1357004 }), token('old'), token('old')], LOGIN)).toBe('LOGIN_REQUIRED');
  });
});
