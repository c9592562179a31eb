import type { PlatformRequest } from '#core/platform-api/session.ts';
import { CATALOG_REVIEWS_PER_PAGE } from '#core/platform-kit/families/apple/catalog.ts';

interface CatalogPlace {
  readonly app: string;
  readonly country: string;
  readonly offset: number;
}

const ORIGIN = 'https://apps.apple.com';

export function catalogRequest({ app, country, offset }: CatalogPlace): PlatformRequest {
  return {
    url: `${ORIGIN}/api/apps/v1/catalog/${country}/apps/${app}/reviews`,
    query: { platform: 'iphone', offset, limit: CATALOG_REVIEWS_PER_PAGE },
    headers: { origin: ORIGIN, referer: `${ORIGIN}/`, accept: 'application/json' },
  };
}
