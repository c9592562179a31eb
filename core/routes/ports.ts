import type { Pool, ProxyType, RouteHealth } from '#core/contract/route.ts';
import type { Paging } from '#core/operations/input-fields.ts';

/** A proxy under a name, as stored; its credentials are in the vault. Instants are milliseconds since 1970. */
export interface RouteRecord {
  readonly uuid: string;
  /** Unique, upper and lower case told apart. */
  readonly name: string;
  /** ISO 3166-1 alpha-2, in capitals. */
  readonly code: string;
  readonly type: ProxyType;
  /** `host:port`. */
  readonly address: string;
  readonly hasCredentials: boolean;
  /** What the last check found. */
  readonly health: RouteHealth | null;
  readonly createdAtMs: number;
}

/** Routes of the owner. Written rarely, by the API thread itself. */
export interface RouteStore {
  insert(route: RouteRecord): void;
  /** In order of their names. */
  list(paging: Paging): readonly RouteRecord[];
  names(): readonly string[];
  find(uuid: string): RouteRecord | null;
  findByName(name: string): RouteRecord | null;
  /** The first by its name that comes out in this country; upper and lower case alike. */
  findByCode(code: string): RouteRecord | null;
  update(route: RouteRecord): void;
  remove(uuid: string): void;
  /** Does nothing for a route that is gone by now. */
  noteHealth(uuid: string, health: RouteHealth): void;
}

/** A pool as stored: without passwords, which are in the vault. */
export interface PoolRecord {
  readonly uuid: string;
  readonly name: string;
  readonly proxies: Pool['proxies'];
  readonly createdAtMs: number;
}

/** Pools of proxies. Written rarely, by the API thread itself. */
export interface PoolStore {
  insert(pool: PoolRecord): void;
  /** Newest first. */
  list(paging: Paging): readonly PoolRecord[];
  uuids(): readonly string[];
  find(uuid: string): PoolRecord | null;
  remove(uuid: string): void;
  /** In the order of its proxies. Does nothing for a pool that is gone by now. */
  noteHealth(uuid: string, healths: readonly RouteHealth[]): void;
}

/** Looks whether proxies work. It never throws for one that does not. */
export interface RouteProbe {
  /** In the order of the routes. */
  routes(routes: readonly RouteRecord[]): Promise<readonly RouteHealth[]>;
  /** In the order of the pool. */
  pool(pool: PoolRecord): Promise<readonly RouteHealth[]>;
}

/** Where the vault keeps the user name and password of a route, as JSON. */
export function routeSecretName(uuid: string): string {
  return `route/${uuid}/credentials`;
}

/** Where the vault keeps the passwords of a pool: a JSON list in the order of its proxies, null where there is none. */
export function poolSecretName(uuid: string): string {
  return `pool/${uuid}/passwords`;
}
