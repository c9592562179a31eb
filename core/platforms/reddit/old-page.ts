// The pages of old.reddit.com, read as what its answers would have said. Texts come as the page shows them, without their Markdown.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import type { CommentData, PostData, Thing } from '#core/platforms/reddit/wire.ts';

export interface ThreadOnPage {
  readonly post: PostData;
  readonly things: readonly Thing[];
}

interface ListingOnPage<T> {
  readonly rows: readonly T[];
  readonly after: string | null;
}

const COMMENT = '.thing.comment';
/** `morechildren(this, 't3_x', 'confidence', 'a,b', ...)`; before that with the sort before the ids. */
const STUB = /morechildren\(this,\s*'[^']*',\s*'[^']*',\s*'(?:\w+:)?([\w,]+)'/;

/** @throws PlatformChanged where it is no page of a thread; PlatformRefusal LOGIN_REQUIRED */
export function threadOnPage(html: string): ThreadOnPage {
  const page = parseHtml(html);
  const subject = page.first('#siteTable .thing.link');
  const area = page.first('.commentarea');
  if (subject === null || area === null) throw notThePage(page, '.commentarea');
  const post = postOf(subject);
  const top: Thing[] = [];
  const below = new Map<string, Thing[]>();
  for (const element of area.all('.thing.comment, .thing.morechildren, .deepthread')) {
    const parent = parentOf(element);
    const list = parent === null ? top : below.get(parent);
    const thing = element.matches(COMMENT) ? commentThing(element, parent, post) : stubOf(element, parent, post);
    // What hangs on a comment that is not there has no place.
    if (list === undefined || thing === null) continue;
    list.push(thing);
    if (thing.kind === 't1')
      below.set(thing.data.id, thing.data.replies === '' || !thing.data.replies ? [] : thing.data.replies.data.children);
  }
  return { post, things: top };
}

/** @throws PlatformChanged where it is no page of a list; PlatformRefusal LOGIN_REQUIRED */
export function postsOnPage(html: string): ListingOnPage<PostData> {
  const { table, after } = listOn(html);
  return { rows: table.all('.thing.link').filter(isOwn).map(postOf), after };
}

/** @throws PlatformChanged where it is no page of a list; PlatformRefusal LOGIN_REQUIRED */
export function commentsOnPage(html: string): ListingOnPage<CommentData> {
  const { table, after } = listOn(html);
  return { rows: table.all(COMMENT).map(listedComment), after };
}

function listOn(html: string): { readonly table: HtmlElement; readonly after: string | null } {
  const page = parseHtml(html);
  const table = page.first('#siteTable');
  if (table === null) throw notThePage(page, '#siteTable');
  const next = page.first('.next-button a')?.attribute('href') ?? '';
  return { table, after: URL.parse(next, 'https://old.reddit.com')?.searchParams.get('after') ?? null };
}

/** Some sessions get the login under the address of the page, with status 200. */
function notThePage(page: HtmlElement, at: string): Error {
  const isLogin = page.first('form[action*="/login"], form#login-form, .login-page, shreddit-app[pagetype^="login"]') !== null;
  return isLogin && page.first('.thing') === null ? new PlatformRefusal('LOGIN_REQUIRED') : new PlatformChanged(at);
}

/** Advertisements stand among the posts. */
function isOwn(thing: HtmlElement): boolean {
  return thing.attribute('data-promoted') !== 'true' && !thing.matches('.promotedlink');
}

function postOf(thing: HtmlElement): PostData {
  const domain = thing.attribute('data-domain');
  return {
    ...writtenBy(thing),
    score: numberOf(thing.attribute('data-score')),
    created_utc: secondsOf(thing.attribute('data-timestamp')) ?? instantOf(thing.first('time')?.attribute('datetime')),
    title: thing.first('a.title')?.text() ?? null,
    selftext: thing.first('.expando .md')?.text() ?? null,
    num_comments: numberOf(thing.attribute('data-comments-count')),
    is_self: domain?.startsWith('self.') ?? null,
    url: thing.attribute('data-url'),
    domain,
    over_18: thing.attribute('data-nsfw') === 'true',
    link_flair_text: thing.first('.linkflairlabel')?.attribute('title') ?? null,
    stickied: thing.matches('.stickied'),
    edited: instantOf(thing.first('.tagline .edited-timestamp')?.attribute('datetime')) ?? false,
  };
}

function commentThing(thing: HtmlElement, parent: string | null, post: PostData): Thing {
  return {
    kind: 't1',
    data: { ...commentOf(thing), parent_id: parent === null ? `t3_${post.id}` : `t1_${parent}`, replies: { data: { children: [] } } },
  };
}

function listedComment(thing: HtmlElement): CommentData {
  const title = thing.first('.parent a.title');
  const permalink = thing.attribute('data-permalink') ?? '';
  const post = /\/comments\/(\w+)\//.exec(permalink)?.[1];
  return {
    ...commentOf(thing),
    // The page does not say what is answered, but whether that is the post.
    parent_id: `t3_${post ?? ''}`,
    link_title: title?.text() ?? null,
    link_author: thing.first('.parent a.author')?.text() ?? null,
  };
}

function commentOf(thing: HtmlElement): CommentData {
  // Its own part of the page stands before those of its answers.
  const entry = thing.first('.entry');
  const author = entry?.first('.tagline a.author') ?? null;
  const score = entry?.first('.score.unvoted') ?? null;
  return {
    ...writtenBy(thing),
    parent_id: '',
    author: thing.attribute('data-author') ?? '[deleted]',
    created_utc: instantOf(entry?.first('.tagline time')?.attribute('datetime')),
    body: entry?.first('.usertext-body .md')?.text() ?? null,
    score: numberOf(score?.attribute('title') ?? null) ?? findCount(score?.text() ?? '')?.value ?? null,
    score_hidden: score === null,
    edited: instantOf(entry?.first('.tagline .edited-timestamp')?.attribute('datetime')) ?? false,
    stickied: entry?.first('.stickied-tagline') !== null,
    is_submitter: author === null ? null : author.matches('.submitter'),
    distinguished: author?.matches('.moderator') ? 'moderator' : author?.matches('.admin') ? 'admin' : null,
    author_flair_text: entry?.first('.tagline .flair')?.attribute('title') ?? null,
  };
}

function writtenBy(thing: HtmlElement): Pick<CommentData, 'id' | 'author' | 'author_fullname' | 'permalink' | 'subreddit'> {
  const id = /^t[13]_(\w+)$/.exec(thing.attribute('data-fullname') ?? '')?.[1];
  if (id === undefined) throw new PlatformChanged('data-fullname');
  return {
    id,
    author: thing.attribute('data-author'),
    author_fullname: thing.attribute('data-author-fullname'),
    permalink: thing.attribute('data-permalink'),
    subreddit: thing.attribute('data-subreddit'),
  };
}

/** A button for more of a list, or a link to what is too deep. */
function stubOf(element: HtmlElement, parent: string | null, post: PostData): Thing | null {
  const parentId = parent === null ? `t3_${post.id}` : `t1_${parent}`;
  if (element.matches('.deepthread')) return { kind: 'more', data: { parent_id: parentId, count: 0, children: [] } };
  const button = element.first('.morecomments a');
  if (button === null) return null;
  const ids = STUB.exec(button.attribute('onclick') ?? '')?.[1]
    ?.split(',')
    .filter((id) => id !== '');
  if (ids === undefined) throw new PlatformChanged('morechildren');
  const counted = findCount(button.first('.gray')?.text() ?? '')?.value ?? ids.length;
  return { kind: 'more', data: { parent_id: parentId, count: Math.max(counted, ids.length), children: ids } };
}

/** The comment that it hangs below. */
function parentOf(element: HtmlElement): string | null {
  const fullname = element.closest('.child')?.closest(COMMENT)?.attribute('data-fullname') ?? null;
  return fullname?.startsWith('t1_') ? fullname.slice(3) : null;
}

function numberOf(text: string | null | undefined): number | null {
  return text != null && /^-?\d+$/.test(text) ? Number(text) : null;
}

function secondsOf(text: string | null): number | null {
  const ms = numberOf(text);
  return ms === null ? null : Math.floor(ms / 1000);
}

function instantOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}
