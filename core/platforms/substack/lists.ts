import type { Page } from '#core/platform-api/define.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { noteItem, postItem } from '#core/platforms/substack/items.ts';
import { archiveSchema, feedSchema, profilePostsSchema, profileSchema } from '#core/platforms/substack/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

type Owner = { readonly uid: string | null; readonly handle: string | null };
/** What a person published. */
export type PostsCursor = Owner & { readonly list: 'posts'; readonly offset: number };
/** What a person wrote as notes. */
export type NotesCursor = Owner & { readonly list: 'notes'; readonly after: string | null };
/** What a publication published. */
export type ArchiveCursor = { readonly list: 'archive'; readonly host: string; readonly offset: number };

const API = 'https://substack.com/api/v1';
const PER_PAGE = 50;
const DOOR = 'reader API';

export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  const uid = await uidOf(cursor, session);
  const query = { profile_user_id: uid, limit: PER_PAGE, offset: cursor.offset };
  const { posts, nextCursor } = await session.json(profilePostsSchema, { url: `${API}/profile/posts`, query });
  const goesOn = nextCursor !== null && nextCursor !== undefined && nextCursor !== '' && posts.length > 0;
  return {
    items: readRows(posts, 'posts', postItem),
    next: goesOn ? [{ cursor: { ...cursor, uid, offset: cursor.offset + PER_PAGE }, role: 'page' }] : [],
    door: DOOR,
  };
}

/** The feed has posts in it too: they are no notes. */
export async function notesPage(cursor: NotesCursor, session: Session): Promise<Page<NotesCursor>> {
  const uid = await uidOf(cursor, session);
  const query = { 'types[]': 'note', cursor: cursor.after ?? undefined };
  const { items, nextCursor } = await session.json(feedSchema, { url: `${API}/reader/feed/profile/${uid}`, query });
  return {
    items: items.flatMap(({ type, comment }) => (type === 'comment' && comment ? [noteItem(comment)] : [])),
    next: nextCursor && items.length > 0 ? [{ cursor: { ...cursor, uid, after: nextCursor }, role: 'page' }] : [],
    mayRepeat: true,
    door: DOOR,
  };
}

export async function archivePage(cursor: ArchiveCursor, session: Session): Promise<Page<ArchiveCursor>> {
  const query = { sort: 'new', offset: cursor.offset, limit: PER_PAGE };
  const posts = await session.json(archiveSchema, { url: `https://${cursor.host}/api/v1/archive`, query, leads: 'anywhere' });
  return {
    items: readRows(posts, 'posts', postItem),
    next: posts.length === 0 ? [] : [{ cursor: { ...cursor, offset: cursor.offset + rowsGiven(posts) }, role: 'page' }],
    dateOrder: 'newestFirst',
    door: 'archive',
  };
}

async function uidOf({ uid, handle }: Owner, session: Session): Promise<string> {
  if (uid !== null) return uid;
  const url = `${API}/user/${percentEncoded(handle ?? '')}/public_profile`;
  return session.once(`substack user ${handle}`, async () => (await session.json(profileSchema, { url })).id);
}
