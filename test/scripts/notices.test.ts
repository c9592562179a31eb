import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NOTICES_FILE, noticesPage, refusedPackages, shippedPackages } from '../../scripts/notices.ts';

it('lists every shipped package with its licence', () => {
  const shipped = shippedPackages();
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['undici', 'eld', 'better-sqlite3']));
  expect(shipped.map(({ name }) => name)).not.toContain('vader-sentiment');
});

it('uses no package, shipped or not, whose licence nobody has allowed', () => {
  expect(refusedPackages()).toEqual([]);
});

it('is up to date: npm run notices', () => {
  expect(readFileSync(NOTICES_FILE, 'utf8')).toBe(noticesPage());
});
