import type { Operation } from '#core/platforms/medium/wire.ts';

const USER = 'id name username imageId bio';
const POST = `id createdAt firstPublishedAt latestPublishedAt clapCount mediumUrl detectedLanguage isLocked visibility
  responsesCount postResponses { count } creator { ${USER} }`;
const RESPONSE = `${POST} inResponseToPostResult { ... on Post { id } }
  content { bodyModel { paragraphs { type text metadata { id } } } }`;

/** Answers that come along with each response. */
const HELD = 10;

const RESPONSES = `query PagedThreadedPostResponsesQuery($postId: ID!, $postResponsesPaging: PagingOptions, $sortType: ResponseSortType, $replies: Boolean!) {
  post(id: $postId) {
    id responsesCount allowResponses responsesLocked postResponses { count } creator { id }
    threadedPostResponses(paging: $postResponsesPaging, sortType: $sortType) {
      pagingInfo { next { limit page source to from } }
      posts { ... on Post { ${RESPONSE}
        threadedPostResponses(paging: { limit: ${HELD} }, sortType: $sortType) @include(if: $replies) {
          pagingInfo { next { limit page source to from } }
          posts { ... on Post { ${RESPONSE} } }
        }
      } }
    }
  }
}`;

const VOTERS = `query PostVotersDialogQuery($postId: ID!, $pagingOptions: PagingOptions) {
  post(id: $postId) {
    id voterCount
    voters(paging: $pagingOptions) { items { clapCount user { ${USER} } } pagingInfo { next { page } } }
  }
}`;

const ofUser = (
  name: string,
  connection: string,
  what: string,
  more = '',
): string => `query ${name}($username: ID, $paging: PagingOptions) {
  userResult(username: $username) {
    __typename
    ... on User { id socialStats { followerCount followingCount } ${connection}(paging: $paging${more}) { ${what} pagingInfo { next { from limit } } } }
  }
}`;

/** What is asked for, by the name of its operation. */
export const QUERIES: Readonly<
  Record<'responses' | 'likes' | 'followers' | 'following' | 'posts', Pick<Operation, 'operationName' | 'query'>>
> = {
  responses: { operationName: 'PagedThreadedPostResponsesQuery', query: RESPONSES },
  likes: { operationName: 'PostVotersDialogQuery', query: VOTERS },
  followers: { operationName: 'UserFollowers', query: ofUser('UserFollowers', 'followersUserConnection', `users { ${USER} }`) },
  following: { operationName: 'UserFollowing', query: ofUser('UserFollowing', 'followingUserConnection', `users { ${USER} }`) },
  posts: {
    operationName: 'UserProfileQuery',
    query: ofUser(
      'UserProfileQuery',
      'homepagePostsConnection',
      `posts { ${POST} title readingTime previewImage { id } extendedPreviewContent { subtitle } }`,
      // A profile shows a person's responses to others among the stories.
      ', includeDistributedResponses: false',
    ),
  },
};
