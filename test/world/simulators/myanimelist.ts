import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface MyAnimeListParams {
  /** Reviews of every title. Default 45. */
  readonly reviews?: number;
  /** With which status the site refuses everything. Default: it does not. */
  readonly refusesWith?: number;
  /** False: the mirror knows nothing. Default true. */
  readonly hasMirror?: boolean;
}

/** A title that does not exist. */
export const UNKNOWN = '404404';

const PER_PAGE = 20;
const NEWEST_MS = Date.parse('2025-12-05T12:12:00Z');
const DAY_MS = 86_400_000;
const REACTIONS = ['nice', 'love_it', 'funny', 'confusing', 'informative', 'well_written', 'creative'];

/** MyAnimeList with the same reviews of every title, and Jikan beside it. */
export function myAnimeListSimulator(params: MyAnimeListParams = {}): Simulator {
  const count = params.reviews ?? 45;
  return ({ url }) => {
    if (url.hostname === 'api.jikan.moe') return mirror(url, count, params.hasMirror !== false);
    if (url.hostname !== 'myanimelist.net') return null;
    if (params.refusesWith !== undefined) return { status: params.refusesWith, body: '<html><body>Access denied</body></html>' };
    if (url.pathname === '/reviews.php') return single(Number(url.searchParams.get('id')) - 1000, count);
    if (url.pathname.includes(UNKNOWN)) return { status: 404, body: site('<h1>404 Not Found</h1>') };
    return list(url.searchParams, count);
  };
}

function list(query: URLSearchParams, count: number): SimulatedAnswer {
  const first = (Number(query.get('p')) - 1) * PER_PAGE;
  const sort = query.get('sort');
  const order = (place: number): number => (sort === 'oldest' ? count - 1 - place : sort === 'mostvoted' ? place ^ 1 : place);
  const shown = places(count)
    .slice(first, first + PER_PAGE)
    .map(order);
  const third = Math.floor(count / 3);
  const counts = [third, third, count - 2 * third].map((verdicts) => `<strong>${verdicts}</strong>`).join(' ');
  const header = `<div class="anime-info-review__header mal-navbar">${counts} <strong>${count.toLocaleString('en-US')}</strong></div>`;
  const rows = shown.filter((index) => index < count).map(row);
  return { body: site(`${header}${rows.join('') || '<p>No reviews found.</p>'}`) };
}

function places(count: number): number[] {
  return Array.from({ length: count + (count % 2) }, (_, place) => place);
}

function single(index: number, count: number): SimulatedAnswer {
  if (index < 0 || index >= count) return { status: 404, body: site('<h1>404 Not Found</h1>') };
  const title = '<div class="titleblock mb4"><a class="title" href="/anime/7/x">A title</a> <small>(Anime)</small></div>';
  return { body: site(row(index).replace('<div class="thumbbody', `${title}<div class="thumbbody`)) };
}

function site(content: string): string {
  return `<!DOCTYPE html><html><body><div id="myanimelist"><div id="contentWrapper"><div id="content">${content}</div></div></div></body></html>`;
}

/** Every third is preliminary, every fourth a spoiler; of every fifth only the day is written. */
function row(index: number): string {
  const reactions = JSON.stringify({ icon: ['1', '2'], num: index + 3, count: [String(index), '1', '2', '0', '0', '0', '0'] });
  const written = new Date(NEWEST_MS - index * DAY_MS);
  const day = written.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  const title = index % 5 === 4 ? '' : ` title="${day} 4:12 AM"`;
  const tags = [
    '<div class="tag recommended"><i class="fa"></i>Recommended</div>',
    ...(index % 3 === 2 ? [`<div class="tag preliminary">Preliminary <span>(${index}/26 eps)</span></div>`] : []),
    ...(index % 4 === 3 ? ['<div class="tag spoiler">Spoiler</div>'] : []),
  ].join('');
  return `<div class="review-element js-review-element" data-reactions="${reactions.replaceAll('"', '&quot;')}">
    <div class="thumbbody mt8">
      <div class="thumb"><a href="/profile/viewer${index}"><img class="lazyload" data-src="https://cdn.example/${index}.jpg"></a></div>
      <div class="body">
        <div class="update_at"${title}>${day}</div>
        <div class="username"><a href="https://myanimelist.net/profile/viewer${index}">viewer${index}</a></div>
        <div class="tags">${tags}</div>
        <div class="text">Words &amp; <b>more</b> ${index}<br />
<br />
The second line<span class="js-visible">...</span><span class="js-hidden" style="display: none;"> goes on<br />to the end.</span></div>
        <div class="rating mt20 mb20 js-hidden">Reviewer&rsquo;s Rating: <span class="num">${(index % 10) + 1}</span></div>
        <div class="bottom-navi mt20"><div class="open"><a href="https://myanimelist.net/reviews.php?id=${1000 + index}">Open permalink</a></div></div>
      </div>
    </div>
  </div>`;
}

/** By votes, whatever is asked for. */
function mirror(url: URL, count: number, isThere: boolean): SimulatedAnswer {
  const [, id] = /^\/v4\/(?:anime|manga)\/(\d+)\/reviews$/.exec(url.pathname) ?? [];
  if (id === undefined || id === UNKNOWN || !isThere) return { status: 404, body: { status: 404, type: 'BadResponseException' } };
  const first = (Number(url.searchParams.get('page')) - 1) * PER_PAGE;
  const data = Array.from({ length: count }, (_, index) => index)
    .slice(first, first + PER_PAGE)
    .map((index) => ({
      mal_id: 1000 + index,
      url: `https://myanimelist.net/reviews.php?id=${1000 + index}`,
      type: 'anime',
      reactions: { overall: index + 3, ...Object.fromEntries(REACTIONS.map((name, place) => [name, place])) },
      date: new Date(NEWEST_MS - index * DAY_MS).toISOString().replace('.000Z', '+00:00'),
      review: `Words & more ${index}\n\nThe second line goes on`,
      score: (index % 10) + 1,
      tags: ['Recommended'],
      is_spoiler: index % 4 === 3,
      is_preliminary: index % 3 === 2,
      episodes_watched: index % 3 === 2 ? index : null,
      user: {
        url: `https://myanimelist.net/profile/viewer${index}`,
        username: `viewer${index}`,
        images: { jpg: { image_url: `https://cdn.example/${index}.jpg` } },
      },
    }));
  return { body: { data, pagination: { last_visible_page: 1, has_next_page: first + PER_PAGE < count } } };
}
