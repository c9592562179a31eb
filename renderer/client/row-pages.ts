/** All rows that match, or of the whole file only those that answer nothing. */
export type RowSource = 'all' | 'top';

export interface RowAddress {
  readonly source: RowSource;
  /** From 0 on. */
  readonly at: number;
}

export interface PageKey {
  readonly source: RowSource;
  readonly page: number;
}

/** Names of pages, with blanks between them: the same text, the same pages. */
export type WantedPages = string;

/** As many as the operation gives at once. */
export const PAGE_ROWS = 100;

const SEPARATOR = ':';

/** The pages that hold some rows, and the first ones, which say how many rows there are. */
export function pagesOf(addresses: readonly RowAddress[], sources: readonly RowSource[]): WantedPages {
  const first = sources.map((source) => ({ source, page: 0 }));
  return [...new Set([...first, ...addresses.map(pageOf)].map(nameOf))].toSorted().join(' ');
}

export function keysOf(wanted: WantedPages): readonly PageKey[] {
  return wanted.split(' ').map((name) => {
    const [source, page] = name.split(SEPARATOR);
    return { source: source === 'top' ? 'top' : 'all', page: Number(page) };
  });
}

export function pageOf({ source, at }: RowAddress): PageKey {
  return { source, page: Math.floor(at / PAGE_ROWS) };
}

export function nameOf({ source, page }: PageKey): string {
  return `${source}${SEPARATOR}${page}`;
}
