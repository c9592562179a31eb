import { describe, expect, it } from 'vitest';
import type { CommentdockError } from '#core/contract/error.ts';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import { createTargetLaw } from '#core/network/targets/target-law.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';

const registry = await loadPlatforms();

/** Addresses as people paste them, of sites that run software of anybody's, by the platform that has them; and of sites that nobody has. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'discourse topic': [
    'https://users.rust-lang.org/t/whats-everyone-working-on-this-week/12345',
    'https://internals.rust-lang.org/t/pre-rfc-something/20123/45',
    'https://discuss.python.org/t/pep-703-making-the-global-interpreter-lock-optional/22606/9?u=somebody',
    'https://community.openai.com/t/api-key-not-working/29815',
    'https://forum.obsidian.md/t/mobile-app-roadmap/1234/2',
    'https://forums.swift.org/t/se-0296-async-await/42605',
    'https://discuss.pytorch.org/t/out-of-memory/3281/4',
    'https://community.letsencrypt.org/t/rate-limits/6729',
    'https://discourse.mozilla.org/t/contribute/10#post_3',
    'https://discourse.nixos.org/t/what-is-a-flake/1234?page=2',
    'https://forum.gitlab.com/t/runner-offline/987',
    'https://community.home-assistant.io/t/zigbee2mqtt-getting-rid/52917/1500',
    'https://elixirforum.com/t/phoenix-1-8-released/70000',
    'https://discuss.kotlinlang.org/t/coroutines/555',
    'https://discourse.ubuntu.com/t/noble-numbat-release-notes/39890',
    'https://community.cloudflare.com/t/error-522/42325',
    'https://discourse.julialang.org/t/ann-julia-1-11/5000/3',
    'https://forum.arduino.cc/t/how-to-get-the-best-out-of-this-forum/679966',
    'https://devtalk.blender.org/t/grease-pencil-3/29000',
    'https://discourse.llvm.org/t/rfc-opaque-pointers/58000',
    'https://community.fly.io/t/volumes/1111',
    'https://forum.manjaro.org/t/stable-update/171717/2',
    'https://boards.straightdope.com/t/why-is-the-sky-blue/900000',
    'https://discuss.elastic.co/t/welcome/1',
    'https://forum.example.net/t/12345',
    'https://some-forum.example.net/community/t/welcome/7/2',
  ],
  'discourse category': [
    'https://meta.discourse.org/c/bug/1',
    'https://users.rust-lang.org/c/help/5',
    'https://discuss.python.org/c/ideas/6/l/latest',
    'https://community.home-assistant.io/c/configuration/11/none',
    'https://discourse.ubuntu.com/c/desktop/flavours/158',
    'https://forum.obsidian.md/c/resources/13/all',
    'https://some-forum.example.net/forum/c/general/4',
  ],
  'peertube video': [
    'https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv',
    'https://tilvids.com/w/1fUVYqbWYmKgHqZPPMnrmE;threadId=55',
    'https://video.blender.org/w/264ff760-803e-430e-8d81-15648e904183',
    'https://tube.tchncs.de/videos/watch/d34ea5a7-f7a7-4f0f-8f1b-3a1d1c9a2b3c?start=10s',
    'https://makertube.net/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'https://diode.zone/videos/watch/1234',
    'https://spectra.video/w/4q9kWRjxSY2BAqkKNt3qqZ?subtitle=fr',
  ],
  'peertube account': [
    'https://framatube.org/a/framasoft/videos',
    'https://tilvids.com/a/thelinuxexperiment',
    'https://video.blender.org/accounts/blender/video-channels',
    'https://makertube.net/a/somebody@framatube.org',
  ],
  'peertube channel': [
    'https://tilvids.com/c/thelinuxexperiment_channel/videos',
    'https://framatube.org/c/bf54d359-cfad-4935-9d45-9d6be93f63e8/video-playlists',
    'https://video.blender.org/video-channels/blender_open_movies/videos',
  ],
  'wordpress hosted': [
    'https://terrytao.wordpress.com/2009/01/30/the-first-post/',
    'https://gowers.wordpress.com/2012/01/21/elsevier-my-part-in-its-downfall/#comment-20000',
    'https://johncarlosbaez.wordpress.com/2020/05/03/some-words/comment-page-2/',
    'https://some-body.wordpress.com/2020/01/02/some-words/',
  ],
  'wordpress post': [
    'https://ma.tt/2024/10/on-dhh/#comment-600000',
    'https://krebsonsecurity.com/2024/11/some-words/',
    'https://9to5mac.com/2024/10/10/some-words/',
    'https://techcrunch.com/2024/11/25/some-words/?utm_source=x',
    'https://petapixel.com/2024/11/25/some-words/amp/',
    'https://www.schneier.com/blog/archives/2024/11/some-words.html#comment-444444',
    'https://daringfireball.net/2024/11/some_words',
    'https://kottke.org/24/11/some-words#comment-12',
    'https://simonwillison.example.net/?p=1234',
    'https://www.some-blog.example.net/blog/?page_id=12',
    'https://some-blog.example.net/?lang=de&p=77#comments',
    'https://crookedtimber.org/2024/11/20/some-words/comment-page-3/#comment-830000',
    'https://statmodeling.stat.columbia.edu/2024/11/20/some-words/',
    'https://languagelog.ldc.upenn.edu/nll/?p=66666',
    'https://scottaaronson.blog/?p=8000#comment-1990000',
    'https://www.overcomingbias.com/2006/11/some-words.html',
    'https://slatestarcodex.com/2014/07/30/meditations-on-moloch/',
    'https://www.raspberrypi.com/news/some-words/#comment-1600000',
    'https://hackaday.com/2024/11/25/some-words/#comment-8066666',
    'https://forum.example.net/viewtopic.php?p=123',
  ],
  'pixelfed post': ['https://pixelfed.social/p/dansup/1234567890123456', 'https://pixel.example.net/p/some.body/987654321098765432'],
  'pixelfed remote': ['https://pixel.example.net/i/web/post/987654321098765432'],
  'pixelfed profile': ['https://pixel.example.net/i/web/profile/987654321098765432'],
  'disqus article': [
    'https://www.purseblog.com/louis-vuitton/some-words/#disqus_thread',
    'https://some-blog.example.net/2016/some-words/#disqus_thread',
    'https://some-blog.example.net/?p=7#disqus_thread',
  ],
  'lemmy post': ['https://lemmy.world/post/1234567', 'https://lemmy.ml/post/12', 'https://programming.dev/post/99'],
  'lemmy comment': ['https://feddit.org/post/12/34#comment-34', 'https://lemmy.world/comment/55'],
  'lemmy community': [
    'https://lemmy.world/c/technology',
    'https://sh.itjust.works/c/cats@lemmy.world',
    'https://framatube.example.net/c/joinpeertube',
  ],
  'lemmy user': ['https://lemmy.world/u/somebody'],
  'mastodon status': ['https://hachyderm.io/@somebody/109294719267373593', 'https://chaos.social/users/somebody/statuses/12'],
  'mastodon profile': ['https://mas.to/@somebody', 'https://chaos.social/users/somebody'],
  nobody: [
    'https://example.com/',
    'https://example.com/page',
    'https://www.gnu.org/software/emacs/',
    'https://blog.cloudflare.com/some-words/',
    'https://wordpress.org/news/2024/11/some-words/',
    'https://some-blog.example.net/some-words/',
    'https://some-blog.example.net/2024/11/',
    'https://some-blog.example.net/category/news/',
    'https://some-blog.example.net/archives/60',
    'https://www.theverge.com/2024/11/25/24305555/some-words',
    'https://forum.example.net/viewtopic.php?t=123',
    'https://forum.example.net/showthread.php?123-some-words',
    'https://forum.example.net/threads/some-words.123/',
    'https://forum.example.net/topic/123-some-words/',
    'https://meta.discourse.org/latest',
    'https://meta.discourse.org/tag/faq',
    'https://meta.discourse.org/u/somebody',
    'https://meta.discourse.org/?p=12',
    'https://meta.discourse.org/p/12',
    'https://framatube.org/w/p/kkGMgK9ZtnKfYAgnEtQxbv',
    'https://framatube.org/videos/trending',
    'https://framatube.org/a/framasoft/about',
    'https://tilvids.com/videos/watch/playlist/12',
    'https://terrytao.wordpress.com/about/',
    'https://www.youtube.com/?p=12',
    'https://www.youtube.com/2024/11/some-words/',
    'https://www.reddit.com/#comment-12',
    'https://store.steampowered.com/t/some-words/12',
    'https://www.imdb.com/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'https://en.wikipedia.org/?p=12',
    'https://en.wikipedia.org/wiki/Special:RecentChanges#comment-12',
  ],
};

const ROWS = Object.entries(ADDRESSES).flatMap(([whose, urls]) => urls.map((url) => [url, whose] as const));

function claimOf(url: string): string {
  try {
    const { platform, target } = registry.claim(url);
    return `${platform.id} ${target.name}`;
  } catch (error) {
    const { code } = error as CommentdockError;
    return code === 'INVALID_URL' ? 'nobody' : code;
  }
}

describe('an address of a host that anybody may have', () => {
  it('is looked at in more than a hundred forms', () => expect(new Set(ROWS.map(([url]) => url)).size).toBeGreaterThan(100));

  it.each(ROWS)('%s: %s', (url, whose) => expect(claimOf(url)).toBe(whose));

  it('is the root of a site with WordPress only where its posts are asked for', () => {
    const root = 'https://some-blog.example.net/';
    expect(registry.choose(root, { tweets: true }).platform.id).toBe('wordpress');
    for (const options of [{}, { likes: true }, { replies: true }])
      expect(() => registry.choose(root, options)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
    for (const url of ['https://www.youtube.com/', 'https://meta.discourse.org/', 'https://some-blog.example.net/blog/'])
      expect(() => registry.choose(url, { tweets: true })).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
  });
});

/** Answers of a public host that name one inside a network as the place where the rest is. */
const LEADING_INSIDE: readonly (readonly [string, FakeExchange])[] = [
  [
    'https://some-blog.example.net/2016/some-words/',
    { match: 'some-words', headers: { link: '<https://192.168.0.1/wp-json/>; rel="https://api.w.org/"' }, body: '<body class="postid-7">' },
  ],
  [
    'https://some-tube.example.net/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    { match: '/api/v1/', status: 403, body: { status: 403, originUrl: 'https://router.local/videos/watch/12' } },
  ],
];

it.each(LEADING_INSIDE)('%s leads nowhere inside a network', async (url, exchange) => {
  const { platform, target } = registry.choose(url, {});
  const guard = createTargetGuard({ allowedInnerHosts: null });
  const session = new FakeSession([exchange], { law: createTargetLaw(platform, platform.pastedHosts?.(target.params) ?? [], guard) });
  const [first] = platform.start(target, session.options);
  await expect(platform.fetchPage(first?.cursor ?? null, session)).rejects.toMatchObject({ code: 'NETWORK' });
  expect(new Set(session.urls.map((asked) => new URL(asked).host))).toEqual(new Set([new URL(url).host]));
});
