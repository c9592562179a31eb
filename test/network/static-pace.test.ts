import { describe, expect, it } from 'vitest';
import { ceilingAt } from '#core/network/static-pace.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';
import twitter from '#core/platforms/twitter/index.ts';

describe('hosts of files', () => {
  it('do not count against the pace of the platform', async () => {
    await using server = await serve((_incoming, answer) => void answer.end('file'));
    // One request in 1,000 seconds: a second one that waited for its turn would not come in the life of this test.
    const pace = { perSecond: 0.001, concurrency: 1 };
    await using page = await openPage({ config: { pace: 'on' }, platform: { pace, staticHosts: ['127.0.0.1'] } });
    const files = Array.from({ length: 12 }, (_, at) => page.session.fetch({ url: `${server.origin}/chunk-${at}.js` }));
    expect((await Promise.all(files)).map(({ text }) => text)).toEqual(Array.from({ length: 12 }, () => 'file'));
  });

  it('are those that the platform names, and no others', () => {
    const others = ['x.com', 'api.x.com', 'xabs.twimg.com', 'video.twimg.com'];
    expect(others.map((host) => ceilingAt(host, twitter))).toEqual(others.map(() => twitter.pace));
    expect(ceilingAt('abs.twimg.com', twitter).perSecond).toBeGreaterThan(twitter.pace.perSecond * 10);
    expect(ceilingAt('abs.twimg.com:443', twitter)).toEqual(ceilingAt('abs.twimg.com', twitter));
    expect(ceilingAt('a.files.example', { ...twitter, staticHosts: ['.files.example'] })).not.toEqual(twitter.pace);
  });
});
