import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface MercadoLibreParams {
  /** Reviews of each number of stars, five first. Default 7, 6, 5, 4, 3. */
  readonly perStars?: readonly number[];
}

export const ITEM = 'MLB3856668644';
export const PRODUCT = 'MLA15254905';
const PAGE_SIZE = 15;
/** The official API counts more than it lists. */
const OFFICIAL = { total: 64, listed: 60 };
/** From here on the site answers with nothing. */
const CAP = 315;
const SEARCH = /^\/noindex\/catalog\/reviews\/(M[A-Z]{2}U?\d+)\/search$/;
const HOSTS: Readonly<Record<string, string>> = { MLA: 'www.mercadolibre.com.ar', MLB: 'www.mercadolivre.com.br' };
const AGES = ['Há mais de 1 ano', 'Há 3 meses', 'Hace 2 años', '12 ene. 2024', ''];

/**
 * Mercado Libre with one item in Brazil and one product of the catalogue in Argentina, each with the same reviews; `meli.la/item` and
 * `mercadolibre.com/sec/product` lead to them, `meli.la/check` to a check of the client.
 */
export function mercadoLibreSimulator({ perStars = [7, 6, 5, 4, 3] }: MercadoLibreParams): Simulator {
  const rows = perStars.flatMap((count, place) => Array.from({ length: count }, (_, index) => row(index, 5 - place)));
  return ({ url, headers }) => {
    const link = shortLink(`${url.hostname}${url.pathname}`);
    if (link !== null) return link;
    if (url.hostname === 'api.mercadolibre.com') return officialAnswer(url, headers['authorization']);
    const [, id] = SEARCH.exec(url.pathname) ?? [];
    if (id === undefined || HOSTS[id.slice(0, 3)] !== url.hostname) return null;
    if (id !== ITEM && id !== PRODUCT) return { status: 404, body: { error: 'not_found' } };
    const query = url.searchParams;
    const isAsked = query.get('objectId') === id && query.get('siteId') === id.slice(0, 3) && query.get('limit') === String(PAGE_SIZE);
    if (!isAsked) return { status: 400, body: { message: 'Not valid limit' } };
    if (query.get('isItem') !== String(id === ITEM)) return { body: { reviews: [] } };
    const stars = query.get('rating');
    const listed = stars === null ? rows : rows.filter((shown) => shown.rating === Number(stars));
    const offset = Number(query.get('offset'));
    return { body: { reviews: offset >= CAP ? [] : listed.slice(offset, Math.min(offset + PAGE_SIZE, CAP)) } };
  };
}

function row(index: number, stars: number) {
  return {
    id: 100_000 * stars + index,
    variant: index % 2 === 0 ? '' : 'Cor: Azul',
    rating: stars,
    comment: {
      content: { text: index % 4 === 3 ? '' : `Muy bueno ${index}`, see_more: 'Saiba mais', see_less: 'Ler menos' },
      date: AGES[index % AGES.length],
      country: index % 3 === 0 ? 'Argentina' : '',
    },
    ...(index === 1 ? { media: [{ type: 'photo', variations: [{ size: '1200', url: 'https://http2.mlstatic.com/D_1.jpg' }] }] } : {}),
  };
}

function officialAnswer({ pathname, searchParams }: URL, authorization: string | undefined): SimulatedAnswer {
  if (!authorization?.startsWith('Bearer ')) return { status: 401, body: { message: 'invalid token' } };
  if (pathname !== `/reviews/item/${ITEM}`) return { status: 404, body: { message: 'not found' } };
  const offset = Number(searchParams.get('offset'));
  const limit = Number(searchParams.get('limit'));
  const reviews = Array.from({ length: Math.max(0, Math.min(limit, OFFICIAL.listed - offset)) }, (_, place) => officialRow(offset + place));
  return { body: { paging: { total: OFFICIAL.total, limit, offset, total_pageable: OFFICIAL.listed }, rating_average: 4, reviews } };
}

function officialRow(index: number) {
  return {
    id: 7000 + index,
    reviewable_object: { id: ITEM, type: 'product' },
    date_created: '2026-01-02T03:04:05-04:00',
    status: 'published',
    title: index % 2 === 0 ? 'Muy bueno' : null,
    content: `Palabras ${index}`,
    rate: 4,
    likes: index,
    dislikes: 1,
    ...(index % 2 === 0
      ? { buying_date: '2025-12-24', attributes_variation: [{ name: 'Color', value: 'Azul' }] }
      : { attributes_variation: [] }),
    media:
      index % 2 === 0
        ? [{ type: 'video', url: 'https://http2.mlstatic.com/v.mp4' }]
        : [{ type: 'photo', variations: [{ size: 'big', url: 'https://http2.mlstatic.com/p.jpg' }] }],
    translations: {},
  };
}

function shortLink(address: string): SimulatedAnswer | null {
  const targets: Readonly<Record<string, string>> = {
    'meli.la/item': 'https://produto.mercadolivre.com.br/MLB-3856668644-manta-_JM?x=y',
    'mercadolibre.com/sec/product': `https://www.mercadolibre.com.ar/un-telefono/p/${PRODUCT}`,
    'meli.la/check': 'https://www.mercadolibre.com.ar/gz/account-verification?go=x',
  };
  const location = targets[address];
  if (location !== undefined) return { status: 302, headers: { location }, body: '' };
  return address.startsWith('meli.la/') ? { status: 404, body: '' } : null;
}
