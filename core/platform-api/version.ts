import { z } from 'zod';

/**
 * The version of what the house and a platform agree on: this room, the contract's items and errors, and what the session can do. The second
 * number is raised where something was added, the first one where something changed or went. What platforms read answers with
 * (`platform-kit`) is no part of it: a pack brings its own.
 */
export const API_VERSION = '1.2';

const versionSchema = z.string().regex(/^(?:0|[1-9]\d{0,4})\.(?:0|[1-9]\d{0,4})$/);

/** Which versions a platform works with: `from` has all that it uses, and `below` is the first that may lack something. */
export const apiRangeSchema = z.strictObject({ from: versionSchema, below: versionSchema });
export type ApiRange = z.infer<typeof apiRangeSchema>;

/** What a platform that was written for this version may be given to. */
export function rangeOf(version: string): ApiRange {
  const [first = 0] = numbersOf(version);
  return { from: version, below: `${first + 1}.0` };
}

export function isWithin({ from, below }: ApiRange, version: string): boolean {
  return order(from, version) <= 0 && order(version, below) < 0;
}

/** Negative where `one` comes before `other`. */
function order(one: string, other: string): number {
  const [a = 0, b = 0] = numbersOf(one);
  const [c = 0, d = 0] = numbersOf(other);
  return a - c || b - d;
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map(Number);
}
