// itch.io: the pages of games and devlogs, which hold their comments, and further ones of a thread. Fragile: everything is read from HTML;
// a challenge may stand before every page.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { definePlatform, type Next, type Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { placeAt } from '#core/platforms/itch_io/address.ts';
import { type Cut, creatorOf, cutsIn, outlineOf, postOf, postsIn, SITE } from '#core/platforms/itch_io/post.ts';

type CommentsCursor = { readonly list: 'comments'; readonly url: string; readonly isFirst: boolean };
type PostCursor = { readonly list: 'post'; readonly post: string };
/** What another page leaves out of a thread. `under`: the post that it answers. */
type MoreCursor = { readonly list: 'more'; readonly url: string; readonly under: string | null; readonly creator: string | null };
type Cursor = CommentsCursor | PostCursor | MoreCursor;

interface Shown {
  readonly page: HtmlElement;
  readonly url: string;
  readonly parents: ReadonlyMap<string, string | null>;
  readonly by: string;
}

const WIDGET = '.game_comments_widget, .community_topic_posts_widget, .community_post_list_widget';
const CLOSED = '.restricted_page, .game_password_page, form input[type="password"]';
const COMMUNITY = '.game_community_preview_widget';
/** What the page of a game has, with comments or without. */
const GAME_PAGE = '.follow_user_btn[data-user_id], [id^="game_"], [class^="game_"], [data-page_name="view_game"]';
const OLDER = '.topic_pager a[href*="before="], a.page_link[href*="before="]';
const OF_ALL = /\bof\s{1,9}(\d[\d,.]{0,15})/;

const COMMENTS = { own: { type: 'comments', totalCountsReplies: true } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'itch_io',
  name: 'itch.io',
  homepage: SITE,
  description: 'Comments on games and devlogs, and threads of them.',
  category: 'forum',
  recorded: '2023-06-30',
  comparedWith: [],
  targets: [
    target(
      'game',
      COMMENTS,
      ['<creator>.itch.io/<game>', '<creator>.itch.io/<game>/comments'],
      [
        'https://cattrigger.itch.io/alchemy-and-cake',
        'https://cattrigger.itch.io/alchemy-and-cake#comments',
        'https://cattrigger.itch.io/alchemy-and-cake/comments?before=155',
      ],
    ),
    target(
      'devlog',
      COMMENTS,
      ['<creator>.itch.io/<game>/devlog/<id>/<slug>'],
      ['https://ant-san.itch.io/villainotome/devlog/550123/demo-is-now-live'],
    ),
    target('post', { own: { type: 'comments' } }, ['itch.io/post/<id>'], ['https://itch.io/post/8020256']),
  ],
  options: ['replies'],
  hosts: ['.itch.io'],
  cookies: {
    need: 'optional',
    domains: ['.itch.io'],
    names: ['itchio'],
    aliases: { sessionid: 'itchio' },
    login: 'https://itch.io/login',
    hint: 'For projects that only some may see. Log in at itch.io, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://itch.io, and copy itchio.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ params: { url = '', post } }) {
    const cursor: Cursor = post === undefined ? { list: 'comments', url, isFirst: true } : { list: 'post', post };
    return [{ cursor, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    return cursor.list === 'post' ? threadPage(cursor, session) : morePage(cursor, session);
  },
});

async function commentsPage({ url, isFirst }: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const shown = await ask(url, session);
  const { page, parents } = shown;
  const creator = creatorOf(page);
  const older = absoluteAddress(page.first(OLDER)?.attribute('href'), shown.url);
  const total = totalOf(page);
  const items = itemsIn(shown, creator);
  if (isFirst && postsIn(page).length === 0 && (total ?? 0) > 0) throw new PlatformChanged('.community_post');
  const cuts = cutsIn(page, parents, shown.url);
  return {
    items: wanted(items, session),
    next: [
      ...furtherOf(cuts, items, creator, session),
      ...(older === null ? [] : [{ cursor: { list: 'comments', url: older, isFirst: false }, role: 'page' } as const]),
    ],
    ...(isFirst ? { total } : {}),
    door: `page${shown.by}`,
  };
}

/** The thread that a post stands in, wherever its address leads. */
async function threadPage({ post }: PostCursor, session: Session): Promise<Page<Cursor>> {
  const shown = await ask(`${SITE}/post/${post}`, session);
  const { page, parents } = shown;
  if (!parents.has(post)) throw new PlatformChanged(`post-${post}`);
  const tops = topsOf(parents);
  const top = tops.get(post);
  const creator = creatorOf(page);
  const items = itemsIn(shown, creator).filter(({ id }) => tops.get(id) === top);
  const cuts = cutsIn(page, parents, shown.url).filter(({ under }) => under !== null && tops.get(under) === top);
  return { items: wanted(items, session), next: furtherOf(cuts, items, creator, session), door: `thread${shown.by}` };
}

/** More of a thread: what stands at its top is known, or answers what the link to it stood under. */
async function morePage({ url, under, creator: known }: MoreCursor, session: Session): Promise<Page<Cursor>> {
  const shown = await ask(url, session);
  const creator = creatorOf(shown.page) ?? known;
  const items = itemsIn(shown, creator)
    .filter(({ id }) => id !== under)
    .map((item) => (item.parentId === null && under !== null ? { ...item, parentId: under, kind: 'reply' as const } : item));
  const cuts = cutsIn(shown.page, shown.parents, shown.url);
  return { items, next: furtherOf(cuts, items, creator, session), door: `thread${shown.by}` };
}

async function ask(url: string, session: Session): Promise<Shown> {
  const { value, by } = await plainOrBrowser<Answer>(session, 'itch.io', {
    plain: () => session.fetch({ url }),
    browser: () => session.page({ url, ready: { selector: WIDGET } }),
  });
  const page = parseHtml(value.text);
  if (page.first(WIDGET) === null && postsIn(page).length === 0) throw withoutComments(page);
  return { page, url: value.url, parents: outlineOf(page), by };
}

function withoutComments(page: HtmlElement): Error {
  if (page.first(CLOSED) !== null) return new PlatformRefusal('PRIVATE');
  if (page.first(COMMUNITY) !== null)
    return new PlatformRefusal(
      'COMMENTS_DISABLED',
      'This game has a community of its own (a board) instead of comments; boards have no export.',
    );
  return page.first(GAME_PAGE) === null ? new PlatformChanged('.game_comments_widget') : new PlatformRefusal('COMMENTS_DISABLED');
}

function itemsIn({ page, parents }: Shown, creator: string | null): Item[] {
  return readRows(postsIn(page), '.community_post', (row) => postOf(row, parents, creator)).filter((item) => item !== null);
}

function wanted(items: readonly Item[], { options }: Session): readonly Item[] {
  return options.replies ? items : items.filter(({ kind }) => kind === 'comment');
}

function furtherOf(cuts: readonly Cut[], items: readonly Item[], creator: string | null, { options }: Session): Next<Cursor>[] {
  if (!options.replies) return [];
  const known = new Set(items.map(({ id }) => id));
  return cuts.map(({ url, under }) => ({
    cursor: { list: 'more', url, under, creator },
    role: 'replies',
    ...(under !== null && known.has(under) ? { under } : {}),
  }));
}

/** The post at the top of the thread that each post stands in: a post comes after the one that it answers. */
function topsOf(parents: ReadonlyMap<string, string | null>): ReadonlyMap<string, string> {
  const tops = new Map<string, string>();
  for (const [id, parent] of parents) tops.set(id, parent === null ? id : (tops.get(parent) ?? parent));
  return tops;
}

/** "Viewing most recent comments 1 to 40 of 194"; replies count. */
function totalOf(page: HtmlElement): number | null {
  const words = page.first('.topic_pager .page_label')?.text() ?? '';
  return findCount(OF_ALL.exec(words)?.[1] ?? '')?.value ?? null;
}
