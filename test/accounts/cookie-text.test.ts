import { describe, expect, it } from 'vitest';
import { parseCookies } from '#core/accounts/cookie-text.ts';

const SITE = { domain: 'example.org', hostOnly: false, path: '/', httpOnly: false, expiresAt: 4_000_000_000 };

describe('cookies in a text', () => {
  it("come in Netscape's form, with what each line says", () => {
    const lines = [
      '# Netscape HTTP Cookie File',
      '.example.org\tTRUE\t/\tTRUE\t4000000000\ta\t1',
      '#HttpOnly_www.example.org\tFALSE\t/in\tTRUE\t0\tb\tx=y',
      'no cookie at all',
    ];
    expect(parseCookies(lines.join('\r\n'))).toEqual([
      { ...SITE, name: 'a', value: '1' },
      { name: 'b', value: 'x=y', domain: 'www.example.org', hostOnly: true, path: '/in', httpOnly: true, expiresAt: null },
    ]);
  });

  it.each([
    [
      'EditThisCookie',
      [
        {
          domain: '.example.org',
          expirationDate: 4e9,
          hostOnly: false,
          httpOnly: false,
          name: 'a',
          path: '/',
          sameSite: 'no_restriction',
          session: false,
          storeId: '0',
          value: '1',
          id: 1,
        },
      ],
      { sameSite: 'None' },
    ],
    [
      'Cookie-Editor',
      [
        {
          domain: '.example.org',
          expirationDate: 4e9,
          hostOnly: false,
          httpOnly: false,
          name: 'a',
          path: '/',
          sameSite: 'lax',
          secure: true,
          value: '1',
        },
      ],
      { sameSite: 'Lax' },
    ],
    ['Get cookies.txt', [{ domain: '.example.org', expirationDate: 4e9, name: 'a', path: '/', sameSite: 'unspecified', value: '1' }], {}],
    [
      'a state of Playwright',
      {
        cookies: [
          { name: 'a', value: '1', domain: '.example.org', path: '/', expires: 4e9, httpOnly: false, secure: true, sameSite: 'Strict' },
        ],
        origins: [],
      },
      { sameSite: 'Strict' },
    ],
    [
      'Cookie Quick Manager',
      [
        {
          'Host raw': 'https://.example.org/',
          'Name raw': 'a',
          'Path raw': '/',
          'Content raw': '1',
          'Expires raw': '4000000000',
          'HTTP only raw': 'false',
        },
      ],
      {},
    ],
    ['milliseconds', [{ domain: '.example.org', name: 'a', value: '1', expirationDate: 4e12 }], {}],
  ])('come as the JSON of %s', (_tool, json, more) => {
    expect(parseCookies(JSON.stringify(json))).toEqual([{ ...SITE, name: 'a', value: '1', ...more }]);
  });

  it('of a session have no expiry, and of a host alone stay there', () => {
    const [cookie] = parseCookies('[{"name":"a","value":"1","domain":"www.Example.org","expires":-1}]');
    expect(cookie).toMatchObject({ domain: 'www.example.org', hostOnly: true, expiresAt: null });
  });

  it.each(['a=1; b=2=3', 'Cookie: a=1; b=2=3;', '{"a":"1","b":"2=3"}'])('come without a site: %s', (text) => {
    expect(parseCookies(text).map(({ name, value, domain }) => [name, value, domain])).toEqual([
      ['a', '1', null],
      ['b', '2=3', null],
    ]);
  });

  it.each(['', 'some words', '[', '[]', '{"a":1}', 'a=1\nb=2', '<html>a=b</html>', '[{"value":"1"}]'])('are none in %j', (text) => {
    expect(parseCookies(text)).toEqual([]);
  });
});
