// Truth Social: posts of an account by the API, unsigned; answers, likes and followers as the site's own page asks for them in a login of the
// owner's. Fragile: it tells programs by their handshake, and keeps its login where no cookie brings it from.
import { definePlatform } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/truth_social/address.ts';
import { firstCursor, type TruthSocialCursor } from '#core/platforms/truth_social/cursor.ts';
import { heardPage } from '#core/platforms/truth_social/heard.ts';
import { postsPage } from '#core/platforms/truth_social/profile.ts';

const target = targetsOf(placeAt);

export default definePlatform<TruthSocialCursor>({
  id: 'truth_social',
  name: 'Truth Social',
  homepage: 'https://truthsocial.com',
  description: 'Answers, likes and shares of a post; posts, followers and following of an account.',
  category: 'social',
  recorded: '2026-06-12',
  comparedWith: [],
  targets: [
    target(
      'post',
      { own: { type: 'comments' }, likes: { type: 'likes' }, shares: { type: 'shares' } },
      [
        'truthsocial.com/@<user>/<id>',
        'truthsocial.com/@<user>/posts/<id>',
        'truthsocial.com/users/<user>/statuses/<id>',
        'truthsocial.com/group/<name>/posts/<id>',
      ],
      [
        'https://truthsocial.com/@realDonaldTrump/116731447139970106',
        'https://truthsocial.com/@realDonaldTrump/posts/116731447139970106',
        'https://truthsocial.com/@realDonaldTrump/posts/116731447139970106/embed',
        'https://truthsocial.com/users/realDonaldTrump/statuses/116731447139970106',
        'https://truthsocial.com/group/some-group/posts/116731447139970106',
      ],
    ),
    target(
      'profile',
      {
        own: { type: 'posts', order: 'served' },
        followers: { type: 'followers' },
        following: { type: 'following' },
      },
      ['truthsocial.com/@<user>', 'truthsocial.com/users/<user>', 'truthsocial.com/@<user>/with_replies'],
      [
        'https://truthsocial.com/@realDonaldTrump',
        'https://truthsocial.com/@realDonaldTrump/with_replies',
        'https://truthsocial.com/@realDonaldTrump/media',
        'https://truthsocial.com/users/realDonaldTrump',
      ],
    ),
  ],
  options: ['replies'],
  hosts: ['.truthsocial.com'],
  cookies: {
    need: 'optional',
    domains: ['.truthsocial.com'],
    passes: ['cf_clearance'],
    login: 'https://truthsocial.com/login',
    hint: 'Truth Social keeps its login in the browser, not in a cookie: for answers, likes and followers let the export use a window and log in there.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    return cursor.list === 'posts' ? postsPage(cursor, session) : heardPage(cursor, session);
  },
});
