/** Pieces of X's answers, with nothing in them but what a test says. */
export type Json = Record<string, unknown>;

export const POST = '1000';

export const author = (id: string, name: string, more: Json = {}): Json => ({
  result: { __typename: 'User', rest_id: id, is_blue_verified: false, core: { name, screen_name: name.toLowerCase() }, ...more },
});

export const node = (id: string, legacy: Json = {}, more: Json = {}): Json => ({
  __typename: 'Tweet',
  rest_id: id,
  core: { user_results: author('7', 'Ann') },
  legacy: { full_text: `text ${id}`, ...legacy },
  ...more,
});

export const tweetContent = (result: unknown, more: Json = {}): Json => ({
  itemContent: { itemType: 'TimelineTweet', tweet_results: result === undefined ? {} : { result }, ...more },
});
export const userContent = (result: unknown): Json => ({ itemContent: { itemType: 'TimelineUser', user_results: { result } } });
export const entry = (entryId: string, content: Json): Json => ({ entryId, content });
export const moduleOf = (entryId: string, ...items: readonly [string, Json][]): Json =>
  entry(entryId, { items: items.map(([id, content]) => ({ entryId: `${entryId}-${id}`, item: content })) });
export const cursor = (cursorType: string, value: string): Json => entry(`cursor-${value}`, { cursorType, value });
export const cursorContent = (cursorType: string, value: string): Json => ({
  itemContent: { itemType: 'TimelineTimelineCursor', cursorType, value },
});
export const add = (...entries: readonly Json[]): Json => ({ type: 'TimelineAddEntries', entries });

export const conversation = (...instructions: readonly Json[]): Json => ({
  data: { threaded_conversation_with_injections_v2: { instructions } },
});
export const ofUser = (...instructions: readonly Json[]): Json => ({
  data: { user: { result: { __typename: 'User', timeline: { timeline: { instructions } } } } },
});
export const look = (result: unknown): Json => ({ data: { user: { result } } });
export const search = (...instructions: readonly Json[]): Json => ({
  data: { search_by_raw_query: { search_timeline: { timeline: { instructions } } } },
});
/** The post that is asked about, by the account 7. */
export const focal = entry(`tweet-${POST}`, tweetContent(node(POST)));
export const reply = (id: string, to = POST, more: Json = {}): Json => tweetContent(node(id, { in_reply_to_status_id_str: to, ...more }));
