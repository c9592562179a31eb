import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALLOWED_LICENCES, NOTICES_FILE, noticesPage, shippedPackages } from '../../scripts/notices.ts';

it('lists every shipped package with a licence that lets us ship it', () => {
  const shipped = shippedPackages();
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['undici', 'eld', 'better-sqlite3']));
  expect(shipped.map(({ name }) => name)).not.toContain('vader-sentiment');
  const refused = shipped.filter(({ licence }) => licence.split(', ').some((each) => !ALLOWED_LICENCES.includes(each)));
  expect(refused).toEqual([]);
});

it('is up to date: npm run notices', () => {
  expect(readFileSync(NOTICES_FILE, 'utf8')).toBe(noticesPage());
});
