import { StatisticsCount } from '#core/analysis/statistics/statistics.ts';
import { loadStopWords } from '#core/analysis/statistics/stop-words.ts';
import type { Item } from '#core/contract/item.ts';
import type { InsightPort, SearchWish } from '#core/insight/ports.ts';
import { NO_FILTERS } from '#test/insight/no-filters.ts';

/** Counts what a test gives, and finds all of it whatever is asked; writes down what was asked. */
export interface FakeInsights extends InsightPort {
  items: readonly Item[];
  readonly wishes: SearchWish[];
  readonly forgotten: string[];
  /** In which a search in all exports finds something. */
  guids: readonly string[];
}

const PLAIN: SearchWish = { query: null, filters: NO_FILTERS, sort: 'file', limit: 20, cursor: null, offset: null, topLevel: false };

export function fakeInsights(): FakeInsights {
  const fake: FakeInsights = {
    items: [],
    wishes: [],
    forgotten: [],
    guids: [],
    async count(_guid, timeZone, bucket) {
      const count = new StatisticsCount({ timeZone, stopWords: await loadStopWords(), bucket });
      count.add(fake.items);
      if (count.pagesToLearn().length > 0) count.learn(fake.items);
      return count.result();
    },
    async search(_guid, wish) {
      fake.wishes.push(wish);
      const results = fake.items.slice(0, wish.limit).map((item, at) => ({
        row: at + 1,
        item,
        highlights: { text: [], title: [], name: [], username: [] },
      }));
      const isLast = results.length === fake.items.length;
      return {
        total: fake.items.length,
        itemsInExport: fake.items.length,
        results,
        nextCursor: isLast ? null : 'further',
        isProvisional: false,
      };
    },
    async everywhere({ query, limit }) {
      const { results, total } = await fake.search('', { ...PLAIN, query, limit });
      const found = fake.guids.map((guid) => ({ guid, total, isAll: true, itemsInExport: total, results: results.slice(0, 3) }));
      return { exports: found, nextCursor: null, searched: found.length, pending: 0 };
    },
    arrivals: (guid, { offset, limit }) => fake.search(guid, { ...PLAIN, offset, limit }),
    settled: async (_guid, { limit }) => ({ items: fake.items.slice(0, limit), nextCursor: 'further', isComplete: true }),
    runs: async () => [],
    changes: async () => ({ total: 0, results: [] }),
    indexState: async () => ({ state: 'ready', indexed: fake.items.length, rows: fake.items.length, bytes: 4_096 }),
    forget: (guid) => void fake.forgotten.push(guid),
    close: async () => undefined,
  };
  return fake;
}
