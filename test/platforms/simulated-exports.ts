import type { Selector } from '#core/contract/options.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { airbnbSimulator, LISTING as AIRBNB_LISTING } from '#test/world/simulators/airbnb.ts';
import { aliExpressSimulator, PRODUCT as ALIEXPRESS_PRODUCT } from '#test/world/simulators/aliexpress.ts';
import { amazonSimulator } from '#test/world/simulators/amazon.ts';
import { appStoreSimulator } from '#test/world/simulators/appstore.ts';
import { bestBuySimulator, SKU as BESTBUY_SKU } from '#test/world/simulators/bestbuy.ts';
import { AV, bilibiliSimulator } from '#test/world/simulators/bilibili.ts';
import { blueskySimulator } from '#test/world/simulators/bluesky.ts';
import { bookingSimulator, PROPERTY_PATH as BOOKING_PATH } from '#test/world/simulators/booking.ts';
import { changeOrgSimulator } from '#test/world/simulators/change_org.ts';
import { chromeWebStoreSimulator } from '#test/world/simulators/chrome_web_store.ts';
import { coupangSimulator, PRODUCT as COUPANG_PRODUCT } from '#test/world/simulators/coupang.ts';
import { dailymotionSimulator } from '#test/world/simulators/dailymotion.ts';
import { discordSimulator } from '#test/world/simulators/discord.ts';
import { disqusSimulator } from '#test/world/simulators/disqus.ts';
import { ebaySimulator, ITEM as EBAY_ITEM } from '#test/world/simulators/ebay.ts';
import { etsySimulator, LISTING as ETSY_LISTING } from '#test/world/simulators/etsy.ts';
import { facebookSimulator, LOGIN as FACEBOOK_LOGIN, PFBID_URL, POST_URL as FACEBOOK_POST } from '#test/world/simulators/facebook.ts';
import { flipkartSimulator, ITEM as FLIPKART_ITEM, PID as FLIPKART_PID } from '#test/world/simulators/flipkart.ts';
import { g2Simulator } from '#test/world/simulators/g2.ts';
import { glassdoorSimulator } from '#test/world/simulators/glassdoor.ts';
import { goodreadsSimulator } from '#test/world/simulators/goodreads.ts';
import { FEATURE as GOOGLE_PLACE, googleReviewsSimulator } from '#test/world/simulators/google_reviews.ts';
import { googleSearchSimulator } from '#test/world/simulators/google_search.ts';
import { hackerNewsSimulator } from '#test/world/simulators/hackernews.ts';
import { imdbSimulator, REVIEW as IMDB_REVIEW } from '#test/world/simulators/imdb.ts';
import { CODE as INSTAGRAM_CODE, instagramSimulator } from '#test/world/simulators/instagram.ts';
import { ITEM as LAZADA_ITEM, lazadaSimulator } from '#test/world/simulators/lazada.ts';
import { lemmySimulator } from '#test/world/simulators/lemmy.ts';
import { FILM as LETTERBOXD_FILM, letterboxdSimulator } from '#test/world/simulators/letterboxd.ts';
import { ARTICLE_URL as LINKEDIN_ARTICLE, linkedInSimulator, POST_URL as LINKEDIN_POST } from '#test/world/simulators/linkedin.ts';
import { mastodonSimulator } from '#test/world/simulators/mastodon.ts';
import { ARTICLE as MEDIUM_ARTICLE, mediumSimulator } from '#test/world/simulators/medium.ts';
import { ITEM as MERCADO_LIBRE_ITEM, mercadoLibreSimulator } from '#test/world/simulators/mercadolibre.ts';
import { metacriticSimulator } from '#test/world/simulators/metacritic.ts';
import { microsoftStoreSimulator } from '#test/world/simulators/microsoft_store.ts';
import { myAnimeListSimulator } from '#test/world/simulators/myanimelist.ts';
import { CLAIM as ODYSEE_CLAIM, odyseeSimulator } from '#test/world/simulators/odysee.ts';
import { pinterestSimulator } from '#test/world/simulators/pinterest.ts';
import { playStoreSimulator } from '#test/world/simulators/playstore.ts';
import { productHuntSimulator } from '#test/world/simulators/producthunt.ts';
import { quoraSimulator } from '#test/world/simulators/quora.ts';
import { redditSimulator } from '#test/world/simulators/reddit.ts';
import { PAGE as RUMBLE_PAGE, rumbleSimulator } from '#test/world/simulators/rumble.ts';
import {
  PRODUCT as SHOPEE_PRODUCT,
  SHOP as SHOPEE_SHOP,
  SHOP_NAME as SHOPEE_SHOP_NAME,
  shopeeSimulator,
} from '#test/world/simulators/shopee.ts';
import { soundcloudSimulator } from '#test/world/simulators/soundcloud.ts';
import { stackExchangeSimulator } from '#test/world/simulators/stackexchange.ts';
import { steamSimulator } from '#test/world/simulators/steam.ts';
import { substackSimulator } from '#test/world/simulators/substack.ts';
import { ITEM as TAOBAO_ITEM, taobaoSimulator } from '#test/world/simulators/taobao_tmall.ts';
import { targetSimulator, TCIN as TARGET_TCIN } from '#test/world/simulators/target.ts';
import { telegramSimulator } from '#test/world/simulators/telegram.ts';
import { CODE as THREADS_CODE, threadsSimulator } from '#test/world/simulators/threads.ts';
import { tiktokSimulator, VIDEO as TIKTOK_VIDEO } from '#test/world/simulators/tiktok.ts';
import { tokopediaSimulator } from '#test/world/simulators/tokopedia.ts';
import { PLACE_PATH as TRIPADVISOR_PATH, tripadvisorSimulator } from '#test/world/simulators/tripadvisor.ts';
import { trustpilotSimulator } from '#test/world/simulators/trustpilot.ts';
import { tumblrSimulator } from '#test/world/simulators/tumblr.ts';
import { twitchSimulator } from '#test/world/simulators/twitch.ts';
import { POST as X_POST, twitterSimulator } from '#test/world/simulators/twitter.ts';
import { vimeoSimulator } from '#test/world/simulators/vimeo.ts';
import { vkSimulator } from '#test/world/simulators/vk.ts';
import { ITEM as WALMART_ITEM, walmartSimulator } from '#test/world/simulators/walmart.ts';
import { weiboSimulator } from '#test/world/simulators/weibo.ts';
import { wildberriesSimulator, NM as WILDBERRIES_NM } from '#test/world/simulators/wildberries.ts';
import { BUSINESS as YELP_BUSINESS, yelpSimulator } from '#test/world/simulators/yelp.ts';
import { youtubeSimulator } from '#test/world/simulators/youtube.ts';

/** An export that a simulator can answer from its first request to its last. */
export interface SimulatedExport {
  readonly platform: string;
  readonly url: string;
  readonly selector?: Selector;
  /** Where the export goes another way with a login, though it needs none. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** A fresh world: simulators may count what they are asked. */
  readonly world: () => Simulator;
}

const INSTAGRAM_SESSION = { sessionid: '42%3Asimulated' };

/** At least one for every platform; small, and of several pages. */
export const SIMULATED_EXPORTS: readonly SimulatedExport[] = [
  { platform: 'airbnb', url: `https://www.airbnb.com/rooms/${AIRBNB_LISTING}`, world: () => airbnbSimulator({}) },
  { platform: 'airbnb', url: 'https://abnb.me/cosy', world: () => airbnbSimulator({ isOld: true }) },
  { platform: 'aliexpress', url: `https://www.aliexpress.com/item/${ALIEXPRESS_PRODUCT}.html`, world: () => aliExpressSimulator({}) },
  { platform: 'aliexpress', url: 'https://a.aliexpress.com/_product', world: () => aliExpressSimulator({ hasSlider: true }) },
  {
    platform: 'amazon',
    url: 'https://www.amazon.com/dp/B000000001',
    cookies: { 'session-id': '1-simulated' },
    world: () => amazonSimulator({ paging: 'button' }),
  },
  {
    platform: 'amazon',
    url: 'https://www.amazon.de/product-reviews/B000000001',
    cookies: { 'session-id': '1' },
    world: () => amazonSimulator({}),
  },
  { platform: 'amazon', url: 'https://a.co/d/1a2B3c4', world: () => amazonSimulator({ layout: 'new' }) },
  { platform: 'appstore', url: 'https://apps.apple.com/us/app/example/id123456789', world: () => appStoreSimulator({ reviews: 160 }) },
  {
    platform: 'appstore',
    url: 'https://itunes.apple.com/us/app/full-feed/id123456789',
    world: () => appStoreSimulator({ reviews: 520, catalogReviews: 20 }),
  },
  { platform: 'bestbuy', url: `https://www.bestbuy.com/site/a-thing/${BESTBUY_SKU}.p`, world: () => bestBuySimulator({ shifts: true }) },
  {
    platform: 'bestbuy',
    url: 'https://www.bestbuy.com/product/a-thing/J3ZYG2JC26',
    world: () => bestBuySimulator({ gate: 'without address' }),
  },
  { platform: 'bilibili', url: 'https://www.bilibili.com/bangumi/play/ep123', world: () => bilibiliSimulator({ key: 'none' }) },
  { platform: 'bilibili', url: `https://www.bilibili.com/video/av${AV}`, world: () => bilibiliSimulator({}) },
  { platform: 'bilibili', url: 'https://www.bilibili.com/opus/11', world: () => bilibiliSimulator({ doors: ['page'], key: 'none' }) },
  { platform: 'bilibili', url: 'https://space.bilibili.com/9', selector: 'followers', world: () => bilibiliSimulator({}) },
  {
    platform: 'bilibili',
    url: 'https://space.bilibili.com/9',
    selector: 'following',
    world: () => bilibiliSimulator({ wantsDevice: true }),
  },
  { platform: 'bilibili', url: 'https://live.bilibili.com/123', selector: 'live', world: () => bilibiliSimulator({}) },
  {
    platform: 'bluesky',
    url: 'https://bsky.app/profile/owner.example/post/root',
    world: () => blueskySimulator({ comments: 75, unseen: 1 }),
  },
  {
    platform: 'bluesky',
    url: 'https://bsky.app/profile/owner.example/post/root',
    selector: 'likes',
    world: () => blueskySimulator({ comments: 1 }),
  },
  { platform: 'bluesky', url: 'https://bsky.app/profile/owner.example', world: () => blueskySimulator({ comments: 1 }) },
  { platform: 'bluesky', url: 'https://bsky.app/profile/owner.example/post/root/quotes', world: () => blueskySimulator({ comments: 1 }) },
  { platform: 'bluesky', url: 'https://bsky.app/profile/owner.example/followers', world: () => blueskySimulator({ comments: 1 }) },
  { platform: 'booking', url: `https://www.booking.com${BOOKING_PATH}.html`, world: () => bookingSimulator({ unapproved: [3, 4] }) },
  { platform: 'booking', url: 'https://www.booking.com/Share-abc', world: () => bookingSimulator({}) },
  { platform: 'change_org', url: 'https://www.change.org/p/a-petition-about-it', world: () => changeOrgSimulator({}) },
  { platform: 'change_org', url: 'https://chng.it/AbCdEfGhIj', world: () => changeOrgSimulator({ comments: 120 }) },
  { platform: 'change_org', url: 'https://www.change.org/p/a-petition-about-it', world: () => changeOrgSimulator({ rest: 404 }) },
  {
    platform: 'chrome_web_store',
    url: `https://chromewebstore.google.com/detail/x/${'a'.repeat(32)}`,
    world: () => chromeWebStoreSimulator({}),
  },
  {
    platform: 'chrome_web_store',
    url: `https://chromewebstore.google.com/detail/x/${'a'.repeat(32)}`,
    world: () => chromeWebStoreSimulator({ others: { de: 12, 'zh-CN': 3 }, ratings: 60 }),
  },
  {
    platform: 'chrome_web_store',
    url: `https://chrome.google.com/webstore/detail/${'b'.repeat(32)}`,
    world: () => chromeWebStoreSimulator({ hasPage: false }),
  },
  { platform: 'coupang', url: `https://www.coupang.com/vp/products/${COUPANG_PRODUCT}`, world: () => coupangSimulator({}) },
  {
    platform: 'coupang',
    url: `https://www.tw.coupang.com/products/a-thing-${COUPANG_PRODUCT}`,
    world: () => coupangSimulator({ schema: 'newer' }),
  },
  { platform: 'coupang', url: 'https://link.coupang.com/a/product', world: () => coupangSimulator({ hasApi: false, perStars: [8] }) },
  { platform: 'dailymotion', url: 'https://www.dailymotion.com/video/x8abcde', world: () => dailymotionSimulator({}) },
  {
    platform: 'dailymotion',
    url: 'https://www.dailymotion.com/somebody',
    selector: 'followers',
    world: () => dailymotionSimulator({ followers: 130 }),
  },
  { platform: 'discord', url: 'https://discord.com/channels/77/5', world: () => discordSimulator({}) },
  { platform: 'disqus', url: 'https://blog.example.org/a-post/#disqus_thread', world: () => disqusSimulator({}) },
  { platform: 'ebay', url: `https://www.ebay.co.uk/itm/${EBAY_ITEM}`, world: () => ebaySimulator({}) },
  { platform: 'ebay', url: 'https://ebay.us/store', world: () => ebaySimulator({}) },
  { platform: 'ebay', url: 'https://www.ebay.com/p/240123456', world: () => ebaySimulator({}) },
  { platform: 'etsy', url: `https://www.etsy.com/listing/${ETSY_LISTING}/a-stand`, world: () => etsySimulator({}) },
  { platform: 'etsy', url: 'https://www.etsy.com/shop/SomeShop', world: () => etsySimulator({ list: 'refuses' }) },
  { platform: 'etsy', url: 'https://etsy.me/listing', world: () => etsySimulator({ hasToken: false }) },
  {
    platform: 'etsy',
    url: 'https://www.etsy.com/shop/SomeShop',
    cookies: { api_key: 'simulated' },
    world: () => etsySimulator({ reviews: 120 }),
  },
  { platform: 'facebook', url: FACEBOOK_POST, world: () => facebookSimulator({}) },
  { platform: 'facebook', url: PFBID_URL, selector: 'likes', cookies: FACEBOOK_LOGIN, world: () => facebookSimulator({}) },
  { platform: 'facebook', url: 'https://www.facebook.com/example.page', world: () => facebookSimulator({ listed: 10 }) },
  {
    platform: 'facebook',
    url: 'https://www.facebook.com/groups/example.group',
    cookies: FACEBOOK_LOGIN,
    world: () => facebookSimulator({ listed: 10, groupByQuery: false }),
  },
  { platform: 'facebook', url: 'https://www.facebook.com/example.page/reviews', world: () => facebookSimulator({}) },
  { platform: 'facebook', url: 'https://www.facebook.com/example.page', selector: 'facebookAds', world: () => facebookSimulator({}) },
  {
    platform: 'facebook',
    url: 'https://www.facebook.com/ads/library/?q=shoes&country=DE',
    world: () => facebookSimulator({ adDoors: ['search'] }),
  },
  {
    platform: 'flipkart',
    url: `https://www.flipkart.com/a-phone/p/${FLIPKART_ITEM}?pid=${FLIPKART_PID}`,
    world: () => flipkartSimulator({}),
  },
  { platform: 'flipkart', url: 'https://fkrt.it/phone', world: () => flipkartSimulator({ reviews: 48, mostPages: 2, hasBar: false }) },
  { platform: 'flipkart', url: 'https://dl.flipkart.com/s/phone', world: () => flipkartSimulator({ site: 'shell' }) },
  { platform: 'g2', url: 'https://www.g2.com/products/a-product/reviews', world: () => g2Simulator({}) },
  {
    platform: 'glassdoor',
    url: 'https://www.glassdoor.com/Reviews/The-Shop-Reviews-E7853.htm',
    world: () => glassdoorSimulator({ german: 5 }),
  },
  {
    platform: 'glassdoor',
    url: 'https://www.glassdoor.com/Reviews/The-Shop-Reviews-E7853.htm',
    world: () => glassdoorSimulator({ german: 15, countsPages: false }),
  },
  { platform: 'goodreads', url: 'https://www.goodreads.com/book/show/7-x', world: () => goodreadsSimulator({}) },
  { platform: 'goodreads', url: 'https://www.goodreads.com/book/show/7-x', world: () => goodreadsSimulator({ key: 'da2-another' }) },
  { platform: 'goodreads', url: 'https://www.goodreads.com/book/show/7-x', world: () => goodreadsSimulator({ isWalled: true }) },
  { platform: 'goodreads', url: 'https://www.goodreads.com/book/isbn/9780132350884', world: () => goodreadsSimulator({}) },
  { platform: 'goodreads', url: 'https://goodreads.app.link/book', world: () => goodreadsSimulator({ key: 'none' }) },
  { platform: 'google_reviews', url: `https://www.google.com/maps?ftid=${GOOGLE_PLACE}`, world: () => googleReviewsSimulator({}) },
  { platform: 'google_reviews', url: 'https://maps.app.goo.gl/AbCdEf', world: () => googleReviewsSimulator({ shut: ['search'] }) },
  {
    platform: 'google_reviews',
    url: 'https://www.google.com/maps?cid=7',
    world: () => googleReviewsSimulator({ shut: ['search', 'map'] }),
  },
  { platform: 'google_search', url: 'https://www.google.com/search?q=two+words', world: () => googleSearchSimulator({}) },
  { platform: 'hackernews', url: 'https://news.ycombinator.com/item?id=1000000', world: () => hackerNewsSimulator({ comments: 40 }) },
  {
    platform: 'hackernews',
    url: 'https://news.ycombinator.com/item?id=1000000',
    world: () => hackerNewsSimulator({ comments: 40, doors: ['firebase'] }),
  },
  { platform: 'imdb', url: 'https://www.imdb.com/title/tt7/', world: () => imdbSimulator({}) },
  { platform: 'imdb', url: 'https://www.imdb.com/title/tt7/reviews/', world: () => imdbSimulator({ api: 'refuses the query' }) },
  { platform: 'imdb', url: 'https://imdb.to/title', world: () => imdbSimulator({ reviews: 60 }) },
  { platform: 'imdb', url: `https://www.imdb.com/review/${IMDB_REVIEW}/`, world: () => imdbSimulator({}) },
  {
    platform: 'instagram',
    url: `https://www.instagram.com/p/${INSTAGRAM_CODE}/`,
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ needsToken: true }),
  },
  {
    platform: 'instagram',
    url: `https://www.instagram.com/reel/${INSTAGRAM_CODE}/`,
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ calls: 'missing' }),
  },
  { platform: 'instagram', url: `https://www.instagram.com/p/${INSTAGRAM_CODE}/`, world: () => instagramSimulator({}) },
  {
    platform: 'instagram',
    url: 'https://www.instagram.com/share/reel/BAbCdEf',
    selector: 'likes',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({}),
  },
  {
    platform: 'instagram',
    url: 'https://www.instagram.com/owner/',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ end: 'sameCursor' }),
  },
  { platform: 'instagram', url: 'https://www.instagram.com/owner/reels/', cookies: INSTAGRAM_SESSION, world: () => instagramSimulator({}) },
  {
    platform: 'instagram',
    url: 'https://www.instagram.com/owner/reels/?hl=en',
    cookies: INSTAGRAM_SESSION,
    world: () =>
      instagramSimulator({
        reels: 'homeward',
        ids: { PolarisProfileReelsTabContentQuery: '9007' },
        namedBy: 'scripts',
        toStaleIds: 'words',
      }),
  },
  {
    platform: 'instagram',
    url: 'https://www.instagram.com/owner/',
    selector: 'followers',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({}),
  },
  {
    platform: 'instagram',
    url: 'https://www.instagram.com/owner/',
    selector: 'following',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({}),
  },
  {
    platform: 'instagram',
    url: 'https://www.instagram.com/owner/following/',
    cookies: INSTAGRAM_SESSION,
    world: () => instagramSimulator({ lookUp: false }),
  },
  { platform: 'lazada', url: `https://www.lazada.com.my/products/chair-i${LAZADA_ITEM}-s1.html`, world: () => lazadaSimulator({}) },
  { platform: 'lazada', url: 'https://s.lazada.com.my/s.page', world: () => lazadaSimulator({ reviews: 25 }) },
  { platform: 'lemmy', url: 'https://lemmy.example/post/1234567', world: () => lemmySimulator({ comments: 320 }) },
  { platform: 'lemmy', url: 'https://lemmy.example/comment/5000002', world: () => lemmySimulator({ api: 'v4' }) },
  { platform: 'lemmy', url: 'https://lemmy.example/c/cats', world: () => lemmySimulator({}) },
  { platform: 'lemmy', url: 'https://lemmy.example/u/owner', world: () => lemmySimulator({}) },
  { platform: 'letterboxd', url: `https://letterboxd.com/film/${LETTERBOXD_FILM}/`, world: () => letterboxdSimulator({}) },
  {
    platform: 'letterboxd',
    url: `https://letterboxd.com/film/${LETTERBOXD_FILM}/reviews/by/activity/`,
    world: () => letterboxdSimulator({}),
  },
  { platform: 'letterboxd', url: 'https://boxd.it/film', world: () => letterboxdSimulator({ hasFullTexts: false }) },
  { platform: 'letterboxd', url: 'https://letterboxd.com/somebody/', world: () => letterboxdSimulator({ markup: 2024 }) },
  { platform: 'letterboxd', url: 'https://letterboxd.com/somebody/', selector: 'following', world: () => letterboxdSimulator({}) },
  { platform: 'linkedin', url: LINKEDIN_POST, cookies: { li_at: 'simulated' }, world: () => linkedInSimulator({}) },
  { platform: 'linkedin', url: LINKEDIN_POST, world: () => linkedInSimulator({}) },
  { platform: 'linkedin', url: LINKEDIN_POST, selector: 'likes', cookies: { li_at: 'simulated' }, world: () => linkedInSimulator({}) },
  {
    platform: 'linkedin',
    url: LINKEDIN_POST,
    selector: 'shares',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({ reactions: 105 }),
  },
  { platform: 'linkedin', url: LINKEDIN_ARTICLE, cookies: { li_at: 'simulated' }, world: () => linkedInSimulator({ comments: 6 }) },
  { platform: 'linkedin', url: LINKEDIN_ARTICLE, world: () => linkedInSimulator({ comments: 6 }) },
  {
    platform: 'linkedin',
    url: 'https://lnkd.in/p/dPost',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({ comments: 6 }),
  },
  {
    platform: 'linkedin',
    url: 'https://www.linkedin.com/in/somebody/recent-activity/all/',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({}),
  },
  {
    platform: 'linkedin',
    url: 'https://www.linkedin.com/company/example-company/posts/',
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({}),
  },
  {
    platform: 'linkedin',
    url: LINKEDIN_POST,
    cookies: { li_at: 'simulated' },
    world: () => linkedInSimulator({ calls: 'gone', comments: 9 }),
  },
  { platform: 'mastodon', url: 'https://social.example/@owner/1000', world: () => mastodonSimulator({ comments: 60, unseen: 1 }) },
  { platform: 'mastodon', url: 'https://social.example/@owner', world: () => mastodonSimulator({}) },
  { platform: 'mastodon', url: 'https://social.example/@owner', selector: 'followers', world: () => mastodonSimulator({}) },
  { platform: 'medium', url: `https://medium.com/@somebody/a-story-${MEDIUM_ARTICLE}`, world: () => mediumSimulator({}) },
  { platform: 'medium', url: 'https://link.medium.com/AbCdEfGhIj', selector: 'likes', world: () => mediumSimulator({}) },
  { platform: 'medium', url: 'https://medium.com/@somebody', world: () => mediumSimulator({}) },
  { platform: 'medium', url: 'https://medium.com/@somebody/followers', world: () => mediumSimulator({}) },
  {
    platform: 'mercadolibre',
    url: `https://www.mercadolivre.com.br/noindex/catalog/reviews/${MERCADO_LIBRE_ITEM}`,
    world: () => mercadoLibreSimulator({}),
  },
  { platform: 'mercadolibre', url: 'https://meli.la/item', world: () => mercadoLibreSimulator({ perStars: [302, 0, 1, 0, 16] }) },
  { platform: 'metacritic', url: 'https://www.metacritic.com/game/a-game/', world: () => metacriticSimulator({}) },
  { platform: 'metacritic', url: 'https://www.metacritic.com/movie/a-film/critic-reviews/', world: () => metacriticSimulator({}) },
  {
    platform: 'microsoft_store',
    url: 'https://apps.microsoft.com/detail/9wzdncrfj3tj?hl=en-us&gl=US',
    world: () => microsoftStoreSimulator({}),
  },
  { platform: 'myanimelist', url: 'https://myanimelist.net/anime/7/x', world: () => myAnimeListSimulator({}) },
  { platform: 'myanimelist', url: 'https://myanimelist.net/manga/7/x/reviews', world: () => myAnimeListSimulator({ refusesWith: 404 }) },
  { platform: 'myanimelist', url: 'https://myanimelist.net/reviews.php?id=1003', world: () => myAnimeListSimulator({}) },
  { platform: 'odysee', url: `https://odysee.com/@Somebody:c/a-video:${ODYSEE_CLAIM}`, world: () => odyseeSimulator({}) },
  { platform: 'odysee', url: 'https://odysee.com/@Somebody:c/a-video:d', selector: 'live', world: () => odyseeSimulator({}) },
  {
    platform: 'odysee',
    url: 'https://odysee.com/@Somebody:c/a-video:d',
    selector: 'likes',
    world: () => odyseeSimulator({ comments: 60 }),
  },
  { platform: 'pinterest', url: 'https://pin.it/1AbCdEfGh', world: () => pinterestSimulator({ nested: 2 }) },
  { platform: 'pinterest', url: 'https://www.pinterest.com/somebody/', world: () => pinterestSimulator({}) },
  { platform: 'pinterest', url: 'https://www.pinterest.com/somebody/_created/', world: () => pinterestSimulator({}) },
  { platform: 'pinterest', url: 'https://www.pinterest.com/somebody/a-board/', world: () => pinterestSimulator({}) },
  { platform: 'pinterest', url: 'https://www.pinterest.com/somebody/a-board/a-section/', world: () => pinterestSimulator({}) },
  { platform: 'pinterest', url: 'https://www.pinterest.com/somebody/_followers/', world: () => pinterestSimulator({ listed: 120 }) },
  {
    platform: 'playstore',
    url: 'https://play.google.com/store/apps/details?id=com.example.app',
    world: () => playStoreSimulator({ reviews: 500 }),
  },
  { platform: 'producthunt', url: 'https://www.producthunt.com/posts/a-launch', world: () => productHuntSimulator({}) },
  {
    platform: 'producthunt',
    url: 'https://www.producthunt.com/posts/a-launch',
    selector: 'likes',
    cookies: { developer_token: 'good' },
    world: () => productHuntSimulator({}),
  },
  { platform: 'producthunt', url: 'https://www.producthunt.com/products/a-product', world: () => productHuntSimulator({}) },
  { platform: 'producthunt', url: 'https://www.producthunt.com/@somebody/followers', world: () => productHuntSimulator({}) },
  { platform: 'quora', url: 'https://www.quora.com/What-is-it', world: () => quoraSimulator({}) },
  { platform: 'quora', url: 'https://www.quora.com/What-is-it/answer/Some-Body-1', world: () => quoraSimulator({ comments: 35 }) },
  { platform: 'quora', url: 'https://www.quora.com/profile/Some-Body-1', world: () => quoraSimulator({}) },
  {
    platform: 'reddit',
    url: 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/',
    world: () => redditSimulator({ comments: 300, delivered: 10 }),
  },
  { platform: 'rumble', url: RUMBLE_PAGE, world: () => rumbleSimulator({ heldBack: 1 }) },
  { platform: 'rumble', url: RUMBLE_PAGE, selector: 'live', world: () => rumbleSimulator({}) },
  {
    platform: 'shopee',
    url: `https://shopee.co.id/product/${SHOPEE_SHOP}/${SHOPEE_PRODUCT}`,
    world: () => shopeeSimulator({ ratings: 26, cap: 14 }),
  },
  { platform: 'shopee', url: `https://shopee.co.id/${SHOPEE_SHOP_NAME}`, world: () => shopeeSimulator({ ratings: 8 }) },
  { platform: 'soundcloud', url: 'https://soundcloud.com/somebody/a-track', world: () => soundcloudSimulator({}) },
  { platform: 'soundcloud', url: 'https://soundcloud.com/somebody/a-track', selector: 'likes', world: () => soundcloudSimulator({}) },
  { platform: 'soundcloud', url: 'https://soundcloud.com/somebody', world: () => soundcloudSimulator({ refusesTracks: true }) },
  { platform: 'stackexchange', url: 'https://cooking.stackexchange.com/questions/1000/x', world: () => stackExchangeSimulator({}) },
  { platform: 'stackexchange', url: 'https://cooking.stackexchange.com/users/77/x', world: () => stackExchangeSimulator({}) },
  { platform: 'steam', url: 'https://store.steampowered.com/app/10/', world: () => steamSimulator({}) },
  {
    platform: 'steam',
    url: 'https://store.steampowered.com/app/10/',
    world: () => steamSimulator({ doors: ['service'], end: 'sameCursor' }),
  },
  { platform: 'substack', url: 'https://owner.substack.com/p/a-post', world: () => substackSimulator({}) },
  { platform: 'substack', url: 'https://substack.com/@owner', world: () => substackSimulator({}) },
  { platform: 'substack', url: 'https://substack.com/@owner/notes', world: () => substackSimulator({ listed: 60 }) },
  { platform: 'substack', url: 'https://substack.com/@owner/note/c-131661687', world: () => substackSimulator({ listed: 35 }) },
  { platform: 'taobao_tmall', url: `https://item.taobao.com/item.htm?id=${TAOBAO_ITEM}`, world: () => taobaoSimulator({}) },
  { platform: 'taobao_tmall', url: 'https://m.tb.cn/h.item', world: () => taobaoSimulator({ mostPages: 2 }) },
  { platform: 'target', url: `https://www.target.com/p/a-thing/-/A-${TARGET_TCIN}`, world: () => targetSimulator({}) },
  { platform: 'target', url: `https://www.target.com/p/a-thing/-/A-${TARGET_TCIN}`, world: () => targetSimulator({ deepest: 1 }) },
  { platform: 'target', url: 'https://tgt.biz/thing', world: () => targetSimulator({ reviewCall: 'shut' }) },
  { platform: 'telegram', url: 'https://t.me/owner_channel', world: () => telegramSimulator({}) },
  { platform: 'telegram', url: 'https://t.me/owner_channel/40', world: () => telegramSimulator({}) },
  { platform: 'threads', url: `https://www.threads.com/@owner/post/${THREADS_CODE}`, world: () => threadsSimulator({}) },
  {
    platform: 'threads',
    url: `https://www.threads.net/t/${THREADS_CODE}`,
    world: () => threadsSimulator({ forVisitors: 'pages', end: 'nowhere' }),
  },
  { platform: 'threads', url: 'https://www.threads.com/@owner', world: () => threadsSimulator({ end: 'sameCursor' }) },
  { platform: 'threads', url: 'https://www.threads.com/@owner/reposts', world: () => threadsSimulator({ profile: 'account' }) },
  {
    platform: 'threads',
    url: 'https://www.threads.com/@owner',
    selector: 'followers',
    cookies: { sessionid: '42%3Asimulated' },
    world: () => threadsSimulator({}),
  },
  {
    platform: 'threads',
    url: 'https://www.threads.com/share/BAbCdEf/',
    selector: 'likes',
    cookies: { sessionid: '42%3Asimulated' },
    world: () => threadsSimulator({}),
  },
  { platform: 'tiktok', url: `https://www.tiktok.com/@owner/video/${TIKTOK_VIDEO}`, world: () => tiktokSimulator({}) },
  { platform: 'tiktok', url: `https://www.tiktok.com/@owner/video/${TIKTOK_VIDEO}`, world: () => tiktokSimulator({ plain: false }) },
  { platform: 'tiktok', url: 'https://www.tiktok.com/@owner', world: () => tiktokSimulator({}) },
  { platform: 'tiktok', url: 'https://www.tiktok.com/@owner', world: () => tiktokSimulator({ plain: false, besideVideos: 'paused' }) },
  { platform: 'tiktok', url: 'https://www.tiktok.com/@owner', selector: 'followers', world: () => tiktokSimulator({}) },
  { platform: 'tokopedia', url: 'https://www.tokopedia.com/a-shop/a-product-1234567890', world: () => tokopediaSimulator({}) },
  { platform: 'tokopedia', url: 'https://www.tokopedia.com/a-shop/review', world: () => tokopediaSimulator({}) },
  { platform: 'tripadvisor', url: `https://www.tripadvisor.com${TRIPADVISOR_PATH}`, world: () => tripadvisorSimulator({}) },
  { platform: 'tripadvisor', url: 'https://tripadvisor.app.link/place', world: () => tripadvisorSimulator({ shape: 'locations' }) },
  { platform: 'trustpilot', url: 'https://www.trustpilot.com/review/www.shop.example', world: () => trustpilotSimulator({}) },
  { platform: 'tumblr', url: 'https://www.tumblr.com/owner/788338580402716673', world: () => tumblrSimulator({}) },
  { platform: 'tumblr', url: 'https://www.tumblr.com/owner/788338580402716673', selector: 'likes', world: () => tumblrSimulator({}) },
  { platform: 'tumblr', url: 'https://www.tumblr.com/owner/788338580402716673', selector: 'shares', world: () => tumblrSimulator({}) },
  { platform: 'tumblr', url: 'https://owner.tumblr.com/', world: () => tumblrSimulator({}) },
  { platform: 'twitch', url: 'https://www.twitch.tv/videos/1602009987', world: () => twitchSimulator({}) },
  { platform: 'twitch', url: 'https://www.twitch.tv/videos/1602009987', world: () => twitchSimulator({ wantsProof: 'cursors' }) },
  { platform: 'twitch', url: 'https://clips.twitch.tv/SomeFunnyName-a1B2c3', world: () => twitchSimulator({}) },
  { platform: 'twitch', url: 'https://www.twitch.tv/somebody', selector: 'live', world: () => twitchSimulator({}) },
  { platform: 'twitter', url: `https://x.com/owner/status/${X_POST}`, world: () => twitterSimulator({ unshown: 1 }) },
  {
    platform: 'twitter',
    url: 'https://x.com/search?q=tea',
    world: () => twitterSimulator({ frontEnd: { form: 'hashes', ids: { SearchTimeline: 'of-tomorrow' } } }),
  },
  { platform: 'twitter', url: 'https://x.com/owner', selector: 'tweets', world: () => twitterSimulator({ end: 'empty' }) },
  { platform: 'twitter', url: 'https://x.com/owner', selector: 'followers', world: () => twitterSimulator({ end: 'sameCursor' }) },
  { platform: 'twitter', url: `https://x.com/owner/status/${X_POST}/quotes`, world: () => twitterSimulator({ shape: 2024 }) },
  { platform: 'vimeo', url: 'https://vimeo.com/258684937', world: () => vimeoSimulator({ nested: 2 }) },
  { platform: 'vimeo', url: 'https://vimeo.com/staff', selector: 'followers', world: () => vimeoSimulator({ tokenLasts: 1 }) },
  { platform: 'vk', url: 'https://vk.com/wall500_7', world: () => vkSimulator({ comments: 120 }) },
  { platform: 'vk', url: 'https://vk.com/video1_2', world: () => vkSimulator({}) },
  { platform: 'vk', url: 'https://vk.com/somename', world: () => vkSimulator({}) },
  { platform: 'vk', url: 'https://vk.com/somename', selector: 'following', world: () => vkSimulator({ listed: 450 }) },
  { platform: 'vk', url: 'https://vk.com/wall500_7', selector: 'likes', world: () => vkSimulator({ listed: 1500 }) },
  { platform: 'walmart', url: `https://www.walmart.com/ip/${WALMART_ITEM}`, world: () => walmartSimulator({}) },
  { platform: 'walmart', url: 'https://walmrt.us/thing', world: () => walmartSimulator({ statesTexts: false, reviews: 25 }) },
  { platform: 'weibo', url: 'https://weibo.com/1669879400/J5cVGuUNq', world: () => weiboSimulator({}) },
  { platform: 'weibo', url: 'https://weibo.com/u/1669879400', selector: 'followers', world: () => weiboSimulator({}) },
  { platform: 'weibo', url: 'https://weibo.com/1669879400/J5cVGuUNq', world: () => weiboSimulator({ strangers: 'visitors' }) },
  { platform: 'weibo', url: 'https://m.weibo.cn/status/J5cVGuUNq', world: () => weiboSimulator({ comments: 45, tail: 'empty' }) },
  { platform: 'weibo', url: 'https://m.weibo.cn/status/J5cVGuUNq', world: () => weiboSimulator({ isMobileShut: true }) },
  { platform: 'weibo', url: 'https://m.weibo.cn/u/1669879400', world: () => weiboSimulator({}) },
  { platform: 'weibo', url: 'https://weibo.cn/comment/J5cVGuUNq', world: () => weiboSimulator({}) },
  { platform: 'weibo', url: 'https://weibo.cn/repost/J5cVGuUNq', selector: 'shares', world: () => weiboSimulator({}) },
  {
    platform: 'wildberries',
    url: `https://www.wildberries.ru/catalog/${WILDBERRIES_NM}/detail.aspx`,
    world: () => wildberriesSimulator({}),
  },
  {
    platform: 'wildberries',
    url: `https://www.wildberries.ru/catalog/${WILDBERRIES_NM}/detail.aspx`,
    world: () => wildberriesSimulator({ inFile: 20, host: 2 }),
  },
  {
    platform: 'wildberries',
    url: `https://www.wildberries.ru/catalog/${WILDBERRIES_NM}/detail.aspx`,
    world: () => wildberriesSimulator({ inFile: 20, cardRefuses: 403 }),
  },
  { platform: 'yelp', url: `https://www.yelp.com/biz/${YELP_BUSINESS}`, world: () => yelpSimulator({}) },
  { platform: 'yelp', url: 'https://yelp.to/AbCd', world: () => yelpSimulator({ says: 'little', walled: ['biz'] }) },
  {
    platform: 'youtube',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    world: () => youtubeSimulator({ comments: 60, repliesEvery: 2, repliesPerThread: 14 }),
  },
  {
    platform: 'youtube',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&pp=later',
    world: () => youtubeSimulator({ comments: 25, repliesEvery: 5, continuations: 'viewModel', knowsVisitors: true }),
  },
];

/** What the report of a test calls it. */
export function nameOf({ platform, url, selector, cookies }: SimulatedExport): string {
  const isTwice = SIMULATED_EXPORTS.some(
    (other) => other.url === url && other.selector === selector && (other.cookies === undefined) !== (cookies === undefined),
  );
  const words = [...(selector === undefined ? [] : [selector]), ...(isTwice ? [cookies === undefined ? 'visitor' : 'login'] : [])];
  return `${platform}: ${url}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
