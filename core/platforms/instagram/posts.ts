import { CommentdockError } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { placeAfter } from '#core/platform-kit/families/meta/posts.ts';
import { profileUrl } from '#core/platforms/instagram/address.ts';
import { askApi, askApiOnce, askPage, firstOpen, isLoggedIn, type Outcome } from '#core/platforms/instagram/ask.ts';
import { DOOR_NAMES } from '#core/platforms/instagram/comments.ts';
import type { DoorName, InstagramCursor, ProfileCursor } from '#core/platforms/instagram/cursor.ts';
import { postItem } from '#core/platforms/instagram/items.ts';
import { sitePage } from '#core/platform-kit/families/meta/site-page.ts';
import { lookUp, type Profile } from '#core/platforms/instagram/profile.ts';
import { QUERIES, VARIABLES } from '#core/platforms/instagram/queries.ts';
import { loginRequired, privateAccount } from '#core/platform-kit/families/meta/refusals.ts';
import { postsSchema, reelsOfPageSchema, reelsSchema, restPostsSchema, type WirePost } from '#core/platforms/instagram/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { z } from 'zod';

interface Posts {
  readonly posts: readonly WirePost[];
  readonly next: string | null;
  readonly gaps: readonly Gap[];
}

const PER_PAGE = 12;
const DOORS: readonly DoorName[] = ['graphql', 'rest'];
const WORDLESS: Gap = { cause: 'notServed', count: 0, note: 'Instagram lists these reels without their words.' };
const CUT_SHORT: Gap = { cause: 'notServed', count: 0, note: 'Instagram says that there are more posts, and not where.' };
const NOT_SHOWN: Gap = { cause: 'hidden', count: 0, note: 'The account has posts, and Instagram shows this session none of them.' };

/** A page of what an account posted. */
export async function postsPage(cursor: ProfileCursor, session: Session): Promise<Page<InstagramCursor>> {
  if (!isLoggedIn(session)) throw loginRequired();
  const names = cursor.door === null ? DOORS : [cursor.door];
  const ways = { graphql: () => postsByPage(cursor, session), rest: () => postsByApi(cursor, session) };
  const { data, index } = await firstOpen(names.map((name) => ways[name]));
  const door = names[index] ?? 'graphql';
  const isEmpty = cursor.after === null && data.posts.length === 0;
  const gaps = isEmpty ? whyEmpty(await optionalProfile(cursor.user, session)) : [];
  return pageOf({ ...cursor, door }, { ...data, gaps: [...data.gaps, ...gaps] }, DOOR_NAMES[door]);
}

/** A page of its reels. */
export async function reelsPage(cursor: ProfileCursor, session: Session): Promise<Page<InstagramCursor>> {
  if (!isLoggedIn(session)) throw loginRequired();
  const profile = cursor.id === null ? await lookUp(cursor.user, session) : null;
  const id = cursor.id ?? profile?.id ?? '';
  const at = { ...cursor, id };
  const slow: readonly ReelsDoor[] = [
    { name: 'graphql', ask: () => reelsByPage(at, session) },
    { name: 'rest', ask: () => reelsByApi(at, session) },
  ];
  // The API has the words too; where it sends to the home page instead, the page's own call has the counts alone.
  const quick: ReelsDoor = { name: 'rest', ask: () => reelsByApiOnce(at, session) };
  const doors = cursor.door === null ? [quick, ...slow] : slow.filter(({ name }) => name === cursor.door);
  const { data, index } = await firstOpen(doors.map(({ ask }) => ask));
  const door = doors[index]?.name ?? 'rest';
  if (data.posts.length === 0 && profile?.isClosed) throw privateAccount();
  return pageOf({ ...at, door }, data, DOOR_NAMES[door]);
}

type ReelsCursor = ProfileCursor & { readonly id: string };
type ReelsDoor = { readonly name: DoorName; readonly ask: () => Promise<Outcome<Posts>> };

async function reelsByApi(cursor: ReelsCursor, session: Session): Promise<Outcome<Posts>> {
  return reelsOfApi(await askApi(session, reelsCall(cursor)));
}

async function reelsByApiOnce(cursor: ReelsCursor, session: Session): Promise<Outcome<Posts>> {
  return reelsOfApi(await askApiOnce(session, reelsCall(cursor)));
}

function reelsCall({ user, id, after }: ReelsCursor) {
  const place = after === null ? {} : { max_id: after };
  const form = { target_user_id: id, page_size: String(PER_PAGE), include_feed_video: 'true', ...place };
  return { path: '/clips/user/', form, schema: reelsSchema, page: `${profileUrl(user)}reels/` };
}

function reelsOfApi(outcome: Outcome<z.output<typeof reelsSchema>>): Outcome<Posts> {
  if ('shut' in outcome) return outcome;
  const { items, paging_info: info } = outcome.data;
  const next = info?.more_available === false ? null : info?.max_id || null;
  return { data: { posts: items.map(({ media }) => media), next, gaps: [] } };
}

async function reelsByPage({ user, id, after }: ReelsCursor, session: Session): Promise<Outcome<Posts>> {
  const query = after === null ? QUERIES.reels : QUERIES.moreReels;
  const variables = after === null ? VARIABLES.reels(id) : VARIABLES.moreReels(id, after);
  const outcome = await askPage(session, { query, variables, schema: reelsOfPageSchema, page: `${profileUrl(user)}reels/` });
  if ('shut' in outcome) return outcome;
  const { edges, page_info: info } = outcome.data.clips_connection;
  const { next, isShort } = placeAfter(info, after);
  const posts = edges.flatMap((edge) => edge?.node?.media ?? []);
  const isWordless = posts.some(({ caption }) => caption === undefined);
  return { data: { posts, next, gaps: [...(isWordless ? [WORDLESS] : []), ...(isShort ? [CUT_SHORT] : [])] } };
}

function pageOf(cursor: ProfileCursor, { posts, next, gaps }: Posts, door: string): Page<InstagramCursor> {
  const account = { username: cursor.user, pk: cursor.id };
  const goesOn = posts.length > 0 && next !== null && next !== cursor.after;
  return {
    items: readRows(posts, 'posts', (post) => postItem(post, account)),
    next: goesOn ? [{ cursor: { ...cursor, after: next }, role: 'page' }] : [],
    gaps,
    door,
  };
}

async function postsByPage({ user, after }: ProfileCursor, session: Session): Promise<Outcome<Posts>> {
  const page = profileUrl(user);
  const { flags } = await sitePage(session, page);
  const query = after === null ? QUERIES.posts : QUERIES.morePosts;
  const variables = after === null ? VARIABLES.posts(user) : VARIABLES.morePosts(user, after);
  const outcome = await askPage(session, { query, variables: { ...variables, ...flags }, schema: postsSchema, page });
  if ('shut' in outcome) return outcome;
  const { edges, page_info: info } = outcome.data;
  const { next, isShort } = placeAfter(info, after);
  return { data: { posts: edges.flatMap((edge) => edge?.node ?? []), next, gaps: isShort ? [CUT_SHORT] : [] } };
}

async function postsByApi({ user, after }: ProfileCursor, session: Session): Promise<Outcome<Posts>> {
  const query = { count: PER_PAGE, ...(after === null ? {} : { max_id: after }) };
  const call = { path: `/feed/user/${user}/username/`, query, schema: restPostsSchema, page: profileUrl(user) };
  const outcome = await askApi(session, call);
  if ('shut' in outcome) return outcome;
  const { items, more_available: hasMore, next_max_id: place } = outcome.data;
  return { data: { posts: items, next: hasMore === false ? null : place || null, gaps: [] } };
}

/** @throws CommentdockError NOT_FOUND: an account that does not exist has no posts either */
async function optionalProfile(user: string, session: Session): Promise<Profile | null> {
  try {
    return await lookUp(user, session);
  } catch (error) {
    if (error instanceof CommentdockError && error.code !== 'NOT_FOUND') return null;
    throw error;
  }
}

/** @throws CommentdockError PRIVATE */
function whyEmpty(profile: Profile | null): readonly Gap[] {
  if (profile?.isClosed) throw privateAccount();
  return (profile?.posts ?? 0) > 0 ? [NOT_SHOWN] : [];
}
