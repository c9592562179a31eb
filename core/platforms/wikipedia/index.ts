// Wikipedia and the other wikis of Wikimedia: the API of each, without a key. What is talked about comes from the extension that shows talk
// pages as threads, the whole page in one answer. Fragile: who wrote what, and when, is read there from signatures.
import { PlatformRefusal } from '#core/contract/error.ts';
import { type ChosenTarget, definePlatform, type ExportRow, type Next, type Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/wikipedia/address.ts';
import { askWiki } from '#core/platforms/wikipedia/ask.ts';
import { commentsOf, editItem, statedTotal } from '#core/platforms/wikipedia/items.ts';
import { associatedSchema, contributionsSchema, revisionsSchema, type ThreadItem, threadsSchema } from '#core/platforms/wikipedia/wire.ts';

type ThreadsCursor = { readonly list: 'threads'; readonly host: string; readonly title: string };
/** `more`: what the answer before says to send back. */
type EditsCursor = {
  readonly list: 'history' | 'contributions';
  readonly host: string;
  readonly name: string;
  readonly more: Readonly<Record<string, string>> | null;
};
type Cursor = ThreadsCursor | EditsCursor;

const DOOR = 'API of the wiki';
const EDITS_PER_PAGE = 500;
const FIELDS = 'ids|timestamp|user|userid|comment|size|tags|flags';
const FIELDS_OF_USER = 'ids|title|timestamp|comment|size|sizediff|flags|tags';

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const POSTS: ExportRow = { type: 'posts', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'wikipedia',
  name: 'Wikipedia',
  homepage: 'https://www.wikipedia.org',
  description: 'Discussions of a page or of its talk page, its history, and what a user has changed, on every wiki of Wikimedia.',
  category: 'forum',
  recorded: '2022-08',
  comparedWith: [],
  withoutTotal: ['posts'],
  targets: [
    target(
      'page',
      { own: COMMENTS, tweets: POSTS },
      ['<language>.wikipedia.org/wiki/<title>', '<language>.wikipedia.org/w/index.php?title=<title>', '<wiki of Wikimedia>/wiki/<title>'],
      [
        'https://en.wikipedia.org/wiki/Talk:Wikipedia',
        'https://de.m.wikipedia.org/wiki/Wikipedia#Weblinks',
        'https://en.wikipedia.org/w/index.php?title=Wikipedia:Village_pump_(technical)&action=edit&section=2',
        'https://zh.wikipedia.org/zh-hans/Talk:Wikipedia',
        'https://fr.wiktionary.org/wiki/Wiktionnaire:Wikidémie',
        'https://commons.m.wikimedia.org/wiki/File_talk:Example.jpg',
        'https://m.wikidata.org/wiki/Wikidata:Project_chat',
        'https://www.mediawiki.org/wiki/Talk:MediaWiki',
      ],
    ),
    target(
      'history',
      { own: POSTS, tweets: POSTS },
      ['<language>.wikipedia.org/w/index.php?title=<title>&action=history'],
      ['https://en.wikipedia.org/w/index.php?title=Wikipedia&action=history'],
    ),
    target(
      'contributions',
      { own: POSTS, tweets: POSTS },
      ['<language>.wikipedia.org/wiki/Special:Contributions/<user>'],
      [
        'https://en.wikipedia.org/wiki/Special:Contributions/Jimbo_Wales',
        'https://fr.wikipedia.org/wiki/Spécial:Contributions/Jimbo_Wales',
        'https://en.wikipedia.org/w/index.php?title=Special:Contributions/Jimbo_Wales',
      ],
    ),
  ],
  options: ['replies'],
  sorts: ['new', 'old'],
  hosts: [
    '.wikipedia.org',
    '.wiktionary.org',
    '.wikibooks.org',
    '.wikinews.org',
    '.wikiquote.org',
    '.wikisource.org',
    '.wikiversity.org',
    '.wikivoyage.org',
    '.wikimedia.org',
    '.wikidata.org',
    '.mediawiki.org',
  ],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 1 },

  start(chosen) {
    return [{ cursor: firstCursor(chosen), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'threads') return threadsPage(cursor, session);
    return cursor.list === 'history' ? historyPage(cursor, session) : contributionsPage(cursor, session);
  },
});

function firstCursor({ type, target: kind, params }: ChosenTarget): Cursor {
  const { host = '', title = '', user = '' } = params;
  if (kind === 'contributions') return { list: 'contributions', host, name: user, more: null };
  return type === 'posts' ? { list: 'history', host, name: title, more: null } : { list: 'threads', host, title };
}

/** The comments of the page itself, or of its talk page where it has none. */
async function threadsPage({ host, title }: ThreadsCursor, session: Session): Promise<Page<Cursor>> {
  const { replies } = session.options;
  const own = await threadsOf(host, title, session);
  const comments = commentsOf(own, { host, title }, replies);
  const talk = comments.length === 0 ? await talkPageOf(host, title, session) : null;
  if (talk === null) return { items: comments, total: statedTotal(own), door: DOOR };
  const threads = await threadsOf(host, talk, session);
  return { items: commentsOf(threads, { host, title: talk }, replies), total: statedTotal(threads), door: DOOR };
}

async function threadsOf(host: string, title: string, session: Session): Promise<readonly ThreadItem[]> {
  const query = { action: 'discussiontoolspageinfo', page: title, prop: 'threaditemshtml', excludesignatures: 1 };
  return (await askWiki(session, host, threadsSchema, query)).discussiontoolspageinfo.threaditemshtml;
}

/** Null where the page is one itself, or has none. Of namespaces those with an odd number hold talk pages. */
async function talkPageOf(host: string, title: string, session: Session): Promise<string | null> {
  const query = { action: 'query', titles: title, prop: 'info', inprop: 'associatedpage' };
  const [page] = (await askWiki(session, host, associatedSchema, query)).query.pages;
  const isTalk = (page?.ns ?? 0) % 2 === 1;
  return isTalk || page?.associatedpage === title ? null : (page?.associatedpage ?? null);
}

async function historyPage(cursor: EditsCursor, session: Session): Promise<Page<Cursor>> {
  const { host, name, more } = cursor;
  const isOldest = session.options.sort === 'old';
  const answer = await askWiki(session, host, revisionsSchema, {
    action: 'query',
    titles: name,
    prop: 'revisions',
    rvlimit: EDITS_PER_PAGE,
    rvprop: FIELDS,
    rvdir: isOldest ? 'newer' : undefined,
    ...more,
  });
  const [page] = answer.query.pages;
  if (page?.missing || page?.invalid) throw new PlatformRefusal('NOT_FOUND', `The wiki has no page "${name}".`);
  const title = page?.title ?? null;
  return editsPage(cursor, {
    items: readRows(page?.revisions ?? [], 'query.pages.0.revisions', (revision) => editItem(revision, host, title)),
    more: answer.continue,
    isOldest,
  });
}

async function contributionsPage(cursor: EditsCursor, session: Session): Promise<Page<Cursor>> {
  const { host, name, more } = cursor;
  const isOldest = session.options.sort === 'old';
  const answer = await askWiki(session, host, contributionsSchema, {
    action: 'query',
    list: 'usercontribs',
    ucuser: name,
    uclimit: EDITS_PER_PAGE,
    ucprop: FIELDS_OF_USER,
    ucdir: isOldest ? 'newer' : undefined,
    ...more,
  });
  return editsPage(cursor, {
    items: readRows(answer.query.usercontribs, 'query.usercontribs', (edit) => editItem(edit, host, null)),
    more: answer.continue,
    isOldest,
  });
}

interface Edits {
  readonly items: Page['items'];
  readonly more: Readonly<Record<string, string>> | null | undefined;
  readonly isOldest: boolean;
}

function editsPage(cursor: EditsCursor, { items, more, isOldest }: Edits): Page<Cursor> {
  const next: Next<Cursor>[] = more == null ? [] : [{ cursor: { ...cursor, more }, role: 'page' }];
  return { items, next, door: DOOR, dateOrder: isOldest ? 'oldestFirst' : 'newestFirst' };
}
