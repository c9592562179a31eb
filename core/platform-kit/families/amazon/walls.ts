import type { SiteWalls } from '#core/platform-api/wall-sign.ts';

/** Walls of Amazon and of its other sites, on whatever host of theirs. */
export const AMAZON_WALLS: SiteWalls = {
  addresses: [
    { kind: 'challenge', by: 'Amazon', path: /^\/errors\/validateCaptcha/, source: 'its robot check' },
    { kind: 'login', by: 'Amazon', path: /^\/ap\/signin/, source: 'reviews since November 2024' },
  ],
  bodies: [
    { kind: 'challenge', by: 'Amazon', in: 'markup', mark: /\/errors\/validateCaptcha/, source: 'its robot check' },
    {
      kind: 'challenge',
      by: 'Amazon',
      in: 'markup',
      mark: /\bapi-services-support@amazon\.com\b/,
      status: 'refusing',
      source: 'its robot check with status 503',
    },
  ],
};
