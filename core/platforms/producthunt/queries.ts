export type Plane = 'site' | 'api';
/** `whole`: all fields that are known; `lean`: those that can hardly go away. */
export type Breadth = 'whole' | 'lean';
export interface Query {
  readonly operationName: string;
  readonly query: string;
}

const PAGE_SIZE = 20;
const PAGE = 'totalCount pageInfo { hasNextPage endCursor }';

/** The site and the official API have different names for the same. */
const USERS: Readonly<Record<Plane, Readonly<Record<Breadth, string>>>> = {
  site: { whole: 'id name username headline avatarUrl', lean: 'id name username' },
  api: { whole: 'id name username headline profileImage', lean: 'id name username' },
};
const COMMENTS: Readonly<Record<Plane, Readonly<Record<Breadth, string>>>> = {
  site: { whole: 'id body createdAt votesCount isSticky', lean: 'id body createdAt votesCount' },
  api: { whole: 'id body createdAt votesCount url', lean: 'id body createdAt votesCount' },
};

const comment = (plane: Plane, breadth: Breadth): string => `${COMMENTS[plane][breadth]} user { ${USERS[plane][breadth]} }`;
const list = (args: string, node: string): string => `(first: ${PAGE_SIZE}${args}) { ${PAGE} edges { node { ${node} } } }`;

/** `order` stands in the text, since the two planes have different names for its type. */
export function launchQuery(plane: Plane, breadth: Breadth, order: string, replies: 'withReplies' | 'withoutReplies'): Query {
  const node = comment(plane, breadth);
  const below = replies === 'withReplies' ? `replies${list('', node)}` : 'replies(first: 1) { totalCount }';
  return {
    operationName: 'PostComments',
    query: `query PostComments($id: ID, $slug: String, $cursor: String) {
  post(id: $id, slug: $slug) {
    id slug commentsCount user { id } makers { id }
    comments${list(`, after: $cursor, order: ${order}`, `${node} ${below}`)}
  }
}`,
  };
}

export function repliesQuery(plane: Plane, breadth: Breadth): Query {
  return {
    operationName: 'CommentReplies',
    query: `query CommentReplies($id: ID!, $cursor: String) {
  comment(id: $id) { id replies${list(', after: $cursor', comment(plane, breadth))} }
}`,
  };
}

export function reviewsQuery(breadth: Breadth): Query {
  const feedback = breadth === 'whole' ? 'body overallExperience positiveFeedback negativeFeedback comments { totalCount }' : 'body';
  return {
    operationName: 'ProductReviews',
    query: `query ProductReviews($slug: String!, $cursor: String) {
  product(slug: $slug) {
    id reviewsCount
    reviews${list(', after: $cursor', `id rating createdAt votesCount ${feedback} user { ${USERS.site[breadth]} }`)}
  }
}`,
  };
}

export function contributorsQuery(breadth: Breadth): Query {
  return {
    operationName: 'PostPageSocialProof',
    query: `query PostPageSocialProof($id: ID, $slug: String, $limit: Int!) {
  post(id: $id, slug: $slug) { id votesCount contributors(limit: $limit) { role user { ${USERS.site[breadth]} } } }
}`,
  };
}

export function votesQuery(breadth: Breadth): Query {
  return {
    operationName: 'PostVotes',
    query: `query PostVotes($id: ID, $slug: String, $cursor: String) {
  post(id: $id, slug: $slug) { id votesCount votes${list(', after: $cursor', `id createdAt user { ${USERS.api[breadth]} }`)} }
}`,
  };
}

export function profileQuery(breadth: Breadth, which: 'followers' | 'following'): Query {
  return {
    operationName: 'ProfileAboutPage',
    query: `query ProfileAboutPage($username: String!, $cursor: String) {
  profile: user(username: $username) { id ${which}${list(', after: $cursor', USERS.site[breadth])} }
}`,
  };
}
