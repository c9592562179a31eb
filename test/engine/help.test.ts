import { expect, it } from 'vitest';
import { mayBeAsked, seatsFor } from '#core/engine/help.ts';
import type { FrontierEntry } from '#core/engine/ports.ts';
import { puppetPlatform } from '#test/engine/puppet-platform.ts';

type Helped = Parameters<typeof seatsFor>[0];

const { platform } = puppetPlatform();
const overWays = (ways: number): Helped['session'] => ({ routes: { ways } }) as Helped['session'];
const HELPED: Helped = { platform, login: { cookies: {}, account: null }, session: overWays(4), desk: { isPaced: true } };

it('others help where each of them has a way of its own', () => {
  expect(seatsFor(HELPED)).toBe(3);
  expect(seatsFor({ ...HELPED, session: overWays(1) })).toBe(0);
  expect(seatsFor({ ...HELPED, session: {} as Helped['session'] })).toBe(0);
  expect(seatsFor({ ...HELPED, session: overWays(1_000) })).toBe(15);
  expect(seatsFor({ ...HELPED, session: {} as Helped['session'], desk: { isPaced: false } })).toBe(15);
});

it('nobody helps with what belongs to one machine, or to one person', () => {
  const account = { uuid: '1', name: 'Ann', cookies: [], userAgent: null, hasExpired: false };
  expect(seatsFor({ ...HELPED, login: { cookies: { session: 'x' }, account: null } })).toBe(0);
  expect(seatsFor({ ...HELPED, login: { cookies: {}, account } })).toBe(0);
  expect(seatsFor({ ...HELPED, platform: { ...platform, transport: 'browser' } })).toBe(0);
  expect(seatsFor({ ...HELPED, platform: { ...platform, origin: 'a pack 1.0.0' } })).toBe(0);
  expect(seatsFor({ ...HELPED, session: { routes: { ways: 4 }, window: {} } as Helped['session'] })).toBe(0);
});

it('what waits for its time, has one try or has failed is not asked of others', () => {
  const entry = { afterMs: 0, optional: false } as FrontierEntry;
  expect(mayBeAsked(entry, 0)).toBe(true);
  expect(mayBeAsked(entry, 1)).toBe(false);
  expect(mayBeAsked({ ...entry, afterMs: 1 }, 0)).toBe(false);
  expect(mayBeAsked({ ...entry, optional: true }, 0)).toBe(false);
});
