/** Texts of the time machine. */
export const time = {
  'time.slider': 'Run',
  'time.none': 'There is one run so far. With the next one, this shows what changes.',
  'time.at': '{time}: {rows} rows. New {added}, edited {edited}, gone {gone}.',
  'time.changed': 'Only what changed',
  'time.changedWords': 'Rows that this run found new, edited or gone',
  'time.nothing': 'Nothing changed in this run.',
  'time.rows': 'Rows of this run',
  'time.count': 'Rows',
  'time.sentiment': 'Sentiment',
  'time.rating': 'Rating',
  'time.curve': '{name} over {runs} runs: {first} at first, {last} at last',
  'time.table': 'All runs as a table',
  'time.run': 'Run',
  'time.more': 'Further rows',
  'time.ratingWas': 'Rating: {before} → {after}',
};
