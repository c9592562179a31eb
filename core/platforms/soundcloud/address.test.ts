import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import soundcloud from '#core/platforms/soundcloud/index.ts';
import { chooseFor } from '#test/platforms/read-all.ts';
import { TRACK, USER } from '#core/platforms/soundcloud/simulator/wire-forms.ts';

describe('the URLs of SoundCloud', () => {
  it.each([
    [TRACK, 'track', 'comments'],
    [`${TRACK}?si=x&utm_source=y#t=1`, 'track', 'comments'],
    ['https://m.soundcloud.com/some-body/a-track/comments', 'track', 'comments'],
    [`${TRACK}/s-AbC12`, 'track', 'comments'],
    ['https://api.soundcloud.com/tracks/123', 'track', 'comments'],
    ['https://api.soundcloud.com/tracks/soundcloud%3Atracks%3A123', 'track', 'comments'],
    ['https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123&color=x', 'track', 'comments'],
    ['https://on.soundcloud.com/AbC123', 'shortLink', 'comments'],
    [`${TRACK}/likes`, 'trackLikes', 'likes'],
    [`${TRACK}/reposts`, 'trackReposts', 'shares'],
    [USER, 'user', 'posts'],
    [`${USER}/tracks`, 'user', 'posts'],
    ['https://api.soundcloud.com/users/30854092', 'user', 'posts'],
    [`${USER}/followers`, 'userFollowers', 'followers'],
    [`${USER}/following`, 'userFollowing', 'following'],
    [`${USER}/likes`, 'userLikes', 'likes'],
  ])('%s is claimed', (url, target, type) => {
    expect(soundcloud.targets.filter((candidate) => candidate.match(parsePastedUrl(url))).map((claim) => claim.name)).toEqual([target]);
    expect(chooseFor(soundcloud, url).type).toBe(type);
  });

  it.each(['sets', 'albums', 'reposts', 'comments', 'popular-tracks'])(
    'of a user the tab %s is refused, unless an option says what to read',
    (tab) => {
      expect(() => chooseFor(soundcloud, `${USER}/${tab}`)).toThrow('no row');
      expect(chooseFor(soundcloud, `${USER}/${tab}`, { followers: true }).type).toBe('followers');
    },
  );

  it('refuses a set whatever is asked for', () => {
    expect(() => chooseFor(soundcloud, `${USER}/sets/name`)).toThrow('no row');
    expect(() => chooseFor(soundcloud, `${USER}/sets/name`, { likes: true })).toThrow('no row');
  });

  it('lets an option win over the tab', () => {
    expect(chooseFor(soundcloud, `${USER}/likes`, { following: true }).type).toBe('following');
    expect(chooseFor(soundcloud, `${TRACK}/likes`, { shares: true }).type).toBe('shares');
  });

  it.each([
    'https://soundcloud.com/',
    'https://soundcloud.com/discover',
    'https://soundcloud.com/search/sounds?q=x',
    `${TRACK}/recommended`,
    'https://api.soundcloud.com/playlists/1',
    'https://w.soundcloud.com/player/?url=https%3A//example.org/tracks/1',
    'https://soundcloud.com.evil.org/a/b',
    'https://notsoundcloud.com/a/b',
  ])('%s is not', (url) => expect(soundcloud.targets.filter((target) => target.match(parsePastedUrl(url)))).toEqual([]));
});
