import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { openCookies, withinDomains } from '#core/network/cookies.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';

const SITE = new URL('https://www.example.org/a');

function names(header: string | undefined): string[] {
  return (header ?? '')
    .split('; ')
    .filter((pair) => pair !== '')
    .sort();
}

describe('cookies of a saved account', () => {
  const plain = { value: 'v', domain: 'example.org', hostOnly: false, path: '/', httpOnly: true, expiresAt: 4_000_000_000 };

  it('go where the browser sent them, over TLS only', () => {
    const saved = [
      { ...plain, name: 'shared' },
      { ...plain, name: 'own', domain: 'www.example.org', hostOnly: true },
      { ...plain, name: 'below', path: '/account' },
      { ...plain, name: 'session', expiresAt: null, sameSite: 'Lax' as const },
      { ...plain, name: 'anywhere', domain: null },
    ];
    const cookies = openCookies({}, { domains: ['.example.org', 'other.net'], saved });
    expect(cookies.wereGiven).toBe(true);
    expect(names(cookies.headerFor(SITE, undefined))).toEqual(['anywhere=v', 'own=v', 'session=v', 'shared=v']);
    expect(names(cookies.headerFor(new URL('https://api.example.org/account/x'), undefined))).toEqual([
      'anywhere=v',
      'below=v',
      'session=v',
      'shared=v',
    ]);
    expect(names(cookies.headerFor(new URL('https://other.net/'), undefined))).toEqual(['anywhere=v']);
    expect(cookies.headerFor(new URL('http://www.example.org/'), undefined)).toBeUndefined();
    expect(cookies.headerFor(new URL('https://example.org.evil.net/'), undefined)).toBeUndefined();
    expect(cookies.list().find(({ name }) => name === 'own')).toMatchObject({
      domain: 'www.example.org',
      httpOnly: true,
      expires: 4_000_000_000,
    });
  });

  it('are left out where they cannot be sent, and give way to what an answer sets', () => {
    const saved = [
      { ...plain, name: 'a' },
      { ...plain, name: 'bad', value: 'x; y=z' },
      { ...plain, name: 'b ad', domain: null, value: 'x\r\nevil: 1' },
    ];
    const cookies = openCookies({}, { domains: ['.example.org'], saved });
    cookies.keep('a=new; Domain=example.org; Path=/; Secure', SITE);
    expect(cookies.headerFor(SITE, undefined)).toBe('a=new');
  });
});

describe('cookies of a job', () => {
  it("go to the platform's domains and their subdomains only, over TLS only", () => {
    const cookies = openCookies({ sessionid: 's1', auth_token: 't1' }, { domains: ['.example.org', 'other.net'] });
    expect(names(cookies.headerFor(SITE, undefined))).toEqual(['auth_token=t1', 'sessionid=s1']);
    expect(names(cookies.headerFor(new URL('https://example.org/'), undefined))).toHaveLength(2);
    expect(names(cookies.headerFor(new URL('https://api.other.net/'), undefined))).toHaveLength(2);
    expect(cookies.headerFor(new URL('https://evil-example.org/'), undefined)).toBeUndefined();
    expect(cookies.headerFor(new URL('https://example.org.evil.net/'), undefined)).toBeUndefined();
    expect(cookies.headerFor(new URL('http://www.example.org/'), undefined)).toBeUndefined();
  });

  it("carry the site's own names", () => {
    const cookies = openCookies({ cookie_user: '1', cookie_xs: '2', csrftoken: '3' }, { domains: ['.example.org'] });
    expect(names(cookies.headerFor(SITE, undefined))).toEqual(['c_user=1', 'csrftoken=3', 'xs=2']);
    expect(cookies.valueAt(SITE.href, 'c_user')).toBe('1');
    expect(cookies.valueAt(SITE.href, 'cookie_user')).toBeNull();
    expect(cookies.valueAt('https://other.net/', 'c_user')).toBeNull();
  });

  it("carry the platform's own names where it has some", () => {
    const cookies = openCookies({ sessionid: '1', other: '2' }, { domains: ['.example.org'], aliases: { sessionid: 'site_session' } });
    expect(names(cookies.headerFor(SITE, undefined))).toEqual(['other=2', 'site_session=1']);
  });

  it('are refused where they are more than one value, without saying the value', () => {
    for (const value of ['secret; other=1', 'secret\r\nx-evil: 1', 'sec\u0000ret', 'sec你ret']) {
      const refusal = (): unknown => openCookies({ sessionid: value }, { domains: ['.example.org'] });
      expect(refusal).toThrow(CommentdockError);
      expect(refusal).toThrow(/options\.cookies\.sessionid/);
      expect(refusal).not.toThrow(/sec/);
    }
    expect(() => openCookies({ 'bad name': 'x' }, { domains: ['.example.org'] })).toThrow(CommentdockError);
  });

  it('that are blank count as not given', () => {
    const cookies = openCookies({ sessionid: ' ' }, { domains: ['.example.org'] });
    expect(cookies.wereGiven).toBe(false);
    expect(cookies.headerFor(SITE, undefined)).toBeUndefined();
    expect(openCookies({ sessionid: ' x\n' }, { domains: ['.example.org'] }).headerFor(SITE, undefined)).toBe('sessionid=x');
  });

  it("are merged with the platform's own header, the jar winning on equal names", () => {
    const cookies = openCookies({ sessionid: 'jar' }, { domains: ['.example.org'] });
    expect(names(cookies.headerFor(SITE, 'sessionid=own; consent=YES+1; lang=a=b'))).toEqual([
      'consent=YES+1',
      'lang=a=b',
      'sessionid=jar',
    ]);
    expect(cookies.headerFor(new URL('https://other.net/'), 'a=1')).toBe('a=1');
    expect(openCookies({}, { domains: [] }).headerFor(SITE, 'a=1')).toBe('a=1');
    expect(openCookies({}, { domains: [] }).headerFor(SITE, undefined)).toBeUndefined();
  });
});

describe('cookies of a run', () => {
  it('keeps what answers set, for all its pages and for no other run', async () => {
    const seen: (string | undefined)[] = [];
    await using server = await serve((incoming, answer) => {
      seen.push(incoming.headers.cookie);
      answer.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2; Max-Age=0', 'c=3; Domain=evil.net', '=;;;'] }).end();
    });
    await using page = await openPage();
    await page.session.fetch({ url: server.origin });
    await page.another().session.fetch({ url: server.origin });
    expect(seen).toEqual([undefined, 'a=1']);
    expect(page.session.cookie(server.origin, 'a')).toBe('1');
    expect(page.session.cookie(server.origin, 'c')).toBeNull();
    expect(page.session.hasCookies).toBe(false);
    await using other = await openPage();
    await other.session.fetch({ url: server.origin });
    expect(seen[2]).toBeUndefined();
  });

  it("sends the owner's cookies and lets the site renew them", async () => {
    const seen: (string | undefined)[] = [];
    await using server = await serve((incoming, answer) => {
      seen.push(incoming.headers.cookie);
      answer.writeHead(200, { 'set-cookie': 'sessionid=renewed; Path=/' }).end();
    });
    await using page = await openPage({ cookies: { sessionid: 'given' } });
    expect(page.session.hasCookies).toBe(true);
    await page.session.fetch({ url: server.origin, headers: { Cookie: 'consent=yes' } });
    await page.session.fetch({ url: server.origin });
    expect(seen).toEqual(['consent=yes; sessionid=given', 'sessionid=renewed']);
  });
});

it('cookies stay within the domains that they are given for, and others set none', () => {
  const cookies = withinDomains(openCookies({ session: 'secret' }, { domains: ['.site.example'] }), ['.site.example']);
  const [own, other] = [new URL('https://img.site.example/a.png'), new URL('https://cdn.example/a.png')];
  for (const url of [own, other]) cookies.keep('visitor=1; Path=/', url);
  expect(cookies.headerFor(own, undefined)).toBe('session=secret; visitor=1');
  expect(cookies.headerFor(other, undefined)).toBeUndefined();
  expect(cookies.headerFor(new URL('https://notsite.example/a.png'), undefined)).toBeUndefined();
});
