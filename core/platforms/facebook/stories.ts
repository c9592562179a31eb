// Posts of a page, a profile or a group, and the reviews of a page.
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { askFacebook, expectLogin } from '#core/platforms/facebook/ask.ts';
import { expectNode, loosePageInfo } from '#core/platforms/facebook/comments.ts';
import type { FacebookCursor, StoriesCursor } from '#core/platforms/facebook/cursor.ts';
import { groupVariables, type QueryName, reviewsVariables, STORY_FLAGS, timelineVariables } from '#core/platforms/facebook/queries.ts';
import { accountOn, groupOn, pageAt, pageNeeded, type SitePage } from '#core/platforms/facebook/site.ts';
import { postItem, reviewItem } from '#core/platforms/facebook/story-item.ts';
import { storyListSchema, storySchema, type WireStory } from '#core/platforms/facebook/wire.ts';
import type { AssembledAnswer } from '#core/platform-kit/families/meta/assembled.ts';
import { jsonScriptsOf } from '#core/platform-kit/embedded-json.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type ListName = StoriesCursor['list'];
/** Stories in their order, and where their list goes on; null at its end. */
interface Stories {
  readonly stories: readonly WireStory[];
  readonly after: string | null;
}

const QUERIES: Readonly<Record<ListName, QueryName>> = {
  posts: 'ProfileCometTimelineFeedRefetchQuery',
  groupPosts: 'GroupsCometFeedRegularStoriesPaginationQuery',
  reviews: 'ProfileCometReviewsFeedRefetchQuery',
};
const CONNECTIONS: Readonly<Record<ListName, string>> = {
  posts: 'timeline_list_feed_units',
  groupPosts: 'group_feed',
  reviews: 'reviews_feed',
};
const ITEM: Readonly<Record<ListName, (story: WireStory) => Item>> = { posts: postItem, groupPosts: postItem, reviews: reviewItem };
/** The words by which a review recommends or not are read in English. */
const IN_ENGLISH = { 'accept-language': 'en-US', cookie: 'locale=en_US' };
/** Where a group's feed goes on after the posts that its page has. */
const AFTER_PAGE = /"end_cursor":"(Cg8TZXhpc3RpbmdfdW5pdF9jb3VudA[^"\\]*)"/;
const NOTHING_SHOWN: Readonly<Record<ListName, Gap>> = {
  posts: { cause: 'hidden', count: 0, note: 'Facebook shows this session no posts here. If there are some, they are not for everybody.' },
  groupPosts: {
    cause: 'hidden',
    count: 0,
    note: 'Facebook shows this session no posts of the group. Some groups show them to members only.',
  },
  reviews: { cause: 'hidden', count: 0, note: 'Facebook shows this session no reviews of the page. Its owner may have turned them off.' },
};

export async function storiesPage(cursor: StoriesCursor, session: Session): Promise<Page<FacebookCursor>> {
  const { list, after } = cursor;
  if (list === 'groupPosts') expectLogin(session);
  const id = list === 'reviews' ? cursor.id : await idOf(cursor, session);
  const { found, owner, door } = await firstThatShows({ ...cursor, id }, session);
  const shown = found.stories.filter((story) => (story.sponsored_data ?? null) === null);
  const next = { ...cursor, id: owner, after: found.after };
  const goesOn = found.stories.length > 0 && found.after !== null && found.after !== after;
  return {
    items: shown.map(ITEM[list]),
    next: goesOn ? [{ cursor: next, role: 'page' } satisfies Next<FacebookCursor>] : [],
    gaps: after === null && found.stories.length === 0 ? [NOTHING_SHOWN[list]] : [],
    door,
  };
}

interface Shown {
  readonly found: Stories;
  readonly owner: string | null;
  readonly door: 'page' | 'query';
}

/** Reviews begin in the page itself; a group's page has its first posts where the query gives none. */
async function firstThatShows(cursor: StoriesCursor, session: Session): Promise<Shown> {
  const { list, after, page: address } = cursor;
  if (list === 'reviews' && after === null) {
    const page = await (cursor.id === null ? pageNeeded : pageAt)(session, address, IN_ENGLISH);
    const inPage = storiesIn(page, list);
    const owner = cursor.id ?? (inPage.stories.length > 0 && inPage.after === null ? null : accountOn(page));
    if (inPage.stories.length > 0) return { found: inPage, owner, door: 'page' };
    return { found: await asked({ ...cursor, id: owner }, session), owner, door: 'query' };
  }
  const found = await asked(cursor, session);
  if (list !== 'groupPosts' || after !== null || found.stories.length > 0) return { found, owner: cursor.id, door: 'query' };
  const page = await pageAt(session, address);
  const inPage = storiesIn(page, list);
  return { found: { ...inPage, after: AFTER_PAGE.exec(page.html)?.[1] ?? inPage.after }, owner: cursor.id, door: 'page' };
}

async function asked(cursor: StoriesCursor, session: Session): Promise<Stories> {
  const { list, page } = cursor;
  const { flags } = await pageAt(session, page, list === 'reviews' ? IN_ENGLISH : {});
  const named = Object.keys(flags).length === 0 ? STORY_FLAGS : flags;
  const call = { query: QUERIES[list], variables: { ...variablesOf(cursor, session), ...named }, page };
  const answer = expectNode(await askFacebook(session, call, (data) => listIn(data, list) === undefined));
  return storiesOf(answer, list);
}

function variablesOf({ list, id, after }: StoriesCursor, { options }: Session) {
  const { sort, minTimestamp: from, maxTimestamp: to } = options;
  switch (list) {
    case 'posts':
      return timelineVariables(id ?? '', after, { from, to });
    case 'groupPosts':
      return groupVariables(id ?? '', after, sort);
    case 'reviews':
      return reviewsVariables(id ?? '', after);
  }
}

/** The number of a page, profile or group, from its address or else from its page. */
async function idOf({ list, id, page }: StoriesCursor, session: Session): Promise<string> {
  if (id !== null) return id;
  const found = await pageNeeded(session, page);
  return list === 'groupPosts' ? groupOn(found) : accountOn(found);
}

function storiesOf(answer: AssembledAnswer, list: ListName): Stories {
  const { edges, page_info: info } = readWire(storyListSchema, listIn(answer.data, list), `data.node.${CONNECTIONS[list]}`);
  const nodes = [...edges.map((edge) => edge?.node), ...answer.loose.map(nodeIn)];
  const end = info ?? loosePageInfo(answer);
  return {
    stories: readRows(nodes, `data.node.${CONNECTIONS[list]}.edges`, storyOf).flat(),
    after: end?.has_next_page === true ? end.end_cursor || null : null,
  };
}

/** The stories that a page brings along: those of the list, and those that are sent after it. */
function storiesIn({ html }: SitePage, list: ListName): Stories {
  const scripts = jsonScriptsOf(html, CONNECTIONS[list]);
  const found = scripts.map((script) => listIn(script, list)).find((value) => value !== undefined);
  if (found === undefined) return { stories: [], after: null };
  return storiesOf({ data: { [CONNECTIONS[list]]: found }, loose: [] }, list);
}

function listIn(data: unknown, list: ListName): unknown {
  return shallowest(data, CONNECTIONS[list], (value) => typeof value === 'object' && value !== null && 'edges' in value);
}

function nodeIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'node' in data ? data.node : null;
}

/** Other units of a feed (people one may know, a banner) are no stories. */
function storyOf(node: unknown): WireStory[] {
  if (typeof node !== 'object' || node === null) return [];
  const type = '__typename' in node ? node.__typename : null;
  const isStory = type === 'Story' || (type === null && 'post_id' in node);
  return isStory ? [readWire(storySchema, node, 'node')] : [];
}
