import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface MyAnimeListParams {
  /** Reviews of every title. Default 45. */
  readonly reviews?: number;
  /** With which status the site refuses everything. Default: it does not. */
  readonly refusesWith?: number;
  /** Which of the public mirrors are there. Default: Tenrai alone, since Jikan's was given up in October 2026. */
  readonly mirrors?: readonly ('tenrai' | 'jikan')[];
}

/** A title that does not exist. */
export const UNKNOWN = '404404';

const PER_PAGE = 20;
const NEWEST_MS = Date.parse('2025-12-05T12:12:00Z');
const DAY_MS = 86_400_000;
/** Of the mirrors: Tenrai took over the paths and the form of Jikan, and can sort. */
const MIRRORS: Readonly<Record<string, { readonly name: 'tenrai' | 'jikan'; readonly path: RegExp }>> = {
  'api.tenrai.org': { name: 'tenrai', path: /^\/v1\/(?:anime|manga)\/(\d+)\/reviews$/ },
  'api.jikan.moe': { name: 'jikan', path: /^\/v4\/(?:anime|manga)\/(\d+)\/reviews$/ },
};
const REACTIONS = ['nice', 'love_it', 'funny', 'confusing', 'informative', 'well_written', 'creative'];

/** MyAnimeList with the same reviews of every title, and mirrors beside it. */
export function myAnimeListSimulator(params: MyAnimeListParams = {}): Simulator {
  const count = params.reviews ?? 45;
  return ({ url }) => {
    const mirrored = MIRRORS[url.hostname];
    if (mirrored !== undefined) {
      if (!(params.mirrors ?? ['tenrai']).includes(mirrored.name)) return { status: 504, body: 'Gateway Time-out' };
      return mirror(url, mirrored.path, count);
    }
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
  const all = count.toLocaleString('en-US');
  const header = `<div class="filtered-results-box">\n Filtered Results: <strong>${all}</strong> / ${all}\n </div>`;
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

/**
 * Every third is preliminary, every fourth a spoiler. The day shows and the time of day is the title, which every fifth is without. The part
 * of a text that is not hidden ends between two words.
 */
function row(index: number): string {
  const reactions = JSON.stringify({ icon: ['1', '2'], num: index + 3, count: [String(index), '1', '2', '0', '0', '0', '0'] });
  const written = new Date(NEWEST_MS - index * DAY_MS);
  const day = written.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  const title = index % 5 === 4 ? '' : 'title="4:12 AM" ';
  const tags = [
    '<div class="tag recommended btn-label js-btn-label" data-id="1"><i class="fas fa-star"></i>Recommended</div>',
    ...(index % 3 === 2
      ? [`<div class="tag preliminary">Preliminary\n                <span>\n           (${index}/26 eps)\n         </span></div>`]
      : []),
    ...(index % 4 === 3 ? ['<div class="tag spoiler">Spoiler</div>'] : []),
  ].join('');
  return `<div class="review-element js-review-element" data-reactions='${reactions}'><div class="thumbbody mt8">
      <div class="thumb">
        <a href="https://myanimelist.net/profile/viewer${index}"><img src="https://cdn.example/${index}.jpg" data-src="https://cdn.example/${index}.jpg" class="lazyloaded" width="48"></a>
      </div>
      <div class="body">
        <div ${title}class="update_at">${day}</div><div class="username">
          <a href="https://myanimelist.net/profile/viewer${index}" class="ga-click">viewer${index}</a>
        </div><div class="tags">${tags}</div>      <div class="text">
                Words &amp; <b>more</b> ${index}<br />
<br />
The second line
                  <span class="js-visible" style="margin-left: -4px;">...</span>
          <span class="js-hidden" style="display: none;">goes on<br />
to the end.</span>
              </div>
        <div class="rating mt20 mb20 js-hidden" style="display: none;">
          Reviewer’s Rating: <span class="num">${(index % 10) + 1}</span>
        </div>
        <div class="bottom-navi"><div class="open"><a href="https://myanimelist.net/reviews.php?id=${1000 + index}" class="ga-click">Open
              </a></div></div>
      </div>
    </div>
  </div>`;
}

/** Tenrai sorts as it is asked to, Jikan by votes whatever is asked. */
function mirror(url: URL, path: RegExp, count: number): SimulatedAnswer {
  const id = path.exec(url.pathname)?.[1];
  if (id === undefined || id === UNKNOWN) return { status: 404, body: { status: 404, type: 'BadResponseException', path: url.pathname } };
  const first = (Number(url.searchParams.get('page')) - 1) * PER_PAGE;
  const isTurned = url.hostname === 'api.tenrai.org' && url.searchParams.get('sort') === 'oldest';
  const data = Array.from({ length: count }, (_, place) => (isTurned ? count - 1 - place : place))
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
