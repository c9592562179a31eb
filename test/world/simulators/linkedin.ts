import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface LinkedInParams {
  /** Comments of the post; every third has two replies. Default 130. */
  readonly comments?: number;
  /** Reactions to the post. Default 130. */
  readonly reactions?: number;
  /** The urn that the comments hang on. Another one is a 404. Default: that of the address. */
  readonly urn?: string;
  /** Ids of calls that are known. Default: any. */
  readonly queryIds?: readonly string[];
}

const ID = '7123456789012345678';
const ACTIVITY = `urn:li:activity:${ID}`;
export const POST_URL = `https://www.linkedin.com/posts/owner_words-activity-${ID}-AbCd`;
const NEWEST_MS = Date.parse('2026-08-01T12:00:00Z');
const COUNTS = 'com.linkedin.voyager.dash.feed.SocialActivityCounts';

/** LinkedIn with one post: its public page, and the calls of the page behind the login. */
export function linkedInSimulator(params: LinkedInParams): Simulator {
  const urn = params.urn ?? ACTIVITY;
  const count = params.comments ?? 130;
  return ({ url, headers }) => {
    if (url.hostname !== 'www.linkedin.com') return null;
    if (url.pathname.startsWith('/posts/') || url.pathname.startsWith('/feed/update/')) return publicPage(count, urn);
    if (url.pathname !== '/voyager/api/graphql') return { status: 404, body: '' };
    if (!(headers['csrf-token'] ?? '').startsWith('ajax:')) return { status: 403, body: 'CSRF check failed.' };
    const queryId = url.searchParams.get('queryId') ?? '';
    if (params.queryIds && !params.queryIds.includes(queryId)) return { status: 400, body: { message: 'queryId' } };
    const variables = url.searchParams.get('variables') ?? '';
    const start = Number(/start:(\d+)/.exec(variables)?.[1] ?? 0);
    const size = Number(/count:(\d+)/.exec(variables)?.[1] ?? 10);
    if (queryId.startsWith('voyagerSocialDashReactions.'))
      return variables.includes(`threadUrn:${urn}`) ? reactions(start, size, params.reactions ?? 130) : { status: 404, body: {} };
    const isKnown = variables.includes(`socialDetailUrn:urn:li:fsd_socialDetail:(${urn},${urn},urn:li:highlightedReply:-)`);
    return isKnown ? comments(start, size, count) : { status: 404, body: {} };
  };
}

function urnOf(id: number): string {
  return `urn:li:fsd_comment:(${id},${ACTIVITY})`;
}

function detailOf(id: number, replies: readonly number[]): object[] {
  const entityUrn = `urn:li:fsd_socialDetail:(${id})`;
  return [
    {
      $type: 'com.linkedin.voyager.dash.social.SocialDetail',
      entityUrn,
      '*totalSocialActivityCounts': `${entityUrn}counts`,
      comments: { '*elements': replies.map(urnOf) },
    },
    { $type: COUNTS, entityUrn: `${entityUrn}counts`, numLikes: id % 5, numComments: replies.length },
  ];
}

function comment(id: number, replies: readonly number[] = []): object[] {
  const own = {
    $type: 'com.linkedin.voyager.dash.social.Comment',
    entityUrn: urnOf(id),
    urn: `urn:li:comment:(activity:${ID},${id})`,
    commentary: { text: `Words of ${id}` },
    createdAt: NEWEST_MS - id * 60_000,
    edited: false,
    pinned: null,
    permalink: `https://www.linkedin.com/feed/update/${ACTIVITY}?commentUrn=${id}`,
    commenter: {
      title: { text: `Member ${id}` },
      subtitle: 'Works here',
      navigationUrl: `https://www.linkedin.com/in/member-${id}?miniProfileUrn=x`,
      commenterProfileId: `ACoAA${id}`,
      author: id % 10 === 3,
    },
    '*socialDetail': `urn:li:fsd_socialDetail:(${id})`,
  };
  return [own, ...detailOf(id, replies), ...replies.flatMap((reply) => comment(reply))];
}

function comments(start: number, size: number, count: number): SimulatedAnswer {
  const ids = Array.from({ length: Math.max(0, Math.min(size, count - start)) }, (_, index) => 1000 + start + index);
  const included = ids.flatMap((id) => comment(id, id % 3 === 0 ? [id * 10, id * 10 + 1] : []));
  const list = { '*elements': ids.map(urnOf), paging: { start, count: size, total: count } };
  return { body: { data: { data: { socialDashCommentsBySocialDetail: list } }, included } };
}

function reactions(start: number, size: number, count: number): SimulatedAnswer {
  const ids = Array.from({ length: Math.max(0, Math.min(size, count - start)) }, (_, index) => 1000 + start + index);
  const included = ids.map((id) => ({
    $type: 'com.linkedin.voyager.dash.social.Reaction',
    entityUrn: `urn:li:fsd_reaction:(${id})`,
    actorUrn: `urn:li:fsd_profile:ACoAA${id}`,
    reactionType: id % 2 === 0 ? 'LIKE' : 'PRAISE',
    reactorLockup: {
      title: { text: `Member ${id}` },
      subtitle: { text: 'Works here' },
      navigationUrl: `https://www.linkedin.com/in/member-${id}`,
    },
  }));
  const list = { '*elements': ids.map((id) => `urn:li:fsd_reaction:(${id})`), paging: { start, count: size, total: count } };
  return { body: { data: { data: { socialDashReactionsByReactionType: list } }, included } };
}

function publicPage(count: number, urn: string): SimulatedAnswer {
  const shown = Array.from({ length: Math.min(10, count) }, (_, index) => ({
    '@type': 'Comment',
    text: `Words of ${1000 + index}`,
    datePublished: new Date(NEWEST_MS - index * 60_000).toISOString(),
    author: { '@type': 'Person', name: `Member ${1000 + index}`, url: `https://www.linkedin.com/in/member-${1000 + index}?trk=x` },
  }));
  const owner = { name: 'Owner', url: 'https://www.linkedin.com/in/member-1003' };
  const data = JSON.stringify({ '@type': 'SocialMediaPosting', articleBody: 'Words', author: owner, commentCount: count, comment: shown });
  return { body: `<html><body data-urn="${urn}"><script type="application/ld+json">${data}</script></body></html>` };
}
