import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface LetterboxdParams {
  /** Reviews of the film, and of any member. Default 30. */
  readonly reviews?: number;
  /** Followers, and people followed. Default 60. */
  readonly people?: number;
  /** False: the film's page has no popular reviews. Default true. */
  readonly hasPopular?: boolean;
  /** False: the whole texts of shortened reviews answer 404. Default true. */
  readonly hasFullTexts?: boolean;
  /** The markup of a member's reviews. Default 2026. */
  readonly markup?: 2024 | 2026;
}

export const FILM = 'a-film-2024';
const REVIEWS_PER_PAGE = 12;
const PEOPLE_PER_PAGE = 25;
const NEWEST_MS = Date.parse('2026-01-01T12:00:00Z');
const MEMBER = /^(?:somebody|reviewer\d+|person\d+)$/;

/**
 * Letterboxd with one film, `boxd.it/film` and `/imdb/tt1/` that lead to it, and members: `somebody` has everything, `nobody` has nothing,
 * `hermit` is private. `boxd.it/review` leads to a single review. Every fourth review is shortened, every third hides spoilers.
 */
export function letterboxdSimulator(params: LetterboxdParams): Simulator {
  const count = params.reviews ?? 30;
  return ({ url }) => {
    if (url.hostname === 'boxd.it') return shortLink(url.pathname);
    if (url.hostname !== 'letterboxd.com') return null;
    const parts = url.pathname.split('/').filter(Boolean);
    const page = Number(/\/page\/(\d+)\/$/.exec(url.pathname)?.[1] ?? 1);
    if (parts[0] === 'imdb') return redirect(`/film/${FILM}/`);
    if (parts[0] === 's' && params.hasFullTexts !== false) return { body: wholeText(Number(parts[2]?.replace('viewing:', '')) - 1000) };
    if (parts[0] === 'film' && parts[1] === FILM) return filmPage(parts, page, count, params.hasPopular !== false);
    const [member = '', ...tab] = parts;
    if (member === 'hermit') return { status: 403, body: shell('<p>This account is private.</p>') };
    if (member === 'nobody') return { body: shell('<p class="ui-block-heading">Nothing here yet.</p>') };
    if (!MEMBER.test(member)) return notFound();
    if (tab[0] === 'films' && tab[1] === 'reviews') return reviewsOf(member, page, count, params.markup ?? 2026);
    return tab[0] === 'followers' || tab[0] === 'following' ? people(tab[0], page, params.people ?? 60) : notFound();
  };
}

function shortLink(path: string): SimulatedAnswer {
  if (path === '/film') return redirect(`https://letterboxd.com/film/${FILM}/`);
  return path === '/review' ? redirect(`https://letterboxd.com/somebody/film/${FILM}/`) : notFound();
}

function filmPage(parts: readonly string[], page: number, count: number, hasPopular: boolean): SimulatedAnswer {
  const own = { film: FILM, dated: parts[2] === 'reviews', member: null };
  if (parts[2] === 'reviews')
    return { body: shell(viewing(pageOf(page, count, REVIEWS_PER_PAGE).map((index) => review(index, own))) + pager(page, count)) };
  const popular = pageOf(1, count, REVIEWS_PER_PAGE).map((index) => review(index, own));
  const recent = `<section class="film-recent-reviews">${review(count + 5, own)}</section>`;
  return {
    body: shell(
      `${hasPopular ? `<section class="film-reviews section js-popular-reviews" data-how-many="12">${viewing(popular)}</section>` : ''}${recent}`,
    ),
  };
}

function reviewsOf(member: string, page: number, count: number, markup: 2024 | 2026): SimulatedAnswer {
  const shown = pageOf(page, count, REVIEWS_PER_PAGE);
  const articles = shown.map((index) =>
    markup === 2024 ? olderReview(member, index) : review(index, { film: `film-${index}`, dated: true, member }),
  );
  const header = `<section class="profile-header"><h1><span class="displayname">Some Body</span></h1></section>`;
  return { body: shell(header + viewing(articles) + pager(page, count)) };
}

interface Own {
  readonly film: string;
  readonly dated: boolean;
  readonly member: string | null;
}

function review(index: number, { film, dated, member }: Own): string {
  const who = member ?? `reviewer${index}`;
  const address = `/${who}/film/${film}/`;
  const id = 1000 + index;
  const stars = `${'★'.repeat(1 + (index % 5))}${index % 2 === 1 && index % 5 < 4 ? '½' : ''}`;
  const rating = index % 6 === 5 ? '' : `<svg aria-label="${stars}" class="glyph -rating"><title>${stars}</title></svg>`;
  const liked = index % 2 === 0 ? '<svg aria-label="Liked" class="glyph inline-liked -like"></svg>' : '';
  const comments =
    index % 4 === 2 ? '' : `<a class="metadata" href="${address}#comments"><span class="label">${index === 1 ? '1,204' : index}</span></a>`;
  const date = dated
    ? `<span class="date"><time class="timestamp" datetime="${new Date(NEWEST_MS - index * 3_600_000).toISOString()}">1d</time></span>`
    : '';
  const hides = index % 3 === 1;
  const warning = hides ? '<p class="body-text -prose js-spoiler-container"><em>This review may contain spoilers.</em></p>' : '';
  const words = index % 4 === 3 ? `<div class="collapsed-text"><p>The start of ${index}…</p></div>` : wholeText(index);
  const title = member === null ? '' : `<h2><a href="/film/${film}/">Film ${index}</a></h2>`;
  return `<div class="listitem"><article class="production-viewing -viewing js-production-viewing" data-person="${who}" data-viewing-id="${id}">
    <a class="avatar -a40" href="/${who}/"><img src="https://a.example/${who}.jpg?a=1&amp;b=2"></a>${title}
    <a class="context" href="${address}">Review by <strong class="displayname">Reviewer ${index} &amp; Co</strong></a>${rating}${liked}${comments}${date}
    <div class="js-review">${warning}<div class="body-text -prose js-review-body" data-full-text-url="/s/full-text/viewing:${id}/"${hides ? ' hidden' : ''} lang="${index % 5 === 0 ? 'ko' : 'en'}">${words}</div>
    <p class="like-link-target" data-count="${index * 7}" data-likes-page="${address}likes/"></p></div></article></div>`;
}

function wholeText(index: number): string {
  return `<p>The start of ${index} &lt;3<br>and a line</p><blockquote><p>with <em>a</em> <a href="https://example.org">link</a></p></blockquote>`;
}

function olderReview(member: string, index: number): string {
  const rating = index % 6 === 5 ? '' : `<span class="rating -green rated-${1 + (index % 10)}">★</span>`;
  const day = new Date(NEWEST_MS - index * 86_400_000).toISOString().slice(0, 10);
  const written = index % 2 === 0 ? `<time datetime="${day}">${day}</time>` : `<span class="_nobr">0${1 + (index % 9)} Mar 2024</span>`;
  const warning = index % 3 === 1 ? '<p class="contains-spoilers"><em>This review may contain spoilers.</em></p>' : '';
  return `<div class="listitem"><div class="react-component" data-item-slug="film-${index}" data-film-id="${index}"></div>
    <article data-object-id="viewing:${1000 + index}"><h2><a href="/${member}/film/film-${index}/">Film ${index}</a></h2>${rating}
    <span>Watched</span><span class="date">${written}</span><div class="body-text -prose js-review-body">${warning}<p>Words ${index}</p></div></article></div>`;
}

function people(list: string, page: number, count: number): SimulatedAnswer {
  const rows = pageOf(page, count, PEOPLE_PER_PAGE).map(
    (index) => `<tr><td class="col-member table-person"><div class="person-summary"><a class="avatar -a40" href="/person${index}/">
      <img src="https://a.example/person${index}.jpg"></a> <h3><a class="name" href="/person${index}/"> Person ${index} </a></h3>
      <small class="metadata"><a href="/person${index}/followers/">${index === 1 ? '1,204' : index} followers</a>,
      <a href="/person${index}/following/">following ${index * 2}</a></small></div></td></tr>`,
  );
  const tab = `<ul class="sub-nav"><li class="selected"><a href="/somebody/${list}/" title="${count} people">${list}</a></li></ul>`;
  return { body: shell(`${tab}<table class="member-table">${rows.join('')}</table>${pager(page, count, PEOPLE_PER_PAGE)}`) };
}

function pageOf(page: number, count: number, size: number): number[] {
  const first = (page - 1) * size;
  return indexesOf(first, size, count);
}

function pager(page: number, count: number, size = REVIEWS_PER_PAGE): string {
  const next = page * size < count ? `<a class="next" href="page/${page + 1}/">Older</a>` : '<span class="next">Older</span>';
  return `<div class="pagination"><div class="paginate-nextprev">${next}</div></div>`;
}

function viewing(articles: readonly string[]): string {
  return `<div class="viewing-list">${articles.join('')}</div>`;
}

function shell(content: string): string {
  return `<!DOCTYPE html><html><body><main class="site-body" id="content">${content}</main></body></html>`;
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: '<!DOCTYPE html><html><head><title>Letterboxd - Not Found</title></head><body class="error"></body></html>' };
}
