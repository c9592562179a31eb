// Lists that only the page of a visitor's own login shows: read while it asks for them, as a reader scrolls.
import { type CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { AnswerMatch, CapturedAnswer, Navigation, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { linkIn } from '#core/platform-kit/link-header.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { SITE } from '#core/platforms/truth_social/address.ts';
import { refusalIn } from '#core/platforms/truth_social/ask.ts';
import type { HeardCursor, HeardList } from '#core/platforms/truth_social/cursor.ts';
import { accountItem, answerItem, parentOf, postItem, type Subject } from '#core/platforms/truth_social/items.ts';
import { accountsSchema, type Original, ownerSchema, statusesSchema, subjectSchema } from '#core/platforms/truth_social/wire.ts';

/** What is heard of the thing that the list belongs to. */
interface Told {
  readonly owner: string | null;
  readonly total: number | null;
}

const HOST = 'truthsocial.com';
const KINDS = { likes: 'like', shares: 'share', followers: 'follower', following: 'following' } as const;
/** What opens a list of names over a post: a link, or a count with its word. Never a button without a count: that one would like the post. */
const OPENERS: Readonly<Partial<Record<HeardList, string>>> = {
  likes: 'a[href$="/likes"], button:text-matches("^ *[0-9][0-9.,KMB]* *likes? *$", "i")',
  shares: 'a[href$="/reblogs"], button:text-matches("^ *[0-9][0-9.,KMB]* *retruths? *$", "i")',
};
const OPENING_MS = 5_000;
const NOT_SHOWN =
  'Truth Social shows this list to people who are logged in. It keeps the login in the browser, so that no cookie brings it here: let Commentdock use a window, and log in there.';
const GOES_ON: Gap = { cause: 'notServed', count: 0, note: 'The page did not ask for the rest of this list, however far it was scrolled.' };

/**
 * The next answer that the page gets.
 * @throws CommentdockError LOGIN_REQUIRED, NOT_FOUND, BLOCKED, CAPTCHA, RATE_LIMITED, PLATFORM_CHANGED; BROWSER_MISSING
 */
export async function heardPage(cursor: HeardCursor, session: Session): Promise<Page<HeardCursor>> {
  const { taken } = cursor;
  const { answers, ended } = await session.scroll(placeOf(cursor, session), matchOf(cursor), { skip: taken });
  const told = toldBy(answers.filter(isAboutSubject), cursor);
  const lists = answers.filter((answer) => !isAboutSubject(answer));
  const good = lists.filter((answer) => refusalIn(answer) === null);
  const refusal = lists.map(refusalIn).find((each) => each !== null);
  if (good.length === 0 && refusal != null && !(refusal.code === 'NOT_FOUND' && !ended)) throw asOfList(refusal);
  const last = good.at(-1);
  const heard = last === undefined ? cursor.heard : cursor.list === 'posts heard' || nextOf(last) === null ? 'whole' : 'part';
  if (ended && heard === 'nothing') throw new PlatformRefusal('LOGIN_REQUIRED', NOT_SHOWN);
  const further = { ...cursor, owner: told.owner, taken: taken + answers.length, heard } as const;
  const read = good.map((answer) => rowsIn(answer, further, session));
  return {
    items: read.flatMap(({ items }) => items),
    next: [...read.flatMap(({ threads }) => threads), ...(ended ? [] : [{ cursor: further, role: 'page' as const }])],
    ...(told.total === null ? {} : { total: told.total }),
    gaps: ended && heard === 'part' ? [GOES_ON] : [],
    mayRepeat: true,
    door: 'page that is scrolled',
  };
}

/** The path of a list that is closed to this visitor is not there for him. */
function asOfList(refusal: CommentdockError): CommentdockError {
  return refusal.code === 'NOT_FOUND' ? new PlatformRefusal('LOGIN_REQUIRED', NOT_SHOWN) : refusal;
}

function placeOf({ list, of: { user, group, status } }: HeardCursor, { options }: Session): Navigation {
  const profile = `${SITE}/@${user ?? ''}`;
  switch (list) {
    case 'posts heard':
      return { url: options.replies ? `${profile}/with_replies` : profile };
    case 'followers':
    case 'following':
      return { url: `${profile}/${list}` };
    default: {
      const url = user === undefined ? `${SITE}/group/${group ?? ''}/posts/${status ?? ''}` : `${profile}/${status ?? ''}`;
      const opener = OPENERS[list];
      return opener === undefined ? { url } : { url, actions: [{ click: opener, optional: true, timeoutMs: OPENING_MS }] };
    }
  }
}

/** The first page listens for what the list belongs to as well, and is over with both. */
function matchOf(cursor: HeardCursor): AnswerMatch {
  const heard = { subject: false, end: false };
  return {
    url: [...subjectsOf(cursor), ...listsOf(cursor)],
    accept: 'any',
    count: cursor.taken === 0 ? 2 : 1,
    until: (answer) => {
      if (isAboutSubject(answer)) heard.subject = true;
      else heard.end = isEnd(answer, cursor);
      return heard.end && (heard.subject || cursor.taken > 0);
    },
  };
}

function subjectsOf({ of: { status } }: HeardCursor): readonly string[] {
  if (status === undefined) return [`${HOST}/api/v1/accounts/lookup?*`];
  return [`${HOST}/api/v1/statuses/${status}`, `${HOST}/api/v1/statuses/${status}?*`];
}

function listsOf({ list, of: { status = '' } }: HeardCursor): readonly string[] {
  const path = {
    answers: `*/statuses/${status}/context/descendants`,
    thread: `*/statuses/${status}/context/descendants`,
    likes: `api/v1/statuses/${status}/favourited_by`,
    shares: `api/v1/statuses/${status}/reblogged_by`,
    followers: 'api/v1/accounts/*/followers',
    following: 'api/v1/accounts/*/following',
    'posts heard': 'api/v1/accounts/*/statuses',
  }[list];
  return [`${HOST}/${path}`, `${HOST}/${path}?*`];
}

function isAboutSubject({ request }: CapturedAnswer): boolean {
  const { pathname } = new URL(request.url);
  return /^\/api\/v1\/(?:accounts\/lookup|statuses\/\d+)$/.test(pathname);
}

function isEnd(answer: CapturedAnswer, { list }: HeardCursor): boolean {
  if (refusalIn(answer) !== null) return false;
  // Posts come without links.
  return list === 'posts heard' ? answer.text.trim() === '[]' : nextOf(answer) === null;
}

function nextOf(answer: CapturedAnswer): string | null {
  return linkIn(answer.headers['link'], 'next', answer.url);
}

/** An answer that can be done without, unless it says that there is no such thing. */
function toldBy(answers: readonly CapturedAnswer[], cursor: HeardCursor): Told {
  let told: Told = { owner: cursor.owner, total: null };
  for (const answer of answers) {
    if (answer.status === 404 || answer.status === 410) throw new PlatformRefusal('NOT_FOUND');
    if (refusalIn(answer) === null) told = toldIn(answer, cursor) ?? told;
  }
  return told;
}

function toldIn({ text }: CapturedAnswer, { list, owner }: HeardCursor): Told | null {
  const body = jsonIn(text);
  if (list === 'followers' || list === 'following' || list === 'posts heard') {
    const account = checked(ownerSchema, body);
    if (!account.success) return null;
    const { followers_count: followers, following_count: following, statuses_count: posts } = account.data;
    return { owner: account.data.id, total: { followers, following, 'posts heard': posts }[list] ?? null };
  }
  const status = checked(subjectSchema, body);
  if (!status.success) return null;
  const { tombstone, account, favourites_count: likes, reblogs_count: shares, replies_count: answers } = status.data;
  // An answer below keeps whose post it belongs to.
  if (list === 'thread') return { owner, total: null };
  if (tombstone != null) throw new PlatformRefusal('NOT_FOUND', 'This post was deleted, or taken down by Truth Social.');
  return { owner: account.id, total: { likes, shares, answers }[list] ?? null };
}

interface Rows {
  readonly items: readonly Item[];
  readonly threads: readonly Next<HeardCursor>[];
}

function rowsIn(answer: CapturedAnswer, cursor: HeardCursor, session: Session): Rows {
  const { list } = cursor;
  if (list === 'posts heard') return { items: readRows(answer.json(statusesSchema), '$', postItem), threads: [] };
  if (list !== 'answers' && list !== 'thread')
    return { items: readRows(answer.json(accountsSchema), '$', (account) => accountItem(account, KINDS[list])), threads: [] };
  const { of } = cursor;
  const post = cursor.post ?? { status: of.status ?? '', user: of.user ?? null };
  const subject: Subject = { ...post, owner: cursor.owner };
  const rows = answer.json(statusesSchema);
  const wanted = session.options.replies ? rows : rows.filter((row) => parentOf(row, subject) === null);
  return {
    items: readRows(wanted, '$', (row) => answerItem(row, subject)),
    threads: session.options.replies ? threadsOf(rows, { ...cursor, post }) : [],
  };
}

function threadsOf(rows: readonly Original[], cursor: HeardCursor): readonly Next<HeardCursor>[] {
  const came = new Map<string, number>();
  for (const { in_reply_to_id: parent } of rows) if (parent != null) came.set(parent, (came.get(parent) ?? 0) + 1);
  return rows.flatMap((row) => threadOf(row, (row.replies_count ?? 0) - (came.get(row.id) ?? 0), cursor));
}

/** The page of an answer that has more answers than came with it. */
function threadOf(row: Original, missing: number, cursor: HeardCursor): readonly Next<HeardCursor>[] {
  if (missing <= 0 || row.id === cursor.of.status) return [];
  const thread = {
    ...cursor,
    list: 'thread' as const,
    of: { user: row.account.acct, status: row.id },
    taken: 0,
    heard: 'nothing' as const,
  };
  return [{ cursor: thread, role: 'replies', under: row.id, expect: missing }];
}
