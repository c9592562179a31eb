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

/** A wall, and whose it is: a vendor of bot protection, a site, or `the site`. */
export interface Wall {
  readonly kind: WallKind;
  readonly by: string;
}

/** What every sign of a wall has. */
export interface Sign extends Wall {
  /** Where the sign is written down. */
  readonly source: string;
}

/**
 * An address that a wall stands at. Of a challenge and of a block: a platform never asks for one by itself. Of all others: where a redirect
 * leads.
 */
export interface AddressSign extends Sign {
  /** Left out: on every host. */
  readonly host?: RegExp;
  /** Left out: any path. */
  readonly path?: RegExp;
}

/**
 * What a body shows. In `markup`: elements and scripts of the page, but not the data in it. In `words`: what a reader sees; counts only
 * where the page says little else, since people write such words too. In `title`: the page's title alone. In `json`: a body of JSON.
 */
export interface BodySign extends Sign {
  readonly in: 'markup' | 'words' | 'title' | 'json';
  readonly mark: RegExp;
  /** `refusing`: only with a status that refuses (JSON: 202 and all from 400 on). `any` (default): with 200 too. */
  readonly status?: 'refusing' | 'any';
  /** Left out: on every host. */
  readonly host?: RegExp;
}

/** A header that only a wall carries. */
export interface HeaderSign extends Sign {
  readonly header: string;
  readonly value: RegExp;
  /** Where normal answers carry it too: the statuses with which it means a wall. */
  readonly statuses?: readonly number[];
}

/** Statuses that no standard knows and a site refuses with. */
interface StatusSign extends Sign {
  readonly statuses: readonly number[];
  /** Left out: on every host. */
  readonly host?: RegExp;
}

/** The signs of one site, or of sites of one house. Where several fit, the first one counts. */
export interface SiteWalls {
  readonly addresses?: readonly AddressSign[];
  readonly bodies?: readonly BodySign[];
  readonly headers?: readonly HeaderSign[];
  readonly statuses?: readonly StatusSign[];
}
