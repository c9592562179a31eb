import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface StackExchangeParams {
  /** Answers to the question. Default 230. */
  readonly answers?: number;
  /** Comments under every third answer; three stand under the question. Default 2. */
  readonly commentsPerAnswer?: number;
  /** Questions, and as many answers, of the user. Default 120. */
  readonly posts?: number;
  /** What every call is refused with. */
  readonly refusal?: { readonly status: number; readonly body: object | string };
  /** Seconds of rest that every answer asks for. */
  readonly backoff?: number;
}

export const QUESTION = 1000;
const FIRST_ANSWER = 2000;
const FIRST_COMMENT = 700_000;
const START = Date.UTC(2020, 0, 1) / 1000;
const ASKER = 77;

/** The API of Stack Exchange with one question of `cooking`, its answers and comments, and the posts of user 77. */
export function stackExchangeSimulator(params: StackExchangeParams): Simulator {
  return (request) => (request.url.hostname === 'api.stackexchange.com' ? answerTo(request, params) : null);
}

function answerTo({ url }: SimulatedRequest, params: StackExchangeParams): SimulatedAnswer {
  if (params.refusal) return params.refusal;
  const path = url.pathname.replace(/^\/2\.3/, '');
  if (url.searchParams.get('site') !== 'cooking')
    return refusal({ error_id: 400, error_name: 'bad_parameter', error_message: 'No site found for name `nowhere`' });
  const rows = rowsOf(path, url.searchParams, params);
  return rows === null
    ? refusal({ error_id: 404, error_name: 'no_method', error_message: 'this method cannot be called' })
    : page(rows, url, params);
}

function rowsOf(path: string, query: URLSearchParams, params: StackExchangeParams): object[] | null {
  const [, list = '', ids = '', sub] = path.split('/');
  if (list === 'questions' && sub === undefined) return ids === String(QUESTION) ? [question(params)] : [];
  if (list === 'questions' && sub === 'answers') return sorted(answersOf(params), query);
  if (list === 'questions' && sub === 'comments') return Array.from({ length: 3 }, (_, index) => comment(FIRST_COMMENT + index, QUESTION));
  if (list === 'answers' && sub === undefined) return answersOf(params).filter(({ answer_id: id }) => String(id) === ids);
  if (list === 'answers' && sub === 'comments') return ids.split(';').flatMap((id) => commentsBelow(Number(id), params));
  if (list !== 'users') return null;
  const posts = Array.from({ length: params.posts ?? 120 }, (_, index) => index);
  return sub === 'questions'
    ? posts.map((index) => ({
        ...post(50_000 + index),
        question_id: 50_000 + index,
        title: `Is &quot;${index}&quot; so?`,
        tags: ['a'],
        answer_count: 1,
      }))
    : posts.map((index) => ({ ...post(60_000 + index), answer_id: 60_000 + index, question_id: 1, is_accepted: index === 0 }));
}

function page(rows: readonly object[], url: URL, params: StackExchangeParams): SimulatedAnswer {
  const size = Number(url.searchParams.get('pagesize') ?? 30);
  const first = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
  return {
    body: {
      items: rows.slice(first, first + size),
      has_more: first + size < rows.length,
      quota_max: 300,
      quota_remaining: 200,
      ...(params.backoff === undefined ? {} : { backoff: params.backoff }),
    },
  };
}

function refusal(body: object): SimulatedAnswer {
  return { status: 400, body };
}

function question({ answers = 230 }: StackExchangeParams): object {
  return {
    ...post(QUESTION),
    owner: owner(ASKER),
    question_id: QUESTION,
    answer_count: answers,
    title: 'What&#39;s &quot;al dente&quot;?',
    link: `https://cooking.stackexchange.com/questions/${QUESTION}/whats-al-dente`,
    tags: ['pasta'],
  };
}

function answersOf({ answers = 230 }: StackExchangeParams) {
  return Array.from({ length: answers }, (_, index) => ({
    ...post(FIRST_ANSWER + index),
    answer_id: FIRST_ANSWER + index,
    question_id: QUESTION,
    is_accepted: index === 1,
    ...(index === 2 ? { owner: { display_name: 'user2', user_type: 'does_not_exist' } } : {}),
    ...(index === 4 ? { owner: owner(ASKER) } : {}),
    ...(index === 3 ? { last_edit_date: START + (FIRST_ANSWER + index) * 60 + 9_999 } : {}),
  }));
}

/** By votes, or by date: the simulated votes fall where the dates rise and fall. */
function sorted(rows: ReturnType<typeof answersOf>, query: URLSearchParams): object[] {
  const byVotes = query.get('sort') === 'votes';
  const ascending = rows.toSorted((one, other) => (byVotes ? one.score - other.score : one.creation_date - other.creation_date));
  return query.get('order') === 'asc' ? ascending : ascending.toReversed();
}

function commentsBelow(id: number, { commentsPerAnswer = 2 }: StackExchangeParams): object[] {
  if (id % 3 !== 0) return [];
  return Array.from({ length: commentsPerAnswer }, (_, index) => comment(FIRST_COMMENT + id * 100 + index, id));
}

function post(id: number) {
  return {
    owner: owner(id),
    body: `<p>Answer ${id} &amp; more</p>\n\n<pre><code>if (a &lt; b) {\n    stir();\n}\n</code></pre>\n\n<p>after<br>all</p>\n`,
    creation_date: START + id * 60,
    score: (id * 37) % 211,
    content_license: 'CC BY-SA 4.0',
  };
}

function comment(id: number, postId: number): object {
  return {
    owner: owner(postId === QUESTION ? ASKER : id),
    reply_to_user: owner(1),
    edited: id % 2 === 0,
    score: id % 5,
    creation_date: START + id,
    post_id: postId,
    comment_id: id,
    body: 'Use <code>salt</code>, J&#248;rgensen said',
  };
}

function owner(id: number): object {
  return {
    reputation: id,
    user_id: id,
    user_type: 'registered',
    profile_image: `https://cdn.example/${id}.png`,
    display_name: `J&#248;rgen ${id}`,
    link: `https://cooking.stackexchange.com/users/${id}/jorgen`,
  };
}
