import type { SearchSort } from '#core/contract/search.ts';
import { Recent } from '#core/insight/desk/recent.ts';
import type { IndexPlace, IndexRequest, SearchIndex } from '#core/store/search.ts';

/** More results than this are picked out of the order of all rows; fewer are sorted for each page. */
const FEW_RESULTS = 20_000;
/** Searches of which is remembered what they find: a bit a row, where that is much. */
const REMEMBERED_MATCHES = 100;
/** Orders of all rows of an export, and of the best first of a search: four bytes a row. */
const REMEMBERED_ORDERS = 8;

/** A search in one state of an export. */
interface Search {
  readonly guid: string;
  readonly request: IndexRequest;
  readonly sort: SearchSort;
}

/** Which of its results are wanted: those behind a place, else those behind the first `offset`. */
interface ResultsWish {
  readonly after: Omit<IndexPlace, 'seq'> | null;
  readonly offset: number;
  readonly limit: number;
}

interface Matches {
  readonly total: number;
  /** A bit for each place from 1 on; null where they are few. */
  readonly bits: Uint8Array | null;
}

/** Finds results page by page. What a search found is remembered, so that no further page of it and no other order of it searches again. */
export class SearchResults {
  readonly #matches = new Recent<Matches>(REMEMBERED_MATCHES);
  readonly #orders = new Recent<Uint32Array>(REMEMBERED_ORDERS);

  total(index: SearchIndex, { guid, request }: Search): number {
    return this.#matchesOf(index, guid, request).total;
  }

  page(index: SearchIndex, search: Search, wish: ResultsWish): readonly IndexPlace[] {
    const { guid, request } = search;
    const sort = search.sort === 'relevance' && request.match === null ? 'file' : search.sort;
    const matches = this.#matchesOf(index, guid, request);
    const { after, offset, limit } = wish;
    if (matches.total > FEW_RESULTS) return index.at(this.#picked(index, { ...search, sort }, { ...wish, matches }));
    if (offset === 0) return index.page(request, { sort, after, limit });
    return index.at(index.order(request, sort).subarray(offset, offset + limit));
  }

  #matchesOf(index: SearchIndex, guid: string, request: IndexRequest): Matches {
    if (request.match === null && request.conditions.length === 0) return { total: index.rows, bits: null };
    const name = JSON.stringify([guid, index.revision, request]);
    const matches = this.#matches.get(name) ?? matchesIn(index, request);
    this.#matches.set(name, matches);
    return matches;
  }

  #picked(index: SearchIndex, search: Search, { after, offset, limit, matches }: ResultsWish & { readonly matches: Matches }): Uint32Array {
    const order = search.sort === 'file' ? null : this.#orderOf(index, search);
    const placeAt = (at: number): number => order?.[at] ?? at + 1;
    const bits = search.sort === 'relevance' ? null : matches.bits;
    const length = order?.length ?? index.rows;
    const behind = after === null ? 0 : (order?.indexOf(after.place) ?? after.place - 1) + 1;
    const found: number[] = [];
    let left = offset;
    for (let at = behind; at < length && found.length < limit; at += 1) {
      const place = placeAt(at);
      if (bits !== null && !hasBit(bits, place)) continue;
      if (left > 0) left -= 1;
      else found.push(place);
    }
    return Uint32Array.from(found);
  }

  /** Of all rows; by relevance, of those that match. */
  #orderOf(index: SearchIndex, { guid, request, sort }: Search): Uint32Array {
    const ordered = sort === 'relevance' ? request : { match: null, conditions: [] };
    const name = JSON.stringify([guid, index.revision, sort, ordered]);
    const order = this.#orders.get(name) ?? index.order(ordered, sort);
    this.#orders.set(name, order);
    return order;
  }
}

function matchesIn(index: SearchIndex, request: IndexRequest): Matches {
  const places = index.order(request, 'file');
  if (places.length <= FEW_RESULTS) return { total: places.length, bits: null };
  const bits = new Uint8Array((index.rows >> 3) + 1);
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  return { total: places.length, bits };
}

function hasBit(bits: Uint8Array, place: number): boolean {
  return ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
}
