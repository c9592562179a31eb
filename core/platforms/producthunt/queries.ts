export type Plane = 'site' | 'api';
/** `whole`: all fields that are known; `lean`: those that can hardly go away. */
export type Breadth = 'whole' | 'lean';
type Order = 'top' | 'new';
/** What names a launch: the site takes either alone. */
export type By = 'id' | 'slug';
export interface Query {
  readonly operationName: string;
  readonly query: string;
}

const PAGE_SIZE = 20;
const PAGE = 'totalCount pageInfo { hasNextPage endCursor }';
const DECLARED: Readonly<Record<By, string>> = { id: '$id: ID!', slug: '$slug: String!' };

/** The site and the official API have different names for the same. */
const USERS: Readonly<Record<Plane, Readonly<Record<Breadth, string>>>> = {
  site: { whole: 'id name username headline avatarUrl', lean: 'id name username' },
  api: { whole: 'id name username headline profileImage', lean: 'id name username' },
};
const COMMENTS: Readonly<Record<Plane, Readonly<Record<Breadth, string>>>> = {
  site: { whole: 'id body createdAt votesCount repliesCount isSticky badges url', lean: 'id body createdAt votesCount repliesCount' },
  api: { whole: 'id body createdAt votesCount url', lean: 'id body createdAt votesCount' },
};
/** The two planes have different names for a launch's comments, and for the orders they come in. */
const LISTS: Readonly<Record<Plane, Readonly<Record<'name' | Order, string>>>> = {
  site: { name: 'threads', top: 'VOTES', new: 'DATE_DESC' },
  api: { name: 'comments', top: 'VOTES_COUNT', new: 'NEWEST' },
};

const comment = (plane: Plane, breadth: Breadth): string => `${COMMENTS[plane][breadth]} user { ${USERS[plane][breadth]} }`;
const list = (args: string, node: string): string => `(first: ${PAGE_SIZE}${args}) { ${PAGE} edges { node { ${node} } } }`;

/** The site counts the replies of a comment, the API only lists them. */
const COUNTED: Readonly<Record<Plane, string>> = { site: '', api: 'replies(first: 1) { totalCount }' };

export function launchQuery(plane: Plane, breadth: Breadth, by: By, order: Order, replies: 'withReplies' | 'withoutReplies'): Query {
  const node = comment(plane, breadth);
  const below = replies === 'withReplies' ? `replies${list('', node)}` : COUNTED[plane];
  const people = breadth === 'whole' ? 'user { id } makers { id }' : '';
  const { name, [order]: ordered } = LISTS[plane];
  return {
    operationName: 'PostPageComments',
    query: `query PostPageComments(${DECLARED[by]}, $cursor: String) {
  post(${by}: $${by}) {
    id slug commentsCount ${people}
    ${name}${list(`, after: $cursor, order: ${ordered}`, `${node} ${below}`)}
  }
}`,
  };
}

export function repliesQuery(plane: Plane, breadth: Breadth): Query {
  return {
    operationName: 'CommentsThread',
    query: `query CommentsThread($id: ID!, $cursor: String) {
  comment(id: $id) { id replies${list(', after: $cursor', comment(plane, breadth))} }
}`,
  };
}

/** Reviews of today, which are turned by the number of the page. */
export function detailedReviewsQuery(): Query {
  const feedback = 'overallRating overallExperience positiveFeedback negativeFeedback alternativesFeedback';
  const node = `id createdAt ${feedback} user { ${USERS.site.whole} }`;
  return {
    operationName: 'DetailedReviewsFeedQuery',
    query: `query DetailedReviewsFeedQuery($slug: String!, $page: Int) {
  product(slug: $slug) {
    id detailedReviewsCount
    detailedReviews(first: ${PAGE_SIZE}, page: $page, order: newest) { totalCount pageInfo { hasNextPage } edges { node { ${node} } } }
  }
}`,
  };
}

/** Reviews by the list that was there before, which has a cursor. */
export function reviewsQuery(): Query {
  return {
    operationName: 'ProductReviewsPage',
    query: `query ProductReviewsPage($slug: String!, $cursor: String) {
  product(slug: $slug) { id reviews${list(', after: $cursor', `id rating body createdAt votesCount user { ${USERS.site.lean} }`)} }
}`,
  };
}

export function contributorsQuery(breadth: Breadth, by: By): Query {
  return {
    operationName: 'PostPageSocialProof',
    query: `query PostPageSocialProof(${DECLARED[by]}, $limit: Int!) {
  post(${by}: $${by}) { id votesCount contributors(limit: $limit) { role user { ${USERS.site[breadth]} } } }
}`,
  };
}

export function votesQuery(breadth: Breadth, by: By): Query {
  return {
    operationName: 'PostVotes',
    query: `query PostVotes(${DECLARED[by]}, $cursor: String) {
  post(${by}: $${by}) { id votesCount votes${list(', after: $cursor', `id createdAt user { ${USERS.api[breadth]} }`)} }
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
