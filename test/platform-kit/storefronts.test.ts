import { expect, it } from 'vitest';
import { isBefore } from '#core/platform-kit/dates.ts';
import { countriesOf, openStorefronts } from '#core/platform-kit/storefronts.ts';

const open = (having: readonly string[], countries = ['de', 'us', 'jp']) =>
  openStorefronts<string>({
    countries,
    open: async (country) => (having.includes(country) ? { items: [], next: [{ cursor: `${country} 2`, role: 'page' }] } : null),
    further: (country) => `open ${country}`,
  });

it('opens the first storefront that has it, and puts the others beside it', async () => {
  const { page } = await open(['us', 'jp']);
  expect(page?.next).toEqual([
    { cursor: 'us 2', role: 'page' },
    { cursor: 'open jp', role: 'list' },
  ]);
  expect(page?.gaps).toEqual([{ cause: 'notServed', count: 0, note: 'The app is not in the storefront "de".' }]);
});

it('says where none has it', async () => {
  const { page, gaps } = await open([]);
  expect([page, gaps.length]).toEqual([null, 3]);
});

it('takes each country once, in lower case', () => {
  expect(countriesOf(['DE', 'jp', 'de'])).toEqual(['de', 'jp']);
});

it('knows an instant before a bound, and neither of what is unknown', () => {
  const bound = Date.parse('2026-01-01T00:00:00Z') / 1000;
  expect([isBefore('2025-12-31T23:59:59.999Z', bound), isBefore('2026-01-01T00:00:00Z', bound), isBefore(null, bound)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isBefore('2025-01-01T00:00:00Z', null)).toBe(false);
});
