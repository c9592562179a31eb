// Posts of a channel, and the way from a post to its comments. Written from descriptions: no recorded answer proves it.
import { z } from 'zod';
import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { continuationSchema, listsOf } from '#core/platforms/youtube/continuation.ts';
import type { ChannelCursor, Cursor, PostCursor, PostsCursor } from '#core/platforms/youtube/cursor.ts';
import { askYouTube, DOOR } from '#core/platforms/youtube/innertube.ts';
import { postItem } from '#core/platforms/youtube/post.ts';
import { asParameter } from '#core/platforms/youtube/protobuf.ts';
import { plainText } from '#core/platforms/youtube/text.ts';
import { commentSectionOf, commentsOff, expectKnown, sectionHolderSchema } from '#core/platforms/youtube/watch-page.ts';
import { onwardOf, textSchema, unknownOnward } from '#core/platforms/youtube/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const browseEndpointSchema = z.object({ browseId: z.string().min(1), params: z.string().optional() });
type BrowseEndpoint = z.output<typeof browseEndpointSchema>;

const resolvedSchema = z.object({
  endpoint: z
    .object({ browseEndpoint: browseEndpointSchema.optional(), urlEndpoint: z.object({ url: z.string().optional() }).optional() })
    .optional(),
});

const tabSchema = z.object({
  selected: z.boolean().optional(),
  endpoint: z
    .object({
      commandMetadata: z.object({ webCommandMetadata: z.object({ url: z.string().optional() }).optional() }).optional(),
      browseEndpoint: z.object({ params: z.string().optional() }).optional(),
    })
    .optional(),
  content: z.object({ sectionListRenderer: z.object({ contents: z.array(z.unknown()).optional() }).optional() }).optional(),
});
type Tab = z.output<typeof tabSchema>;

const browsedSchema = z.object({
  contents: z
    .object({
      twoColumnBrowseResultsRenderer: z.object({ tabs: z.array(z.object({ tabRenderer: tabSchema.optional() })).optional() }).optional(),
    })
    .optional(),
  alerts: z.array(z.object({ alertRenderer: z.object({ text: textSchema.optional() }).optional() })).optional(),
});

const sectionSchema = z.object({ itemSectionRenderer: z.object({ contents: z.array(z.unknown()).optional() }).optional() });
const rowSchema = z.object({
  backstagePostThreadRenderer: z.object({ post: z.unknown() }).optional(),
});

const CHANNEL_ID = /^UC[\w-]{22}$/;
const POSTS_TAB = /\/(?:posts|community)$/;
const POST_PAGE = 'FEpost_detail';
const UNKNOWN = [400, 404];

/** The first page of a channel's posts: its id, its Posts tab, the tab's contents. A channel without the tab has no posts. */
export async function fetchChannel({ channel }: ChannelCursor, session: Session): Promise<Page<Cursor>> {
  const browseId = CHANNEL_ID.test(channel) ? channel : (await resolve(channel, session)).browseId;
  const home = await browse({ browseId }, session);
  const isPostsTab = (tab: Tab): boolean => POSTS_TAB.test(tab.endpoint?.commandMetadata?.webCommandMetadata?.url ?? '');
  const params = home.tabs.find(isPostsTab)?.endpoint?.browseEndpoint?.params;
  if (params === undefined) return { door: DOOR, items: [], notes: ['The channel has no posts.'] };
  const { tabs, fetchedAt } = await browse({ browseId, params }, session);
  const rows = openContents(tabs).flatMap((content, index) => {
    const section = readWire(sectionSchema, content, `contents.${index}`).itemSectionRenderer;
    return section?.contents ?? [content];
  });
  return postsPage(rows, fetchedAt);
}

/** A further page of a channel's posts. */
export async function fetchPosts({ token }: PostsCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await askYouTube(session, 'browse', { continuation: token });
  const lists = listsOf(answer.json(continuationSchema));
  if (lists === null) throw new IncompleteAnswer('YouTube answered a page of posts without any.');
  return postsPage(lists.flat(), answer.fetchedAt);
}

/** From a post to the first page of its comments. @throws PlatformRefusal NOT_FOUND, COMMENTS_DISABLED */
export async function fetchPost({ post, channel }: PostCursor, session: Session): Promise<Page<Cursor>> {
  const endpoint =
    channel === null ? builtUnlessGiven(post, await resolve(`https://www.youtube.com/post/${post}`, session)) : postPage(post, channel);
  const { tabs } = await browse(endpoint, session);
  const comments = commentSectionOf(
    openContents(tabs).map((content, index) => readWire(sectionHolderSchema, content, `contents.${index}`)),
  );
  expectKnown(comments);
  if (comments === null || comments.token === null) throw commentsOff(comments?.message ?? '');
  const cursor: Cursor = { at: 'comments', of: { post }, token: comments.token, stage: 'first', link: null, newestFirst: false };
  return { door: DOOR, items: [], next: [{ role: 'page', cursor }], mayRepeat: true };
}

/** What an address of YouTube leads to; one that only points to another address is followed once. */
async function resolve(address: string, session: Session): Promise<BrowseEndpoint> {
  let url: string | undefined = address;
  for (let hop = 0; hop <= 1 && url !== undefined; hop += 1) {
    const answer = await askYouTube(session, 'navigation/resolve_url', { url }, { accept: UNKNOWN });
    if (UNKNOWN.includes(answer.status)) break;
    const { endpoint }: z.output<typeof resolvedSchema> = answer.json(resolvedSchema);
    if (endpoint?.browseEndpoint !== undefined) return endpoint.browseEndpoint;
    url = endpoint?.urlEndpoint?.url;
  }
  throw new PlatformRefusal('NOT_FOUND', 'YouTube knows no channel or post under this URL. Check that it opens in a browser.');
}

/** The page of a post as YouTube names it, or built where it names the channel alone. */
function builtUnlessGiven(post: string, given: BrowseEndpoint): BrowseEndpoint {
  if (given.params !== undefined && !CHANNEL_ID.test(given.browseId)) return given;
  return CHANNEL_ID.test(given.browseId) ? postPage(post, given.browseId) : given;
}

function postPage(post: string, channel: string): BrowseEndpoint {
  return {
    browseId: POST_PAGE,
    params: asParameter([
      [
        56,
        [
          [2, channel],
          [3, post],
          [11, channel],
        ],
      ],
    ]),
  };
}

async function browse(
  { browseId, params }: BrowseEndpoint,
  session: Session,
): Promise<{ readonly tabs: readonly Tab[]; readonly fetchedAt: Date }> {
  const answer = await askYouTube(session, 'browse', { browseId, ...(params === undefined ? {} : { params }) });
  const { contents, alerts } = answer.json(browsedSchema);
  const tabs = contents?.twoColumnBrowseResultsRenderer?.tabs;
  if (tabs !== undefined) return { tabs: tabs.flatMap((tab) => tab.tabRenderer ?? []), fetchedAt: answer.fetchedAt };
  const words = (alerts ?? [])
    .map((alert) => plainText(alert.alertRenderer?.text))
    .join(' ')
    .trim();
  if (words === '') throw new PlatformChanged('contents.twoColumnBrowseResultsRenderer.tabs');
  throw new PlatformRefusal('NOT_FOUND', `YouTube does not show this page. It says: ${words}`);
}

/** The contents of the tab that is open. */
function openContents(tabs: readonly Tab[]): readonly unknown[] {
  const open = tabs.find((tab) => tab.selected === true && tab.content !== undefined) ?? tabs.find((tab) => tab.content !== undefined);
  return open?.content?.sectionListRenderer?.contents ?? [];
}

function postsPage(rows: readonly unknown[], fetchedAt: Date): Page<Cursor> {
  const read = rows.map((row, index) => readWire(rowSchema, row, `contents.${index}`));
  const items = read.flatMap((row) =>
    row.backstagePostThreadRenderer === undefined ? [] : (postItem(row.backstagePostThreadRenderer.post, fetchedAt) ?? []),
  );
  const onward = rows
    .filter((_row, index) => read[index]?.backstagePostThreadRenderer === undefined)
    .map(onwardOf)
    .findLast((found) => found !== null);
  const page: Page<Cursor> = { door: DOOR, items, dateOrder: 'newestFirst' };
  if (onward == null) return page;
  if ('unknown' in onward) return { ...page, gaps: [unknownOnward(onward.unknown, 0)] };
  return { ...page, next: [{ role: 'page', cursor: { at: 'posts', token: onward.token } }] };
}
