import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { PoolStore, RouteProbe, RouteStore } from '#core/routes/ports.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on routes and pools work with. */
export interface RouteServices {
  readonly routes: RouteStore;
  readonly pools: PoolStore;
  readonly routeProbe: RouteProbe;
  readonly vault: SecretVault;
  /** Milliseconds since 1970. */
  now(): number;
}

export type RouteContext = RouteServices & CallContext;

/** An operation on routes and pools: checked against what it is called with. */
export const defineOperation: DefineOperation<RouteContext> = define;
