import type { Page } from '#core/platforms/define.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import { type Answered, askPinterest, type Resource } from '#core/platforms/pinterest/ask.ts';
import { accountItem, pinItem } from '#core/platforms/pinterest/items.ts';
import { boardSchema, feedSchema, pinSchema, profileSchema, userSchema } from '#core/platforms/pinterest/wire.ts';
import type { Session } from '#core/platforms/session.ts';
import { z } from 'zod';

/** `id`: the board's, or the person's where a list wants it; null until it has been read. */
export type ListCursor = {
  readonly list: 'pins' | 'created' | 'board' | 'followers' | 'following';
  readonly user: string;
  readonly board: string | null;
  readonly id: string | null;
  readonly bookmark: string | null;
};

const PAGE_SIZE = 25;
const PEOPLE_PER_PAGE = 50;
const USER_HANDLER = 'www/[username].js';
const BOARD_HANDLER = 'www/[username]/[slug].js';
const DOOR = 'resource API';

interface Known {
  readonly id: string | null;
  readonly total: number | null;
}

export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const known = cursor.bookmark === null ? await know(cursor, session) : null;
  const at = known === null ? cursor : { ...cursor, id: known.id };
  const { data: items, bookmark } =
    cursor.list === 'followers' || cursor.list === 'following' ? await people(at, session) : await pins(at, session);
  return {
    items,
    next: bookmark === null ? [] : [{ cursor: { ...at, bookmark }, role: 'page' }],
    ...(known === null ? {} : { total: known.total }),
    mayRepeat: items.length === 0,
    door: DOOR,
  };
}

/** A board is known by its number alone; of a person the list may be had without. */
async function know({ list, user, board }: ListCursor, session: Session): Promise<Known> {
  if (list === 'board') {
    const { data } = await askPinterest(session, boardSchema, {
      name: 'BoardResource',
      options: { username: user, slug: board, field_set_key: 'detailed' },
      page: `/${user}/${board}/`,
      handler: BOARD_HANDLER,
    });
    return { id: data.id, total: data.pin_count ?? null };
  }
  try {
    const options = { username: user, field_set_key: 'profile' };
    const { data } = await askPinterest(session, profileSchema, {
      name: 'UserResource',
      options,
      page: `/${user}/`,
      handler: USER_HANDLER,
    });
    const total = { pins: data.pin_count, created: null, followers: data.follower_count, following: data.following_count }[list];
    return { id: data.id, total: total ?? null };
  } catch (error) {
    if (!(error instanceof CommentdockError) || error.code === 'STOPPED' || list === 'created') throw error;
    return { id: null, total: null };
  }
}

async function pins(cursor: ListCursor, session: Session): Promise<Answered<ReturnType<typeof pinItem>[]>> {
  const { data, bookmark } = await askPinterest(session, feedSchema, feedOf(cursor));
  // Modules and stories have no pin in them.
  const items = data.flatMap((entry) =>
    (entry.type ?? 'pin') === 'pin' ? [pinItem(readWire(pinSchema, entry, 'resource_response.data'))] : [],
  );
  return { data: items, bookmark: data.length === 0 ? null : bookmark };
}

function feedOf({ list, user, board, id, bookmark }: ListCursor): Resource {
  const paging = { page_size: PAGE_SIZE, field_set_key: 'grid_item' };
  if (list === 'board')
    return {
      name: 'BoardFeedResource',
      options: { board_id: id, page_size: PAGE_SIZE },
      page: `/${user}/${board}/`,
      handler: BOARD_HANDLER,
      bookmark,
    };
  if (list === 'created')
    return {
      name: 'UserActivityPinsResource',
      options: { username: user, user_id: id, exclude_add_pin_rep: true, is_own_profile_pins: false, ...paging },
      page: `/${user}/_created/`,
      handler: USER_HANDLER,
      bookmark,
    };
  return {
    name: 'UserPinsResource',
    options: { username: user, is_own_profile_pins: false, ...paging },
    page: `/${user}/pins/`,
    handler: USER_HANDLER,
    bookmark,
  };
}

async function people({ list, user, bookmark }: ListCursor, session: Session): Promise<Answered<ReturnType<typeof accountItem>[]>> {
  const isFollowers = list === 'followers';
  const answered = await askPinterest(session, z.array(userSchema), {
    name: isFollowers ? 'UserFollowersResource' : 'UserFollowingResource',
    options: { username: user, page_size: PEOPLE_PER_PAGE },
    page: `/${user}/_${list}/`,
    handler: USER_HANDLER,
    bookmark,
  });
  const items = answered.data.map((account) => accountItem(account, isFollowers ? 'follower' : 'following'));
  return { data: items, bookmark: items.length === 0 ? null : answered.bookmark };
}
