import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface ItchIoParams {
  /** Every third has two levels of answers, the second is deeper than a page shows, every seventh begins with a deleted post. Default 60. */
  readonly threads?: number;
  /** Threads of one page. Default 40. */
  readonly perPage?: number;
  /** What stands in the place of the page. */
  readonly page?: 'community' | 'none' | 'restricted' | 'other';
  /** Status of every answer. */
  readonly status?: number;
  /** Status of the addresses of single posts. */
  readonly postStatus?: number;
}

interface Post {
  readonly id: number;
  readonly index: number;
  readonly deleted?: true;
  readonly below: readonly Post[];
}

const HOST = 'cattrigger.itch.io';
const GAME = '/alchemy-and-cake';
const DEVLOG = `${GAME}/devlog/550123/demo-is-now-live`;
const CREATOR = 4_211_218;
const NEWEST = 8_000_000;
const DEEPEST = 3;
const NEWEST_MS = Date.UTC(2026, 5, 30, 10, 0, 7);

function threadAt(index: number): Post {
  const top = NEWEST - index * 100;
  const chain = (level: number, levels: number): Post => ({
    id: top + level,
    index,
    below: level + 1 < levels ? [chain(level + 1, levels)] : [],
  });
  if (index === 1) return chain(0, 7);
  if (index % 7 === 6) return { ...chain(0, 2), deleted: true };
  return chain(0, index % 3 === 0 ? 3 : 1);
}

function findIn(posts: readonly Post[], id: number): Post | null {
  for (const post of posts) {
    const found = post.id === id ? post : findIn(post.below, id);
    if (found !== null) return found;
  }
  return null;
}

/** itch.io with one game and one post of its devlog; both have the same comments. The creator answers first, by a number of their own. */
export function itchIoSimulator(params: ItchIoParams): Simulator {
  return ({ url }) => {
    const { hostname, pathname, searchParams: query } = url;
    if (hostname !== HOST && hostname !== 'itch.io') return null;
    if (params.status !== undefined) return { status: params.status, body: '<!DOCTYPE HTML><title>itch.io</title>' };
    const { threads = 60, perPage = 40, postStatus } = params;
    const all = indexesOf(0, threads, threads).map(threadAt);
    const single = /\/(?:post|comments)\/(\d+)$/.exec(pathname)?.[1];
    if (single !== undefined) {
      if (postStatus !== undefined) return { status: postStatus, body: '<!DOCTYPE HTML><title>itch.io</title>' };
      if (hostname === 'itch.io') return redirect(`https://${HOST}${GAME}/comments/${single}`);
      const post = findIn(all, Number(single));
      return post === null ? gone() : { body: frame(widget(rows([post], 0), '')) };
    }
    const path = pathname.replace(/\/comments$/, '');
    if (hostname !== HOST || (path !== GAME && path !== DEVLOG)) return gone();
    if (params.page !== undefined) return { body: instead(params.page) };
    const before = Number(query.get('before') ?? threads + 1);
    const first = threads + 1 - before;
    const label = `<span class="page_label">Viewing most recent comments <nobr><span>${first + 1}</span> to <span>${Math.min(first + perPage, threads)}</span> of ${sizeOf(all)}</nobr></span>`;
    const older =
      first + perPage < threads
        ? ` · <a class="page_link" href="https://${HOST}${path}/comments?before=${before - perPage}">Next page</a>`
        : '';
    const newer = first > 0 ? ` · <a class="page_link" href="https://${HOST}${path}/comments?after=${before}">Previous page</a>` : '';
    const pager = threads > perPage ? `<div class="topic_pager bottom_pager">${label}${older}${newer}</div>` : '';
    return { body: frame(widget(rows(all.slice(first, first + perPage), 0), pager)) };
  };
}

/** Deleted posts keep their place. */
function sizeOf(posts: readonly Post[]): number {
  return posts.reduce((sum, { below }) => sum + 1 + sizeOf(below), 0);
}

function gone(): SimulatedAnswer {
  return { status: 404, body: '<!DOCTYPE HTML><title>itch.io</title><h1>We couldn’t find your page</h1>' };
}

function instead(page: NonNullable<ItchIoParams['page']>): string {
  if (page === 'restricted')
    return '<!DOCTYPE HTML><body class="restricted_page"><form><input type="password" name="password"></form></body>';
  if (page === 'other') return '<!DOCTYPE HTML><title>itch.io</title><div class="somewhere">Hello</div>';
  const community =
    '<section class="community_summary"><div id="game_community_preview_1" class="game_community_preview_widget base_widget"><h2>Community</h2></div></section>';
  return frame(page === 'community' ? community : '');
}

function frame(main: string): string {
  return `<!DOCTYPE HTML><html lang="en"><head><title>Alchemy by cattrigger</title></head><body class="locale_en game_layout" data-host="itch.io" data-page_name="view_game">
    <ul class="user_tools"><li><a data-user_id="${CREATOR}" href="https://itch.io/login" data-register_action="follow_user" class="follow_user_btn action_btn">Follow</a></li></ul>
    <div id="view_game_1" class="view_game_page page_widget">${main}</div></body></html>`;
}

function widget(posts: string, pager: string): string {
  return `<div id="game_comments_2300319" class="game_comments_widget base_widget"><h2 id="comments">Comments</h2>
    <div id="community_topic_posts_1" class="community_topic_posts_widget base_widget"><div class="community_post_list_widget base_widget">${posts}
    <script id="vote_counts_tpl" type="text/template"><span class="upvotes">(+{{up_score}})</span></script></div>${pager}</div></div>`;
}

function rows(posts: readonly Post[], depth: number): string {
  return posts
    .map((post) => {
      const more = `<div class="view_more_replies"><a class="button outline forward_link" href="https://itch.io/post/${post.id}">View more in thread</a></div>`;
      const below = depth >= DEEPEST ? more : rows(post.below, depth + 1);
      return (
        row(post, depth) +
        (post.below.length > 0 ? `<div class="community_post_replies${depth === 0 ? ' top_level_replies' : ''}">${below}</div>` : '')
      );
    })
    .join('\n');
}

function row({ id, index, deleted }: Post, depth: number): string {
  if (deleted)
    return `<div id="post-${id}" class="community_post has_vote_column is_deleted"><div class="post_grid"><div class="post_content">Deleted post</div></div></div>`;
  const level = id % 100;
  const isCreator = level === 1;
  const name = isCreator ? 'cattrigger' : `cat-${index}`;
  const picture = index % 2 === 0 ? '/static/images/frog.png' : `https://img.itch.example/${index}/25x25%23/a.png`;
  const date = new Date(NEWEST_MS - index * 3_600_000 + level * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const votes = index % 4 === 3 ? '<span class="upvotes">(+3)</span><span class="downvotes">(-1)</span>' : '';
  const embed =
    index % 5 === 2
      ? '<div><button itchio type="button" class="embed_preload youtube_preload" data-embed_code="&lt;iframe width=&quot;500&quot; src=&quot;//www.youtube.com/embed/abc&quot;&gt;&lt;/iframe&gt;">Click to play</button></div><img src="https://img.itch.example/shot.png">'
      : '';
  return `<div id="post-${id}" class="community_post has_vote_column${depth > 0 ? ' is_reply' : ''}" data-post="{&quot;id&quot;:${id},&quot;user_id&quot;:${isCreator ? CREATOR : 100_000 + index}}">
  <div class="post_grid"><a class="avatar_container" href="https://itch.io/profile/${name}"><div class="post_avatar" style="background-image: url(${picture})"></div></a>
  <div class="post_header"><span class="post_author"><a href="https://itch.io/profile/${name}">${isCreator ? 'Cat Trigger' : `Cat ${index} &amp; co`}</a></span><span class="post_date" title="${date}"><a href="https://itch.io/post/${id}">5 hours ago</a></span><span class="vote_counts">${votes}</span>${index % 6 === 5 ? '<span class="edit_message">(1 edit)</span>' : ''}</div>
  <div class="post_content"><div class="post_body user_formatted" dir="auto"><p>Post ${id}&nbsp;purrs.</p>${embed}<p>One<br>two&nbsp;</p><ul><li>three</li><li>four</li></ul></div>
  <div class="post_footer"><a class="post_action reply_btn" href="https://itch.io/login">Reply</a></div></div></div></div>`;
}
