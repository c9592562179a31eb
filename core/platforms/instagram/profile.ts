// The account that a profile belongs to: by its name, in three ways.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { profileUrl } from '#core/platforms/instagram/address.ts';
import { askApi, askPage, firstOpen } from '#core/platforms/instagram/ask.ts';
import { profileIdIn } from '#core/platforms/instagram/page.ts';
import { sitePage } from '#core/platform-kit/families/meta/site-page.ts';
import { QUERIES, VARIABLES } from '#core/platforms/instagram/queries.ts';
import { postsSchema, profileSchema } from '#core/platforms/instagram/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { orNothing } from '#core/platform-kit/knock.ts';

export interface Profile {
  readonly id: string;
  /** Private, and this session does not follow it. */
  readonly isClosed: boolean;
  readonly followers: number | null;
  readonly following: number | null;
  readonly posts: number | null;
}

/** After these no other way says anything else. */
const FINAL = new Set(['NOT_FOUND', 'PRIVATE', 'BLOCKED', 'INTERNAL']);
const NO_SUCH_ACCOUNT = 'Instagram knows no account of this name. It may be deleted or renamed, or may have blocked yours.';

/** @throws CommentdockError NOT_FOUND; that of the first way where none leads there */
export function lookUp(user: string, session: Session): Promise<Profile> {
  return session.once(`instagram account ${user}`, async () => {
    try {
      return await byName(user, session);
    } catch (error) {
      if (!(error instanceof CommentdockError) || FINAL.has(error.code)) throw error;
      const id = (await idInPage(user, session)) ?? (await idOfPost(user, session));
      if (id === null) throw error;
      return { id, isClosed: false, followers: null, following: null, posts: null };
    }
  });
}

/** @throws CommentdockError NOT_FOUND, and what else Instagram says */
async function byName(user: string, session: Session): Promise<Profile> {
  const { data } = await firstOpen([
    () =>
      askApi(session, {
        path: '/users/web_profile_info/',
        query: { username: user },
        schema: profileSchema,
        page: profileUrl(user),
        tries: 'once',
      }),
  ]);
  const found = data.data.user;
  if (found === null) throw new PlatformRefusal('NOT_FOUND', NO_SUCH_ACCOUNT);
  return {
    id: found.id,
    isClosed: found.is_private === true && found.followed_by_viewer !== true,
    followers: found.edge_followed_by?.count ?? null,
    following: found.edge_follow?.count ?? null,
    posts: found.edge_owner_to_timeline_media?.count ?? null,
  };
}

async function idInPage(user: string, session: Session): Promise<string | null> {
  return profileIdIn(await sitePage(session, profileUrl(user)));
}

async function idOfPost(user: string, session: Session): Promise<string | null> {
  const call = { query: QUERIES.posts, variables: VARIABLES.posts(user, 1), schema: postsSchema, page: profileUrl(user) };
  const outcome = await orNothing(askPage(session, call));
  const author = outcome === null || 'shut' in outcome ? null : outcome.data.edges[0]?.node?.user;
  return author?.pk ?? author?.id ?? null;
}
