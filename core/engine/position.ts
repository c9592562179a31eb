import type { Next, Walk } from '#core/platform-api/define.ts';

/**
 * Where a request stands among all requests of its export, whenever it is made. `path` names the way to it (list and
 * page numbers alternating), `root` the page of a first list that it hangs below, `hops` how many requests below that.
 */
export interface Position {
  readonly root: string;
  readonly hops: number;
  readonly path: string;
}

/** Whole numbers as text that sorts as they do and starts with a letter: a letter for the number of digits, then base 36. */
export function sortable(value: number): string {
  const digits = value.toString(36);
  return String.fromCharCode(96 + digits.length) + digits;
}

const FIRST = sortable(0);

/** The first page of the `index`-th list an export starts with. */
export function startPosition(index: number): Position {
  const path = `${sortable(index)}.${FIRST}`;
  return { root: path, hops: 0, path };
}

/** The position of the `index`-th cursor of an answer. */
export function nextPosition(parent: Position, role: Next['role'], index: number): Position {
  if (role === 'replies') {
    return { root: parent.root, hops: parent.hops + 1, path: `${parent.path}.${sortable(index)}.${FIRST}` };
  }
  const list = listOf(parent);
  const page = pageNumber(parent);
  const path = role === 'page' ? `${list}.${sortable(page + 1)}` : `${list}~${sortable(page)}${sortable(index)}.${FIRST}`;
  return isFirstList(parent) ? { root: path, hops: 0, path } : { root: parent.root, hops: parent.hops + 1, path };
}

/** The list a page belongs to. */
export function listOf(position: Position): string {
  return position.path.slice(0, position.path.lastIndexOf('.'));
}

/** Counts from 0. */
export function pageNumber(position: Position): number {
  return Number.parseInt(position.path.slice(position.path.lastIndexOf('.') + 2), 36);
}

/** True for the pages of a list that the export starts with, and of lists of equal right. */
export function isFirstList(position: Position): boolean {
  return position.root === position.path;
}

/** True for the pages of a list that another one of equal right has opened. */
export function isFurtherList(position: Position): boolean {
  return listOf(position).includes('~');
}

/** Text whose byte order is the order in which a sequential reader makes the requests. See `Walk`. */
export function readKey(walk: Walk, position: Position): string {
  if (walk === 'depthFirst') return position.path;
  if (walk === 'queue') return `${sortable(position.hops + pageNumberOfRoot(position))}!${position.path}`;
  return `${position.root}!${sortable(position.hops)}!${position.path}`;
}

function pageNumberOfRoot(position: Position): number {
  return Number.parseInt(position.root.slice(position.root.lastIndexOf('.') + 2), 36);
}
