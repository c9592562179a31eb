import type { Json, Next } from '#core/platform-api/define.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { type Answer, answerSchema, type List, listSchema, type PageInfo } from '#core/platforms/quora/wire.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** How many rows are asked for at once. */
export const PAGE_SIZE = 10;

/** True for an object that is no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => isObject(value) && Array.isArray(value['edges']);

/** The type of an answer to this question; others are answers to other questions, or advertisements. */
export const ANSWER = 'QuestionAnswerItem2';

/** A number that stands somewhere in what a page was made from; null where there is none. */
export function countIn(results: readonly unknown[], name: string): number | null {
  const count = shallowest(results, name, (value) => typeof value === 'number');
  return typeof count === 'number' ? count : null;
}

/** Where the part of the list that stands in the page ends; null where it does not say. */
export function endOf(question: unknown): string | null {
  const list = isObject(question) ? checked(listSchema, question['answers']) : null;
  return list?.data?.pageInfo?.endCursor ?? null;
}

/** Answers that came with the question itself. */
export function firstAnswers(question: unknown): Answer[] {
  const list = isObject(question) ? checked(listSchema, question['answers']) : null;
  return list?.success
    ? readRows(list.data.edges, 'question.answers.edges', ({ node }) =>
        node && node.__typename !== 'QuestionRelevantAnswerItem2' && node['answer']
          ? [readWire(answerSchema, node['answer'], 'node.answer')]
          : [],
      ).flat()
    : [];
}

/** The answer in a result that is one item of the list. */
export function itemIn(result: unknown): Answer[] {
  const node = isObject(result) && isObject(result['data']) ? result['data']['node'] : null;
  return isObject(node) && node['__typename'] === ANSWER ? [readWire(answerSchema, node['answer'], 'data.node.answer')] : [];
}

/** Each answer once: a page may carry one twice. */
export function unique(answers: readonly Answer[]): Answer[] {
  return [...new Map(answers.map((answer) => [answer.aid, answer])).values()];
}

/**
 * The list in an answer of the API, under `name` where that is known.
 * @throws PlatformChanged
 */
export function listIn(data: Readonly<Record<string, unknown>>, name?: string): List {
  const found = name === undefined ? undefined : shallowest(data, name, isList);
  const list = found ?? ['pagedListDataConnection', 'answers', ...keysOf(data)].flatMap((key) => shallowest(data, key, isList) ?? [])[0];
  return readWire(listSchema, list, 'data');
}

/** Names of the parts of what the answer is about: lists of people have no name that is sure. */
function keysOf(data: Readonly<Record<string, unknown>>): string[] {
  return Object.values(data).flatMap((part) => (isObject(part) ? Object.keys(part) : []));
}

/** The mark of the page after one with so many rows; null at the end. */
export function nextOf(pageInfo: PageInfo | null | undefined, rows: number): string | null {
  return pageInfo?.hasNextPage === true && rows > 0 ? (pageInfo.endCursor ?? null) : null;
}

/** What a page leads to: lists below its rows, then its own next page. */
export function withNext<C extends Json>(replies: readonly Next<C>[], page: C | null): { readonly next: readonly Next<C>[] } {
  return { next: [...replies, ...(page === null ? [] : [{ cursor: page, role: 'page' as const }])] };
}
