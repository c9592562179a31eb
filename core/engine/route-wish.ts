import type { JobRecord } from '#core/contract/job-record.ts';
import type { Ledger } from '#core/engine/completeness.ts';
import type { NetworkPort } from '#core/engine/ports.ts';

type Route = NonNullable<Parameters<NetworkPort['openSession']>[0]['route']>;

/** What a run asks of the network where its job names a route: the same one as before a restart. Empty: straight to the net. */
export function routeWish({ options: { vpn, pool } }: JobRecord, { route }: Ledger): { readonly route?: Route } {
  if (vpn === undefined && pool === undefined) return {};
  return { route: { ...(vpn === undefined ? {} : { vpn }), ...(pool === undefined ? {} : { pool }), account: route ?? null } };
}
