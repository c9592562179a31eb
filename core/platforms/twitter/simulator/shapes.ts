// X's wire shapes: posts, accounts and timelines, as its page gets them.

/** An entry of a timeline. */
export interface Row {
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly isPinned?: true;
}
type Shape = 2024 | 2026;
const NEWEST_MS = Date.parse('2026-08-01T12:00:00Z');

/** `Wed Oct 10 20:19:24 +0000 2018` */
function timeOf(ms: number): string {
  const [day = '', date = '', month = '', year = '', time = ''] = new Date(ms).toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date} ${time} +0000 ${year}`;
}

/** An account: in parts since 2025, all in `legacy` before. */
export function user(
  id: number,
  shape: Shape,
  flags: { readonly isProtected?: boolean; readonly isFollowed?: boolean; readonly count?: number } = {},
): object {
  const handle = id === 100 ? 'owner' : `reader${id}`;
  const { isProtected = false, isFollowed = false, count = id } = flags;
  const avatar = `https://pbs.example/${id}_normal.jpg`;
  const bio = id % 4 === 0 ? '' : `Reads & writes https://t.co/bio${id}`;
  const links = { description: { urls: [{ url: `https://t.co/bio${id}`, expanded_url: `https://reader.example/${id}` }] } };
  const born = timeOf(NEWEST_MS - id * 86_400_000);
  const common = { __typename: 'User', rest_id: String(id), is_blue_verified: id % 7 === 0 };
  if (shape === 2024) {
    const legacy = {
      name: `Reader ${id}`,
      screen_name: handle,
      created_at: born,
      description: bio.replace('&', '&amp;'),
      location: '',
      profile_image_url_https: avatar,
      followers_count: count,
      friends_count: count,
      statuses_count: 9,
      verified: false,
      entities: links,
      ...(isProtected ? { protected: true, following: isFollowed } : {}),
    };
    return { ...common, legacy };
  }
  return {
    ...common,
    core: { name: `Reader ${id}`, screen_name: handle, created_at: born },
    avatar: { image_url: avatar },
    location: { location: 'Here' },
    privacy: { protected: isProtected },
    profile_bio: { description: bio.replace('&', '&amp;'), entities: links },
    relationship_counts: { followers: count, following: count },
    relationship_perspectives: { following: isFollowed },
    tweet_counts: { tweets: 9, media_tweets: 1 },
    verification: { verified: false },
  };
}

export function account(id: number, shape: Shape): Row {
  const content = {
    entryType: 'TimelineTimelineItem',
    itemContent: { itemType: 'TimelineUser', userDisplayType: 'User', user_results: { result: user(id, shape) } },
  };
  return { id: `user-${id}`, content };
}

/** A post as `tweet_results.result`. */
function tweetNode(
  id: string,
  {
    author,
    shape,
    answers,
    replies = 1,
  }: { readonly author: number; readonly shape: Shape; readonly answers?: string; readonly replies?: number },
): object {
  return {
    __typename: 'Tweet',
    rest_id: id,
    core: { user_results: { result: user(author, shape) } },
    edit_control: { edit_tweet_ids: [id] },
    views: { count: '77', state: 'EnabledWithCount' },
    legacy: {
      id_str: id,
      user_id_str: String(author),
      full_text: `Words of ${id} &amp; more &lt;3`,
      created_at: timeOf(NEWEST_MS - (Number(id.slice(-6)) % 1_000_000) * 60_000),
      favorite_count: 3,
      reply_count: replies,
      retweet_count: 2,
      quote_count: 0,
      bookmark_count: 1,
      lang: 'en',
      conversation_id_str: answers === undefined ? id : '1000000000000000000',
      entities: { urls: [], hashtags: [] },
      ...(answers === undefined ? {} : { in_reply_to_status_id_str: answers }),
    },
  };
}

export function tweet(id: string, how: Parameters<typeof tweetNode>[1]): Row {
  const itemContent = { itemType: 'TimelineTweet', tweetDisplayType: 'Tweet', tweet_results: { result: tweetNode(id, how) } };
  return { id: `tweet-${id}`, content: { itemContent } };
}

export function post(id: number, how: Parameters<typeof tweetNode>[1]): Row {
  return tweet(String(id), how);
}

/** What an account posted: one pinned, every sixth in a conversation with somebody else. */
export function posts(count: number, { shape, replies }: { readonly shape: Shape; readonly replies: boolean }): Row[] {
  const pinned: Row = { ...post(59_999, { author: 100, shape }), isPinned: true };
  const listed = Array.from({ length: count }, (_, index): Row => {
    const own = post(50_000 + index, { author: 100, shape, ...(replies ? { answers: `6${index}` } : {}) });
    if (index % 6 !== 5) return own;
    const rows = [post(60_000 + index, { author: 301, shape }), own];
    const module = `profile-conversation-${index}`;
    const items = rows.map((row) => ({ entryId: `${module}-${row.id}`, item: { itemContent: row.content['itemContent'] } }));
    return { id: module, content: { items } };
  });
  return [pinned, ...listed];
}

export function timelineOf(rows: readonly Row[], pinned?: Row): object {
  const entryOf = ({ id, content }: Row): object => ({ entryId: id, sortIndex: '1', content });
  return {
    instructions: [
      { type: 'TimelineClearCache' },
      ...(pinned === undefined ? [] : [{ type: 'TimelinePinEntry', entry: entryOf(pinned) }]),
      { type: 'TimelineAddEntries', entries: rows.map(entryOf) },
      { type: 'TimelineTerminateTimeline', direction: 'Top' },
    ],
  };
}
