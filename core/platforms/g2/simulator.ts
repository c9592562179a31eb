import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface G2Params {
  /** Default 25. */
  readonly reviews?: number;
  /** Pages shown without a login; the further ones have no reviews. Default: all. */
  readonly openPages?: number;
  /** `microdata`: the markup until 2025. Default `cards`. */
  readonly markup?: 'cards' | 'microdata';
  /** Where the number of reviews stands. Default `linked data`. */
  readonly total?: 'linked data' | 'link' | 'none';
}

const PER_PAGE = 10;
const NEWEST_MS = Date.parse('2026-01-01T00:00:00Z');

/** G2 with one product, `a-product`, which `old-name` redirects to; all others are unknown. Every fourth review is answered, every fifth anonymous. */
export function g2Simulator(params: G2Params): Simulator {
  const { reviews = 25, openPages = Infinity, markup = 'cards', total = 'linked data' } = params;
  const cardOf = markup === 'cards' ? card : microdata;
  return ({ url }) => {
    if (url.hostname !== 'www.g2.com') return null;
    const [folder = '', slug, list, review] = url.pathname.split('/').filter(Boolean);
    if (slug === 'old-name') return { status: 301, headers: { location: `/products/a-product/reviews${url.search}` }, body: '' };
    if (!['products', 'services'].includes(folder) || slug !== 'a-product' || list !== 'reviews') return notFound();
    const single = /-review-(\d+)$/.exec(review ?? '')?.[1];
    if (single !== undefined) return Number(single) < 700 + reviews ? page(cardOf(Number(single) - 700), '') : notFound();
    const number = Number(url.searchParams.get('page') ?? 1);
    const order = url.searchParams.get('order') ?? 'g2_default';
    const indices = number > openPages ? [] : indicesOf(number, reviews, order);
    return page(indices.map(cardOf).join('\n'), total === 'none' ? '' : totalIn(total, reviews));
  };
}

function indicesOf(number: number, count: number, order: string): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (order === 'g2_default') all.reverse();
  if (order === 'highest' || order === 'lowest')
    all.sort((one, other) => (ratingOf(one) - ratingOf(other)) * (order === 'highest' ? -1 : 1));
  return all.slice((number - 1) * PER_PAGE, number * PER_PAGE);
}

function ratingOf(index: number): number {
  return 5 - (index % 9) / 2;
}

function dayOf(index: number): string {
  return new Date(NEWEST_MS - index * 86_400_000).toISOString().slice(0, 10);
}

function linkOf(index: number): string {
  return `https://www.g2.com/products/a-product/reviews/a-product-review-${700 + index}`;
}

function card(index: number): string {
  const isAnonymous = index % 5 === 2;
  const name = isAnonymous ? 'Verified User in Retail' : `Reader ${index} &amp; Co`;
  const avatar = '<div class="avatar"><img src="https://img.example/u.png"></div>';
  const hosted = 'Review collected by and hosted on G2.com.';
  const answered =
    index % 4 === 1 ? `<section><div class="elv-font-bold">Response from Ann of The Vendor</div><p>Thank you ${index}</p></section>` : '';
  return `<article>
    <div>${isAnonymous ? avatar : `<a href="/users/uuid-${index}">${avatar}</a>`}
      <div class="elv-text-base elv-font-bold">${name}</div>
      ${isAnonymous ? '' : '<div class="elv-text-subtle">Engineer</div>'}
      <div class="elv-text-subtle">Small-Business (50 or fewer emp.)</div>
    </div>
    <label>Current User</label><label>Validated Reviewer</label>${index % 2 === 0 ? '<label>Incentivized Review</label>' : ''}<label>Review source: Organic</label>
    <meta content="${dayOf(index)}"><div class="elv-status-badge">x</div>
    <div class="elv-star-wrapper__desc__rating">${ratingOf(index)}/5</div>
    <a href="${linkOf(index)}?utm=x"><div class="elv-text-lg elv-font-bold">"Review &quot;${index}&quot; of it"</div></a>
    <section><div class="elv-font-bold">What do you like best about it?</div><p>All of ${index}<br>and more. ${hosted}</p><p>Really.</p></section>
    <section><div class="elv-font-bold">What do you dislike about it?</div><p class="elv-text-subtle">Nothing ${hosted}</p><img src="/shot-${index}.png"></section>
    ${answered}
    <button>Helpful (${index})</button>
  </article>`;
}

/** As the site showed it until 2025: lines wrapped within texts, pictures put in later by a script. */
function microdata(index: number): string {
  const person = `https://www.g2.com/users/uuid-${index}`;
  const hosted = '<span class="spht">Review collected by and hosted on\n      G2.com.</span>';
  const answer = (question: string, ...paragraphs: string[]): string => `<div class="l5 mt-2">${question}</div>
    <div>${paragraphs.map((words) => `<p class="formatted-text">${words}</p>`).join('\n')}</div>`;
  return `<div class="paper paper--white paper--box mb-2"><div id="survey-response-${700 + index}" itemprop="review" itemscope="" itemtype="http://schema.org/Review">
    <span itemprop="reviewRating" itemscope="" itemtype="http://schema.org/Rating"><meta content="5" itemprop="bestRating" />
      <meta content="0" itemprop="worstRating" /><meta content="${ratingOf(index)}" itemprop="ratingValue" /></span>
    <div class="paper__hd paper__hd--bordered">
      <a class="td-n" href="${person}"><div class="avatar avatar-- "><img class="avatar__user-image" ue="deferred-image"
        data-deferred-image-src="https://img.example/u.png" src="/assets/transparent-1.gif" /><div class="avatar__monogram"><span>R${index}</span></div></div></a>
      <div class="fw-semibold mb-half"><span itemprop="author" itemscope="itemscope" itemtype="http://schema.org/Person">
        <meta content="Reader ${index}" itemprop="name" /><meta content="${person}" itemprop="url" />
        <div class="flex ai-c"><a class="link--header-color" href="${person}">Reader
          ${index}</a></div></span></div>
      <div class="c-midnight-80 line-height-h6 fw-regular"><div class="mt-4th">Engineer</div>
        <div class="mt-4th"><span>Mid-Market</span><span class="ml-4th">(51-1000
          emp.)</span></div></div>
      <div class="tags--teal"><div alt="Validated Reviewer" class="tag" ue="tooltip"><div class="d-f ai-c">Validated Reviewer<svg></svg></div></div>
        <div class="tag" ue="tooltip"><div class="d-f ai-c">Verified Current User<svg></svg></div></div>
        <div class="tag" title="This review was written without invitation." ue="tooltip">Review source: Organic</div></div></div>
    <div class="paper__bd"><div class="stars large stars-9"></div><span class="x-current-review-date">
      <meta content="${dayOf(index)}" itemprop="datePublished" /><time datetime="${dayOf(index)}">then</time></span>
      <a class="pjax" href="${linkOf(index)}"><div class="m-0 l2" itemprop="name">&quot;Review ${index}&quot;</div></a>
      <div itemprop="reviewBody"><div>${answer('What do you like best about it?', `All of\n ${index}`, `Really. ${hosted}`)}</div>
        <div>${answer('What do you dislike about it?', `Nothing ${hosted}`)}</div>
        <div class="expanded-review-${700 + index} is-hidden-default">${answer('What problems is it solving and how\n is that benefiting you?', `None ${hosted}`)}</div></div></div>
    <span class="action-bar__button">Helpful?<span class="js-up">0</span></span><img alt="linkedin" src="/assets/social-logos/linkedin.svg" />
  </div></div>`;
}

function totalIn(place: 'linked data' | 'link', count: number): string {
  if (place === 'link') return `<a href="/products/a-product/reviews">See all ${count} A product reviews</a>`;
  const data = { '@type': 'SoftwareApplication', aggregateRating: { ratingValue: 4.2, reviewCount: count } };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

function page(cards: string, head: string): SimulatedAnswer {
  return {
    body: `<!DOCTYPE html><html><head><title>A product Reviews</title></head><body>${head}<section id="reviews">${cards}</section></body></html>`,
  };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: '<!DOCTYPE html><html><body>Page not found</body></html>' };
}
