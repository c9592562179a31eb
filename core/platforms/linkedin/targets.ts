import type { ExportRow, Target } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/linkedin/address.ts';

const COMMENTS: ExportRow = { type: 'comments' };
const LIKES: ExportRow = { type: 'likes' };
const SHARES: ExportRow = { type: 'shares' };
const POSTS: ExportRow = { type: 'posts', order: 'served' };
const OF_A_POST = { own: COMMENTS, likes: LIKES, shares: SHARES };
const OF_A_MEMBER = { own: POSTS, tweets: POSTS };

const target = targetsOf(placeAt);
const withoutFollowers = (one: Target): Target => ({
  ...one,
  refuses: {
    followers: 'LinkedIn shows the followers of a page to those alone who run it, and of a person it says how many there are.',
    following: 'LinkedIn does not show whom somebody follows.',
  },
});

export const TARGETS: readonly Target[] = [
  target(
    'post',
    OF_A_POST,
    [
      'linkedin.com/posts/<author>_<words>-activity-<id>-<code>',
      'linkedin.com/feed/update/urn:li:activity:<id>',
      'linkedin.com/embed/feed/update/urn:li:ugcPost:<id>',
      'linkedin.com/video/live/urn:li:ugcPost:<id>',
    ],
    [
      'https://www.linkedin.com/posts/example-company_words-of-a-post-activity-7123456789012345678-AbCd?utm_source=share',
      'https://de.linkedin.com/posts/somebody_words-ugcPost-7123456789012345678-AbCd',
      'https://www.linkedin.com/posts/somebody_activity-7123456789012345678-AbCd',
      'https://www.linkedin.com/feed/update/urn:li:share:7123456789012345678/',
      'https://www.linkedin.com/embed/feed/update/urn:li:ugcPost:7123456789012345678',
      'https://www.linkedin.com/video/live/urn:li:ugcPost:7123456789012345678/',
    ],
  ),
  target(
    'article',
    OF_A_POST,
    ['linkedin.com/pulse/<slug>'],
    [
      'https://www.linkedin.com/pulse/words-of-an-article-somebody-abcde/',
      'https://uk.linkedin.com/pulse/words-of-an-article-somebody?trk=x',
    ],
  ),
  withoutFollowers(
    target(
      'person',
      OF_A_MEMBER,
      ['linkedin.com/in/<person>', 'linkedin.com/in/<person>/recent-activity/all'],
      ['https://www.linkedin.com/in/somebody/recent-activity/all/', 'https://de.linkedin.com/in/somebody'],
    ),
  ),
  withoutFollowers(
    target(
      'company',
      OF_A_MEMBER,
      [
        'linkedin.com/company/<company>',
        'linkedin.com/company/<company>/posts',
        'linkedin.com/school/<school>',
        'linkedin.com/showcase/<page>',
      ],
      [
        'https://www.linkedin.com/company/example-company/posts/?feedView=all',
        'https://www.linkedin.com/company/example-company',
        'https://www.linkedin.com/school/example-school/',
      ],
    ),
  ),
  target(
    'short',
    { ...OF_A_POST, tweets: POSTS },
    ['lnkd.in/<code>', 'lnkd.in/p/<code>'],
    ['https://lnkd.in/eAbCdEfG', 'https://lnkd.in/p/dAbCdEfG'],
  ),
];
