import { z } from 'zod';

/**
 * The version of the built-in platforms, set by each release. Built-in ones and packs are counted in one row: the date of the state that they
 * are made of, and the number of the day.
 */
export const BUILT_IN_VERSION = '2026.11.26.1';

/** `2026.11.26.1`: year, month, day, and which one of that day. */
export const packVersionSchema = z.string().regex(/^20\d\d\.(?:[1-9]|1[0-2])\.(?:[1-9]|[12]\d|3[01])\.[1-9]\d{0,3}$/);

/** Negative where `one` is older than `other`, 0 where both are the same. */
export function compareVersions(one: string, other: string): number {
  const others = other.split('.').map(Number);
  const differences = one.split('.').map((part, index) => Number(part) - (others[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
