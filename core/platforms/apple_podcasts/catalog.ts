import type { PlatformRequest } from '#core/platform-api/session.ts';
import { CATALOG_REVIEWS_PER_PAGE } from '#core/platform-kit/families/apple/catalog.ts';
import { SITE } from '#core/platforms/apple_podcasts/show-page.ts';

interface CatalogPlace {
  readonly show: string;
  readonly country: string;
  readonly offset: number;
}

const CATALOG = 'https://amp-api.podcasts.apple.com';

export function catalogRequest({ show, country, offset }: CatalogPlace, token: string): PlatformRequest {
  return {
    url: `${CATALOG}/v1/catalog/${country}/podcasts/${show}/reviews`,
    query: { l: 'en-US', offset, limit: CATALOG_REVIEWS_PER_PAGE },
    headers: {
      authorization: `Bearer ${token}`,
      origin: SITE,
      referer: `${SITE}/${country}/podcast/id${show}`,
      accept: 'application/json',
    },
  };
}
