import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface UdemyParams {
  /** Reviews with words. Default 45. */
  readonly reviews?: number;
  /** Of a page, whatever is asked for. Default 20. */
  readonly mostPerPage?: number;
  /** What the page of the course says of its number: an attribute (default), the address of its picture, nothing; or there is none. */
  readonly page?: 'number' | 'picture' | 'silent' | 'gone';
  /** What the API answers with instead. */
  readonly refusal?: { readonly status: number; readonly body: object | string };
}

export const COURSE = '1007306';
export const SLUG = 'react-for-cats';
const NEWEST_MS = Date.UTC(2021, 5, 1, 9, 30);
const HOUR_MS = 3_600_000;

/** Udemy with one course; a company's host, which asks for a login. */
export function udemySimulator(params: UdemyParams): Simulator {
  return ({ url }) => {
    const { hostname, pathname, searchParams } = url;
    if (hostname === 'cats.udemy.com') return redirect('https://cats.udemy.com/organization-login/?next=/course/');
    if (hostname !== 'www.udemy.com') return null;
    if (pathname === `/course/${SLUG}/` || pathname === `/course/${COURSE}/`) return page(params);
    if (!pathname.startsWith('/api-2.0/')) return null;
    if (params.refusal) return params.refusal;
    if (pathname === `/api-2.0/courses/${SLUG}/` && params.page !== 'gone')
      return { body: { _class: 'course', id: Number(COURSE), num_reviews: 400 } };
    if (pathname === `/api-2.0/courses/${COURSE}/reviews/` && searchParams.get('courseId') === COURSE) return list(searchParams, params);
    return { status: 404, body: { detail: 'Not found.' } };
  };
}

function page({ page: kind }: UdemyParams): SimulatedAnswer {
  if (kind === 'gone') return { status: 404, body: '<!doctype html><title>404</title>' };
  const id = kind === undefined || kind === 'number' ? ` data-clp-course-id="${COURSE}"` : '';
  const picture = `<meta property="og:image" content="https://img-c.udemycdn.example/course/480x270/${COURSE}_2d1c.jpg">`;
  return {
    body: `<!doctype html><html><head><title>React for cats</title>${kind === 'picture' ? picture : ''}</head>
      <body id="udemy"${id}><h1>React for cats</h1></body></html>`,
  };
}

function list(query: URLSearchParams, { reviews = 45, mostPerPage = 20 }: UdemyParams): SimulatedAnswer {
  const size = Math.min(Number(query.get('page_size') ?? 12), mostPerPage);
  const number = Number(query.get('page') ?? 1);
  // Without words there are ratings, too.
  const count = query.get('is_text_review') === '1' ? reviews : reviews * 3;
  const places = indexesOf((number - 1) * size, size, count);
  const isByScore = query.get('ordering')?.startsWith('course_review_score__rank') === true;
  const at = (page: number): string => `https://www.udemy.com/api-2.0/courses/${COURSE}/reviews/?page=${page}`;
  const hasAnswers = query.get('fields[course_review]')?.includes('response') === true;
  return {
    body: {
      count,
      next: number * size < count ? at(number + 1) : null,
      previous: number > 1 ? at(number - 1) : null,
      results: places.map((place) => review(isByScore ? count - 1 - place : place, hasAnswers)),
    },
  };
}

function review(index: number, hasAnswers: boolean): object {
  const written = NEWEST_MS - index * HOUR_MS;
  const user = {
    _class: 'user',
    id: 448_000 + index,
    title: `Cat Number ${index}`,
    name: `Cat ${index}`,
    ...(index % 3 === 0 ? { display_name: `Cat Number ${index}` } : {}),
    public_display_name: `Cat N. ${index}`,
    image_50x50: `https://img-c.udemycdn.example/user/50x50/${index}.jpg`,
    initials: 'CN',
  };
  const response = {
    _class: 'course_review_response',
    id: 90_000 + index,
    content: `Thank you, ${index}!`,
    content_html: `<p>Thank you, ${index}!</p>`,
    created: at(written + HOUR_MS),
    modified: at(written + HOUR_MS),
    user: { _class: 'user', title: 'The Instructor' },
  };
  return {
    _class: 'course_review',
    id: 49_000_000 + index,
    content: `Review ${index} "so"  &\r\n\r\nsecond line`,
    content_html: `<p>Review ${index}</p>`,
    rating: 1 + (index % 9) / 2,
    created: at(written),
    modified: at(index % 4 === 0 ? written : written + 60_000),
    user_modified: at(written),
    user: index % 10 === 9 ? null : user,
    ...(hasAnswers ? { response: index % 5 === 0 ? response : null } : {}),
    created_formatted_with_time_since: 'a year ago',
  };
}

function at(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
