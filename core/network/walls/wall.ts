import type { ErrorCode } from '#core/contract/error.ts';

/**
 * What can stand where the page should be.
 * challenge: a captcha, or a proof of a browser. block: a refusal. login: the way to a login. consent: a question about cookies that
 * comes before everything. country: not shown here. age: a question about the visitor's age.
 */
export const WALL_CODES = {
  challenge: 'CAPTCHA',
  block: 'BLOCKED',
  login: 'LOGIN_REQUIRED',
  consent: 'BLOCKED',
  country: 'GEO_BLOCKED',
  age: 'AGE_RESTRICTED',
} as const satisfies Record<string, ErrorCode>;
export type WallKind = keyof typeof WALL_CODES;

/** A wall, and whose it is: a vendor of bot protection, a platform, or `the site`. */
export interface Wall {
  readonly kind: WallKind;
  readonly by: string;
}

/** What of an answer tells whether it is a wall. */
export interface Suspect {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address that answered. */
  readonly url: string;
  /** Length of the body in bytes, unpacked. Long pages are not decoded for this. */
  readonly bytes: number;
  /** Decoded when it is read, which happens only where it is worth it. */
  readonly text: string;
}

/** What every row of the tables of signs has. */
export interface Sign extends Wall {
  /** Where the sign is written down. */
  readonly source: string;
}
