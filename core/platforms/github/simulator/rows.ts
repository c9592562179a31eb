// Rows as GitHub's API gives them, drawn from its published descriptions and from what clients of it have recorded.

export const OWNER = 583_231;
export const SHA = '0123456789abcdef0123456789abcdef01234567';
export const GIST = '0123456789abcdef0123';
const SITE = 'https://github.com';
const API = 'https://api.github.com';
const START = Date.UTC(2024, 4, 1);
/** Comments whose writer's account is gone, whose text was changed, that the owner wrote; comments that are answered. */
const GONE_EVERY = 9;
const EDITED_EVERY = 5;
const OWN_EVERY = 7;
const ANSWERED_EVERY = 4;
const ANSWERS = 2;

/** The moment of the row at this place. */
export const TIMES = (index: number): string => new Date(START + index * 60_000).toISOString().replace('.000Z', 'Z');

export function accountRow(id: number): object {
  const login = loginOf(id);
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url: `${API}/users/${login}`,
    html_url: `${SITE}/${login}`,
    type: 'User',
    site_admin: false,
  };
}

export function loginOf(id: number): string {
  return id === OWNER ? 'cats' : `user-${id}`;
}

/** Null where the account is gone. */
export function writerOf(index: number): number | null {
  if (index % GONE_EVERY === GONE_EVERY - 1) return null;
  return index % OWN_EVERY === OWN_EVERY - 1 ? OWNER : 30_000 + index;
}

export function changedAt(index: number): string {
  return TIMES(index % EDITED_EVERY === 0 ? index + 90 : index);
}

export function wordsOf(index: number): string {
  return `Comment *${index}* &amp; <b>\r\n\r\n> quoted  \r\n- [ ] task`;
}

export function reactionsOf(index: number): Record<string, number> {
  return { '+1': index % 6, '-1': index % 3, laugh: 0, hooray: 1, confused: 0, heart: index % 2, rocket: 0, eyes: 0 };
}

/** @param place behind the repository, up to its number; null for a gist, whose comments have no address */
export function commentRow(index: number, place: string | null): object {
  const id = 1_000 + index;
  return {
    ...written(index),
    id,
    node_id: `IC_${id}`,
    url: `${API}/comments/${id}`,
    ...(place === null ? {} : { html_url: `${SITE}/cats/purr/${place}${id}`, reactions: counted(index) }),
  };
}

/** Two of three have no words. */
export function reviewRow(index: number, pull: number): object {
  const id = 2_000 + index;
  const { created_at: submittedAt, ...row } = written(index);
  return {
    ...row,
    id,
    body: index % 3 === 0 ? `Review ${index}` : '',
    state: index % 2 === 0 ? 'APPROVED' : 'CHANGES_REQUESTED',
    html_url: `${SITE}/cats/purr/pull/${pull}#pullrequestreview-${id}`,
    submitted_at: submittedAt,
    updated_at: undefined,
    commit_id: SHA,
  };
}

/** Flat; answers name what they answer. Their last change is that of the thread. */
export function codeRow(index: number, pull: number): object {
  const id = 3_000 + index;
  const place = index % (ANSWERED_EVERY + ANSWERS);
  return {
    ...written(index),
    id,
    updated_at: TIMES(index + 200),
    diff_hunk: '@@ -1 +1 @@',
    path: 'src/purr.ts',
    line: index % 2 === 0 ? 10 + index : null,
    html_url: `${SITE}/cats/purr/pull/${pull}#discussion_r${id}`,
    reactions: counted(index),
    ...(place > ANSWERED_EVERY - 1 ? { in_reply_to_id: id - place + ANSWERED_EVERY - 1 } : {}),
  };
}

/** Comments, each followed by its answers. @param hidden answers that the last answered one counts beside those that are there */
export function discussionRows(rows: number, hidden: number): readonly object[] {
  const threads = threadsOf(rows);
  const answered = threads.findLast(({ answers }) => answers.length > 0);
  return threads.flatMap((thread) => [
    discussionRow(thread.index, null, thread.answers.length + (thread === answered ? hidden : 0)),
    ...thread.answers.map((index) => discussionRow(index, thread.index, 0)),
  ]);
}

export interface Thread {
  readonly index: number;
  readonly answers: readonly number[];
}

export function threadsOf(rows: number): readonly Thread[] {
  return Array.from({ length: rows }, (_, index) => ({
    index,
    answers: index % ANSWERED_EVERY === 0 ? Array.from({ length: ANSWERS }, (_, place) => 500 + index * ANSWERS + place) : [],
  }));
}

function discussionId(index: number): number {
  return 4_000 + index;
}

export function discussionUrl(index: number): string {
  return `${SITE}/cats/purr/discussions/9#discussioncomment-${discussionId(index)}`;
}

function discussionRow(index: number, parent: number | null, answers: number): object {
  return {
    ...written(index),
    id: discussionId(index),
    html_url: discussionUrl(index),
    parent_id: parent === null ? null : discussionId(parent),
    child_comment_count: answers,
    repository_url: 'cats/purr',
    discussion_id: 12_345,
    reactions: counted(index),
  };
}

export function postRow(number: number): object {
  const isPull = number % 3 === 0;
  const place = `${isPull ? 'pull' : 'issues'}/${number}`;
  return {
    ...written(number),
    created_at: TIMES(number),
    id: 7_000_000 + number,
    number,
    title: ` Title ${number} `,
    state: number % 2 === 0 ? 'closed' : 'open',
    closed_at: number % 2 === 0 ? TIMES(number + 1) : null,
    comments: number % 5,
    labels: number % 4 === 0 ? [{ id: 1, name: 'bug', color: 'd73a4a' }] : [],
    html_url: `${SITE}/cats/purr/${place}`,
    reactions: counted(number),
    ...(isPull ? { pull_request: { url: `${API}/repos/cats/purr/pulls/${number}`, html_url: `${SITE}/cats/purr/${place}` } } : {}),
  };
}

export function reactionRow(index: number): object {
  const content = ['+1', 'heart', 'eyes'][index % 3];
  // The same account, in several ways.
  return { id: 8_000 + index, node_id: `R_${index}`, user: accountRow(40_000 + Math.floor(index / 2)), content, created_at: TIMES(index) };
}

export function forkRow(index: number): object {
  const owner = accountRow(50_000 + index) as { readonly login: string };
  const name = `${owner.login}/purr`;
  return { id: 9_000 + index, name: 'purr', full_name: name, owner, html_url: `${SITE}/${name}`, fork: true, created_at: TIMES(index) };
}

function written(index: number) {
  const writer = writerOf(index);
  return {
    user: writer === null ? null : accountRow(writer),
    body: wordsOf(index),
    created_at: TIMES(index),
    updated_at: changedAt(index),
    author_association: writer === OWNER ? 'OWNER' : 'NONE',
  };
}

function counted(index: number): object {
  const counts = reactionsOf(index);
  return { url: `${API}/reactions`, total_count: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts };
}
