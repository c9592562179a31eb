import { describe, expect, it } from 'vitest';
import facebook from '#core/platforms/facebook/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { chooseFor } from '#test/platforms/read-all.ts';

const SITE = 'https://www.facebook.com';
const PROFILE = `${SITE}/profile.php?id=61550000000001`;
const OPTIONS = { replies: false, sort: null, limit: 10, minTimestamp: null, maxTimestamp: null, countries: [] };
const ID = '1234567890123456';
const FEEDBACK = Buffer.from(`feedback:${ID}`).toString('base64');

function claimOf(url: string) {
  const pasted = parsePastedUrl(url);
  const claims = facebook.targets.flatMap((target) => {
    const params = target.match(pasted);
    return params === null ? [] : [{ target: target.name, params }];
  });
  expect(claims.length, url).toBeLessThan(2);
  return claims[0] ?? null;
}

describe('facebook: posts', () => {
  it.each([
    `${SITE}/example.page/posts/${ID}`,
    `${SITE}/example.page/posts/words-of-a-post/${ID}/?ref=share`,
    `${SITE}/permalink.php?story_fbid=${ID}&id=55`,
    `https://m.facebook.com/story.php?story_fbid=${ID}&id=55`,
    `${SITE}/100001_${ID}`,
    `${SITE}/photo/?fbid=${ID}&set=a.1`,
    `${SITE}/photo.php?fbid=${ID}`,
    `${SITE}/example.page/photos/a.1.2/${ID}/?type=3`,
    `${SITE}/example.page/photos/${ID}`,
    `${SITE}/watch/?v=${ID}`,
    `${SITE}/watch/live/?v=${ID}&ref=watch_permalink`,
    `${SITE}/video.php?v=${ID}`,
    `${SITE}/example.page/videos/${ID}/`,
    `${SITE}/example.page/videos/a-title/${ID}`,
    `${SITE}/reel/${ID}?s=yWDuG2`,
    `https://web.facebook.com/example.page/posts/${ID}?comment_id=1&reply_comment_id=2`,
    `https://pt-br.facebook.com/example.page/posts/${ID}`,
    `https://touch.facebook.com/example.page/posts/${ID}#comments`,
    `https://fb.com/example.page/posts/${ID}`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(`${SITE}/reel/${ID}`)}&h=AT1`,
    `${SITE}/l.php?u=${encodeURIComponent(`${SITE}/example.page/posts/${ID}`)}`,
  ])('knows the number of %s', (url) => {
    const chosen = chooseFor(facebook, url);
    expect(chosen).toMatchObject({ target: 'post', type: 'comments', params: { post: ID } });
    expect(facebook.start(chosen, OPTIONS)[0]?.cursor).toMatchObject({
      list: 'comments',
      feedback: FEEDBACK,
      isInGroup: false,
      after: null,
    });
  });

  it.each([
    [`${SITE}/example.page/posts/pfbid02AbC`, 'post'],
    [`${SITE}/example.page/posts/words/pfbid02AbC?x=1#y`, 'post'],
    [`${SITE}/permalink.php?story_fbid=pfbid02AbC&id=55`, 'post'],
    [`${SITE}/share/p/1AbCdEfGhI/`, 'share-link'],
    [`${SITE}/share/v/1AbCdEfGhI/?mibextid=x`, 'share-link'],
    [`${SITE}/share/r/1AbCdEfGhI/`, 'share-link'],
    [`${SITE}/share/1AbCdEfGhI/`, 'share-link'],
    ['https://fb.watch/aBcDeFgH/', 'share-link'],
    ['https://fb.me/aBcDeFg', 'share-link'],
  ])('asks the page of %s for it', (url, target) => {
    const chosen = chooseFor(facebook, url);
    expect(chosen.target).toBe(target);
    expect(Object.keys(chosen.params)).toEqual([target === 'post' ? 'post' : 'link']);
    expect(facebook.start(chosen, OPTIONS)[0]?.cursor).toMatchObject({ feedback: null, page: url.replace(/#.*/, '') });
  });

  it('asks the address that a link out of the apps names', () => {
    const named = `${SITE}/example.page/posts/pfbid02AbC`;
    const chosen = chooseFor(facebook, `https://l.facebook.com/l.php?u=${encodeURIComponent(`${named}?x=1#y`)}&h=AT1`);
    expect(facebook.start(chosen, OPTIONS)[0]?.cursor).toMatchObject({ page: `${named}?x=1`, feedback: null });
  });

  it.each([
    `${SITE}/groups/777/posts/${ID}/`,
    `${SITE}/groups/example.group/permalink/${ID}/?comment_id=1`,
    `${SITE}/groups/example.group?multi_permalinks=${ID}%2C99&hoisted_section_header_type=x`,
    `https://m.facebook.com/groups/777/posts/${ID}`,
  ])('takes %s for a post of a group', (url) => {
    const chosen = chooseFor(facebook, url, { likes: true });
    expect(chosen).toMatchObject({ target: 'group-post', type: 'likes', params: { post: ID } });
    expect(facebook.start(chosen, OPTIONS)[0]?.cursor).toMatchObject({ list: 'likes', feedback: FEEDBACK, isInGroup: true });
  });
});

describe('facebook: accounts and searches', () => {
  it.each([
    [`${SITE}/example.page`, 'page', { account: 'example.page' }],
    [`${SITE}/Пример.Страница`, 'page', {}],
    [`${SITE}/example.page/?locale=de_DE`, 'page', {}],
    [`${SITE}/pg/example.page/posts/`, 'page', {}],
    [`${SITE}/profile.php?id=61550000000001`, 'page', { account: '61550000000001' }],
    [`${SITE}/people/Some-Body/61550000000001/`, 'page', { account: '61550000000001' }],
    [`${SITE}/pages/Some-Shop/123456789012345`, 'page', { account: '123456789012345' }],
    [`${SITE}/p/Some-Shop-61550000000001/`, 'page', { account: '61550000000001' }],
    [`${SITE}/example.page/reviews/`, 'reviews', {}],
    [`${SITE}/example.page?sk=reviews`, 'reviews', {}],
    [`${SITE}/profile.php?id=61550000000001&sk=reviews`, 'reviews', { account: '61550000000001' }],
    [`${SITE}/pages/Some-Shop/123456789012345/reviews`, 'reviews', { account: '123456789012345' }],
    [`${SITE}/groups/777888`, 'group', { group: '777888' }],
    [`${SITE}/groups/example.group/?ref=share`, 'group', { group: 'example.group' }],
    [`${SITE}/ads/library/?q=shoes&country=DE`, 'ads-library', {}],
    [`${SITE}/ads/library/?id=1`, 'ads-library', { search: '1' }],
  ])('takes %s for %s', (url, target, params) => {
    expect(claimOf(url)).toMatchObject({ target, params });
  });

  it.each([
    `${SITE}/`,
    `${SITE}/events/${ID}`,
    `${SITE}/marketplace/item/${ID}`,
    `${SITE}/hashtag/words`,
    `${SITE}/login/`,
    `${SITE}/watch/`,
    `${SITE}/photo/`,
    `${SITE}/groups/feed-of-groups/members`,
    `${SITE}/ads/library/`,
    `${SITE}/profile.php`,
    `${SITE}/example.page/events`,
    `${SITE}/share/g/1AbCdEfGhI/`,
    'https://developers.facebook.com/docs',
    'https://business.facebook.com/example.page',
    `https://l.facebook.com/l.php?u=${encodeURIComponent('https://example.org/')}`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent('https://l.facebook.com/l.php?u=x')}`,
    'https://l.facebook.com/l.php?u=https%3A%2F%2F%5B',
    `https://notfacebook.com/example.page/posts/${ID}`,
    `https://facebook.com.example.org/example.page/posts/${ID}`,
  ])('leaves %s alone', (url) => {
    expect(claimOf(url)).toBeNull();
  });

  it.each([
    [PROFILE, { list: 'posts', id: '61550000000001' }],
    [`${SITE}/example.page`, { list: 'posts', id: null }],
    [`${SITE}/groups/777888`, { list: 'groupPosts', id: '777888' }],
    [`${SITE}/groups/example.group`, { list: 'groupPosts', id: null }],
    [`${PROFILE}&sk=reviews`, { list: 'reviews', id: '61550000000001' }],
  ])('begins %s with %j', (url, cursor) => {
    expect(facebook.start(chooseFor(facebook, url), OPTIONS)[0]?.cursor).toMatchObject({ ...cursor, page: url, after: null });
  });

  it('gives what each of them can give', () => {
    const given = Object.fromEntries(facebook.targets.map(({ name, exports }) => [name, Object.keys(exports)]));
    expect(given).toEqual({
      post: ['own', 'likes'],
      'group-post': ['own', 'likes'],
      'share-link': ['own', 'likes'],
      page: ['own', 'facebookAds'],
      reviews: ['own'],
      group: ['own'],
      'ads-library': ['own', 'facebookAds'],
    });
  });
});
