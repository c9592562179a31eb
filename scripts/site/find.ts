import MiniSearch from 'minisearch';

/** A heading of a page with the words below it. */
export interface Section {
  /** Within the site: `blocked.html#wait-and-ask-less`. */
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const MAX_FOUND = 20;

/** Finds sections by words: also by their beginnings, and with a letter wrong in a longer one. */
export function finder(sections: readonly Section[]): (query: string) => readonly Section[] {
  const index = new MiniSearch<Section & { readonly id: number }>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 1 : false), combineWith: 'AND' },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return (query) =>
    index
      .search(query)
      .slice(0, MAX_FOUND)
      .flatMap(({ id }) => sections[id as number] ?? []);
}
