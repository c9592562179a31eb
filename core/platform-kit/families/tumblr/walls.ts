import type { SiteWalls } from '#core/platform-api/wall-sign.ts';

/** The question before its blogs, for whoever reads one: many have comments of another site. */
export const TUMBLR_WALLS: SiteWalls = {
  addresses: [{ kind: 'consent', by: 'Tumblr', host: /(?:^|\.)tumblr\.com$/, path: /^\/privacy\/consent/, source: 'visitors from the EU' }],
};
