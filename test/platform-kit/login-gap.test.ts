import { expect, it } from 'vitest';
import { reviewsBehindLogin } from '#core/platform-kit/login-gap.ts';

const missing = (hasCookies: boolean, count: number) => reviewsBehindLogin({ hasCookies }, { site: 'The site', page: 3, missing: count });

it('asks for a login where there was none', () => {
  expect(missing(false, 12)).toEqual({ cause: 'login', count: 12, note: expect.stringMatching(/from page 3 on, only after a login/) });
});

it('leaves it at that where there was one', () => {
  expect(missing(true, 12)).toEqual({ cause: 'notServed', count: 12, note: expect.stringMatching(/from page 3 on, also with/) });
});

it('counts nothing where nobody knows', () => {
  expect(missing(false, -5).count).toBe(0);
});
