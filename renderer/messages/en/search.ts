/** Texts of the search in all exports. */
export const search = {
  'search.lead': 'One field over the texts of all exports that are over.',
  'search.field': 'Words in any export',
  'search.hint': 'All words have to be there. "a phrase", begin*, NOT word, this OR that, author:ann.',
  'search.found': 'Found in {count} exports, of {searched} that were searched.',
  'search.foundMore': 'Found in more than {count} exports, of {searched} that were searched.',
  'search.none': 'Nothing found in {searched} exports.',
  'search.pending': 'The words of {count} exports are still being read. What is found in them comes by itself.',
  'search.results': 'Exports with these words',
  'search.total': '{count} of {items} rows',
  'search.all': 'Show all {count}',
  'search.nobody': 'Nobody',
  'search.more': 'Further exports',
};
