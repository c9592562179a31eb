import type { PlatformDefinition } from '#core/platform-api/define.ts';
import type { SiteWalls } from '#core/platform-api/wall-sign.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';

export const ALL_PLATFORMS = (await loadPlatforms()).all;

const GOOGLE = ['chrome_web_store', 'google_reviews', 'google_search', 'playstore', 'youtube'];

/** The platforms that can meet the wall of a site, by whose it is. A wall that is not in here is a vendor's, met on any site. */
export const ASKERS: Readonly<Record<string, readonly string[]>> = {
  Airbnb: ['airbnb'],
  Alibaba: ['aliexpress', 'lazada', 'taobao_tmall'],
  Amazon: ['amazon', 'goodreads', 'imdb'],
  Baidu: ['tieba'],
  Bilibili: ['bilibili'],
  Facebook: ['facebook', 'instagram', 'threads'],
  Flipkart: ['flipkart'],
  Glassdoor: ['glassdoor'],
  Google: GOOGLE,
  Instagram: ['facebook', 'instagram', 'threads'],
  LinkedIn: ['linkedin'],
  'Mercado Libre': ['mercadolibre'],
  Meta: ['facebook', 'instagram', 'threads'],
  Naver: ['naver'],
  Reddit: ['reddit'],
  Shopee: ['shopee'],
  Trustpilot: ['trustpilot'],
  Tumblr: ['disqus', 'tumblr'],
  VK: ['vk'],
  Walmart: ['walmart'],
  Weibo: ['weibo'],
  Wildberries: ['wildberries'],
  Xiaohongshu: ['xiaohongshu'],
  Yelp: ['yelp'],
  YouTube: GOOGLE,
  Zhihu: ['zhihu'],
  eBay: ['ebay'],
};

/** A site without walls of its own. */
export const ANY_SITE: Pick<PlatformDefinition, 'walls'> = {};

/** A site that has the walls of all. */
export const EVERY_SITE = { walls: { addresses: of('addresses'), bodies: of('bodies'), headers: of('headers'), statuses: of('statuses') } };

function of<K extends keyof SiteWalls>(part: K): readonly NonNullable<SiteWalls[K]>[number][] {
  return [...new Set(ALL_PLATFORMS.flatMap(({ walls }): readonly NonNullable<SiteWalls[K]>[number][] => walls?.[part] ?? []))];
}

export function platformOf(id: string): Pick<PlatformDefinition, 'walls'> {
  const found = ALL_PLATFORMS.find((platform) => platform.id === id);
  if (found === undefined) throw new Error(`There is no platform ${id}.`);
  return found;
}

/** Who is asked about this wall: every platform that can meet it; of a vendor's, a site without walls of its own. @param wall `block Yelp` */
export function askersOf(wall: string | null): readonly Pick<PlatformDefinition, 'walls'>[] {
  if (wall === null) return [EVERY_SITE];
  return ASKERS[wall.slice(wall.indexOf(' ') + 1)]?.map(platformOf) ?? [ANY_SITE];
}

/** True for a wall of a site, which nobody else knows. */
export function isOfSite(wall: string): boolean {
  return askersOf(wall).every((asker) => asker !== ANY_SITE);
}
