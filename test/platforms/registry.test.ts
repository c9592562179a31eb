import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { factsOf, type Target } from '#core/platform-api/define.ts';
import { loadPlatforms, platformRegistry, type PlatformRegistry } from '#core/platforms/registry.ts';
import { FAKE_PLATFORMS, fakeRegistry, fediverse, marketplace, tubular } from '#test/operations/fake-platforms.ts';

function refused(registry: PlatformRegistry, url: string): CommentdockError {
  try {
    const { platform } = registry.claim(url);
    throw new Error(`${url} was claimed by ${platform.id}`);
  } catch (error) {
    if (error instanceof CommentdockError) return error;
    throw error;
  }
}

describe('claiming a URL', () => {
  const all = platformRegistry(FAKE_PLATFORMS);

  it.each([
    ['https://www.tubular.com/watch/abc', 'tubular'],
    ['tubular.com/watch/abc?utm_source=x#y', 'tubular'],
    ['HTTP://M.TUBULAR.COM/watch/abc', 'tubular'],
    ['https://somewhere.social/@somebody', 'a_fediverse'],
    ['https://somewhere.social/watch/abc', 'a_fediverse'],
    ['https://fediverse.example/@somebody', 'a_fediverse'],
  ])('%s belongs to %s', (url, id) => {
    expect(all.claim(url).platform.id).toBe(id);
  });

  it('does not give a host with a platform of its own to one that takes any host', () => {
    expect(refused(all, 'https://tubular.com/@somebody')).toMatchObject({
      code: 'INVALID_URL',
      message: expect.stringContaining('Tubular has no export for this kind of URL. Paste one like: tubular.com/watch/<id>'),
    });
  });

  it('gives an address of any host to the platform whose turn comes first', () => {
    const late = { ...fediverse, id: 'a_late_one', turn: 1 };
    expect(platformRegistry([late, fediverse]).claim('https://somewhere.social/@somebody').platform.id).toBe('a_fediverse');
    expect(platformRegistry([late]).claim('https://somewhere.social/@somebody').platform.id).toBe('a_late_one');
  });

  it('leaves an address that says too little to whoever asks for what it has', () => {
    const targets = tubular.targets.map((target) => ({ ...target, whenAsked: true as const }));
    const registry = platformRegistry([{ ...tubular, targets }]);
    const video = 'https://tubular.com/watch/abc';
    expect(refused(registry, video)).toMatchObject({ code: 'INVALID_URL' });
    for (const options of [{}, { tweets: true }])
      expect(() => registry.choose(video, options)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
    expect(registry.choose(video, { live: true }).target).toMatchObject({ target: 'video', type: 'live_chat' });
  });

  it('refuses two platforms with one id', () => {
    expect(() => platformRegistry([tubular, tubular])).toThrow('share an id');
  });
});

describe('URLs that nobody takes', () => {
  const registry = fakeRegistry();

  it.each([
    ['https://nottubular.com/watch/abc', 'Did you mean tubular.com?'],
    ['https://tubular.com.evil.org/watch/abc', 'Did you mean tubular.com?'],
    ['https://evil.org/tubular.com/watch/abc', 'lists the sites that are'],
    ['https://evil.org/?u=https://tubular.com/watch/abc', 'lists the sites that are'],
    ['https://tubular.com@evil.org/watch/abc', 'lists the sites that are'],
    ['https://tubluar.com/watch/abc', 'Did you mean tubular.com?'],
    ['https://tubular.co/watch/abc', 'Did you mean tubular.com?'],
    ['https://nowhere.example/', 'The site nowhere.example is not supported.'],
    ['https://tubular.com/about', 'Tubular has no export for this kind of URL.'],
    ['not a url', '"not a url" is not a URL.'],
    ['', '"" is not a URL.'],
    [`https://tubular.com/watch/${'a'.repeat(70_000)}`, 'An address has at most 65536 characters; this text has 70026.'],
    ['javascript:alert(1)', 'is not a URL.'],
    ['ftp://tubular.com/watch/abc', 'is not a URL.'],
  ])('%s: %s', (url, words) => {
    expect(refused(registry, url)).toMatchObject({ code: 'INVALID_URL', status: 400, message: expect.stringContaining(words) });
  });
});

describe('choosing what to export', () => {
  const registry = fakeRegistry([tubular, marketplace, fediverse]);
  const video = 'https://tubular.com/watch/abc';

  it.each([
    [{}, 'own', 'comments'],
    [{ live: true }, 'live', 'live_chat'],
    [{ live: true, likes: true }, 'likes', 'likes'],
    [{ live: false, followers: false }, 'own', 'comments'],
    [{ tweets: true }, 'own', 'comments'],
    [{ tweets: true, live: true }, 'live', 'live_chat'],
  ] as const)('%j: %s', (options, selector, type) => {
    expect(registry.choose(video, options).target).toEqual({ target: 'video', params: { key: 'abc' }, type, selector, url: video });
  });

  it.each([
    [video, { followers: true }, 'Tubular gives no followers'],
    [video, { followers: true, live: true }, 'Tubular gives no followers'],
    [video, { facebookAds: true, advanced: true }, 'Tubular gives no facebookAds, advanced'],
    ['https://tubular.com/channel/abc/live', {}, 'This Tubular URL needs an option'],
    ['https://tubular.com/channel/abc/live', { tweets: true }, 'This Tubular URL needs an option'],
  ])('%s with %j is refused', (url, options, words) => {
    expect(() => registry.choose(url, options)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining(words) }),
    );
  });
});

describe('the platforms of this house', async () => {
  const registry = await loadPlatforms();
  const examples = registry.all.flatMap((platform) =>
    platform.targets.flatMap((target) => target.examples.map((example) => ({ platform, target, example }))),
  );

  it('are there, each under its id', () => {
    expect(registry.all.length).toBeGreaterThan(0);
    for (const platform of registry.all) expect(registry.find(platform.id)).toBe(platform);
  });

  it('claim their own examples', () => {
    const byThemselves = examples.filter(({ target }) => target.whenAsked !== true);
    for (const { target, example } of byThemselves) expect(registry.claim(example).target, example).toBe(target);
  });

  it.each([
    ['@durov', 'telegram', 'tg://resolve?domain=durov'],
    [' tg://resolve?domain=durov&post=142', 'telegram', 'tg://resolve?domain=durov&post=142'],
    ['LBRY://@Somebody#c/a-video#4', 'odysee', 'https://odysee.com/@Somebody:c/a-video:4'],
    ['market://details?id=com.example.app', 'playstore', 'market://details?id=com.example.app'],
    ['itms-apps://itunes.apple.com/app/id12', 'appstore', 'itms-apps://itunes.apple.com/app/id12'],
    ['discord://-/channels/1/2', 'discord', 'discord://-/channels/1/2'],
    ['disqus:https://blog.example.org/a-post/', 'disqus', 'disqus:https://blog.example.org/a-post/'],
    ['ms-windows-store://pdp/?ProductId=9WZDNCRFJ3TJ', 'microsoft_store', 'ms-windows-store://pdp/?ProductId=9WZDNCRFJ3TJ'],
  ])('read %s as %s writes it', (text, id, url) => {
    const { platform, target } = registry.choose(text, {});
    expect([platform.id, target.url]).toEqual([id, url]);
    // Whichever of them are there: how the others write is known all the same.
    const some = platformRegistry([platform], registry.all.map(factsOf));
    expect(some.choose(text, {}).target).toEqual(target);
  });

  it('have one place at most where words are looked for', () => {
    expect(registry.all.filter(({ searchesAt }) => searchesAt !== undefined).map(({ id }) => id)).toEqual(['google_search']);
  });

  it('look for words that are no address where an advanced search is asked for', () => {
    const { platform, target } = registry.choose(' C++ "exact phrase" site:example.org ', { advanced: true });
    expect([platform.id, target.type, target.selector]).toEqual(['google_search', 'results', 'advanced']);
    expect(new URL(target.url).searchParams.get('q')).toBe('C++ "exact phrase" site:example.org');
    expect(refused(registry, 'two words')).toMatchObject({ code: 'INVALID_URL' });
    expect(() => registry.choose(' ', { advanced: true })).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
  });

  it('claim no host that merely looks like theirs', () => {
    const onHost = (example: string, host: string): string => example.replace(new URL(example).hostname, host);
    const takesAnyHost = (target: Target): boolean =>
      target.examples.some((example) => target.match(parsePastedUrl(onHost(example, 'any-host.invalid'), registry.all)) !== null);
    for (const { platform, target, example } of examples.filter(({ example }) => example.startsWith('http'))) {
      if (takesAnyHost(target)) continue;
      const { hostname } = new URL(example);
      const named = platform.targets.filter((candidate) => !takesAnyHost(candidate));
      const misnamed = hostname.replace(/[^.]+\.[^.]+$/, 'not$&');
      for (const lookalike of [misnamed, `${hostname}.evil.org`, `${hostname}@evil.org`, `evil.org/${hostname}`]) {
        const url = onHost(example, lookalike);
        expect(
          named.map((candidate) => candidate.match(parsePastedUrl(url, registry.all))),
          url,
        ).toEqual(named.map(() => null));
      }
    }
  });
});
