import type { FakeExchange } from '#test/platforms/fake-session.ts';

/** A comment as Reddit delivers it today. */
export function t1(id: string, rest: object = {}, replies: readonly object[] = []): object {
  return {
    kind: 't1',
    data: {
      id,
      parent_id: 't3_p1',
      link_id: 't3_p1',
      author: `user_${id}`,
      author_fullname: `t2_${id}`,
      body: `text ${id}`,
      body_html: '<div class="md">x</div>',
      created_utc: 1714564800.0,
      score: 5,
      score_hidden: false,
      edited: false,
      stickied: false,
      is_submitter: false,
      permalink: `/r/s/comments/p1/title/${id}/`,
      replies: replies.length === 0 ? '' : listing(replies),
      ...rest,
    },
  };
}

/** A stub; without children it is a thread too deep. */
export function more(parent: string, children: readonly string[], count = children.length): object {
  return { kind: 'more', data: { id: children[0] ?? '_', name: 'x', count, parent_id: parent, children } };
}

export function t3(rest: object = {}): object {
  return {
    kind: 't3',
    data: {
      id: 'p1',
      author: 'op',
      author_fullname: 't2_op',
      title: 'A title',
      selftext: '',
      selftext_html: null,
      created_utc: 1714564800.0,
      score: 10,
      num_comments: 7,
      permalink: '/r/s/comments/p1/title/',
      url: 'https://www.reddit.com/r/s/comments/p1/title/',
      is_self: true,
      edited: false,
      stickied: false,
      hide_score: true,
      ...rest,
    },
  };
}

export function listing(children: readonly object[], after: string | null = null): object {
  return { kind: 'Listing', data: { after, children } };
}

/** The answer for the thread of post `p1`. */
export function thread(children: readonly object[], post: object = {}): FakeExchange {
  return { match: '/comments/p1.json', body: [listing([t3(post)]), listing(children)] };
}

/** The answer below one comment of post `p1`. */
export function below(comment: string, children: readonly object[]): FakeExchange {
  return { match: `/comments/p1/_/${comment}.json`, body: [listing([t3()]), listing(children)] };
}

/** The answer of morechildren for exactly these ids. */
export function behind(children: readonly string[], things: readonly object[]): FakeExchange {
  return {
    match: (request) =>
      request.url.endsWith('/api/morechildren.json') && new URLSearchParams(request.body).get('children') === children.join(','),
    body: { json: { errors: [], data: { things } } },
  };
}
