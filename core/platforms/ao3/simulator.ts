import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface Ao3Params {
  /** Threads of any work or post. Every third has three levels, the fifth is deeper than a page shows, every seventh begins with a deleted comment. Default 60. */
  readonly threads?: number;
  /** On one page. Default 25. */
  readonly perPage?: number;
  /** Names under a work. Default 60. */
  readonly kudos?: number;
  /** The letters of the zone in which times are shown, and its name. Default UTC. */
  readonly zone?: readonly [string, string];
  /** What stands in the place of the page. */
  readonly page?: 'login' | 'mystery' | 'adult' | 'closed' | 'membersOnly' | 'other';
  /** Status of every answer. */
  readonly status?: number;
  /** Status of threads asked for by themselves, and of the whole list of kudos. */
  readonly furtherStatus?: number;
}

interface Comment {
  readonly id: number;
  readonly index: number;
  readonly deleted?: true;
  readonly below: readonly Comment[];
}

const HOST = 'archiveofourown.org';
const DEEPEST = 5;
const SHOWN_KUDOS = 50;
const KUDOS_PER_PAGE = 30;
const MAKER = 'Ada';
const DAY_MS = 86_400_000;
const OLDEST_MS = Date.UTC(2026, 6, 1, 0, 5);
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function threadAt(index: number): Comment {
  const first = 1_000 + index * 10;
  const chain = (level: number, levels: number): Comment => ({
    id: first + level,
    index: index + level,
    below: level + 1 < levels ? [chain(level + 1, levels), ...(level === DEEPEST ? [{ id: first + 9, index, below: [] }] : [])] : [],
  });
  if (index === 4) return chain(0, 8);
  if (index % 7 === 6) return { ...chain(0, 2), deleted: true };
  return chain(0, index % 3 === 0 ? 3 : 1);
}

function sizeOf({ below, deleted }: Comment): number {
  return below.reduce((sum, each) => sum + sizeOf(each), deleted ? 0 : 1);
}

function findIn(comments: readonly Comment[], id: number): Comment | null {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findIn(comment.below, id);
    if (found !== null) return found;
  }
  return null;
}

/** archiveofourown.org: every work and post has the same comments; works by Ada, who answers in every second row. */
export function ao3Simulator(params: Ao3Params): Simulator {
  return ({ url }) => {
    if (url.hostname !== HOST) return null;
    if (params.status !== undefined) return { status: params.status, body: page('Retry later', '') };
    const [, list, id = '', part, ...rest] = url.pathname.split('/');
    if (list === 'users' && id === 'login') return { body: page('New Session', '<div id="signin"><h3>Sorry!</h3></div>') };
    if (id === '404') return { status: 404, body: page('404 Error', '<h2 class="heading">Error 404</h2>') };
    const { furtherStatus } = params;
    if (furtherStatus !== undefined && (list === 'comments' || part === 'kudos')) return { status: furtherStatus, body: page('Error', '') };
    if (list === 'chapters') return redirect(`https://${HOST}/works/424242/chapters/${id}`);
    if (list === 'comments') return threadOf(Number(id), params);
    if ((list !== 'works' && list !== 'admin_posts') || rest.length > 0) return null;
    if (part === 'kudos') return { body: kudosOf(Number(url.searchParams.get('page') ?? 1), params) };
    return part === undefined ? workOf(url, list === 'works', params) : null;
  };
}

function workOf(url: URL, isWork: boolean, params: Ao3Params): SimulatedAnswer {
  const { searchParams: query, pathname } = url;
  if (params.page === 'login') return redirect(`https://${HOST}/users/login?restricted=true&return_to=${encodeURIComponent(pathname)}`);
  if (params.page === 'mystery') return { body: page('Mystery Work', '<p class="notice">This work is part of an ongoing challenge.</p>') };
  if (params.page === 'other') return { body: page('Work', '<p>A new look</p>') };
  if (params.page === 'adult' || (isWork && query.get('view_adult') !== 'true'))
    return { body: page('Work', '<p class="caution notice">This work could have adult content. If you continue, you agree to it.</p>') };
  const { threads = 60, perPage = 25, kudos = 60 } = params;
  const all = indexesOf(0, threads, threads).map(threadAt);
  const number = Number(query.get('page') ?? 1);
  const shown = query.has('show_comments') ? all.slice((number - 1) * perPage, number * perPage) : null;
  const total = all.reduce((sum, each) => sum + sizeOf(each), 0);
  const notices = {
    closed: "Sorry, this work doesn't allow comments.",
    membersOnly: "Sorry, this work doesn't allow non-Archive users to comment.",
  };
  const notice = params.page === 'closed' || params.page === 'membersOnly' ? `<p class="notice">${notices[params.page]}</p>` : '';
  const hasMore = number * perPage < threads;
  const next = hasMore
    ? `<a rel="next" href="${pathname}?page=${number + 1}&amp;show_comments=true">Next</a>`
    : '<span class="disabled">Next</span>';
  const work = `<div id="workskin"><h2 class="title heading">Cats</h2><h3 class="byline heading"><a rel="author" href="/users/${MAKER}/pseuds/${MAKER}">${MAKER}</a></h3></div>
    <dl class="stats"><dd class="comments">${total}</dd><dd class="kudos">${kudos + 3}</dd></dl>`;
  return {
    body: page(
      'Cats',
      `${isWork ? work : '<div class="news module"><h3 class="heading">News</h3></div>'}
      <div class="feedback" id="feedback">${isWork ? `<div id="kudos">${shownKudos(pathname, kudos)}</div>` : ''}${notice}
      <div id="comments_placeholder"${shown === null ? ' style="display:none;"></div>' : `><ol class="pagination actions"><li class="next">${next}</li></ol>${thread(shown, 0, params)}</div>`}</div>`,
    ),
  };
}

function threadOf(id: number, params: Ao3Params): SimulatedAnswer {
  const { threads = 60 } = params;
  const comment = findIn(indexesOf(0, threads, threads).map(threadAt), id);
  if (comment === null) return { status: 404, body: page('404 Error', '') };
  return { body: page('Comment', `<h2 class="heading">Comment on <a href="/works/424242">Cats</a></h2>${thread([comment], 0, params)}`) };
}

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html lang="en"><head><title>\n ${title} | Archive of Our Own\n</title></head><body><div id="main" role="main">${main}</div></body></html>`;
}

function thread(comments: readonly Comment[], depth: number, params: Ao3Params): string {
  const rows = comments.map((comment) => {
    const { id, below } = comment;
    const isCut = depth >= DEEPEST && below.length > 1;
    const cut = `<li class="comment"><p>(<a href="/comments/${id}">${below.length} more comments in this thread</a>)</p></li>`;
    return row(comment, params) + (isCut ? cut : below.length > 0 ? `<li>${thread(below, depth + 1, params)}</li>` : '');
  });
  return `<ol class="thread">${rows.join('\n')}</ol>`;
}

function row({ id, index, deleted }: Comment, { zone = ['UTC', 'UTC'] }: Ao3Params): string {
  if (deleted)
    return `<li class="odd comment group" id="comment_${id}" role="article"><p class="message">(Previous comment deleted.)</p></li>`;
  const date = new Date(OLDEST_MS + index * DAY_MS);
  const hour = index % 24;
  const time = `${String(hour % 12 || 12).padStart(2, '0')}:05${hour < 12 ? 'AM' : 'PM'}`;
  const isMaker = id % 10 === 1;
  const user = isMaker ? MAKER : `cat_${index}`;
  const isGuest = !isMaker && index % 4 === 1;
  const name = isMaker ? MAKER : index % 5 === 0 ? `Tom (${user})` : user;
  const who = isGuest
    ? `<span>Guest ${index}</span><span class="role"> (Guest)</span>`
    : `<a href="/users/${user}/pseuds/${name.split(' ')[0]}">${name}</a>`;
  const picture = index % 2 === 0 ? '/images/skins/iconsets/default/icon_user.png' : `https://icons.example/${index}.png?1`;
  return `<li class="${index % 2 ? 'even' : 'odd'} comment group${isGuest ? ' guest' : ''}" id="comment_${id}" role="article">
  <h4 class="heading byline">
    ${who}
    <span class="parent">on <a href="/works/424242/chapters/9003">Chapter 3</a></span>
    <span class="posted datetime">
      <abbr class="day" title="Day">${DAYS[date.getUTCDay()]}</abbr> <span class="date">${String(date.getUTCDate()).padStart(2, '0')}</span>
      <abbr class="month" title="Month">${MONTHS[date.getUTCMonth()]}</abbr> <span class="year">${date.getUTCFullYear()}</span>
      <span class="time">${time}</span> <abbr class="timezone" title="${zone[1]}">${zone[0]}</abbr>
    </span>
  </h4>
  <div class="icon">${isGuest ? '<span class="visitor icon"></span>' : `<a href="/users/${user}"><img alt="" class="icon" src="${picture}"></a>`}</div>
  <blockquote class="userstuff"><p>Comment ${id} &amp; more.</p><p>Purr<br>purr.${index % 6 === 5 ? `<img src="https://pictures.example/${index}.png">` : ''}</p></blockquote>
  ${index % 8 === 7 ? '<p class="edited datetime">Last Edited <span class="datetime">Wed 08 Jul 2026 03:05PM UTC</span></p>' : ''}
  <ul class="actions" id="navigation_for_comment_${id}"><li><a href="/comments/${id}">Thread</a></li></ul>
</li>`;
}

function namesOf(first: number, size: number, count: number): string {
  return indexesOf(first, size, count)
    .map((index) => `<a href="/users/reader_${index}">reader_${index}</a>`)
    .join(', ');
}

function shownKudos(path: string, count: number): string {
  const more = count > SHOWN_KUDOS ? `, <a id="kudos_more_link" href="${path}/kudos">and ${count - SHOWN_KUDOS} more users</a>` : '';
  return `<p class="kudos">${namesOf(0, SHOWN_KUDOS, count)}${more} as well as 3 guests left kudos on this work!</p>`;
}

function kudosOf(number: number, { kudos = 60 }: Ao3Params): string {
  const next =
    number * KUDOS_PER_PAGE < kudos
      ? `<ol class="pagination actions"><li class="next"><a rel="next" href="?page=${number + 1}">Next</a></li></ol>`
      : '';
  const names = namesOf((number - 1) * KUDOS_PER_PAGE, KUDOS_PER_PAGE, kudos);
  return page(
    'Kudos',
    `<h2 class="heading">Kudos on <a href="/works/424242">Cats</a></h2>${next}<div id="kudos"><p class="kudos">${names}</p></div>`,
  );
}
