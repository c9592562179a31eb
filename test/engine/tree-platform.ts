import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Item } from '#core/contract/item.ts';
import type { NetworkPort, RunSession } from '#core/engine/ports.ts';
import { definePlatform, type Next, type Page, type PlatformDefinition, type Walk } from '#core/platform-api/define.ts';
import { makeItem } from '#core/platform-api/item.ts';
import type { Session } from '#core/platform-api/session.ts';

/** A list of pages; each item may have a list of its own below it. */
export interface TreeItem {
  readonly id: string;
  readonly replies: TreeList | null;
}
export type TreeList = readonly (readonly TreeItem[])[];

export interface TreeCursor {
  readonly [key: string]: string | number;
  /** Ids of the items on the way down, joined by `/`. */
  readonly list: string;
  readonly page: number;
}

export interface TreeBehaviour {
  readonly walk: Walk;
  /** Tells `expect` with each reply cursor. */
  readonly tellsExpect: 'yes' | 'no';
  /** Milliseconds until a page answers. */
  delayMs(cursor: TreeCursor): number;
  /** Throws what the page fails with. */
  failure?(cursor: TreeCursor): void;
}

/** A platform that answers from a tree in memory, in any order of arrival. */
export function treePlatform(tree: TreeList, behaviour: TreeBehaviour): PlatformDefinition & { readonly asked: TreeCursor[] } {
  const asked: TreeCursor[] = [];
  const platform = definePlatform<TreeCursor>({
    id: 'tree',
    name: 'Tree',
    homepage: 'https://tree.example/',
    description: 'A tree.',
    category: 'forum',
    recorded: '2026-08',
    comparedWith: [],
    targets: [
      {
        name: 'tree',
        patterns: ['tree.example/<id>'],
        examples: ['https://tree.example/1'],
        match: () => null,
        exports: { own: { type: 'comments', totalCountsReplies: true } },
      },
    ],
    options: ['replies'],
    hosts: [],
    cookies: { need: 'none', domains: [] },
    pace: { perSecond: 1000, concurrency: 8 },
    walk: behaviour.walk,
    start: () => [{ cursor: { list: '', page: 0 }, role: 'page' }],
    async fetchPage(cursor) {
      asked.push(cursor);
      await delay(behaviour.delayMs(cursor));
      behaviour.failure?.(cursor);
      return pageOf(tree, cursor, behaviour);
    },
  });
  return Object.assign(platform, { asked }) as unknown as PlatformDefinition & { readonly asked: TreeCursor[] };
}

export function treeArbitrary(depth: number): fc.Arbitrary<TreeList> {
  const item: fc.Arbitrary<TreeItem> = fc.record({
    id: fc.uuid().map((uuid) => uuid.replaceAll('-', '')),
    replies: depth === 0 ? fc.constant(null) : fc.option(treeArbitrary(depth - 1), { nil: null, freq: 2 }),
  });
  return fc.array(fc.array(item, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
}

/** Ids in file order: each item, then what hangs below it, as far as it is chosen. */
export function fileIds(tree: TreeList, chosen: ReadonlySet<string>): string[] {
  return tree
    .flat()
    .flatMap((item) => [...(chosen.has(item.id) ? [item.id] : []), ...(item.replies === null ? [] : fileIds(item.replies, chosen))]);
}

/** All ids of the tree, in file order. */
export function idsOf(tree: TreeList): string[] {
  return tree.flat().flatMap((item) => [item.id, ...(item.replies === null ? [] : idsOf(item.replies))]);
}

export function pageOf(tree: TreeList, cursor: TreeCursor, behaviour: Pick<TreeBehaviour, 'tellsExpect'>): Page<TreeCursor> {
  const path = cursor.list === '' ? [] : cursor.list.split('/');
  const pages = listAt(tree, path);
  const items = pages[cursor.page] ?? [];
  const next: Next<TreeCursor>[] = items.flatMap((item) => {
    if (item.replies === null) return [];
    const expect = behaviour.tellsExpect === 'yes' ? { expect: item.replies[0]?.length ?? 0 } : {};
    return [{ cursor: { list: [...path, item.id].join('/'), page: 0 }, role: 'replies' as const, under: item.id, ...expect }];
  });
  if (cursor.page + 1 < pages.length) next.push({ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' });
  return { items: items.map((item) => toItem(item, path.at(-1) ?? null)), next };
}

function listAt(tree: TreeList, path: readonly string[]): TreeList {
  let list = tree;
  for (const id of path) list = list.flat().find((item) => item.id === id)?.replies ?? [];
  return list;
}

function toItem(item: TreeItem, parentId: string | null): Item {
  return makeItem({ id: item.id, kind: parentId === null ? 'comment' : 'reply', parentId, text: `text of ${item.id}` });
}

/** A network that is not asked: the tree answers by itself. */
export function noNetwork(): NetworkPort {
  const session: RunSession = { forPage: ({ signal }) => ({ signal }) as unknown as Session, close: async () => undefined };
  return { openSession: async () => session, close: async () => undefined };
}
