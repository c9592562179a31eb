// Udemy: the API that the page of a course asks for its reviews, by the number of the course, which stands in its page. No login. Fragile:
// Cloudflare lets hardly anybody in but browsers, so that the request is made from inside the page where a plain one is refused.
import { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { isRedirect, refusalOf, tellingOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser, type Reached } from '#core/platform-kit/browser-door.ts';
import { fits } from '#core/platform-kit/checked.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { idSchema } from '#core/platform-kit/wire.ts';
import { listSchema, reviewItem } from '#core/platforms/udemy/review.ts';

/** `course`: its number; null until its page has told it. */
type Course = { readonly host: string; readonly slug: string; readonly course: string | null };
type ListCursor = Course & { readonly list: 'reviews'; readonly page: number };
/** `taken`: answers that were heard. */
type HeardCursor = Course & { readonly list: 'heard'; readonly taken: number };
type Cursor = ListCursor | HeardCursor;

const DOMAIN = 'udemy.com';
const SITE = `www.${DOMAIN}`;
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2,4})?$/i;
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,200}$/u;
const NUMBER = /^\d{1,12}$/;
/** A course of the visitor's own, which nobody else sees yet: its number follows. */
const DRAFT = 'draft';

/** Where the page of a course has its number. */
const NUMBER_IN_PAGE = [
  /\bdata-clp-course-id="(\d{1,12})"/,
  /\bdata-course-id="(\d{1,12})"/,
  /\bcourse\/\d{2,4}x\d{2,4}\/(\d{1,12})_[\da-f]/,
];
const PAGE_SIZE = 50;
const ORDERS = { new: '-created', top: 'course_review_score__rank,-created' } as const;
const FIELDS = [
  'fields[course_review]=@default,response,content_html,created_formatted_with_time_since',
  'fields[user]=@min,image_50x50,initials,public_display_name,tracking_id',
  'fields[course_review_response]=@min,user,content_html,created_formatted_with_time_since',
].join('&');
const FORBIDDEN = 403;

const OPENS_ALL = '[data-purpose="show-reviews-modal-trigger-button"]';
const DIALOG = '[role="dialog"], [class*="reviews-modal"]';
const SHOWS_MORE = '[data-purpose="show-more-review-button"]';
const LOOKING_MS = 3_000;

const courseSchema = z.object({ id: idSchema });
const detailSchema = z.object({ detail: z.string() });

export default definePlatform<Cursor>({
  id: 'udemy',
  name: 'Udemy',
  homepage: `https://${SITE}`,
  description: 'Reviews of a course, with the answers of its instructor.',
  category: 'reviews',
  recorded: '2021',
  comparedWith: [{ client: 'an unnamed client', date: '2026' }],
  targets: [
    {
      name: 'course',
      patterns: ['udemy.com/course/<name>', 'udemy.com/course/<id>', '<company>.udemy.com/course/<name>'],
      examples: [
        'https://www.udemy.com/course/react-for-cats/?couponCode=CATS#reviews',
        'https://www.udemy.com/course/1007306/',
        'https://www.udemy.com/course/react-for-cats/learn/lecture/123#reviews',
        'https://www.udemy.com/de/course/react-for-cats/',
        'https://cats.udemy.com/course/react-for-cats/',
      ],
      match: courseAt,
      exports: { own: { type: 'reviews' } },
    },
  ],
  sorts: ['new', 'top'],
  hosts: [`.${DOMAIN}`],
  cookies: {
    need: 'optional',
    domains: [`.${DOMAIN}`],
    hint: 'None are needed for public courses where a browser is installed. Where Udemy refuses this machine, or for the courses of a company: open the course in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.udemy.com, and copy cf_clearance, __cf_bm and, with a login, access_token.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }) {
    const { host = SITE, slug = '', course = null } = params;
    return [{ cursor: { list: 'reviews', host, slug, course, page: 1 }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return cursor.list === 'heard' ? heardPage(cursor, session) : reviewsPage(cursor, session);
  },
});

function courseAt(url: PastedUrl): TargetParams | null {
  const { protocol, host, segments } = url;
  if (!protocol.startsWith('http') || !isHost(url, DOMAIN)) return null;
  const [folder, ...parts] = LANGUAGE.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const [slug = ''] = parts[0] === DRAFT ? parts.slice(1) : parts;
  if (folder !== 'course' || !SLUG.test(slug) || (parts[0] === DRAFT && !NUMBER.test(slug))) return null;
  return { host: host === DOMAIN ? SITE : host, slug, ...(NUMBER.test(slug) ? { course: slug } : {}) };
}

async function reviewsPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const course = cursor.course ?? (await courseOf(cursor, session));
  const order = ORDERS[session.options.sort === 'top' ? 'top' : 'new'];
  const query = `courseId=${course}&page=${cursor.page}&page_size=${PAGE_SIZE}&is_text_review=1&ordering=${order}&${FIELDS}`;
  const asked = await orShut(ask(cursor, session, `courses/${course}/reviews/?${query}`));
  if (asked instanceof CommentdockError) {
    if (cursor.page > 1 || asked.code !== 'BLOCKED') throw asked;
    return heardInstead({ ...cursor, course }, asked, session);
  }
  const { count, next, results } = asked.value.json(listSchema);
  const isLast = next == null || rowsGiven(results) === 0;
  return {
    items: readRows(results, 'results', reviewItem),
    next: isLast ? [] : [{ cursor: { ...cursor, course, page: cursor.page + 1 }, role: 'page' }],
    ...(cursor.page === 1 ? { total: count ?? null } : {}),
    ...(session.options.sort === 'top' ? {} : { dateOrder: 'newestFirst' as const }),
    door: `reviews API${asked.by}`,
  };
}

/** The number of a course, from its page, or from the API where the page does not say it or is refused. */
function courseOf({ host, slug }: Course, session: Session): Promise<string> {
  return session.once(`number of ${slug}`, async () => {
    const url = pageOf({ host, slug });
    const shown = await orShut(session.fetch({ url, ...stopping(host) }).then(unlessLedAway));
    if (shown instanceof CommentdockError && shown.code === 'LOGIN_REQUIRED') throw shown;
    const isShut = shown instanceof CommentdockError;
    const told = isShut ? null : firstCapture(NUMBER_IN_PAGE, shown.text);
    if (told !== null) return told;
    const asked = await orShut(ask({ host, slug }, session, `courses/${percentEncoded(slug)}/?fields[course]=id,num_reviews`));
    if (asked instanceof CommentdockError) throw tellingOf(isShut ? shown : new PlatformChanged('data-clp-course-id'), asked);
    return asked.value.json(courseSchema).id;
  });
}

/** A request that the page of the course makes: plain, and from inside that page where plain clients are shut out. */
function ask({ host, slug }: Pick<Course, 'host' | 'slug'>, session: Session, call: string): Promise<Reached<Answer>> {
  const page = pageOf({ host, slug });
  const request: PlatformRequest = {
    url: `https://${host}/api-2.0/${call}`,
    headers: { accept: 'application/json, text/plain, */*', referer: page },
    accept: [FORBIDDEN],
  };
  return plainOrBrowser(session, host, {
    plain: () => session.fetch({ ...request, ...stopping(host) }).then(unlessForbidden),
    browser: () => session.inPage({ ...request, page: { url: page } }).then(unlessForbidden),
  });
}

/** The host of a company leads to its login, which is no answer. */
function stopping(host: string): Pick<PlatformRequest, 'redirect'> {
  return host === SITE ? {} : { redirect: 'manual' };
}

/** @throws PlatformRefusal LOGIN_REQUIRED */
function unlessLedAway(answer: Answer): Answer {
  if (!isRedirect(answer.status)) return answer;
  throw new PlatformRefusal('LOGIN_REQUIRED', 'The courses of a company are shown to its people alone, who are logged in.');
}

/** @throws PlatformRefusal PRIVATE where the site itself says so; LOGIN_REQUIRED; BLOCKED for what stands before it */
function unlessForbidden(answer: Answer): Answer {
  if (answer.status !== FORBIDDEN) return unlessLedAway(answer);
  if (answer.isJson && fits(detailSchema, answer.json(z.unknown())))
    throw new PlatformRefusal('PRIVATE', 'Udemy shows this course to its members alone.');
  throw refusalOf(answer);
}

/** @throws CommentdockError `refusal`, where nothing is heard */
async function heardInstead({ host, slug, course }: Course, refusal: CommentdockError, session: Session): Promise<Page<Cursor>> {
  const page = await orShut(heardPage({ list: 'heard', host, slug, course, taken: 0 }, session));
  if (page instanceof CommentdockError) throw refusal;
  return { ...page, notes: [refusal.message] };
}

/** The next answers that the page of the course gets by itself, while all its reviews are shown and scrolled. */
async function heardPage(cursor: HeardCursor, session: Session): Promise<Page<Cursor>> {
  const place = {
    url: pageOf(cursor),
    actions: [
      { reveal: OPENS_ALL, optional: true, timeoutMs: LOOKING_MS },
      { click: OPENS_ALL, optional: true, timeoutMs: LOOKING_MS },
      { click: SHOWS_MORE, optional: true, timeoutMs: LOOKING_MS },
    ] as const,
  };
  const match = { url: `${cursor.host}/api-2.0/courses/*/reviews/*` };
  const { answers, ended } = await session.scroll(place, match, { skip: cursor.taken, container: `html:not(:has(${DIALOG})), ${DIALOG}` });
  if (cursor.taken === 0 && answers.length === 0)
    throw new PlatformChanged('capture', 'The page of the course did not ask for its reviews.');
  const lists = answers.map((answer) => answer.json(listSchema));
  const isLast = ended || lists.length === 0 || lists.at(-1)?.next == null;
  return {
    items: lists.flatMap(({ results }) => readRows(results, 'results', reviewItem)),
    next: isLast ? [] : [{ cursor: { ...cursor, taken: cursor.taken + answers.length }, role: 'page' }],
    ...(cursor.taken === 0 ? { total: lists[0]?.count ?? null } : {}),
    mayRepeat: true,
    door: 'the page of the course, in the browser',
  };
}

function pageOf({ host, slug }: Pick<Course, 'host' | 'slug'>): string {
  return `https://${host}/course/${percentEncoded(slug)}/`;
}
