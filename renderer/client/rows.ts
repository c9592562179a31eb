import { type QueryClient, queryOptions, useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type CallError, type Input, type Output } from '#renderer/client/call.ts';
import { type FoundRow, KEPT } from '#renderer/client/queries.ts';
import {
  keysOf,
  nameOf,
  PAGE_ROWS,
  type PageKey,
  pageOf,
  type RowAddress,
  type RowSource,
  type WantedPages,
} from '#renderer/client/row-pages.ts';
import { useSettled } from '#renderer/client/use-settled.ts';

/** Which rows of an export. */
export interface RowsWish {
  readonly query: Omit<Input<'exports.search'>, 'limit' | 'cursor' | 'offset' | 'top_level'>;
  /** Another text once the rows of the export are others. */
  readonly revision: string;
  /** True while further rows come, behind those that are there. */
  readonly isRunning: boolean;
}

type Page = Output<'exports.search'>;

/** Pages out of sight are dropped after so long. */
const KEPT_MS = 5_000;
/** While one drags the scrollbar, pages that pass by are not asked for. */
const SETTLED_MS = 60;
/** Rows that may still get another place are asked for again. */
const AGAIN_MS = 1_000;
const FIRST: PageKey = { source: 'all', page: 0 };
const FIRST_TOP: PageKey = { source: 'top', page: 0 };

export interface RowWindow {
  /** Null until the first answer. */
  readonly totals: Readonly<Record<RowSource, number>> | null;
  readonly error: CallError | null;
  rowAt(address: RowAddress): FoundRow | undefined;
  retry(): void;
}

/** The pages that hold some rows, and no others: the memory of the window does not grow with the export. */
export function useRowWindow(wish: RowsWish, wanted: WantedPages): RowWindow {
  const kept = useQueryClient();
  const before = useBefore(wish);
  const keys = keysOf(useSettled(wanted, SETTLED_MS));
  const pages = useQueries({
    queries: keys.map((key) => ({
      ...pageQuery(wish, key),
      placeholderData: () => (before === null ? undefined : keptPage(kept, before, key)),
    })),
  });
  return windowOf(keys, pages);
}

/** The first rows, so that they are there when the table shows them. */
export function firstRows(wish: RowsWish) {
  return pageQuery(wish, FIRST);
}

function pageQuery(wish: RowsWish, key: PageKey) {
  return queryOptions<Page, CallError>({
    queryKey: pageKey(wish, key),
    queryFn: ({ signal }) => readPage(wish.query, key, signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => (mayChange(data, key, wish) ? AGAIN_MS : false),
  });
}

function pageKey(wish: RowsWish, key: PageKey) {
  return [...KEPT.rows(wish.query.guid), wish, key] as const;
}

function keptPage(kept: QueryClient, wish: RowsWish, key: PageKey): Page | undefined {
  return kept.getQueryData<Page>(pageKey(wish, key));
}

function readPage(query: RowsWish['query'], { source, page }: PageKey, signal: AbortSignal): Promise<Page> {
  const top = source === 'top' ? { top_level: true } : {};
  return call('exports.search', { ...query, ...top, offset: page * PAGE_ROWS, limit: PAGE_ROWS }, signal);
}

/** While rows come, the first page tells how many there are, and another one that is full stays as it is. */
function mayChange(data: Page | undefined, { page }: PageKey, { isRunning }: RowsWish): boolean {
  if (data?.provisional !== true) return false;
  return !isRunning || page === 0 || data.results.length < PAGE_ROWS;
}

function windowOf(keys: readonly PageKey[], pages: readonly UseQueryResult<Page, CallError>[]): RowWindow {
  const found = new Map<string, Page>();
  for (const [at, key] of keys.entries()) {
    const data = pages[at]?.data;
    if (data !== undefined) found.set(nameOf(key), data);
  }
  const all = found.get(nameOf(FIRST));
  const failed = pages.find(({ error, data }) => error !== null && data === undefined);
  return {
    totals: all === undefined ? null : { all: all.total, top: found.get(nameOf(FIRST_TOP))?.total ?? 0 },
    error: failed?.error ?? null,
    rowAt: (address) => found.get(nameOf(pageOf(address)))?.results[address.at % PAGE_ROWS],
    retry: () => pages.forEach(({ error, refetch }) => void (error === null ? null : refetch())),
  };
}

/**
 * The wish before this one: its rows stand until those of this one are there, so that an export that ends, or is judged, takes no row away that
 * has the focus.
 */
function useBefore(wish: RowsWish): RowsWish | null {
  const [wishes, setWishes] = useState<{ readonly now: RowsWish; readonly before: RowsWish | null }>({ now: wish, before: null });
  if (JSON.stringify(wishes.now) === JSON.stringify(wish)) return wishes.before;
  setWishes({ now: wish, before: wishes.now });
  return wishes.now;
}
