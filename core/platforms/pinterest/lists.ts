import type { Next, Page } from '#core/platform-api/define.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { SECTION_ID } from '#core/platforms/pinterest/address.ts';
import { type Answered, askPinterest, type Resource } from '#core/platforms/pinterest/ask.ts';
import { accountItem, pinItem } from '#core/platforms/pinterest/items.ts';
import { boardSchema, feedSchema, pinSchema, profileSchema, sectionSchema, userSchema } from '#core/platforms/pinterest/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `id`: the board's, the section's, or the person's where a list wants it; null until it has been read. */
export type ListCursor = {
  readonly list: 'pins' | 'created' | 'board' | 'sections' | 'section' | 'followers' | 'following';
  readonly user: string;
  readonly board: string | null;
  readonly section: string | null;
  readonly id: string | null;
  readonly bookmark: string | null;
};

const PAGE_SIZE = 25;
const PEOPLE_PER_PAGE = 50;
const USER_HANDLER = 'www/[username].js';
const BOARD_HANDLER = 'www/[username]/[slug].js';
const SECTION_HANDLER = 'www/[username]/[slug]/[section_slug].js';
const DOOR = 'resource API';

interface Known {
  readonly id: string | null;
  readonly total: number | null;
  readonly hasSections?: boolean;
}

export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  if (cursor.list === 'sections') return sectionsPage(cursor, session);
  const known = cursor.bookmark === null && !isOfBoard(cursor) ? await know(cursor, session) : null;
  const at = known === null ? cursor : { ...cursor, id: known.id };
  const sections: Next<ListCursor>[] =
    known?.hasSections === true ? [{ cursor: { ...at, list: 'sections', bookmark: null }, role: 'list' }] : [];
  const { data: items, bookmark } =
    cursor.list === 'followers' || cursor.list === 'following' ? await people(at, session) : await pins(at, session);
  return {
    items,
    next: [...(bookmark === null ? [] : [{ cursor: { ...at, bookmark }, role: 'page' as const }]), ...sections],
    ...(known === null ? {} : { total: known.total }),
    mayRepeat: items.length === 0 || isOfBoard(cursor),
    door: DOOR,
  };
}

/** The sections of a board: the pins of each are a list of their own. */
async function sectionsPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { data, bookmark } = await askPinterest(session, z.array(sectionSchema), {
    name: 'BoardSectionsResource',
    options: { board_id: cursor.id },
    page: `/${cursor.user}/${cursor.board}/`,
    handler: BOARD_HANDLER,
    bookmark: cursor.bookmark,
  });
  const lists = data.map(({ id, slug }): Next<ListCursor> => {
    const section = slug ?? `id:${id}`;
    return { cursor: { ...cursor, list: 'section', section, id, bookmark: null }, role: 'list' };
  });
  const onward: Next<ListCursor>[] = bookmark === null || data.length === 0 ? [] : [{ cursor: { ...cursor, bookmark }, role: 'page' }];
  return { items: [], next: [...onward, ...lists], mayRepeat: true, door: DOOR };
}

/** True for a section that its board has led to: its id is known, and its pins may be the board's. */
function isOfBoard({ list, id }: ListCursor): boolean {
  return list === 'section' && id !== null;
}

/** A board is known by its number alone; of a person the list may be had without. */
async function know({ list, user, board, section }: ListCursor, session: Session): Promise<Known> {
  if (list === 'board') {
    const { data } = await askPinterest(session, boardSchema, {
      name: 'BoardResource',
      options: { username: user, slug: board, field_set_key: 'detailed' },
      page: `/${user}/${board}/`,
      handler: BOARD_HANDLER,
    });
    return { id: data.id, total: data.pin_count ?? null, hasSections: (data.section_count ?? 0) > 0 };
  }
  if (list === 'section') {
    const number = SECTION_ID.exec(section ?? '')?.[1];
    const { data } = await askPinterest(session, sectionSchema, {
      name: 'BoardSectionResource',
      options: number === undefined ? { board_slug: board, section_slug: section, username: user } : { section_id: number },
      page: `/${user}/${board}/${section}/`,
      handler: SECTION_HANDLER,
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
    const total = { pins: data.pin_count, created: null, sections: null, followers: data.follower_count, following: data.following_count }[
      list
    ];
    return { id: data.id, total: total ?? null };
  } catch (error) {
    if (!(error instanceof CommentdockError) || list === 'created') throw error;
    return { id: null, total: null };
  }
}

async function pins(cursor: ListCursor, session: Session): Promise<Answered<ReturnType<typeof pinItem>[]>> {
  const { data, bookmark } = await askPinterest(session, feedSchema, feedOf(cursor));
  // Modules and stories have no pin in them.
  const items = readRows(data, 'resource_response.data', (entry) =>
    (entry.type ?? 'pin') === 'pin' ? [pinItem(readWire(pinSchema, entry, ''))] : [],
  ).flat();
  return { data: items, bookmark: data.length === 0 ? null : bookmark };
}

function feedOf({ list, user, board, section, id, bookmark }: ListCursor): Resource {
  const paging = { page_size: PAGE_SIZE, field_set_key: 'grid_item' };
  if (list === 'board')
    return {
      name: 'BoardFeedResource',
      options: { board_id: id, page_size: PAGE_SIZE },
      page: `/${user}/${board}/`,
      handler: BOARD_HANDLER,
      bookmark,
    };
  if (list === 'section')
    return {
      name: 'BoardSectionPinsResource',
      options: { section_id: id, page_size: PAGE_SIZE },
      page: `/${user}/${board}/${section}/`,
      handler: SECTION_HANDLER,
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
  const answered = await askPinterest(session, rowsOf(userSchema), {
    name: isFollowers ? 'UserFollowersResource' : 'UserFollowingResource',
    options: { username: user, page_size: PEOPLE_PER_PAGE },
    page: `/${user}/_${list}/`,
    handler: USER_HANDLER,
    bookmark,
  });
  const items = readRows(answered.data, 'resource_response.data', (account) =>
    accountItem(account, isFollowers ? 'follower' : 'following'),
  );
  return { data: items, bookmark: items.length === 0 ? null : answered.bookmark };
}
