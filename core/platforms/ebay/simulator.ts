import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface EbayParams {
  /** Feedback about the item; the seller has twice as much. Default 30. */
  readonly rows?: number;
  /** False: the list of a seller is shown after a login only, and the profile stands in. Default true. */
  readonly hasList?: boolean;
  /** True: from the second page on the list is that of all items, as it happens. */
  readonly mixes?: boolean;
  /** True: of three rows or reviews in a row all say the same, as of a buyer who bought thrice. Default false. */
  readonly hasEqualRows?: boolean;
}

export const ITEM = '256012345678';
export const SELLER = 'some.seller';
export const PRODUCT = '240123456';
const PAGE_SIZE = 25;
const PROFILE_PAGE_SIZE = 200;
const OTHER_ITEM = '256099999999';
const WORDS = ['positive', 'neutral', 'negative'];
const AGES = ['Past month', 'Past 6 months', 'Past year', 'More than a year ago'];

/**
 * eBay with one item of one seller, who has a store, and one product of the catalogue with reviews; in every country. `ebay.us/item` and
 * `ebay.us/store` lead to them. The seller `hermit` hides the feedback, `nobody` is not registered.
 */
export function ebaySimulator(params: EbayParams): Simulator {
  const { rows = 30 } = params;
  return ({ url }) => {
    if (url.hostname === 'ebay.us') return shortLink(url.pathname);
    if (!/^www\.(?:[a-z]+\.)?ebay\./.test(url.hostname)) return null;
    const { pathname, searchParams: query } = url;
    if (pathname === `/itm/${ITEM}`) return html(itemPage());
    if (pathname === '/str/somestore') return html(`<h1>Some store</h1><a href="https://www.ebay.com/usr/${SELLER}">${SELLER}</a>`);
    if (pathname === '/fdbk/mweb_profile') return listOf(query, { rows, ...params });
    if (pathname === `/fdbk/feedback_profile/${SELLER}`) return profileOf(Number(query.get('page_id')), rows);
    if (pathname === `/p/${PRODUCT}`) return html(`<h1>A thing</h1><a href="/urw/A-Thing/product-reviews/${PRODUCT}?_itm=1">See all</a>`);
    if (pathname === `/urw/A-Thing/product-reviews/${PRODUCT}`) return reviewsOf(Number(query.get('pgn')), params.hasEqualRows === true);
    return { status: 404, body: '<html><head><title>Error Page | eBay</title></head><body>We looked everywhere.</body></html>' };
  };
}

function shortLink(path: string): SimulatedAnswer {
  if (path === '/item') return redirect(`https://www.ebay.com/itm/a-thing/${ITEM}?x=y`);
  return path === '/store' ? redirect('https://www.ebay.com/str/somestore') : redirect('https://www.ebay.com/help/home');
}

function itemPage(): string {
  return `<h1>A thing</h1><div data-testid="x-sellercard-atf"><a href="https://www.ebay.com/usr/${SELLER}?x=1">${SELLER}</a></div>
    <ul class="fdbk-detail-list"><li class="fdbk-container">${row(0, ITEM)}</li></ul>`;
}

function listOf(query: URLSearchParams, params: EbayParams & { readonly rows: number }): SimulatedAnswer {
  const { rows, hasList = true, mixes = false, hasEqualRows = false } = params;
  const seller = query.get('username');
  if (seller === 'hermit') return html('<p>This member has chosen to make their feedback private.</p>');
  if (seller !== SELLER) return html('<p>The member you searched for is not a registered user.</p>');
  const item = query.get('item_id');
  const ofItem = item !== null && query.get('filter_automated_feedback_item') === 'true';
  if (!ofItem && !hasList) return redirect('https://signin.ebay.com/ws/eBayISAPI.dll');
  const page = Number(query.get(ofItem ? 'page_id_item' : 'page_id'));
  const count = ofItem ? rows : rows * 2;
  const isMixed = mixes && page > 1;
  const said = (index: number): number => (hasEqualRows ? index - (index % 3) : index);
  const about = ofItem && !isMixed ? ITEM : OTHER_ITEM;
  const href = ofItem ? `?page_id_item=${page + 1}&amp;fdbkType=FeedbackReceivedAsSeller` : `?page_id=${page + 1}&amp;username=${SELLER}`;
  const asked = cards(pageOf(page, count).map(said), about, page * PAGE_SIZE >= count ? null : href);
  if (!ofItem) return html(`<span class="fdbk-result-status">${count} results</span>${asked}`);
  // The page has both lists, and hides one of them.
  const ofAll = cards(pageOf(1, rows * 2), OTHER_ITEM, rows * 2 > PAGE_SIZE ? '?page_id=2' : null);
  return html(`<div class="tabs"><div class="tabs__items" role="tablist">
    <div class="tabs__item" role="tab" aria-selected="true" aria-controls="p0">This item (${rows})</div>
    <div class="tabs__item" role="tab" aria-selected="false" aria-controls="p1">All items (${rows * 2})</div></div><div class="tabs__content">
    <div class="tabs__panel" role="tabpanel" id="p0">${asked}</div><div class="tabs__panel" role="tabpanel" id="p1" hidden>${ofAll}</div></div></div>`);
}

function cards(places: readonly number[], item: string, next: string | null): string {
  const rows = places.map((index) => `<li class="fdbk-container" data-testid="feedback-cards">${row(index, item)}</li>`);
  const link = next === null ? 'aria-disabled="true"' : `href="${next}"`;
  return `<ul class="fdbk-detail-list">${rows.join('')}</ul><nav class="pagination" role="navigation">
    <a class="pagination__next icon-link" ${link} aria-label="Next page"></a></nav>`;
}

function row(index: number, item: string): string {
  const word = WORDS[index % 3] ?? '';
  const photo = index % 5 === 0 ? '<div class="fdbk-container__details__image"><img src="https://i.ebayimg.com/1.jpg"></div>' : '';
  const reply =
    index % 4 === 1
      ? `<div class="fdbk-container__details__reply"><span>Reply from: ${SELLER}</span><div>Thank you ${index}!</div></div>`
      : '';
  const verified = index % 2 === 0 ? '<div class="fdbk-container__details__verified__purchase">Verified purchase</div>' : '';
  const title = `A thing (#${item})`;
  const about = index % 7 === 3 ? `<span>${title}</span>` : `<a href="https://www.ebay.com/itm/${item}">${title}</a>`;
  return `<div class="fdbk-container__details"><div class="fdbk-container__details__info">
    <div class="fdbk-container__details__info__icon"><svg aria-label="${capital(word)} feedback rating" data-test-type="${word}" data-test-id="shared-feedback-component-${word.toUpperCase()}"></svg><img src="https://ir.ebaystatic.com/star.gif"></div>
    <div class="fdbk-container__details__info__username"><span>b***${index} (1,${100 + index})</span><span class="fb-clipped">- Feedback left by buyer.</span></div>
    <span class="fdbk-container__details__info__divide__time"><span>${AGES[index % 4]}</span></span>${verified}</div>
    <div class="fdbk-container__details__top"><div class="fdbk-container__details__comment"><span>Great &amp; fast ${index}</span></div></div>${photo}
    <div class="fdbk-container__details__item-link">${about}</div>${reply}</div>`;
}

function profileOf(page: number, rows: number): SimulatedAnswer {
  const shown = pageOf(page, rows, PROFILE_PAGE_SIZE).map(
    (
      index,
    ) => `<tr data-feedback-id="${5000 + index}"><td><div class="card__feedback"><svg class="icon icon--feedback-${WORDS[index % 3]}"></svg></div>
      <div class="card__comment"><span aria-label="Great &amp; fast ${index}">Great &amp; fast ${index}</span></div><div class="card__item">A thing (#${ITEM})</div></td>
      <td><div class="card__from"><span>Buyer: b***${index}</span> <span class="no-wrap">(<span>12</span>)</span></div></td>
      <td><span aria-label="${AGES[index % 4]}">${AGES[index % 4]}</span></td></tr>`,
  );
  const next = `<button id="next-page" ${page * PROFILE_PAGE_SIZE >= rows ? 'disabled' : ''}>Next</button>`;
  return html(`<table id="feedback-cards"><tbody>${shown.join('')}</tbody></table><div class="pagination">${next}</div>`);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function reviewsOf(page: number, hasEqualRows: boolean): SimulatedAnswer {
  const said = pageOf(page, 14, 10).map((index) => (hasEqualRows ? index - (index % 3) : index));
  const shown = said.map(
    (
      index,
    ) => `<div class="ebay-review-section"><div class="ebay-star-rating" role="img" aria-label="${index % 2 === 0 ? '4.5' : '4'} out of 5 stars"><meta itemprop="ratingValue" content="${index % 2 === 0 ? '4.5' : '4'}"></div>
      <span class="author-by">by</span> <a class="review-item-author" itemprop="author" title="person${index}" href="/usr/person${index}">person${index}</a>
      <span class="review-item-date" itemprop="datePublished" content="Mar 0${1 + (index % 9)}, 2018">Mar 0${1 + (index % 9)}, 2018</span>
      <p class="review-item-title rvw-nowrap-spaces" itemprop="name">Title ${index}</p><p class="review-item-content rvw-wrap-spaces" itemprop="reviewBody">Words &amp; more ${index}</p>
      (<span class="positive-h-c">${index}</span>) (<span class="negative-h-c">1</span>)</div>`,
  );
  const pages = [1, 2].filter((other) => other !== page).map((other) => `<a class="spf-link" href="?pgn=${other}">${other}</a>`);
  return html(`<div class="reviews">${shown.join('')}</div>${pages.join('')}`);
}

function pageOf(page: number, count: number, size = PAGE_SIZE): number[] {
  const first = (page - 1) * size;
  return indexesOf(first, size, count);
}

function html(content: string): SimulatedAnswer {
  return { body: `<!DOCTYPE html><html><head><title>eBay</title></head><body>${content}</body></html>` };
}
