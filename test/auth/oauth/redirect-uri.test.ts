import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopbackRedirect, isRedirectUri, matchesRedirectUri, redirectTo } from '#core/auth/oauth/redirect-uri.ts';

const pieces = fc.constantFrom(
  'http:',
  'https:',
  '//',
  '/',
  '\\',
  '127.0.0.1',
  'localhost',
  'evil.example',
  '@',
  ':',
  ':80',
  '.',
  '?',
  '#',
  'a',
  '%2f',
  ' ',
  '\t',
);
const uris = fc.oneof(
  fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join('')),
  fc.array(pieces, { maxLength: 5 }).map((parts) => `http://127.0.0.1${parts.join('')}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string(),
);

describe('redirect URIs', () => {
  it('lead to https, or to this machine, as browsers read them', () => {
    fc.assert(
      fc.property(uris, (uri) => {
        if (!isRedirectUri(uri)) return;
        const { protocol, hostname, username, hash } = new URL(uri);
        expect([username, hash]).toEqual(['', '']);
        if (protocol === 'http:') expect(['127.0.0.1', 'localhost']).toContain(hostname);
        else expect(protocol).toBe('https:');
        expect(isLoopbackRedirect(uri)).toBe(protocol === 'http:');
      }),
      { numRuns: 5_000 },
    );
  });

  it('match what was registered, or that with another port of this machine', () => {
    fc.assert(
      fc.property(uris, uris, (registered, asked) => {
        if (!isRedirectUri(registered) || !matchesRedirectUri(asked, [registered]) || asked === registered) return;
        const [left, right] = [new URL(registered), new URL(asked)];
        expect([left.protocol, left.hostname]).toEqual(['http:', right.hostname]);
        left.port = right.port;
        expect(right.href).toBe(left.href);
      }),
      { numRuns: 5_000 },
    );
    fc.assert(
      fc.property(fc.nat(65_535), fc.nat(65_535), fc.webPath(), (first, second, path) => {
        const at = (port: number): string => `http://127.0.0.1:${port}${path}`;
        expect(matchesRedirectUri(at(first), [at(second)])).toBe(isRedirectUri(at(first)));
      }),
    );
  });

  it('carry the answer behind what they have', () => {
    expect(redirectTo('https://a.example/cb', { code: 'x y' })).toBe('https://a.example/cb?code=x+y');
    expect(redirectTo('https://a.example/cb?', { code: 'x' })).toBe('https://a.example/cb?code=x');
    expect(redirectTo('https://a.example/cb?a=%20', { code: 'x' })).toBe('https://a.example/cb?a=%20&code=x');
    fc.assert(
      fc.property(uris.filter(isRedirectUri), fc.string(), (uri, state) => {
        const answer = new URL(redirectTo(uri, { state, iss: 'http://127.0.0.1:4780' }));
        expect(answer.searchParams.getAll('state').at(-1)).toBe(state.toWellFormed());
        expect(answer.origin).toBe(new URL(uri).origin);
      }),
    );
  });
});
