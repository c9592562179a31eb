import { describe, expect, it } from 'vitest';
import { leadOfShortLink, paramsOfShortLink } from '#core/platform-kit/short-link.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';

const hop = (match: string, location: string) => ({ match, status: 302, headers: { location } });
const read = (url: { host: string; path: string }) => (url.host === 'place.example' ? url.path : null);

describe('a short link', () => {
  it('is followed to the address that is known, which is not asked for', async () => {
    const session = new FakeSession([hop('s.example/a', '/b'), hop('s.example/b', 'https://www.place.example/x%20y')]);
    expect(await leadOfShortLink(session, 'https://s.example/a', read)).toBe('/x y');
    expect(session.urls).toEqual(['https://s.example/a', 'https://s.example/b']);
  });

  it('leads nowhere where nothing known is met, or in a circle', async () => {
    expect(await leadOfShortLink(new FakeSession([{ match: /./, body: 'a page' }]), 'https://s.example/a', read)).toBeNull();
    expect(await leadOfShortLink(new FakeSession([hop('s.example', 'https://s.example/a')]), 'https://s.example/a', read)).toBeNull();
    expect(await leadOfShortLink(new FakeSession([hop('s.example', 'http://[')]), 'https://s.example/a', read)).toBeNull();
  });

  it('may lead into an app, which only a platform knows', async () => {
    const intoApp = () => new FakeSession([hop('s.example', 'grown://place.example/x')]);
    expect(await leadOfShortLink(intoApp(), 'https://s.example/a', read)).toBe('/x');
    const session = intoApp();
    expect(await leadOfShortLink(session, 'https://s.example/a', () => null)).toBeNull();
    expect(session.urls).toEqual(['https://s.example/a']);
  });

  it('may lead on by a script in a page', async () => {
    const session = new FakeSession([{ match: 's.example', body: "<script>var url = 'https://place.example/there'</script>" }]);
    const leadIn = (html: string) => /url = '([^']+)'/.exec(html)?.[1] ?? null;
    expect(await leadOfShortLink(session, 'https://s.example/a', read, leadIn)).toBe('/there');
    expect(await leadOfShortLink(new FakeSession([{ match: '', body: 'x' }]), 'https://s.example/a', read, leadIn)).toBeNull();
  });

  it('that is gone is said by its own answer', async () => {
    await expect(leadOfShortLink(new FakeSession([]), 'https://s.example/a', read)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('gives the parameters of what it leads to, over other short links', async () => {
    const placeAt = ({ host, segments: [kind = '', id = ''] }: { host: string; segments: readonly string[] }) =>
      host === 'place.example' ? { kind: kind === 's' ? 'short' : kind, params: { id } } : null;
    const ask = (to: string) =>
      paramsOfShortLink(
        new FakeSession([hop('s.example', 'https://place.example/s/1'), hop('/s/1', to)]),
        'https://s.example/a',
        placeAt,
        'thing',
      );
    expect(await ask('/thing/7')).toEqual({ id: '7' });
    await expect(ask('https://elsewhere.example/')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
