import type { RouteHealth } from '#core/contract/route.ts';
import type { PoolRecord, PoolStore, RouteRecord, RouteStore } from '#core/routes/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface RouteRow {
  uuid: string;
  name: string;
  code: string;
  type: RouteRecord['type'];
  address: string;
  has_credentials: number;
  health: string | null;
  created_at_ms: number;
}

interface PoolRow {
  uuid: string;
  name: string;
  proxies: string;
  health: string | null;
  created_at_ms: number;
}

export function createRouteStore(connection: Connection): RouteStore {
  const insert = connection.prepare<unknown[]>(
    'INSERT INTO routes (uuid, name, code, type, address, has_credentials, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const list = connection.prepare<[number, number], RouteRow>('SELECT * FROM routes ORDER BY name LIMIT ? OFFSET ?');
  const names = connection.prepare<[], { name: string }>('SELECT name FROM routes ORDER BY name');
  const find = connection.prepare<[string], RouteRow>('SELECT * FROM routes WHERE uuid = ?');
  const findByName = connection.prepare<[string], RouteRow>('SELECT * FROM routes WHERE name = ?');
  const findByCode = connection.prepare<[string], RouteRow>('SELECT * FROM routes WHERE code = upper(?) ORDER BY name LIMIT 1');
  const update = connection.prepare<unknown[]>(
    'UPDATE routes SET name = ?, code = ?, type = ?, address = ?, has_credentials = ?, health = ? WHERE uuid = ?',
  );
  const noteHealth = connection.prepare<[string, string]>('UPDATE routes SET health = ? WHERE uuid = ?');
  const remove = connection.prepare<[string]>('DELETE FROM routes WHERE uuid = ?');
  return {
    insert: ({ uuid, name, code, type, address, hasCredentials, createdAtMs }) =>
      void insert.run(uuid, name, code, type, address, Number(hasCredentials), createdAtMs),
    list: ({ page, limit }) => list.all(limit, (page - 1) * limit).map(toRoute),
    names: () => names.all().map(({ name }) => name),
    find: (uuid) => routeOrNull(find.get(uuid)),
    findByName: (name) => routeOrNull(findByName.get(name)),
    findByCode: (code) => routeOrNull(findByCode.get(code)),
    update: ({ uuid, name, code, type, address, hasCredentials, health }) =>
      void update.run(name, code, type, address, Number(hasCredentials), health === null ? null : JSON.stringify(health), uuid),
    remove: (uuid) => void remove.run(uuid),
    noteHealth: (uuid, health) => void noteHealth.run(JSON.stringify(health), uuid),
  };
}

export function createPoolStore(connection: Connection): PoolStore {
  const insert = connection.prepare<unknown[]>('INSERT INTO pools (uuid, name, proxies, created_at_ms) VALUES (?, ?, ?, ?)');
  const list = connection.prepare<[number, number], PoolRow>('SELECT * FROM pools ORDER BY id DESC LIMIT ? OFFSET ?');
  const uuids = connection.prepare<[], { uuid: string }>('SELECT uuid FROM pools ORDER BY id');
  const find = connection.prepare<[string], PoolRow>('SELECT * FROM pools WHERE uuid = ?');
  const remove = connection.prepare<[string]>('DELETE FROM pools WHERE uuid = ?');
  const noteHealth = connection.prepare<[string, string]>('UPDATE pools SET health = ? WHERE uuid = ?');
  return {
    insert: ({ uuid, name, proxies, createdAtMs }) => void insert.run(uuid, name, JSON.stringify(proxies.map(withoutHealth)), createdAtMs),
    list: ({ page, limit }) => list.all(limit, (page - 1) * limit).map(toPool),
    uuids: () => uuids.all().map(({ uuid }) => uuid),
    find(uuid) {
      const row = find.get(uuid);
      return row === undefined ? null : toPool(row);
    },
    remove: (uuid) => void remove.run(uuid),
    noteHealth: (uuid, healths) => void noteHealth.run(JSON.stringify(healths), uuid),
  };
}

function routeOrNull(row: RouteRow | undefined): RouteRecord | null {
  return row === undefined ? null : toRoute(row);
}

function toRoute(row: RouteRow): RouteRecord {
  return {
    uuid: row.uuid,
    name: row.name,
    code: row.code,
    type: row.type,
    address: row.address,
    hasCredentials: row.has_credentials === 1,
    health: row.health === null ? null : (JSON.parse(row.health) as RouteHealth),
    createdAtMs: row.created_at_ms,
  };
}

function toPool(row: PoolRow): PoolRecord {
  const proxies = JSON.parse(row.proxies) as readonly Omit<PoolRecord['proxies'][number], 'health'>[];
  const healths = JSON.parse(row.health ?? '[]') as readonly RouteHealth[];
  const withHealth = proxies.map((proxy, index) => ({ ...proxy, health: healths[index] ?? null }));
  return { uuid: row.uuid, name: row.name, proxies: withHealth, createdAtMs: row.created_at_ms };
}

function withoutHealth({ type, address, username, has_password }: PoolRecord['proxies'][number]): object {
  return { type, address, username, has_password };
}
