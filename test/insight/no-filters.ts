import type { SearchFilters } from '#core/insight/ports.ts';

/** A search that leaves nothing out. */
export const NO_FILTERS: SearchFilters = {
  fromMs: null,
  toMs: null,
  minRating: null,
  maxRating: null,
  minLikes: null,
  sentiments: [],
  languages: [],
  hasMedia: null,
  hasReplies: null,
  changes: [],
  author: null,
  minDepth: null,
  maxDepth: null,
  isStarred: null,
  isNoted: null,
  tags: [],
};
