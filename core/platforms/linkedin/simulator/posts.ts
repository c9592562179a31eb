import type { SimulatedAnswer } from '#test/world/simulator.ts';

interface PostsParams {
  readonly posts?: number;
  readonly hasAddresses?: boolean;
}

const PROFILE = 'urn:li:fsd_profile:ACoAASomebody';
const PAGE = 'urn:li:fsd_organizationalPage:1337';
const NEWEST_MS = Date.parse('2026-08-01T12:00:00Z');
const HOUR_MS = 3_600_000;

/** Lists of posts, by call or by the older address, and who is who; null for any other address. */
export function postsAnswer(url: URL, { posts = 70, hasAddresses = true }: PostsParams): SimulatedAnswer | null {
  const of = (name: string): string | null => url.searchParams.get(name);
  const path = url.pathname.replace('/voyager/api/', '');
  const variables = of('variables') ?? '';
  const call = of('queryId')?.split('.')[0];
  if (path === 'identity/dash/profiles') return of('memberIdentity') === 'somebody' ? named(PROFILE) : null;
  if (path === 'organization/companies')
    return of('universalName') === 'example-company' ? named('urn:li:fs_normalized_company:1337') : null;
  if (path === 'organization/updatesV2')
    return hasAddresses && of('companyIdOrUniversalName') === 'example-company' ? byAddress(url, posts) : null;
  // Of everybody, since March 2026 (alexey-pelykh/lhremote #504).
  if (path === 'identity/profileUpdatesV2') return { status: 400, body: {} };
  if (call === 'voyagerFeedDashProfileUpdates' && variables.includes(`profileUrn:${PROFILE}`))
    return byCall('feedDashProfileUpdatesByMemberShareFeed', variables, posts);
  if (call === 'voyagerFeedDashOrganizationalPageUpdates' && variables.includes(`organizationalPageUrn:${PAGE}`))
    return byCall('feedDashOrganizationalPageUpdatesByOrganizationalPageRelevanceFeed', variables, posts);
  return null;
}

function named(urn: string): SimulatedAnswer {
  return { body: { data: { '*elements': [urn] }, included: [{ entityUrn: urn, publicIdentifier: 'somebody' }] } };
}

function byCall(name: string, variables: string, posts: number): SimulatedAnswer {
  const first = Number(/paginationToken:at-(\d+)/.exec(variables)?.[1] ?? 0);
  const { list, included } = page(first, Number(/count:(\d+)/.exec(variables)?.[1] ?? 20), posts, update);
  return { body: { data: { data: { [name]: list } }, included } };
}

function byAddress(url: URL, posts: number): SimulatedAnswer {
  const first = Number((url.searchParams.get('paginationToken') ?? 'at-0').slice('at-'.length));
  const { list, included } = page(first, Number(url.searchParams.get('count') ?? 20), posts, olderUpdate);
  return { body: { data: list, included } };
}

/** `start` is passed over: what counts is the token. Its total says nothing. */
function page(first: number, size: number, posts: number, make: (index: number) => { readonly urn: string; readonly entities: object[] }) {
  const made = Array.from({ length: Math.max(0, Math.min(size, posts - first)) }, (_, place) => make(first + place));
  const next = first + made.length;
  return {
    list: {
      '*elements': made.map(({ urn }) => urn),
      paging: { start: 0, count: size, total: 0 },
      metadata: { paginationToken: next < posts ? `at-${next}` : null },
    },
    included: made.flatMap(({ entities }) => entities),
  };
}

function activityOf(index: number): string {
  return `urn:li:activity:${numberOf(index)}`;
}

function numberOf(index: number): bigint {
  return BigInt(NEWEST_MS - index * HOUR_MS) << 22n;
}

function pictureOf(name: string): object {
  const artifacts = [
    { width: 100, fileIdentifyingUrlPathSegment: `small/${name}` },
    { width: 800, fileIdentifyingUrlPathSegment: `large/${name}` },
  ];
  return { attributes: [{ detailData: { vectorImage: { rootUrl: 'https://media.example/', artifacts } } }] };
}

const actor = (index: number) => ({
  name: { text: index % 5 === 4 ? 'Someone else' : 'Some Body' },
  description: { text: 'Works here' },
  navigationContext: { actionTarget: 'https://www.linkedin.com/in/somebody?miniProfileUrn=x' },
  image: pictureOf('me.jpg'),
});
const header = (index: number) => (index % 5 === 4 ? { header: { text: { text: 'Some Body reposted this' } } } : {});

/** Every fifth is a repost; pictures, a link and a film by turns; the list names them by more than their own urn now and then. */
function update(index: number): { readonly urn: string; readonly entities: object[] } {
  const entityUrn = `urn:li:fsd_update:(${activityOf(index)},MEMBER_SHARES,EMPTY,DEFAULT,false)`;
  const film = `urn:li:digitalmediaAsset:${index}`;
  const contents = [
    { imageComponent: { images: [pictureOf(`${index}.jpg`)] }, articleComponent: null },
    { articleComponent: { title: { text: `Link ${index}` }, navigationContext: { actionTarget: `https://example.org/${index}` } } },
    { linkedInVideoComponent: { '*videoPlayMetadata': film } },
    null,
  ];
  const streams = [360, 720].map((width) => ({ width, streamingLocations: [{ url: `https://films.example/${index}-${width}.mp4` }] }));
  const detail = `urn:li:fsd_socialDetail:(${index})`;
  return {
    urn: index % 9 === 8 ? entityUrn.replace('DEFAULT', 'OTHER') : entityUrn,
    entities: [
      {
        $type: 'com.linkedin.voyager.dash.feed.Update',
        entityUrn,
        metadata: { backendUrn: activityOf(index), shareUrn: `urn:li:share:${7_100_000_000_000_000_000n + BigInt(index)}` },
        actor: { ...actor(index), backendUrn: 'urn:li:member:42' },
        ...header(index),
        commentary: index % 10 === 9 ? null : { text: { text: `Post ${index} & more\n#tag` } },
        content: contents[index % 4],
        socialContent: { shareUrl: `https://www.linkedin.com/posts/somebody_post-activity-${numberOf(index)}-AbCd?utm_source=share` },
        '*socialDetail': detail,
      },
      { $type: 'com.linkedin.voyager.dash.social.SocialDetail', entityUrn: detail, '*totalSocialActivityCounts': `${detail}counts` },
      {
        entityUrn: `${detail}counts`,
        numComments: index,
        numShares: index % 3,
        reactionTypeCounts: [
          { reactionType: 'LIKE', count: index + 1 },
          { reactionType: 'PRAISE', count: 1 },
        ],
      },
      ...(index % 4 === 2 ? [{ entityUrn: film, progressiveStreams: streams, thumbnail: pictureOf('film.jpg') }] : []),
    ],
  };
}

/** Here reactions have their sum too. */
function olderUpdate(index: number): { readonly urn: string; readonly entities: object[] } {
  const entityUrn = `urn:li:fs_updateV2:(${activityOf(index)},COMPANY_FEED,EMPTY,DEFAULT,false)`;
  const detail = `urn:li:fs_socialDetail:${index}`;
  const kinds = index === 0 ? [] : [{ reactionType: 'LIKE', count: index }];
  return {
    urn: entityUrn,
    entities: [
      {
        $type: 'com.linkedin.voyager.feed.render.UpdateV2',
        entityUrn,
        updateMetadata: { urn: activityOf(index) },
        actor: { ...actor(index), urn: 'urn:li:company:1337' },
        ...header(index),
        commentary: { text: { text: `Post ${index}` } },
        content:
          index % 2 === 0
            ? { title: { text: `Link ${index}` }, navigationContext: { actionTarget: `https://example.org/${index}` } }
            : null,
        '*socialDetail': detail,
      },
      {
        entityUrn: detail,
        totalSocialActivityCounts: { numLikes: index, numComments: 1, numShares: 0, reactionTypeCounts: kinds },
      },
    ],
  };
}
