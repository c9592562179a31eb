import type { Next } from '#core/platform-api/define.ts';

/** Which routes an export took, as it is stored with the job. */
export interface RouteAccount {
  /** Key of the one in use: a restart goes on with it. */
  readonly member: string;
  /** In the order of their use, by the names that people know. `end`: why one was left; null: it was not. */
  readonly used: readonly { readonly label: string; readonly end: string | null }[];
}

/** A page on its way through routes. */
export interface RoutePage {
  readonly role: Next['role'];
  readonly tries: 'general' | 'once';
  readonly signal: AbortSignal;
}

/** The routes of a run that does not go straight to the net. */
export interface RouteTries {
  account(): RouteAccount;
  /** How many there are. */
  readonly ways: number;
  /** Does the work of a page, which asks `forPage` for its session, over one route after the other until it succeeds. */
  tryEach<T>(page: RoutePage, work: () => Promise<T>): Promise<T>;
}
