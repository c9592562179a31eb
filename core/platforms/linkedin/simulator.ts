import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';
import { pageBehindLogin } from '#core/platforms/linkedin/simulator/pages.ts';
import { postsAnswer } from '#core/platforms/linkedin/simulator/posts.ts';

export interface LinkedInParams {
  /** Comments of the post and of the article; every third has two replies. Default 130. */
  readonly comments?: number;
  /** Reactions to the post, and as many reposts. Default 130. */
  readonly reactions?: number;
  /** Posts of the person `somebody` and of the company `example-company`. Default 70. */
  readonly posts?: number;
  /** The urn that the comments hang on. Another one is a 404. Default: that of the address. */
  readonly urn?: string;
  /** Ids of calls that are known. Default: any. */
  readonly queryIds?: readonly string[];
  /** False: the older addresses are gone. Default true. */
  readonly hasAddresses?: boolean;
  /** True: of the comments on the public page four in a row are of one person and say the same. Default false. */
  readonly hasEchoes?: boolean;
  /**
   * `gone`: no call of the page is answered, as since March 2026: 400 for every name, 404 for comments by their older address. What is shown
   * stands in the pages behind the login.
   */
  readonly calls?: 'open' | 'gone';
  readonly markup?: 'march' | 'may';
}

const ID = '7123456789012345678';
const ACTIVITY = `urn:li:activity:${ID}`;
/** The post by the name that its reposts hang on. */
const SHARE = 'urn:li:share:7123456789012345000';
const ARTICLE = 'urn:li:ugcPost:7123456789012349999';
export const POST_URL = `https://www.linkedin.com/posts/owner_words-activity-${ID}-AbCd`;
export const ARTICLE_URL = 'https://www.linkedin.com/pulse/words-of-an-article-owner-abcde';
const NEWEST_MS = Date.parse('2026-08-01T12:00:00Z');
const COUNTS = 'com.linkedin.voyager.dash.feed.SocialActivityCounts';
const LEADS: Readonly<Record<string, string>> = {
  '/eArticle': ARTICLE_URL,
  '/p/dPost': POST_URL,
  '/ePerson': 'https://www.linkedin.com/in/somebody',
  '/eElsewhere': 'https://example.org/?a=1&b=2',
};

/** LinkedIn with one post, one article, a person and a company: the public pages, and the calls of the page behind the login. */
export function linkedInSimulator(params: LinkedInParams): Simulator {
  return ({ url, headers }) => {
    if (url.hostname === 'lnkd.in') return lead(LEADS[url.pathname]);
    if (url.hostname !== 'www.linkedin.com') return null;
    const page = params.calls === 'gone' ? pageBehindLogin(url.pathname, params) : null;
    if (page !== null) return page;
    if (!url.pathname.startsWith('/voyager/api/')) return publicPage(url.pathname, params);
    if (!(headers['csrf-token'] ?? '').startsWith('ajax:')) return { status: 403, body: 'CSRF check failed.' };
    if (params.calls === 'gone' && url.pathname === '/voyager/api/graphql') return { status: 400, body: { status: 400 } };
    if (url.pathname !== '/voyager/api/graphql') return postsAnswer(url, params) ?? { status: 404, body: {} };
    const queryId = url.searchParams.get('queryId') ?? '';
    if (params.queryIds && !params.queryIds.includes(queryId)) return { status: 400, body: { message: 'queryId' } };
    return threadAnswer(queryId, url.searchParams.get('variables') ?? '', params) ?? postsAnswer(url, params) ?? { status: 404, body: {} };
  };
}

/** Within LinkedIn by a redirect, out of it by a page. */
function lead(address: string | undefined): SimulatedAnswer {
  if (address === undefined) return { status: 404, body: '' };
  if (address.includes('linkedin.com')) return { status: 301, headers: { location: `${address}?trk=short` } };
  return { body: `<a class="x" data-tracking-control-name="external_url_click" href="${address.replaceAll('&', '&amp;')}">go on</a>` };
}

function threadAnswer(queryId: string, variables: string, params: LinkedInParams): SimulatedAnswer | null {
  const { comments = 130, reactions: reacted = 130, urn = ACTIVITY } = params;
  const start = Number(/start:(\d+)/.exec(variables)?.[1] ?? 0);
  const size = Number(/count:(\d+)/.exec(variables)?.[1] ?? 10);
  const page = (count: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(size, count - start)) }, (_, index) => 1000 + start + index);
  const list = (name: string, count: number, urns: readonly string[], included: readonly object[]): SimulatedAnswer => ({
    body: {
      data: {
        data: { $recipeTypes: [], [name]: count === 0 ? null : { '*elements': urns, paging: { start, count: size, total: count } } },
      },
      included,
    },
  });
  const unknown: SimulatedAnswer = { status: 404, body: {} };
  if (queryId.startsWith('voyagerSocialDashReactions.')) {
    if (![urn, ARTICLE].some((name) => variables.includes(`threadUrn:${name}`))) return unknown;
    const ids = page(reacted);
    return list(
      'socialDashReactionsByReactionType',
      reacted,
      ids.map((id) => `urn:li:fsd_reaction:(${id})`),
      ids.map(reaction),
    );
  }
  if (queryId.startsWith('voyagerFeedDashReshareFeed.')) {
    const count = [SHARE, ARTICLE].some((name) => variables.includes(`targetUrn:${name}`)) ? reacted : 0;
    const ids = page(count);
    return list('feedDashReshareFeedByReshareFeed', count, ids.map(repostUrn), ids.flatMap(repost));
  }
  if (!queryId.startsWith('voyagerSocialDashComments.')) return null;
  const thread = [urn, ARTICLE].find((name) =>
    variables.includes(`socialDetailUrn:urn:li:fsd_socialDetail:(${name},${name},urn:li:highlightedReply:-)`),
  );
  if (thread === undefined) return unknown;
  const ids = page(comments);
  const included = ids.flatMap((id) => comment(id, id % 3 === 0 ? [id * 10, id * 10 + 1] : []));
  return list('socialDashCommentsBySocialDetail', comments, ids.map(urnOf), included);
}

function urnOf(id: number): string {
  return `urn:li:fsd_comment:(${id},${ACTIVITY})`;
}

/** Reactions are counted by their kind alone. A reply has no list of answers. */
function detailOf(id: number, replies: readonly number[] | null): object[] {
  const entityUrn = `urn:li:fsd_socialDetail:(${id})`;
  const total = replies?.length ?? 0;
  const paging = { count: 10, start: 0, total };
  return [
    {
      $type: 'com.linkedin.voyager.dash.social.SocialDetail',
      entityUrn,
      allowedCommentersScope: 'ALL',
      '*totalSocialActivityCounts': `${entityUrn}counts`,
      ...(replies === null ? {} : { comments: { paging, metadata: { updatedCommentCount: total }, '*elements': replies.map(urnOf) } }),
    },
    {
      $type: COUNTS,
      entityUrn: `${entityUrn}counts`,
      numComments: total,
      numShares: null,
      numImpressions: null,
      reactionTypeCounts: kindsOf(id % 5),
    },
  ];
}

/** All but one are likes. */
function kindsOf(reactions: number): object[] {
  const kinds = [
    { reactionType: 'LIKE', count: Math.max(0, reactions - 1) },
    { reactionType: 'EMPATHY', count: Math.min(1, reactions) },
  ];
  return kinds.filter(({ count }) => count > 0);
}

/** Every seventh is by a company. */
function comment(id: number, replies: readonly number[] | null = null): object[] {
  const isCompany = id % 7 === 0;
  const picture = {
    detailData: {
      vectorImage: { rootUrl: 'https://media.example/', artifacts: [{ width: 100, fileIdentifyingUrlPathSegment: `${id}.jpg` }] },
    },
  };
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
      title: { text: isCompany ? `Company ${id}` : `Member ${id}` },
      subtitle: isCompany ? '1,234 followers' : 'Works here',
      navigationUrl: isCompany
        ? `https://www.linkedin.com/company/${id}/posts`
        : `https://www.linkedin.com/in/member-${id}?miniProfileUrn=x`,
      ...(isCompany ? { actor: { '*companyUrn': `urn:li:fsd_company:${id}` } } : { commenterProfileId: `ACoAA${id}` }),
      author: id % 10 === 3,
    },
    ...(id % 20 === 4 ? { contribution: { image: { attributes: [picture] } } } : {}),
    '*socialDetail': `urn:li:fsd_socialDetail:(${id})`,
  };
  return [own, ...detailOf(id, replies), ...(replies ?? []).flatMap((reply) => comment(reply))];
}

function reaction(id: number): object {
  return {
    $type: 'com.linkedin.voyager.dash.social.Reaction',
    entityUrn: `urn:li:fsd_reaction:(${id})`,
    actorUrn: `urn:li:fsd_profile:ACoAA${id}`,
    reactionType: id % 2 === 0 ? 'LIKE' : 'PRAISE',
    reactorLockup: {
      title: { text: `Member ${id}` },
      subtitle: { text: 'Works here' },
      navigationUrl: `https://www.linkedin.com/in/member-${id}`,
    },
  };
}

/** As the number of an activity tells its time. */
function activityAt(ms: number): string {
  return String(BigInt(ms) << 22n);
}

function repostUrn(id: number): string {
  return `urn:li:fsd_update:(urn:li:activity:${activityAt(NEWEST_MS - id * 60_000)},RESHARE_FEED,EMPTY,DEFAULT,false)`;
}

/** Every other says something with it; without that the owner's post stands there under a header. */
function repost(id: number): object[] {
  const update = { $type: 'com.linkedin.voyager.dash.feed.Update', entityUrn: repostUrn(id) };
  const profile = `urn:li:fsd_profile:ACoAA${id}`;
  if (id % 2 === 0)
    return [
      {
        ...update,
        metadata: { backendUrn: `urn:li:activity:${activityAt(NEWEST_MS - id * 60_000)}`, actionsPosition: 'ACTOR_COMPONENT' },
        actor: {
          name: { text: `Member ${id}` },
          description: { text: 'Works here' },
          backendUrn: `urn:li:member:${id}`,
          navigationContext: { actionTarget: `https://www.linkedin.com/in/member-${id}?miniProfileUrn=x` },
        },
        commentary: { text: { text: `I say ${id}` } },
      },
    ];
  const text = `Member ${id} reposted this`;
  return [
    {
      ...update,
      metadata: { backendUrn: ACTIVITY, actionsPosition: 'HEADER_COMPONENT' },
      actor: { name: { text: 'Owner' }, backendUrn: 'urn:li:member:1' },
      header: { text: { text, attributesV2: [{ start: 0, length: text.indexOf(' rep'), detailData: { '*profileFullName': profile } }] } },
    },
    { entityUrn: profile, firstName: 'Member', lastName: String(id), headline: 'Works here', publicIdentifier: `member-${id}` },
  ];
}

/** The post tells search engines of its first comments, without the addresses of those who wrote them; the article shows them only. */
function publicPage(path: string, { comments = 130, urn = ACTIVITY, hasEchoes = false }: LinkedInParams): SimulatedAnswer {
  const isArticle = path.startsWith('/pulse/');
  if (!isArticle && !path.startsWith('/posts/') && !path.startsWith('/feed/update/')) return { status: 404, body: '' };
  const shown = Array.from({ length: Math.min(10, comments) }, (_, index) => 1000 + index);
  const said = (id: number): number => (hasEchoes ? id - (id % 4) : id);
  const told = shown.map((id) => ({
    '@type': 'Comment',
    text: `Words of ${said(id)}`,
    datePublished: new Date(NEWEST_MS - (id - 1000) * 60_000).toISOString(),
    interactionStatistic: { '@type': 'InteractionCounter', interactionType: 'http://schema.org/LikeAction', userInteractionCount: id % 4 },
    author: { '@type': 'Person', name: `Member ${said(id)}` },
  }));
  const author = { name: 'Owner', url: 'https://www.linkedin.com/in/member-1003?trk=y' };
  const data = isArticle
    ? { '@type': 'Article', headline: 'Words', author, commentCount: comments }
    : { '@type': 'SocialMediaPosting', articleBody: 'Words', author, commentCount: comments, comment: told };
  const names = isArticle ? `<code>{&quot;threadUrn&quot;:&quot;${ARTICLE}&quot;}</code>` : '';
  const card = `<article data-activity-urn="${ACTIVITY}" data-attributed-urn="${SHARE}"></article>`;
  const ld = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  return {
    body: `<html><body data-urn="${urn}">${ld}${isArticle ? names : urn === ACTIVITY ? card : ''}${shown.map((id) => section(id, said(id))).join('')}</body></html>`,
  };
}

/** Where nobody reacted the count is left out; a hidden one waits for the visitor's own reaction. */
function section(id: number, said: number): string {
  const urn = `urn:li:comment:(urn:li:ugcPost:7123456789012349999,${activityAt(NEWEST_MS - (id - 1000) * 60_000)})`;
  const reactions = (count: number): string => `${count}&nbsp;${count === 1 ? 'Reaction' : 'Reactions'}`;
  const shown = id % 4 === 0 ? '' : `<a class="comment__reactions-count pl-1" href="#">\n ${reactions(id % 4)}\n </a>`;
  return `<section class="comment flex"><a class="comment__author truncate" href="https://ca.linkedin.com/in/member-${said}?trk=x">
    Member ${said} </a><p class="comment__author-headline">Works here</p><span class="comment__duration-since"> 2w </span>
    <p class="comment__text" dir="ltr">Words of ${said}</p>${id % 2 === 0 ? `<a data-semaphore-content-urn="${urn}">Report</a>` : ''}
    ${shown}<span class="comment__reactions-count pl-1 hidden">\n ${reactions((id % 4) + 1)}\n </span></section>`;
}
