import { DatabaseAway } from '#core/contract/error.ts';
import type { AttemptStore } from '#core/auth/ports.ts';

const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 10_000;
/** So many times in a minute machines tell each other of an address at most. */
const TELLINGS = 20;

/** How often an address did something in the last minute. */
export interface Attempts {
  /** Counts one more. Null where it may be; else the seconds until the address may try again. */
  take(address: string): number | null;
  /** The last one does not count. */
  giveBack(address: string): void;
}

/** @param what names them, so that each has a count of its own */
export type CountAttempts = (what: string, perMinute: number) => Attempts;

/** In this process alone. @param now milliseconds since 1970 */
export function countHere(now: () => number): CountAttempts {
  return (_what, perMinute) => createAttempts(perMinute, now);
}

/**
 * Over all machines of a store. Each tells the others of an address after a twentieth of what a minute allows, so that few requests wait for the
 * database, and each machine lets at most that much more through. While the database is away, each counts for itself.
 */
export function countTogether(store: AttemptStore, now: () => number): CountAttempts {
  return (what, perMinute) => sharedAttempts({ what, perMinute, store, now });
}

/** A sliding minute for each address. */
function createAttempts(perMinute: number, now: () => number): Attempts {
  const counted = new Map<string, readonly number[]>();
  const recent = (address: string): readonly number[] => (counted.get(address) ?? []).filter((atMs) => atMs > now() - MINUTE_MS);
  return {
    take(address) {
      const passed = recent(address);
      const [first] = passed;
      if (first !== undefined && passed.length >= perMinute) return secondsIn(first + MINUTE_MS - now());
      // The last place in the map is that of the last who came: the first is forgotten first.
      counted.delete(address);
      counted.set(address, [...passed, now()]);
      for (const [oldest, its] of counted) {
        if (counted.size <= MAX_ADDRESSES && (its.at(-1) ?? 0) > now() - MINUTE_MS) break;
        counted.delete(oldest);
      }
      return null;
    },
    giveBack: (address) => void counted.set(address, recent(address).slice(0, -1)),
  };
}

interface SharedParts {
  readonly what: string;
  readonly perMinute: number;
  readonly store: AttemptStore;
  now(): number;
}

function sharedAttempts({ what, perMinute, store, now }: SharedParts): Attempts {
  const here = createAttempts(perMinute, now);
  const step = Math.max(1, Math.floor(perMinute / TELLINGS));
  const untold = new Map<string, number>();
  const shutUntilMs = new Map<string, number>();
  const tell = (address: string, count: number): number | null => {
    untold.delete(address);
    try {
      const minute = store.add(what, address, count);
      if (minute.count <= perMinute) return null;
      keep(shutUntilMs, address, now() + minute.leftMs);
      return secondsIn(minute.leftMs);
    } catch (error) {
      if (error instanceof DatabaseAway) return null;
      throw error;
    }
  };
  return {
    take(address) {
      const shutMs = (shutUntilMs.get(address) ?? 0) - now();
      if (shutMs > 0) return secondsIn(shutMs);
      shutUntilMs.delete(address);
      const seconds = here.take(address);
      if (seconds !== null) return seconds;
      const count = (untold.get(address) ?? 0) + 1;
      if (count >= step) return tell(address, count);
      keep(untold, address, count);
      return null;
    },
    giveBack(address) {
      here.giveBack(address);
      const count = (untold.get(address) ?? 0) - 1;
      if (count >= 0) keep(untold, address, count);
      else tell(address, -1);
    },
  };
}

/** The first is forgotten where there are too many. */
function keep(map: Map<string, number>, address: string, value: number): void {
  map.set(address, value);
  if (map.size <= MAX_ADDRESSES) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

function secondsIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
