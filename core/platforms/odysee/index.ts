// Odysee (odysee.com): the public comment server of LBRY's sites (JSON-RPC).
// Fragile: its refusals are words without codes; likes are calls of their own.
import type { Sort } from '#core/contract/options.ts';
import { definePlatform, type ExportRow, type Gap, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { lbryOf, placeAt } from '#core/platforms/odysee/address.ts';
import { askComments, askReactions, membersOnly, resolveClaim } from '#core/platforms/odysee/ask.ts';
import { commentItem } from '#core/platforms/odysee/comment.ts';
import { type LiveCursor, livePage } from '#core/platforms/odysee/live.ts';
import { commentList } from '#core/platforms/odysee/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `claim`: its whole id; null on the first page of one that is known by its address alone. */
type ListCursor = {
  readonly list: 'comments';
  readonly claim: string | null;
  readonly lbry: string;
  readonly address: string;
  readonly withLikes: boolean;
  readonly page: number;
};

type Cursor = ListCursor | LiveCursor;

const PER_PAGE = 50;
const SORTS: Readonly<Partial<Record<Sort, number>>> = { new: 0, old: 1, controversial: 2, top: 3, best: 3 };
const NEWEST = 0;
const OLDEST = 1;
const COMMENTS: ExportRow = { type: 'comments' };
const HELD_BACK = 'Odysee counts these and does not show them: hidden, or by blocked channels.';
const NO_LIKES = 'Odysee gave no likes for some of the comments.';

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'odysee',
  name: 'Odysee',
  homepage: 'https://odysee.com',
  description: 'Comments and replies of a video, stream or post, and of the community of a channel; live chat of a stream.',
  category: 'video',
  recorded: '2023-12',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  withoutTotal: ['live_chat'],
  targets: [
    target(
      'claim',
      { own: COMMENTS, likes: COMMENTS, live: { type: 'live_chat', order: 'served' } },
      [
        'odysee.com/@<channel>:<id>/<name>:<id>',
        'odysee.com/<name>:<id>',
        'odysee.com/$/embed/<name>:<id>',
        'lbry://@<channel>#<id>/<name>#<id>',
      ],
      [
        'https://odysee.com/@RT:fd/livestream_RT:d826937ad9bf3b7991eada5034c4612389583bc1',
        'https://odysee.com/@Somebody:c/a-video:4?lc=f162fd36',
        'https://odysee.com/a-video:4',
        'https://odysee.com/$/embed/@Somebody:c/a-video:4',
        'https://lbry.tv/@Somebody:c/a-video:4',
        'https://open.lbry.com/@Somebody:c/a-video:4',
        'lbry://@Somebody#c/a-video#4',
      ],
    ),
    target(
      'channel',
      { own: COMMENTS, likes: COMMENTS },
      ['odysee.com/@<channel>:<id>'],
      ['https://odysee.com/@Somebody:c', 'lbry://@Somebody#c'],
    ),
  ],
  written: {
    // LBRY separates by `#` what the pages separate by `:`.
    forms: [{ pattern: '^lbry://(?=.)', address: 'https://odysee.com/', swaps: { '#': ':' } }],
  },
  options: ['replies'],
  sorts: ['new', 'old', 'controversial', 'top'],
  hosts: ['.odysee.com', '.odysee.tv', '.odysee.live'],
  cookies: {
    need: 'optional',
    domains: ['.odysee.com'],
    names: ['auth_token'],
    aliases: { sessionid: 'auth_token' },
    login: 'https://odysee.com/$/signin',
    hint: 'Only for comments that members of a channel see: log in at odysee.com and copy the cookie auth_token.',
  },
  pace: { perSecond: 4, concurrency: 2 },

  start({ params, selector }) {
    const { claim = null, lbry = '', page = '' } = params;
    if (selector === 'live') return [{ role: 'page', cursor: { list: 'live', lbry: lbryOf(params), address: page, turn: 0, quiet: 0 } }];
    return [{ role: 'page', cursor: { list: 'comments', claim, lbry, address: page, withLikes: selector === 'likes', page: 1 } }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'live') return livePage(cursor, session);
    const claim = cursor.claim ?? (await session.once(`odysee ${cursor.lbry}`, () => resolveClaim(session, cursor.lbry)));
    return listPage({ ...cursor, claim }, session);
  },
});

/** A page of the comments; with replies the flat list of all, told apart by what they answer. */
async function listPage(cursor: ListCursor & { readonly claim: string }, session: Session): Promise<Page<Cursor>> {
  const { claim, address, page } = cursor;
  const { sort, replies } = session.options;
  const sortBy = SORTS[sort ?? 'new'] ?? NEWEST;
  const params = { claim_id: claim, page, page_size: PER_PAGE, sort_by: sortBy, top_level: !replies };
  const list = await askComments(session, commentList, 'comment.List', params);
  const rows = list.items ?? [];
  if (rows.length === 0 && page === 1 && list.has_protected_comments === true) throw membersOnly();
  const reactions = cursor.withLikes
    ? await askReactions(
        session,
        rows.map((row) => row.comment_id),
      )
    : new Map();
  const isLast = rows.length === 0 || (typeof list.total_pages === 'number' && page >= list.total_pages);
  // Pinned ones stand first, whenever they were written.
  const isByDate = !rows.some((row) => row.is_pinned === true);
  return {
    items: readRows(rows, 'result.items', (row) => commentItem(row, address, reactions?.get(row.comment_id) ?? null)),
    next: isLast ? [] : [{ role: 'page', cursor: { ...cursor, page: page + 1 } }],
    total: list.total_items ?? null,
    gaps: page === 1 ? heldBack(list.total_items ?? 0, list.total_filtered_items ?? list.total_items ?? 0) : [],
    notes: reactions === null ? [NO_LIKES] : [],
    ...(sortBy === NEWEST && isByDate ? { dateOrder: 'newestFirst' } : {}),
    ...(sortBy === OLDEST && isByDate ? { dateOrder: 'oldestFirst' } : {}),
    door: 'comment server',
  };
}

function heldBack(all: number, shown: number): readonly Gap[] {
  return all > shown ? [{ cause: 'hidden', count: all - shown, note: HELD_BACK }] : [];
}
