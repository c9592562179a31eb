import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface WikipediaParams {
  /** Sections of the page `Talk:Cats`, each with four comments, some of them answered. Default 6. */
  readonly sections?: number;
  /** Changes of the page `Cats`, and of the user `Somebody`. Default 1,200. */
  readonly edits?: number;
}

const HOST = 'en.wikipedia.org';
const FIRST_TIME = Date.UTC(2024, 4, 1);
const COMMENTS_OF_SECTION = 4;
const MOST_EDITS = 500;

/** The English Wikipedia with the article `Cats`, its talk page and its history; `Dogs`, which nobody talks about; and `Somebody`'s changes. */
export function wikipediaSimulator(params: WikipediaParams = {}): Simulator {
  const { sections = 6, edits = 1_200 } = params;
  return ({ url }) => {
    if (url.hostname !== HOST) return null;
    const query = url.searchParams;
    if (url.pathname !== '/w/api.php' || query.get('format') !== 'json' || query.get('formatversion') !== '2')
      return { status: 404, body: '' };
    if (query.get('action') === 'discussiontoolspageinfo' && query.get('prop') === 'threaditemshtml')
      return threads((query.get('page') ?? '').replaceAll('_', ' '), sections);
    if (query.get('action') !== 'query') return refused('unknown_action', 'Unrecognized value for parameter "action".');
    if (query.get('list') === 'usercontribs') return contributions(query, edits);
    return query.get('prop') === 'revisions' ? revisions(query, edits) : associated((query.get('titles') ?? '').replaceAll('_', ' '));
  };
}

function refused(code: string, info: string): SimulatedAnswer {
  return { body: { error: { code, info, docref: 'See the API.' } } };
}

function threads(page: string, sections: number): SimulatedAnswer {
  if (['Cats', 'Dogs', 'Talk:Dogs'].includes(page)) return { body: { discussiontoolspageinfo: { threaditemshtml: [] } } };
  if (page !== 'Talk:Cats') return refused('nosuchrevid', `There is no revision for ${page}.`);
  const placeholder = { headingLevel: null, name: 'h-', type: 'heading', level: 0, id: 'h-', replies: [], html: '', commentCount: 0 };
  const outer = indexesOf(0, sections, sections).map((index) => section(index));
  return { body: { discussiontoolspageinfo: { threaditemshtml: [placeholder, ...outer] } } };
}

/** Every third section has another one within it. */
function section(index: number): object {
  const comments = indexesOf(0, COMMENTS_OF_SECTION, COMMENTS_OF_SECTION).map((place) => comment(index, place));
  const inner =
    index % 3 === 0
      ? [{ ...heading(100 + index, 3), replies: indexesOf(0, 3, 3).map((place) => comment(100 + index, place)), commentCount: 3 }]
      : [];
  return { ...heading(index, 2), replies: [...comments, ...inner], commentCount: COMMENTS_OF_SECTION + 2 * 2 + inner.length * 3 };
}

function heading(index: number, level: number): object {
  const name = `Section_${index}`;
  return {
    type: 'heading',
    headingLevel: level,
    level: 0,
    id: `h-${name}`,
    name: `h-${index}`,
    html: `<i>Section</i> ${index} &amp; more`,
    authorCount: 3,
  };
}

/** The first and the third of an outer section are answered, and the answer is. */
function comment(section: number, place: number, level = 1): object {
  const minute = section * 100 + place * 10 + level;
  const author = level > 2 ? `192.0.2.${minute % 200}` : `User ${minute}`;
  const timestamp = new Date(FIRST_TIME + minute * 60_000).toISOString().replace('.000Z', 'Z');
  const isAnswered = section < 100 && place % 2 === 0 && level < 2;
  return {
    type: 'comment',
    level,
    id: `c-${author.replaceAll(' ', '_')}-${timestamp}-Section_${section}`,
    author,
    ...(place === 1 ? { displayName: `The ${author}` } : {}),
    timestamp,
    html: `<p id="mw${minute}">Comment${minute % 2 === 0 ? '&nbsp;' : '<span typeof="mw:Entity">\u00a0</span>'}${minute}, see <a rel="mw:WikiLink" href="./Dog" title="Dog">dogs</a>.<sup class="mw-ref reference"><a href="#n">[1]</a></sup></p>\n<dl><dd>first</dd><dd>second</dd></dl>`,
    replies: isAnswered ? [{ ...comment(section, place, 2), replies: [comment(section, place, 3)] }] : [],
  };
}

function associated(title: string): SimulatedAnswer {
  const talk = title.startsWith('Talk:');
  const name = talk ? title.slice('Talk:'.length) : title;
  const page = { pageid: 7, ns: talk ? 1 : 0, title, contentmodel: 'wikitext', associatedpage: talk ? name : `Talk:${name}` };
  return { body: { batchcomplete: true, query: { pages: [page] } } };
}

function revisions(query: URLSearchParams, count: number): SimulatedAnswer {
  const title = (query.get('titles') ?? '').replaceAll('_', ' ');
  if (title !== 'Cats') return { body: { batchcomplete: true, query: { pages: [{ ns: 0, title, missing: true }] } } };
  const { rows, more } = paged(query, 'rv', count);
  const pages = [{ pageid: 7, ns: 0, title, revisions: rows.map(edit) }];
  return { body: { ...more, query: { pages } } };
}

function contributions(query: URLSearchParams, count: number): SimulatedAnswer {
  if (query.get('ucuser')?.replaceAll('_', ' ') !== 'Somebody') return { body: { batchcomplete: true, query: { usercontribs: [] } } };
  const { rows, more } = paged(query, 'uc', count);
  const usercontribs = rows.map((index) => ({
    ...edit(index),
    userid: 5,
    user: 'Somebody',
    pageid: index % 9,
    ns: 0,
    title: `Page ${index}`,
    sizediff: -index,
  }));
  return { body: { ...more, query: { usercontribs } } };
}

/** What goes on names the place, and a word that has to come back with it. */
function paged(query: URLSearchParams, prefix: string, count: number): { readonly rows: readonly number[]; readonly more: object } {
  const first = Number((query.get(`${prefix}continue`) ?? 'at|0').split('|')[1]);
  const limit = Math.min(MOST_EDITS, Number(query.get(`${prefix}limit`) ?? 10));
  const places = indexesOf(first, limit, count);
  const rows = places.map((place) => (query.get(`${prefix}dir`) === 'newer' ? place : count - 1 - place));
  if (first + limit >= count) return { rows, more: { batchcomplete: true } };
  return { rows, more: { continue: { [`${prefix}continue`]: `at|${first + limit}`, continue: '||' } } };
}

/** The higher, the newer. */
function edit(index: number): object {
  const isHidden = index % 50 === 7;
  return {
    revid: 9_000 + index,
    parentid: index === 0 ? 0 : 8_999 + index,
    minor: index % 4 === 0,
    ...(isHidden
      ? { userhidden: true, commenthidden: true }
      : { user: index % 5 === 0 ? '2001:db8::1' : `User ${index}`, userid: index % 5 === 0 ? 0 : index }),
    timestamp: new Date(FIRST_TIME + index * 60_000).toISOString().replace('.000Z', 'Z'),
    size: 1_000 + index,
    ...(isHidden ? {} : { comment: index % 3 === 0 ? '' : `/* Top */ change ${index} & more` }),
    tags: index % 6 === 0 ? ['mobile edit'] : [],
  };
}
