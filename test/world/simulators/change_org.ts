import type { Simulator } from '#test/world/simulator.ts';

export interface ChangeOrgParams {
  /** Comments of the petition, answers among them. Default 250. */
  readonly comments?: number;
}

const PETITION = 20861011;
const SLUG = 'a-petition-about-it';
const STARTER = 7;
const FIRST_TIME = Date.UTC(2024, 0, 15);

/** Change.org with the petition `a-petition-about-it` (20861011) and `silent`, on which nobody has commented. Every fifth comment answers another; every fiftieth is deleted. */
export function changeOrgSimulator({ comments = 250 }: ChangeOrgParams): Simulator {
  return ({ url }) => {
    if (url.hostname === 'chng.it')
      return url.pathname === '/AbCdEfGhIj'
        ? { status: 301, headers: { location: `https://www.change.org/p/${SLUG}?recruiter=1&utm_source=share` } }
        : { status: 404, body: '' };
    if (url.hostname !== 'www.change.org') return null;
    const query = url.searchParams;
    if (url.pathname === `/api-proxy/-/petitions/${SLUG}`) return { body: petition(PETITION, SLUG) };
    if (url.pathname === '/api-proxy/-/petitions/silent') return { body: petition(2, 'silent') };
    if (url.pathname !== '/api-proxy/-/comments' || query.get('commentable_type') !== 'Event')
      return { status: 404, body: { err: 'Not Found' } };
    const count = query.get('commentable_id') === String(PETITION) ? comments : 0;
    const limit = Number(query.get('limit') ?? 10);
    const offset = Number(query.get('offset') ?? 0);
    const order = Array.from({ length: count }, (_, index) => (query.get('order_by') === 'created_at' ? count - 1 - index : index));
    return {
      body: {
        items: order.slice(offset, offset + limit).map(comment),
        offset,
        limit,
        last_page: offset + limit >= count,
        total_count: count,
      },
    };
  };
}

function petition(id: number, slug: string): object {
  return {
    id,
    slug,
    title: 'A petition',
    total_signature_count: 12_345,
    created_at: '2024-01-01T00:00:00Z',
    country: 'US',
    user: { id: STARTER },
  };
}

function comment(index: number): object {
  return {
    id: 900_000 + index,
    comment: `<p>Reason ${index} &amp; more</p><p>two<br>lines</p>`,
    likes: index % 7,
    created_at: new Date(FIRST_TIME + index * 60_000).toISOString(),
    user_id: index % 11 === 0 ? STARTER : 100 + index,
    user: {
      id: index % 11 === 0 ? STARTER : 100 + index,
      display_name: index % 13 === 5 ? null : `Signer ${index}`,
      short_display_location: index % 3 === 0 ? 'Berlin, Germany' : null,
      city: 'Berlin',
      state_code: index % 2 === 0 ? 'BE' : '',
      country_code: 'DE',
      photo: index % 2 === 0 ? { url: `//assets.change.example/${index}.jpg` } : null,
    },
    commentable_id: PETITION,
    commentable_entity: { slug: SLUG },
    parent_id: index % 5 === 4 ? 900_000 + index - 1 : 0,
    deleted_at: index % 50 === 40 ? '2024-02-01T00:00:00Z' : null,
    role: index === 22 ? 'comment_psf' : 'comment',
  };
}
