import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import facebook from '#core/platforms/facebook/index.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { facebookSimulator, type FacebookParams, LOGIN, PFBID_URL, POST_URL, SHARE_URL } from '#core/platforms/facebook/simulator.ts';
import { commentNode, POST } from '#core/platforms/facebook/simulator/answers.ts';

const play = (params: FacebookParams = {}, options: RunOptions = {}, cookies: Record<string, string> = {}, url = POST_URL) =>
  readAll(facebook, url, [{ match: '', simulator: facebookSimulator(params) }], options, cookies);
const forms = (run: Awaited<ReturnType<typeof play>>) =>
  run.session.sent.filter(({ url }) => url.endsWith('/api/graphql/')).map(({ body }) => new URLSearchParams(body));
const variablesOf = (form: URLSearchParams | undefined) => JSON.parse(form?.get('variables') ?? '{}') as Record<string, unknown>;
const list = (nodes: readonly object[], more: object = {}) => ({
  data: {
    node: {
      comment_rendering_instance_for_feed_location: { comments: { edges: nodes.map((node) => ({ node })), total_count: 9, ...more } },
    },
  },
});
const nodeWith = (more: object) => ({ ...commentNode(5001, { depth: 0, parent: null, replies: 0 }), ...more });
const only = async (node: object) => {
  const { items } = await readAll(facebook, POST_URL, [{ match: 'graphql', body: list([node]) }]);
  const [item] = items;
  if (item === undefined) throw new Error('no item');
  return itemSchema.strict().parse(item);
};

describe('facebook: comments', () => {
  it('reads them page by page, newest first', async () => {
    const run = await play();
    expect(run.items.map(({ id }) => Number(id))).toEqual(Array.from({ length: 25 }, (_, index) => 5000 + index));
    expect([run.total, run.session.urls.length, run.gaps]).toEqual([25 + 8 * 4, 4, []]);
    expect(run.notes[0]).toMatch(/without a login/);
  });

  it('asks as the page does', async () => {
    const [first, second] = forms(await play({}, {}, LOGIN));
    expect(Object.fromEntries(first ?? [])).toMatchObject({
      av: LOGIN.c_user,
      __user: LOGIN.c_user,
      fb_dtsg: 'NAcSimulated',
      lsd: 'AVqSimulated',
      jazoest: '21178',
      fb_api_req_friendly_name: 'CommentListComponentsRootQuery',
      doc_id: '27046361795040764',
    });
    expect(first?.get('variables')).toBe(
      `{"commentsAfterCount":-1,"commentsAfterCursor":null,"commentsBeforeCount":null,"commentsBeforeCursor":null,"commentsIntentToken":"REVERSE_CHRONOLOGICAL_UNFILTERED_INTENT_V1","feedLocation":"POST_PERMALINK_DIALOG","focusCommentID":null,"scale":1,"useDefaultActor":false,"id":"${btoa(`feedback:${POST}`)}","__relay_internal__pv__CometUFICommentAutoTranslationTyperelayprovider":"ORIGINAL","__relay_internal__pv__CometUFICommentAvatarStickerAnimatedImagerelayprovider":false,"__relay_internal__pv__CometUFICommentActionLinksRewriteEnabledrelayprovider":false,"__relay_internal__pv__IsWorkUserrelayprovider":false}`,
    );
    expect(second?.get('fb_api_req_friendly_name')).toBe('CommentsListComponentsPaginationQuery');
    expect(variablesOf(second)['commentsAfterCursor']).toBe('c10');
  });

  it('does without the page where the address has the number', async () => {
    const { items, session } = await readAll(facebook, POST_URL, [
      { match: 'graphql', simulator: facebookSimulator({ comments: 5 }) },
      { match: POST_URL, status: 302, headers: { location: 'https://www.facebook.com/login/?next=x' } },
      { match: '/login/', body: '<form><input name="email"></form>' },
    ]);
    expect(items).toHaveLength(5);
    expect(Object.fromEntries(new URLSearchParams(session.sent.at(-1)?.body))).toMatchObject({
      av: '0',
      __user: '0',
      fb_dtsg: '',
      lsd: '',
    });
  });

  it.each([PFBID_URL, SHARE_URL])('finds what %s names', async (url) => {
    const run = await play({ comments: 12 }, {}, {}, url);
    expect(run.items).toHaveLength(12);
    expect(run.session.urls[0]).toBe(url);
  });

  it('has every field', async () => {
    const { items } = await play({ comments: 11 });
    expect(itemSchema.strict().parse(items[10])).toEqual({
      ...itemSchema.parse(items[10]),
      id: '5010',
      parentId: null,
      kind: 'comment',
      author: {
        name: 'Member 5010',
        username: null,
        id: '10005010',
        url: 'https://www.facebook.com/member.5010',
        avatarUrl: 'https://scontent.example/5010.jpg',
        verified: true,
      },
      text: 'Words of 5010',
      createdAt: '2026-07-29T00:30:00.000Z',
      createdAtPrecision: 'second',
      likes: 5010 % 7,
      replyCount: 3,
      url: `https://www.facebook.com/example.page/posts/${POST}?comment_id=5010`,
      isAuthorPost: true,
      isPinned: null,
      isEdited: null,
      media: [],
      extra: { graphqlId: btoa(`comment:${POST}_5010`), depth: 0 },
    });
  });

  it('sorts', async () => {
    const intent = async (sort: RunOptions['sort'] & string) =>
      variablesOf(forms(await play({ comments: 1 }, { sort }))[0])['commentsIntentToken'];
    expect(await intent('old')).toBe('CHRONOLOGICAL_UNFILTERED_INTENT_V1');
    expect(await intent('top')).toBe('RANKED_FILTERED_INTENT_V1');
  });
});

describe('facebook: replies', () => {
  it('reads both depths in order of appearance', async () => {
    const run = await play({ comments: 9 }, { replies: true });
    const thread = run.items.filter(({ id }) => id.startsWith('5001'));
    expect(thread.map(({ id, parentId, kind }) => [id, parentId, kind])).toEqual([
      ['5001', null, 'comment'],
      ['50011', '5001', 'reply'],
      ['50012', '5001', 'reply'],
      ['500110', '50011', 'reply'],
      ['50013', '5001', 'reply'],
    ]);
    expect([run.items.length, run.total]).toEqual([9 + 3 * 4, 9 + 3 * 4]);
    const replies = forms(run).filter((form) => form.get('fb_api_req_friendly_name')?.startsWith('Depth'));
    expect(Object.keys(variablesOf(replies[0])).slice(0, 11)).toEqual([
      'clientKey',
      'expansionToken',
      'feedLocation',
      'focusCommentID',
      'repliesAfterCount',
      'repliesAfterCursor',
      'repliesBeforeCount',
      'repliesBeforeCursor',
      'scale',
      'useDefaultActor',
      'id',
    ]);
  });

  it('makes up the name of what is asked for, and the parent, where the answer does not say', async () => {
    const { feedback, ...top } = nodeWith({});
    const bare = { legacy_fbid: 77, body: null };
    const run = await readAll(
      facebook,
      POST_URL,
      [
        {
          match: ({ body }) => body.includes('=CommentList'),
          body: list([{ ...top, feedback: { ...feedback, id: null, replies_fields: { total_count: 1 } } }]),
        },
        {
          match: ({ body }) => body.includes('=Depth1'),
          body: { data: { node: { feedback: { replies_connection: { edges: [{ node: bare }] } } } } },
        },
      ],
      { replies: true },
    );
    expect(run.items[1]).toMatchObject({ id: '77', parentId: '5001', kind: 'reply', text: '' });
    expect(variablesOf(forms(run)[1])['id']).toBe(btoa(`feedback:${POST}_5001`));
  });

  it('goes on where the replies to one comment are refused', async () => {
    const replies = nodeWith({ feedback: { id: 'x', replies_fields: { total_count: 4 } } });
    const run = await readAll(
      facebook,
      POST_URL,
      [
        { match: ({ body }) => body.includes('=CommentList'), body: list([replies]) },
        { match: ({ body }) => body.includes('=Depth1'), body: { data: { node: null } } },
      ],
      { replies: true },
    );
    expect([run.items.length, run.gaps[0]?.cause]).toEqual([1, 'blocked']);
  });

  it('says where replies are counted that cannot be asked for', async () => {
    const replies = nodeWith({ id: 'x', feedback: { replies_fields: { total_count: 4 } } });
    const run = await readAll(facebook, POST_URL, [{ match: '', body: list([replies]) }], { replies: true });
    expect([run.items.length, run.gaps]).toEqual([1, [{ cause: 'notServed', count: 4, note: expect.any(String) }]]);
  });

  it.each([
    ['in the list of the third', '78', 2, 0],
    ['nowhere', '5001', 2, 1],
  ])('says where answers below the third level stand %s', async (_where, answered, count, gaps) => {
    const counting = (id: string, of: string, total: number) =>
      nodeWith({ legacy_fbid: id, comment_direct_parent: { legacy_fbid: of }, feedback: { id, replies_fields: { total_count: total } } });
    const third = [counting('78', '77', count), counting('79', answered, 0), counting('80', answered, 0)];
    const bodyOf = (name: string, nodes: readonly object[]) => ({
      data: { node: { feedback: { [name]: { edges: nodes.map((node) => ({ node })) } } } },
    });
    const run = await readAll(
      facebook,
      POST_URL,
      [
        { match: ({ body }) => body.includes('=CommentList'), body: list([counting('5001', '0', 1)]) },
        { match: ({ body }) => body.includes('=Depth1'), body: bodyOf('replies_connection', [counting('77', '5001', 1)]) },
        { match: ({ body }) => body.includes('=Depth2'), body: bodyOf('sub_replies_connection', third) },
      ],
      { replies: true },
    );
    expect(run.items).toHaveLength(5);
    expect(run.gaps).toEqual(gaps === 0 ? [] : [{ cause: 'notServed', count: 0, note: expect.any(String) }]);
  });
});

describe('facebook: forms of a comment', () => {
  const media = (of: object) => ({ body: null, attachments: [{ style_type_renderer: { attachment: { media: of } } }] });

  it.each([
    [{ __typename: 'Sticker', image: { uri: 'https://s.example/1.png' } }, 'image', 'https://s.example/1.png'],
    [
      { __typename: 'Photo', photo_image: { uri: 'https://s.example/2.jpg' }, image: { uri: 'https://s.example/x.jpg' } },
      'image',
      'https://s.example/2.jpg',
    ],
    [{ __typename: 'GenericAttachmentMedia', animated_image: { uri: 'https://s.example/3.gif' } }, 'image', 'https://s.example/3.gif'],
    [
      { __typename: 'Video', permalink_url: 'https://s.example/v/4', image: { uri: 'https://s.example/x.jpg' } },
      'video',
      'https://s.example/v/4',
    ],
  ])('takes %j as %s', async (of, type, url) => {
    expect(await only(nodeWith({ ...media(of), preferred_body: null, body_renderer: null }))).toMatchObject({
      text: '',
      media: [{ type, url }],
    });
  });

  it('never takes a translation for the text', async () => {
    const translated = {
      body: null,
      preferred_body: { text: 'Translated', translation_type: 'MACHINE_TRANSLATION' },
      body_renderer: { text: 'Translated' },
    };
    expect((await only(nodeWith(translated))).text).toBe('');
    const original = { body: null, preferred_body: { text: 'Original', translation_type: 'ORIGINAL' } };
    expect((await only(nodeWith(original))).text).toBe('Original');
  });

  it('counts as each year writes it', async () => {
    const former = { feedback: { id: 'x', url: 'https://f.example/c', reactors: { count: 41 } } };
    expect(await only(nodeWith(former))).toMatchObject({ likes: 41, replyCount: null, url: 'https://f.example/c' });
    expect(await only(nodeWith({ feedback: { id: 'x', reactors: { count_reduced: '1,2K' } }, comment_action_links: null }))).toMatchObject({
      likes: null,
    });
  });

  it('takes one with next to nothing', async () => {
    expect(await only({ legacy_fbid: '9', author: null, user: { name: 'Somebody', id: '8' }, is_pinned: true })).toMatchObject({
      id: '9',
      author: { name: 'Somebody', id: '8', url: null },
      createdAt: null,
      likes: null,
      isPinned: true,
      isAuthorPost: null,
    });
  });

  it('finds the list of a video deeper in the answer, and its own cursor alone', async () => {
    const { data } = list([nodeWith({})], { page_info: { has_next_page: false, end_cursor: 'x' } });
    const video = { data: { video: { creation_story: { comment_list_renderer: { feedback: data.node } } } } };
    const run = await readAll(facebook, 'https://www.facebook.com/reel/1234567890123456', [{ match: 'graphql', body: video }]);
    expect([run.items.length, run.session.urls.length]).toEqual([1, 2]);
  });
});

describe('facebook: reactions', () => {
  it('lists who reacted, and how', async () => {
    const run = await play({}, { likes: true }, LOGIN);
    expect([run.items.length, run.total]).toEqual([25, null]);
    expect(itemSchema.strict().parse(run.items[2])).toMatchObject({
      id: '10003002',
      kind: 'like',
      author: {
        name: 'Member 3002',
        id: '10003002',
        url: 'https://www.facebook.com/member.3002',
        avatarUrl: 'https://scontent.example/3002.jpg',
      },
      text: null,
      url: 'https://www.facebook.com/member.3002',
      extra: { reaction: 'haha', reactionId: '115940658764963' },
    });
    expect(forms(run)[0]?.get('variables')).toBe(
      `{"count":10,"cursor":null,"feedbackTargetID":"${btoa(`feedback:${POST}`)}","reactionID":null,"scale":1,"id":"${btoa(`feedback:${POST}`)}"}`,
    );
  });

  it('keeps a reaction that it does not know', async () => {
    const body = { data: { node: { reactors: { edges: [{ node: { id: '7' }, feedback_reaction_info: { id: '1' } }, { node: null }] } } } };
    const { items } = await readAll(facebook, POST_URL, [{ match: 'graphql', body }], { likes: true }, LOGIN);
    expect(items).toMatchObject([{ id: '7', author: { name: null }, extra: { reactionId: '1' } }]);
  });
});
