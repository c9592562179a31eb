import { indexesOf, type SimulatedAnswer, type SimulatedRequest, type Simulator } from '#test/world/simulator.ts';

export interface SteamCommunityParams {
  /** Comments of any thread. Default 120. */
  readonly comments?: number;
  /** Of one answer, whatever is asked for. Default 50. */
  readonly mostRows?: number;
  /** What stands in the place of the page. */
  readonly page?: 'gone' | 'private' | 'ageGate' | 'closed' | 'other';
  /** What the thread itself says instead. */
  readonly refusal?: object;
}

const MAKER = 39_734_279;
const MAKER_ID = '76561198000000007';
const FILE = '2881031511';
const TOPIC_ID = '599658915298442665';
const FORUM = '599658915298442000';
const CLAN = '103582791475223532';
const FIRST = 4_000_000_000_000;
const OLDEST_S = Date.UTC(2025, 0, 1) / 1_000;

interface Place {
  readonly type: string;
  readonly owner: string;
  readonly feature: string;
  readonly feature2: string;
  readonly body: string;
  readonly extended: string;
}

const poster = JSON.stringify({ topic_permissions: { can_view: 1, can_post: 0 }, original_poster: MAKER, topic_gid: TOPIC_ID });
const PLACES: Readonly<Record<string, Place>> = {
  [`/sharedfiles/filedetails/?id=${FILE}`]: {
    type: 'PublishedFile_Public',
    owner: MAKER_ID,
    feature: FILE,
    feature2: '-1',
    body: '<div class="workshopItemTitle">Cat &amp; Mouse</div>',
    extended: '[]',
  },
  [`/app/1806330/discussions/0/${TOPIC_ID}/`]: {
    type: 'ForumTopic',
    owner: CLAN,
    feature: FORUM,
    feature2: TOPIC_ID,
    body: '<div class="forum_op"><div class="topic"> Why purr? </div><div class="content">Tell me.</div></div>',
    extended: poster,
  },
  '/id/purring_cat/allcomments': {
    type: 'Profile',
    owner: MAKER_ID,
    feature: '-1',
    feature2: '-1',
    body: '<div class="profile_page"></div>',
    extended: '',
  },
  '/groups/purring-cats/comments': {
    type: 'Clan',
    owner: CLAN,
    feature: '-1',
    feature2: '-1',
    body: '<div class="grouppage_header"></div>',
    extended: '',
  },
};
const INSTEAD: Readonly<Record<NonNullable<SteamCommunityParams['page']>, (place: Place) => string>> = {
  gone: () => '<div class="error_ctn"><h3>The specified item could not be found.</h3></div>',
  private: () => '<div class="profile_page"><div class="profile_private_info">This profile is private.</div></div>',
  ageGate: () => '<div class="agegate_text_container"><h2>Your age</h2></div>',
  closed: ({ body }) => body,
  other: () => '<div class="somewhere">Hello</div>',
};

/** steamcommunity.com with a file, a topic, a profile and a group; the account of the maker has written every seventh comment. */
export function steamCommunitySimulator(params: SteamCommunityParams): Simulator {
  return (request) => {
    const { url } = request;
    if (url.hostname !== 'steamcommunity.com') return null;
    const place = PLACES[url.pathname + url.search];
    if (place !== undefined) return { body: pageOf(place, params) };
    const thread = /^\/comment\/(\w+)\/render\/(\d+)\/(-?\d+)\/?$/.exec(url.pathname);
    const known = Object.values(PLACES).find(
      ({ type, owner, feature }) => type === thread?.[1] && owner === thread[2] && feature === thread[3],
    );
    return known === undefined ? { status: 404, body: '<!doctype html><title>404</title>' } : answerOf(request, known, params);
  };
}

function pageOf(place: Place, { page, comments = 120 }: SteamCommunityParams): string {
  const head = '<!doctype html><title>Steam Community</title>';
  if (page !== undefined) return head + INSTEAD[page](place);
  const { type, owner, feature, feature2, extended } = place;
  const name = [type, owner, feature, ...(feature2 === '-1' ? [] : [feature2])].join('_');
  const thread = {
    feature,
    feature2,
    owner,
    total_count: comments,
    start: 0,
    pagesize: 15,
    has_upvoted: 0,
    upvotes: 3,
    extended_data: extended,
  };
  const call = `InitializeCommentThread( "${type}", "${name}", ${JSON.stringify(thread)}, 'https://steamcommunity.com/comment/${type}/', 40 );`;
  return `${head}${place.body}<div class="commentthread_area"></div><script type="text/javascript">$J( function() { ${call} } );</script>`;
}

function answerOf({ method, body, url }: SimulatedRequest, place: Place, params: SteamCommunityParams): SimulatedAnswer {
  if (params.refusal) return { body: params.refusal };
  const form = method === 'POST' ? new URLSearchParams(body) : url.searchParams;
  const { comments = 120, mostRows = 50 } = params;
  if ((form.get('feature2') ?? '-1') !== place.feature2) return { body: { success: false, error: 'There is no such thread.' } };
  const start = Number(form.get('start') ?? 0);
  const rows = indexesOf(start, Math.min(Number(form.get('count') ?? 15), mostRows), comments);
  const isOldest = form.get('oldestfirst') === 'true';
  return {
    body: {
      success: true,
      name: `${place.type}_${place.owner}_${place.feature}`,
      start,
      pagesize: String(rows.length),
      total_count: comments,
      upvotes: 3,
      has_upvoted: 0,
      comments_html: rows.map((index) => row(isOldest ? index : comments - 1 - index)).join('\n'),
      timelastpost: OLDEST_S + comments * 60,
    },
  };
}

/** As pages of 2025 and 2026 have it. */
function row(index: number): string {
  const id = FIRST + index;
  const account = index % 7 === 6 ? MAKER : 100_000 + index;
  const profile = `https://steamcommunity.com/${index % 2 === 0 ? `id/cat_${index}` : `profiles/7656119796${account}`}`;
  const link = `<a class="bb_link" href="https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fcats.example%2F${index}%3Fa%3D1" rel="noopener">https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fcats.example%2F${index}%3Fa%3D1</a>`;
  return `<div class="commentthread_comment responsive_body_text " id="comment_${id}" style="">
  <div class="commentthread_comment_avatar playerAvatar"><a href="${profile}" data-miniprofile="${account}"><img src="https://avatars.steam.example/${index}.jpg"></a></div>
  <div class="commentthread_comment_content">
    <div class="commentthread_comment_author">
      <a class="hoverunderline commentthread_author_link" href="${profile}" data-miniprofile="${account}"><bdi>Cat ${index} &amp; co</bdi></a>
      <span class="commentthread_comment_timestamp" title="1 January, 2025" data-timestamp="${OLDEST_S + index * 60}">1 Jan, 2025 @ 1:00am&nbsp;</span>
    </div>
    <div class="commentthread_comment_text" id="comment_content_${id}">
      Comment ${index} <b>purrs</b> <img src="https://emoticons.steam.example/cat" alt=":cat:" class="emoticon"><br>${link}${index % 5 === 0 ? `<img class="bb_img" src="https://images.steam.example/${index}.png">` : ''}
    </div>
  </div>
</div>`;
}
