import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface G2Params {
  /** Default 25. */
  readonly reviews?: number;
  /** Pages shown without a login; the further ones have no reviews. Default: all. */
  readonly openPages?: number;
  /** `microdata`: the markup before 2025. Default `cards`. */
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

function microdata(index: number): string {
  return `<div itemprop="review"><span itemprop="author"><meta itemprop="name" content="Reader ${index}"></span>
    <time datetime="${dayOf(index)}">then</time><meta itemprop="ratingValue" content="${ratingOf(index)}">
    <a href="${linkOf(index)}"><h3 itemprop="name">&ldquo;Review ${index}&rdquo;</h3></a>
    <div itemprop="reviewBody"><h5>What do you like best?</h5><div><p>All of ${index}</p></div></div></div>`;
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
