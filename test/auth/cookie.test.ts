import { describe, expect, it } from 'vitest';
import { cookieOf, setCookie } from '#core/auth/cookie.ts';

const LOCAL = 'http://127.0.0.1:4780';
const PUBLIC = 'https://comments.example.org';
const TERMS = { sameSite: 'Strict', lifetimeMs: 3_600_000 } as const;

describe('a cookie of ours', () => {
  it.each([
    ['alone', 'pass_4780=abc', 'abc'],
    ['among others', 'theme=dark; pass_4780=abc; pass=no', 'abc'],
    ['without blanks', 'theme=dark;pass_4780=abc', 'abc'],
    ['that of another port', 'pass_4781=abc', null],
    ['empty', 'pass_4780=', null],
    ['empty and once more', 'pass_4780=; pass_4780=abc', 'abc'],
    ['no pair', 'pass_4780', null],
    ['no header', undefined, null],
  ])('is read: %s', (_what, header, expected) => {
    expect(cookieOf(header, 'pass', LOCAL)).toBe(expected);
  });

  it('is one of the very host where TLS is spoken, and of its port', () => {
    expect(cookieOf('pass_443=a; __Host-pass_443=b', 'pass', PUBLIC)).toBe('b');
    expect(cookieOf('__Host-pass_443=b', 'pass', `${PUBLIC}:8443`)).toBeNull();
    expect(cookieOf('pass_80=c', 'pass', 'http://localhost')).toBe('c');
  });

  it('is out of reach of scripts, lasts as long as it is to, and ends', () => {
    expect(setCookie('pass', 'abc', { origin: LOCAL, ...TERMS })).toBe('pass_4780=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600');
    expect(setCookie('pass', null, { origin: PUBLIC, ...TERMS, sameSite: 'Lax' })).toBe(
      '__Host-pass_443=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
    );
  });
});
