import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface QuoraParams {
  /** Answers to the question. Default 4: all of them stand in the page. */
  readonly answers?: number;
  /** Answers of the person, people around them. Default 25. */
  readonly listed?: number;
  /** Comments of every second answer. Default 12. */
  readonly comments?: number;
  /** `stale`: only the hash that a page sends is taken. Default: any. */
  readonly hashes?: 'any' | 'stale';
}

const IN_PAGE = 4;
/** Replies that come with what they answer; the others are asked for by its number. */
const GIVEN_REPLIES = 3;
const FORM_KEY = 'abcdef0123456789abcdef0123456789';
const FIRST_TIME = Date.UTC(2024, 3, 1) * 1000;
export const HASH = 'f'.repeat(64);

/**
 * Quora with one question (`/What-is-it`), one answer to it (`/What-is-it/answer/Some-Body-1`) and one person. `/Nobody-has-said` has no answers,
 * `/Only-for-members` shows none of its three, `/It-is-gone` is deleted. The API wants the key of the page, and the hash of one that a page sent.
 */
export function quoraSimulator({ answers = 4, listed = 25, comments = 12, hashes = 'any' }: QuoraParams): Simulator {
  return ({ url, method, headers, body }) => {
    if (url.hostname === 'qr.ae')
      return url.pathname === '/pAbCdE'
        ? { status: 301, headers: { location: 'https://www.quora.com/What-is-it?share=1' } }
        : { status: 404, body: '' };
    if (url.hostname !== 'www.quora.com') return null;
    if (url.pathname !== '/graphql/gql_para_POST') return page(url.pathname, answers, comments);
    if (method !== 'POST' || headers['quora-formkey'] !== FORM_KEY) return { status: 400, body: 'Bad formkey' };
    const asked = JSON.parse(body) as { queryName: string; variables: Record<string, unknown>; extensions: { hash: string } };
    if (asked.queryName !== url.searchParams.get('q')) return { status: 400, body: 'Bad query' };
    if (hashes === 'stale' && asked.extensions.hash !== HASH) return { status: 400, body: '' };
    const data = dataOf(asked.queryName, asked.variables, answers, listed, comments);
    const json = JSON.stringify({ data, extensions: { is_final: true } });
    return {
      body: asked.queryName.startsWith('Question') ? `--qgqlmpb\r\nContent-Type: application/json\r\n\r\n${json}\r\n--qgqlmpb--` : json,
    };
  };
}

function page(path: string, answers: number, comments: number): SimulatedAnswer {
  if (path === '/What-is-it') return pageOf(questionParts(answers, comments));
  if (path === '/Nobody-has-said') return pageOf([{ data: { question: { qid: 2, isDeleted: false } } }, { data: { answerCount: 0 } }]);
  if (path === '/Only-for-members') return pageOf([{ data: { question: { qid: 3, isDeleted: false } } }, { data: { answerCount: 3 } }]);
  if (path === '/It-is-gone') return pageOf([{ data: { question: { qid: 4, isDeleted: true } } }]);
  if (path === '/What-is-it/answer/Some-Body-1') return pageOf([{ data: { answer: answer(0, comments) } }]);
  if (path.startsWith('/profile/Some-Body-1')) return pageOf([{ data: { user: person(1) } }]);
  return path === '/A-plain-page' ? { body: '<html>nothing</html>' } : { status: 404, body: '<html>Page Not Found</html>' };
}

/** Each result is JSON within a string of JavaScript, with `<` as `\x3C`. */
function pageOf(results: readonly object[]): SimulatedAnswer {
  const pushes = results.map((result, index) => {
    const literal = JSON.stringify(JSON.stringify(result)).replaceAll('<', String.raw`\x3C`);
    return `<script>window.ansFrontendGlobals.data.inlineQueryResults.results["h${index}"].push(${literal});</script>`;
  });
  return { body: `<html><script>window.ansFrontendGlobals = {"formkey": "${FORM_KEY}"}</script>${pushes.join('')}</html>` };
}

function questionParts(answers: number, comments: number): object[] {
  const items = Array.from({ length: Math.min(IN_PAGE, answers) }, (_, index) => ({
    __typename: 'QuestionAnswerItem2',
    answer: answer(index, comments),
  }));
  const [first, ...others] = items;
  return [
    {
      data: {
        question: {
          id: 'UXVlc3Rpb25AMDox',
          qid: 1,
          title: document('What is it?'),
          isDeleted: false,
          viewerHasAnswered: false,
          answers: { edges: [{ node: first }] },
        },
      },
    },
    { data: { answerCount: answers } },
    { data: { node: { __typename: 'QuestionRelevantAnswerItem2', answer: answer(900, comments) } } },
    { data: { node: { __typename: 'QuestionAdItem', ad: {} } } },
    ...others.map((node) => ({ data: { node } })),
    { data: { bottomRelatedQuestionsInfo: { relatedQuestions: [{ answerCount: 77 }] } } },
  ];
}

function dataOf(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  answers: number,
  listed: number,
  comments: number,
): object | null {
  const after = variables['cursor'] ?? variables['after'];
  const first = after === null || after === undefined ? 0 : Number(after) + 1;
  if (query === 'QuestionPagedListPaginationQuery') {
    const order = variables['forceScoreVersion'] === 'recent' ? (index: number) => answers - 1 - index : (index: number) => index;
    const list = connection(first, answers, (index) => ({ __typename: 'QuestionAnswerItem2', answer: answer(order(index), comments) }));
    return {
      node: {
        pagedListDataConnection: {
          ...list,
          edges: [{ node: { __typename: 'QuestionRelevantAnswerItem2', answer: answer(901, 0) } }, ...list.edges],
        },
      },
    };
  }
  if (query === 'AllCommentsListQuery') {
    const aid = Number(Buffer.from(String(variables['id']), 'base64').toString().split(':')[1]);
    return { node: { __typename: 'Answer', allCommentsConnection: connection(first, comments, (index) => comment(aid, index)) } };
  }
  if (query === 'CommentRepliesListQuery') {
    const id = Number(variables['commentId']);
    if (variables['commentType'] !== 'answer_comment') return null;
    return {
      comment: { __typename: 'Comment', commentId: id, repliesConnection: connection(first, repliesTo(id), (index) => reply(id, index)) },
    };
  }
  if (variables['uid'] !== 501) return null;
  if (query.startsWith('UserProfileAnswers'))
    return { user: { uid: 501, recentPublicAndPinnedAnswersConnection: connection(first, listed, (index) => answer(index, 0)) } };
  const list = query.startsWith('UserProfileFollowing') ? 'followingUsersConnection' : 'peopleConnection';
  return { user: { uid: 501, [list]: connection(first, listed, (index) => ({ __typename: 'User', ...person(index + 2) })) } };
}

function connection(first: number, count: number, node: (index: number) => object, size = 10) {
  const last = Math.min(count, first + size);
  const edges = Array.from({ length: Math.max(0, last - first) }, (_, place) => ({ node: node(first + place) }));
  return { edges, pageInfo: { hasNextPage: last < count, endCursor: last === 0 ? null : String(last - 1) } };
}

function document(...lines: readonly string[]): string {
  return JSON.stringify({
    sections: lines.map((line) => ({
      type: 'plain',
      indent: 0,
      quoted: false,
      spans: [
        { text: line.slice(0, 4), modifiers: { bold: true } },
        { text: line.slice(4), modifiers: { link: { url: 'https://example.org' } } },
      ],
    })),
    caretPosition: { start: { spanIdx: 0 } },
  });
}

function person(index: number) {
  return {
    uid: 500 + index,
    names: [{ givenName: `Given${index}`, familyName: index % 4 === 3 ? '' : `Family${index}`, reverseOrder: index % 5 === 0 }],
    profileUrl: index === 1 ? '/profile/Some-Body-1' : `/profile/Given-Family-${index}`,
    profileImageUrl: `https://qph.example/${index}.jpg`,
    isVerified: index % 6 === 0,
    isAnon: index % 9 === 7,
  };
}

/** The graph's own id is base64 of a type and the number. */
function answer(index: number, comments: number): object {
  const aid = 1_477_743_841_000_000 + index;
  return {
    id: Buffer.from(`Answer@10:${aid}`).toString('base64'),
    aid,
    author: person(index + 1),
    content: document(`Answer ${index} </b> & "more"`, 'second'),
    creationTime: FIRST_TIME + index * 60_000_000,
    updatedTime: index % 3 === 1 ? FIRST_TIME + index * 61_000_000 : 0,
    numUpvotes: index * 2,
    numDisplayComments: index % 2 === 0 ? writtenBelow(aid, comments) : 0,
    numViews: 1000 + index,
    numShares: index,
    authorCredential: index % 2 === 0 ? { translatedString: `Knows ${index}` } : null,
    isMachineAnswer: false,
    url: `/What-is-it/answer/Given-Family-${index}`,
    permaUrl: index % 4 === 2 ? `https://aspace.quora.com/Post-${index}` : `/What-is-it/answer/Given-Family-${index}`,
    question: { title: document('What is it?') },
  };
}

/** Comments have six digits; a reply has the number of what it answers and two more. */
function comment(aid: number, index: number): object {
  const id = numberOf(aid, index);
  return { ...written(id, index + 1), repliesConnection: connection(0, repliesTo(id), (place) => reply(id, place), GIVEN_REPLIES) };
}

function numberOf(aid: number, index: number): number {
  return 100_000 + (aid % 1000) * 1000 + index;
}

/** Every fourth comment has one reply, the ninth twelve. The reply to the first comment has one itself, that to the fifth twelve. */
function repliesTo(id: number): number {
  if (id < 1_000_000) return id % 1000 === 8 ? 12 : id % 4 === 0 ? 1 : 0;
  if (id > 100_000_000 || id % 100 !== 1) return 0;
  return [1, 12][[0, 4].indexOf(Math.floor(id / 100) % 1000)] ?? 0;
}

/** Of replies to replies that come with a comment there is a preview alone. */
function reply(to: number, index: number): object {
  const id = to * 100 + index + 1;
  const below = connection(0, repliesTo(id), (place) => preview(id * 100 + place + 1), GIVEN_REPLIES);
  return { ...written(id, 3), isReply: true, repliesConnection: below };
}

function preview(id: number): object {
  const { uid, names } = person(3);
  return { id: node(id), __typename: 'Comment', isDeleted: false, contentQtextDocument: textOf(id), user: { uid, names } };
}

function written(id: number, user: number): object {
  return {
    id: node(id),
    commentId: id,
    contentType: 'answer_comment',
    isDeleted: false,
    creationTime: FIRST_TIME + (id % 1_000_000),
    url: `/What-is-it/answer/Some-Body-1?comment_id=${id}&comment_type=2`,
    user: person(user),
    contentQtextDocument: textOf(id),
  };
}

function textOf(id: number): object {
  return { legacyJson: document(`Comment ${id}`) };
}

function node(comment: number): string {
  return Buffer.from(`Comment@10:254_${comment}`).toString('base64');
}

/** What an answer says of its comments: those of all levels. */
function writtenBelow(aid: number, comments: number): number {
  let count = 0;
  const waiting = Array.from({ length: comments }, (_, index) => numberOf(aid, index));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    count += 1;
    for (let place = 1; place <= repliesTo(id); place += 1) waiting.push(id * 100 + place);
  }
  return count;
}
