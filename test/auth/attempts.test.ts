import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAddressLimit } from '#core/auth/address-limit.ts';
import { type Attempts, countHere, countTogether } from '#core/auth/attempts.ts';
import { placeOf } from '#core/auth/place.ts';
import type { AttemptStore } from '#core/auth/ports.ts';
import { readConfig } from '#core/config/config.ts';
import { DatabaseAway } from '#core/contract/error.ts';

const MINUTE_MS = 60_000;
/** As many addresses as are known at once. */
const MOST = 10_000;

let nowMs = 1_800_000_000_000;
const now = (): number => nowMs;

/** How many of so many attempts were let through. */
function passed(attempts: Attempts, address: string, times: number): number {
  return Array.from({ length: times }, () => attempts.take(address)).filter((seconds) => seconds === null).length;
}

function others(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `other ${at}`);
}

/** What machines share: minutes that begin with the first attempt. `told` is what they said of addresses. */
function sharedStore(): AttemptStore & { readonly told: unknown[]; fail: Error | null } {
  const minutes = new Map<string, { count: number; sinceMs: number }>();
  return {
    told: [],
    fail: null,
    add(what, address, count) {
      if (this.fail !== null) throw this.fail;
      this.told.push([what, address, count]);
      const known = minutes.get(`${what} ${address}`);
      const minute = known !== undefined && known.sinceMs > nowMs - MINUTE_MS ? known : { count: 0, sinceMs: nowMs };
      minute.count = Math.max(0, minute.count + count);
      minutes.set(`${what} ${address}`, minute);
      return { count: minute.count, leftMs: minute.sinceMs + MINUTE_MS - nowMs };
    },
  };
}

describe('attempts that one process counts', () => {
  it('are so many in any minute, and then it is said for how long to wait', () => {
    const attempts = countHere(now)('codes', 3);
    expect(passed(attempts, 'a', 2)).toBe(2);
    nowMs += 17_500;
    expect(attempts.take('a')).toBeNull();
    expect([attempts.take('a'), attempts.take('b')]).toEqual([43, null]);
    nowMs += 42_499;
    expect(attempts.take('a')).toBe(1);
    nowMs += 1;
    // The first two are over, the third is not.
    expect(passed(attempts, 'a', 5)).toBe(2);
    expect(attempts.take('a')).toBe(18);
  });

  it('do not count where one is given back, the last one and no other', () => {
    const attempts = countHere(now)('codes', 2);
    attempts.take('a');
    nowMs += 30_000;
    attempts.take('a');
    attempts.giveBack('a');
    expect(passed(attempts, 'a', 3)).toBe(1);
    nowMs += 30_000;
    expect(passed(attempts, 'a', 3)).toBe(1);
    attempts.giveBack('nobody');
    expect(passed(attempts, 'nobody', 5)).toBe(2);
  });

  it('of very many addresses are forgotten, those first that came longest ago', () => {
    const attempts = countHere(now)('codes', 2);
    for (const address of ['first', 'second', 'first']) attempts.take(address);
    for (const address of others(MOST - 2)) attempts.take(address);
    expect([passed(attempts, 'second', 1), attempts.take('first')]).toEqual([1, 60]);
    for (const address of ['one more', 'and one']) attempts.take(address);
    expect([passed(attempts, 'second', 1), passed(attempts, 'first', 2)]).toEqual([0, 2]);
  });
});

describe('attempts that machines count together', () => {
  it('are told to the others after a twentieth of a minute’s, under their name', () => {
    const store = sharedStore();
    const attempts = countTogether(store, now)('requests', 100);
    expect(passed(attempts, 'a', 4)).toBe(4);
    expect(store.told).toEqual([]);
    expect(passed(attempts, 'a', 6)).toBe(6);
    expect(store.told).toEqual([
      ['requests', 'a', 5],
      ['requests', 'a', 5],
    ]);
    expect(passed(countTogether(store, now)('codes', 19), 'b', 1)).toBe(1);
    expect(store.told.at(-1)).toEqual(['codes', 'b', 1]);
  });

  it('are as many over all of them, but for what was not told yet, until the minute is over', () => {
    const store = sharedStore();
    const machines = [1, 2].map(() => countTogether(store, now)('requests', 40));
    const pass = (): number => machines.reduce((sum, machine) => sum + passed(machine, 'a', 30), 0);
    expect(pass()).toBe(41);
    nowMs += 47_700;
    expect(machines.map((machine) => [machine.take('a'), machine.take('a')])).toEqual([
      [null, 13],
      [13, 13],
    ]);
    const asked = store.told.length;
    nowMs += 12_299;
    expect(machines.map((machine) => [machine.take('a'), machine.take('b')])).toEqual([
      [1, null],
      [1, null],
    ]);
    expect(store.told).toHaveLength(asked);
    nowMs += 1;
    expect(pass()).toBe(41);
  });

  it('are as many as one machine may have where it is alone', () => {
    const store = sharedStore();
    expect(passed(countTogether(store, now)('requests', 40), 'a', 100)).toBe(40);
  });

  it('that are given back count nowhere', () => {
    const store = sharedStore();
    const requests = countTogether(store, now)('requests', 100);
    for (let n = 0; n < 50; n += 1) {
      expect(requests.take('a')).toBeNull();
      requests.giveBack('a');
    }
    expect(store.told).toEqual([]);
    const codes = countTogether(store, now)('codes', 20);
    codes.take('a');
    codes.giveBack('a');
    expect(store.told).toEqual([
      ['codes', 'a', 1],
      ['codes', 'a', -1],
    ]);
    expect(passed(codes, 'a', 30)).toBe(20);
  });

  it('are counted by each machine for itself while the database is away', () => {
    const store = sharedStore();
    const machines = [1, 2].map(() => countTogether(store, now)('codes', 20));
    store.fail = new DatabaseAway('gone');
    expect(machines.map((machine) => passed(machine, 'a', 30))).toEqual([20, 20]);
    store.fail = new Error('a fault of ours');
    expect(() => machines[0]?.take('b')).toThrow('a fault of ours');
  });

  it('of very many addresses are forgotten before they are told', () => {
    const store = sharedStore();
    const attempts = countTogether(store, now)('requests', 60);
    expect(passed(attempts, 'first', 2)).toBe(2);
    for (const address of others(MOST - 1)) attempts.take(address);
    attempts.take('first');
    expect(store.told).toEqual([['requests', 'first', 3]]);
    attempts.take('first');
    for (const address of ['one more', 'and one', 'and another']) attempts.take(address);
    expect(passed(attempts, 'other 0', 2)).toBe(2);
    expect(store.told).toHaveLength(1);
    expect(passed(attempts, 'other 5', 2)).toBe(2);
    expect(store.told.at(-1)).toEqual(['requests', 'other 5', 3]);
  });
});

describe('requests of one address', () => {
  const place = placeOf(readConfig({}), 4_780);
  const from = (remoteAddress: string, headers: IncomingHttpHeaders = {}) => ({
    headers,
    socket: { remoteAddress } as IncomingMessage['socket'],
  });

  it('are so many a minute, but for programs of this machine that speak for themselves', () => {
    const limit = createAddressLimit(1, countHere(now));
    const asked =
      (...request: Parameters<typeof from>) =>
      (): void =>
        limit(from(...request), place);
    const words = 'More than 1 requests in a minute from one address. Wait 60 seconds. COMMENTDOCK_ADDRESS_LIMIT says how many may be.';
    const refused = expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED', message: words, secondsToWait: 60 });
    expect(asked('203.0.113.5')).not.toThrow();
    expect(asked('203.0.113.5')).toThrow(refused);
    expect(asked('203.0.113.6')).not.toThrow();
    for (let times = 0; times < 3; times += 1) expect(asked('127.0.0.1')).not.toThrow();
    const forwarded = asked('127.0.0.1', { via: '1.1 proxy' });
    expect(forwarded).not.toThrow();
    expect(forwarded).toThrow(refused);
  });

  it('are as many as anybody likes where nobody sets a limit', () => {
    const limit = createAddressLimit(0, countHere(now));
    for (let times = 0; times < 5; times += 1) expect(() => limit(from('203.0.113.5'), place)).not.toThrow();
  });
});
