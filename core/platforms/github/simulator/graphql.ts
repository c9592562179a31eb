// What GitHub's GraphQL answers to a query for one discussion, or for further answers to one of its comments.
import {
  changedAt,
  discussionUrl,
  loginOf,
  OWNER,
  reactionsOf,
  type Thread,
  threadsOf,
  TIMES,
  wordsOf,
  writerOf,
} from '#core/platforms/github/simulator/rows.ts';
import type { SimulatedAnswer } from '#test/world/simulator.ts';

const CONTENTS: Readonly<Record<string, string>> = { '+1': 'THUMBS_UP', '-1': 'THUMBS_DOWN', heart: 'HEART', hooray: 'HOORAY' };
const DISCUSSION = 9;

/** How much there is, and how much comes at once. */
interface Sizes {
  readonly rows?: number;
  readonly mostPerPage?: number;
  readonly mostAnswers?: number;
}

interface Asked {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export function graphqlAnswer(body: string, sizes: Sizes): SimulatedAnswer {
  const { query, variables = {} } = JSON.parse(body) as Asked;
  /** What the query passes to an argument, whatever its variable is called. */
  const argument = (pattern: RegExp): unknown => variables[pattern.exec(query)?.[1] ?? ''] ?? null;
  const after = argument(/after:\s*\$(\w+)/);
  const { rows = 25, mostPerPage = 100, mostAnswers = 100 } = sizes;
  const threads = threadsOf(rows);
  if (/\bnode\(/.test(query)) {
    const id = argument(/node\(id:\s*\$(\w+)/);
    const thread = threads.find(({ index }) => nodeId(index) === id);
    return { body: { data: { node: thread === undefined ? null : { replies: answersTo(thread, after, mostAnswers) } } } };
  }
  if (argument(/discussion\(number:\s*\$(\w+)/) !== DISCUSSION)
    return {
      body: {
        data: { repository: { discussion: null } },
        errors: [{ type: 'NOT_FOUND', path: ['repository', 'discussion'], message: 'Could not resolve to a Discussion with the number.' }],
      },
    };
  const wantsAnswers = /\breplies\(/.test(query);
  const nodes = threads.map((thread) => ({
    ...node(thread.index),
    ...(wantsAnswers ? { replies: answersTo(thread, null, mostAnswers) } : {}),
  }));
  const comments = connection(nodes, after, mostPerPage);
  return { body: { data: { repository: { discussion: { title: 'On purring', author: { login: loginOf(OWNER) }, comments } } } } };
}

function answersTo(thread: Thread, after: unknown, most: number): object {
  return connection(thread.answers.map(node), after, most);
}

function connection(all: readonly object[], after: unknown, most: number): object {
  const first = typeof after === 'string' ? Number(after.slice('cursor:'.length)) : 0;
  const end = Math.min(first + most, all.length);
  return { totalCount: all.length, pageInfo: { hasNextPage: end < all.length, endCursor: `cursor:${end}` }, nodes: all.slice(first, end) };
}

function nodeId(index: number): string {
  return `DC_${index}`;
}

function node(index: number): object {
  const writer = writerOf(index);
  const counts = reactionsOf(index);
  const changed = changedAt(index);
  return {
    id: nodeId(index),
    url: discussionUrl(index),
    createdAt: TIMES(index),
    lastEditedAt: changed === TIMES(index) ? null : changed,
    body: wordsOf(index),
    author:
      writer === null
        ? null
        : {
            login: loginOf(writer),
            avatarUrl: `https://avatars.githubusercontent.com/u/${writer}?v=4`,
            url: `https://github.com/${loginOf(writer)}`,
          },
    authorAssociation: 'NONE',
    isAnswer: index === 1,
    upvoteCount: index % 8,
    reactionGroups: Object.entries(CONTENTS).map(([name, content]) => ({ content, reactors: { totalCount: counts[name] ?? 0 } })),
  };
}
