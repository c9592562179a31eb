import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface QuoraParams {
  /** Answers to the question. Default 4: all of them stand in the page. */
  readonly answers?: number;
  /** Answers of the person, people around them. Default 25. */
  readonly listed?: number;
  /** Comments of every second answer. Default 12. */
  readonly comments?: number;
}

const IN_PAGE = 4;
const FORM_KEY = 'abcdef0123456789abcdef0123456789';
const FIRST_TIME = Date.UTC(2024, 3, 1) * 1000;
export const HASH = 'f'.repeat(64);

/**
 * Quora with one question (`/What-is-it`), one answer to it (`/What-is-it/answer/Some-Body-1`) and one person. `/Nobody-has-said` has no answers,
 * `/Only-for-members` shows none of its three, `/It-is-gone` is deleted. The API wants the key of the page, and the hash of one that a page sent.
 */
export function quoraSimulator({ answers = 4, listed = 25, comments = 12 }: QuoraParams): Simulator {
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
  if (variables['uid'] !== 501) return null;
  if (query.startsWith('UserProfileAnswers'))
    return { user: { uid: 501, recentPublicAndPinnedAnswersConnection: connection(first, listed, (index) => answer(index, 0)) } };
  return { user: { uid: 501, peopleConnection: connection(first, listed, (index) => ({ __typename: 'User', ...person(index + 2) })) } };
}

function connection(first: number, count: number, node: (index: number) => object) {
  const last = Math.min(count, first + 10);
  const edges = Array.from({ length: Math.max(0, last - first) }, (_, place) => ({ node: node(first + place) }));
  return { edges, pageInfo: { hasNextPage: last < count, endCursor: String(last - 1) } };
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

function person(index: number): object {
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
    updatedTime: index % 3 === 0 ? FIRST_TIME + index * 61_000_000 : null,
    numUpvotes: index * 2,
    numDisplayComments: index % 2 === 0 ? comments : 0,
    numViews: 1000 + index,
    numShares: index,
    authorCredential: index % 2 === 0 ? { translatedString: `Knows ${index}` } : null,
    isMachineAnswer: false,
    url: `/What-is-it/answer/Given-Family-${index}`,
    permaUrl: index % 4 === 2 ? `https://aspace.quora.com/Post-${index}` : `/What-is-it/answer/Given-Family-${index}`,
    question: { title: document('What is it?') },
  };
}

function comment(aid: number, index: number): object {
  const id = (aid % 1000) * 1000 + index;
  const replies = index % 4 === 0 ? [{ node: written(500_000 + id, 3) }] : [];
  return {
    ...written(100_000 + id, index + 1),
    repliesConnection: { edges: replies, pageInfo: { hasNextPage: index === 8, endCursor: '0' } },
  };
}

function written(id: number, user: number): object {
  return {
    commentId: id,
    creationTime: FIRST_TIME + id,
    url: `/What-is-it/answer/Some-Body-1/comment/${id}`,
    user: person(user),
    contentQtextDocument: { legacyJson: document(`Comment ${id}`) },
  };
}
