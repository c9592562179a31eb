import type { SiteWalls } from '#core/platform-api/wall-sign.ts';

/** Where the sites of the house lead visitors to, each of them to the logins of the others too. */
export const META_WALLS: SiteWalls = {
  addresses: [
    {
      kind: 'consent',
      by: 'Meta',
      host: /(?:^|\.)(?:facebook|instagram|threads)\.(?:com|net)$/,
      path: /^\/(?:privacy\/consent|consent|cookie\/consent)\b/,
      source: 'Facebook, Instagram and Threads in the EU',
    },
    {
      kind: 'login',
      by: 'Instagram',
      host: /(?:^|\.)instagram\.com$/,
      path: /^\/(?:accounts\/login|challenge)\b/,
      source: 'asks to log in, or to confirm the account',
    },
    {
      kind: 'login',
      by: 'Facebook',
      host: /(?:^|\.)facebook\.com$/,
      path: /^\/(?:login|checkpoint)\b/,
      source: 'asks to log in, or to confirm the account',
    },
  ],
};
