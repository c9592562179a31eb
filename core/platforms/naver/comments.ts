// Comments of an article, an episode or a post: the comment box asked as its own page asks, or listened to in that page.
import { CommentdockError, type ErrorCode, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { isWithoutBrowser } from '#core/platform-kit/browser-door.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { type Comment, type CommentList, commentItem, isGone, listIn, parentOf } from '#core/platforms/naver/cbox.ts';
import { PRESSES, pressing, QUIET_MS } from '#core/platforms/naver/pressing.ts';

/** `of` and `part` name what is commented on: paper and article, title and episode, blog and post. `parent`: the comment whose replies are asked for. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly box: keyof typeof BOXES;
  readonly of: string;
  readonly part: string;
  readonly page: number;
  readonly parent: string | null;
};

interface Box {
  readonly ticket: string;
  readonly pool: string;
  readonly page: (of: string, part: string) => string;
}

const BOXES = {
  news: { ticket: 'news', pool: 'cbox5', page: (paper, article) => `https://n.news.naver.com/mnews/article/${paper}/${article}` },
  webtoon: {
    ticket: 'comic',
    pool: 'cbox3',
    page: (title, episode) => `https://comic.naver.com/webtoon/detail?titleId=${title}&no=${episode}`,
  },
  blog: { ticket: 'blog', pool: 'cbox9', page: (blog, post) => `https://blog.naver.com/PostView.naver?blogId=${blog}&logNo=${post}` },
} as const satisfies Readonly<Record<string, Box>>;

const CALL = 'https://apis.naver.com/commentBox/cbox/web_naver_list_jsonp.json';
const PER_PAGE = 100;
const ORDERS = { new: 'NEW', top: 'FAVORITE' } as const;
const OPEN = 'COMMENT_ON';
const WALLS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BLOCKED', 'CAPTCHA']);
/** Of a page that is listened to after the box has refused: that it asked for nothing says less than the refusal. */
const SAYS_LESS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['PLATFORM_CHANGED', 'NOT_FOUND']);
const DELETED = '삭제된 기사';
const MORE = '.u_cbox_btn_more, .u_cbox_more_wrap a';
const BLOG_NUMBER = [/\bblogNo\s{0,9}=\s{0,9}["']?(\d{3,15})/, /"blogNo"\s{0,9}:\s{0,9}"?(\d{3,15})/];
const NOT_ALL = `The page was asked for more comments ${PRESSES} times, and has more still.`;

/** A page of comments, or of replies to one. @throws CommentdockError as `listIn`; COMMENTS_DISABLED */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  if (cursor.page > 1 || cursor.parent !== null) return boxPage(await askBox(cursor, session), cursor, session);
  const asked = await orShut(firstPage(cursor, session));
  if (!(asked instanceof CommentdockError)) return asked;
  if (!WALLS.has(asked.code)) throw asked;
  const heard = await orShut(heardPage(cursor, session));
  if (!(heard instanceof CommentdockError)) return heard;
  throw isWithoutBrowser(heard) || SAYS_LESS.has(heard.code) ? asked : heard;
}

async function firstPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  const page = boxPage(await askBox(cursor, session), cursor, session);
  if (page.items.length === 0 && cursor.box === 'news') await expectThere(cursor, session);
  return page;
}

/** The box is empty for an article that is gone, too: its page knows. @throws PlatformRefusal NOT_FOUND, LOGIN_REQUIRED */
async function expectThere({ box, of, part }: CommentsCursor, session: Session): Promise<void> {
  const page = await orShut(session.fetch({ url: BOXES[box].page(of, part), accept: 'any', tries: 'once' }));
  if (page instanceof CommentdockError) {
    if (page.code === 'LOGIN_REQUIRED') throw page;
  } else if (page.text.includes(DELETED)) throw new PlatformRefusal('NOT_FOUND');
}

async function askBox(cursor: CommentsCursor, session: Session): Promise<CommentList> {
  const { box, of, part, page, parent } = cursor;
  const { ticket, pool, page: addressOf } = BOXES[box];
  const { objectId, groupId } = await objectOf(cursor, session);
  return listIn(
    await session.fetch({
      url: CALL,
      query: {
        ticket,
        pool,
        lang: 'ko',
        country: 'KR',
        objectId,
        groupId,
        pageSize: PER_PAGE,
        indexSize: 10,
        listType: 'OBJECT',
        pageType: 'more',
        page,
        sort: ORDERS[session.options.sort === 'top' ? 'top' : 'new'],
        parentCommentNo: parent ?? undefined,
      },
      headers: { referer: addressOf(of, part) },
      accept: 'any',
    }),
  );
}

/** How the box calls what is commented on; a post by the number of its blog, which its page tells. */
async function objectOf({ box, of, part }: CommentsCursor, session: Session): Promise<{ objectId: string; groupId?: string }> {
  if (box === 'news') return { objectId: `news${of},${part}` };
  if (box === 'webtoon') return { objectId: `${of}_${part}` };
  const blog = await session.once(`number of the blog ${of}`, async () => {
    const { text } = await session.fetch({ url: BOXES.blog.page(of, part) });
    const number = firstCapture(BLOG_NUMBER, text);
    if (number === null) throw new PlatformChanged('blogNo', 'The page of this post does not say the number of its blog.');
    return number;
  });
  return { objectId: `${blog}_201_${part}`, groupId: blog };
}

function boxPage(list: CommentList, cursor: CommentsCursor, session: Session): Page<CommentsCursor> {
  const { page, parent } = cursor;
  const { exposureConfig, pageModel } = list;
  const isFirst = page === 1 && parent === null;
  const given = rowsGiven(list.commentList);
  const isOff = exposureConfig?.status != null && exposureConfig.status !== OPEN;
  if (isFirst && given === 0 && isOff) throw new PlatformRefusal('COMMENTS_DISABLED');
  const goesOn = given > 0 && (pageModel?.nextPage ?? 0) > page;
  const rows = rowsPage([list], cursor, session);
  return {
    ...rows,
    next: [...(rows.next ?? []), ...(goesOn ? [{ cursor: { ...cursor, page: page + 1 }, role: 'page' } as const] : [])],
    door: 'comment box',
  };
}

/** Items of lists, and the requests for replies to them. */
function rowsPage(lists: readonly CommentList[], cursor: CommentsCursor, session: Session): Page<CommentsCursor> {
  const { replies, sort } = session.options;
  const isFirst = cursor.page === 1 && cursor.parent === null;
  const rows = lists.flatMap(({ commentList }) => commentList).filter((row) => replies || parentOf(row) === null);
  const kept = rows.filter((row) => !isGone(row));
  const [first] = lists;
  return {
    items: readRows(kept, 'commentList', commentItem),
    next: replies && cursor.parent === null ? rows.flatMap((row) => repliesTo(row, cursor)) : [],
    ...(isFirst ? { total: (replies ? first?.count?.total : first?.count?.comment) ?? null } : {}),
    gaps: rows.length > kept.length ? [{ cause: 'deleted', count: rows.length - kept.length }] : [],
    ...(sort !== 'top' && !replies ? { dateOrder: 'newestFirst' as const } : {}),
  };
}

function repliesTo(comment: Comment, cursor: CommentsCursor): Next<CommentsCursor>[] {
  const count = comment.replyCount ?? 0;
  if (count === 0 || parentOf(comment) !== null) return [];
  return [
    {
      cursor: { ...cursor, page: 1, parent: comment.commentNo },
      role: 'replies',
      ...(isGone(comment) ? {} : { under: comment.commentNo }),
      expect: count,
    },
  ];
}

/** All that the page of an article asks its box for while its button for more is pressed. */
async function heardPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { answers } = await session.capture(
    { url: BOXES[cursor.box].page(cursor.of, cursor.part), actions: pressing(MORE) },
    {
      url: 'apis.naver.com/commentBox/cbox/*list*',
      types: ['script', 'xhr', 'fetch'],
      count: PRESSES + 1,
      until: (answer) => answer.text.includes('"nextPage":0'),
      timeoutMs: QUIET_MS,
      accept: 'any',
    },
  );
  const lists = answers.map(listIn);
  const page = rowsPage(lists, cursor, session);
  const hasMore = (lists.at(-1)?.pageModel?.nextPage ?? 0) > 0;
  const door = 'comment box, in the browser';
  return { ...page, door, gaps: [...(page.gaps ?? []), ...(hasMore ? [{ cause: 'notServed', count: 0, note: NOT_ALL } as const] : [])] };
}
