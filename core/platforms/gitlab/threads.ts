// The notes below an issue or a merge request, in threads one level deep.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import {
  aboutSubject,
  askApi,
  askGraphql,
  askSite,
  followingPage,
  notFound,
  PER_PAGE,
  refusedQuery,
  tokenFor,
} from '#core/platforms/gitlab/ask.ts';
import { nodeItem, numberIn, type Subject, threadItems } from '#core/platforms/gitlab/items.ts';
import { type NoteNode, projectSchema, threadsSchema } from '#core/platforms/gitlab/wire.ts';

/** `page`: its number by the API, the mark of the site's own pages or of GraphQL. `heads`: by thread, the note that began it. */
type PlacedCursor = { readonly list: 'threads'; readonly subject: Subject } & (
  | { readonly way: 'api' | 'site'; readonly page: string }
  | { readonly way: 'graphql'; readonly page: string; readonly heads: Readonly<Record<string, string>> }
);
export type ThreadsCursor = PlacedCursor | { readonly list: 'threads'; readonly subject: Subject; readonly way: null };

interface Told {
  readonly items: Page['items'];
  /** Null at the end. */
  readonly next: PlacedCursor | null;
  readonly door: string;
  /** True where the answer had rows, and be they system notes. */
  readonly hadRows: boolean;
}

const PER_PAGE_OF_SITE = 20;
/** What a server that finds 100 notes too many a question for strangers gives. */
const FEWER_NOTES = 20;
const TOO_COMPLEX = /complexity/i;
const UNKNOWN_FIELD = /lastEditedAt/;
/** What keeps programs or strangers out of the site's own pages, and perhaps not out of GraphQL. */
const SHUT: ReadonlySet<CommentdockError['code']> = new Set<CommentdockError['code']>([
  'LOGIN_REQUIRED',
  'NOT_FOUND',
  'BLOCKED',
  'CAPTCHA',
]);

/** A page of threads; the first one says which way is open. */
export async function threadsPage(cursor: ThreadsCursor, session: Session): Promise<Page<ThreadsCursor>> {
  if (cursor.way !== null) return pageOf(await further(cursor, session));
  const { subject, total } = await aboutSubject(cursor.subject, session);
  return { ...pageOf(await first(subject, session)), total };
}

async function first(subject: Subject, session: Session): Promise<Told> {
  if (tokenFor(subject.host, session) !== null) return apiPage(subject, '1', session);
  const site = await orShut(askSite(subject, { per_page: PER_PAGE_OF_SITE }, session));
  if (!(site instanceof CommentdockError)) return siteTold(site, subject, session);
  if (!SHUT.has(site.code)) throw site;
  const graphql = await orShut(graphqlPage(subject, { page: null, heads: {} }, session));
  if (!(graphql instanceof CommentdockError)) return graphql;
  // A server without GraphQL says nothing of the issue.
  throw graphql instanceof PlatformChanged && graphql.path === 'status' ? site : graphql;
}

function further(cursor: PlacedCursor, session: Session): Promise<Told> {
  if (cursor.way === 'graphql') return graphqlPage(cursor.subject, cursor, session);
  return cursor.way === 'api' ? apiPage(cursor.subject, cursor.page, session) : sitePage(cursor.subject, cursor.page, session);
}

function pageOf({ items, next, door, hadRows }: Told): Page<ThreadsCursor> {
  const following: Next<ThreadsCursor>[] = next === null ? [] : [{ cursor: next, role: 'page' }];
  return { items, next: following, door, mayRepeat: hadRows };
}

async function apiPage(subject: Subject, page: string, session: Session): Promise<Told> {
  const path = `/${subject.kind}/${subject.number}/discussions`;
  const answer = await askApi(subject, path, { per_page: PER_PAGE, page }, session);
  const { items, given } = threadsIn(answer, subject, session);
  const next = followingPage(answer, page, given);
  return { items, next: next === null ? null : { list: 'threads', subject, way: 'api', page: next }, door: 'REST API', hadRows: given > 0 };
}

async function sitePage(subject: Subject, mark: string, session: Session): Promise<Told> {
  return siteTold(await askSite(subject, { per_page: PER_PAGE_OF_SITE, cursor: mark }, session), subject, session);
}

function siteTold(answer: Answer, subject: Subject, session: Session): Told {
  if (answer.status === 401) throw new PlatformRefusal('LOGIN_REQUIRED');
  const { items, given } = threadsIn(answer, subject, session);
  const mark = answer.headers['x-next-page-cursor']?.trim() ?? '';
  const next = mark === '' ? null : ({ list: 'threads', subject, way: 'site', page: mark } as const);
  return { items, next, door: "the site's JSON", hadRows: given > 0 };
}

function threadsIn(answer: Answer, subject: Subject, { options }: Session): { readonly items: Page['items']; readonly given: number } {
  const threads = answer.json(threadsSchema);
  const items = readRows(threads, 'threads', (thread) => threadItems(thread, subject, options.replies ? 'all' : 'heads')).flat();
  return { items, given: rowsGiven(threads) };
}

interface GraphqlPlace {
  /** Null: the first page. */
  readonly page: string | null;
  readonly heads: Readonly<Record<string, string>>;
}

async function graphqlPage(subject: Subject, place: GraphqlPlace, session: Session): Promise<Told> {
  const { nodes, pageInfo } = await notesOf(subject, place.page, session);
  const end = pageInfo?.hasNextPage === true ? (pageInfo.endCursor ?? null) : null;
  const written = nodes.filter(({ system }) => system !== true);
  const heads = new Map(Object.entries(place.heads));
  const answers = new Map<string, number>();
  for (const { id, discussion } of written) {
    const thread = threadIn(discussion, id);
    answers.set(thread, (answers.get(thread) ?? -1) + 1);
    if (!heads.has(thread)) heads.set(thread, numberIn(id));
  }
  // Only who has seen all notes knows how many stand in a thread.
  const isWhole = place.page === null && end === null;
  const items = readRows(written, 'nodes', (node) => {
    const thread = threadIn(node.discussion, node.id);
    const head = heads.get(thread) ?? null;
    const isHead = head === numberIn(node.id);
    return nodeItem(node, subject, isHead ? null : head, isHead && isWhole ? (answers.get(thread) ?? 0) : null);
  });
  const next = { list: 'threads', subject, way: 'graphql', page: end ?? '', heads: Object.fromEntries(heads) } as const;
  return {
    items: session.options.replies ? items : items.filter(({ parentId }) => parentId === null),
    next: end === null ? null : next,
    door: 'GraphQL',
    hadRows: rowsGiven(nodes) > 0,
  };
}

/** What a thread is known by: the last part of its id. A note without one is a thread of its own. */
function threadIn(discussion: NoteNode['discussion'], id: string): string {
  return discussion?.id.split('/').at(-1) ?? id;
}

/** Asked once more with less where the server refuses the question as it stands; from then on it is asked so at once. */
async function notesOf({ host, path, kind, number }: Subject, after: string | null, session: Session) {
  const asked = kind === 'issues' ? 'issue' : 'mergeRequest';
  const kept = await session.once('gitlab notes', async () => ({ first: PER_PAGE, fields: 'lastEditedAt' }));
  const ask = () =>
    askGraphql(
      host,
      projectSchema,
      { query: queryOf(asked, kept.fields), variables: { path, iid: number, first: kept.first, after } },
      session,
    );
  let answer = await ask();
  if ('refused' in answer && UNKNOWN_FIELD.test(answer.refused)) {
    kept.fields = '';
    answer = await ask();
  }
  if ('refused' in answer && TOO_COMPLEX.test(answer.refused)) {
    kept.first = FEWER_NOTES;
    answer = await ask();
  }
  if ('refused' in answer) throw refusedQuery(answer.refused);
  const notes = answer.data.project?.[asked]?.notes;
  if (notes === undefined) throw notFound();
  return notes;
}

function queryOf(asked: 'issue' | 'mergeRequest', fields: string): string {
  return `query($path:ID!,$iid:String!,$first:Int!,$after:String){project(fullPath:$path){${asked}(iid:$iid){notes(first:$first,after:$after){pageInfo{endCursor hasNextPage} nodes{id body createdAt ${fields} system url author{id name username webUrl avatarUrl} discussion{id}}}}}}`;
}
