import http from 'node:http';
import { Socket } from 'node:net';
import tls from 'node:tls';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import type { Json, PlatformDefinition } from '#core/platform-api/define.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** What a peer and an adapter can be compared by. `at`: ISO 8601, UTC. Null: the peer does not tell. */
export interface PeerRow {
  readonly id: string;
  readonly text: string | null;
  readonly author: string | null;
  readonly at: string | null;
}

/**
 * Lets a peer, unmodified, read a simulator in this process: whatever it uses, fetch or node:http(s), goes through the world's proxy and
 * trusts its certificates. A connection to anywhere else is refused before a name is looked up.
 * @throws AssertionError where the peer asked for nothing, for what the simulator does not know, or wanted to leave
 */
export async function readByPeer<T>(simulator: Simulator, read: () => Promise<T>): Promise<T> {
  await using world = await startWorld({ simulators: [simulator] });
  using fence = fenceIn(world);
  const rows = await read();
  expect(fence.refused).toEqual([]);
  expect(world.requests.filter(({ answeredBy }) => answeredBy !== 'simulator').map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  expect(world.count()).toBeGreaterThan(0);
  return rows;
}

/**
 * A peer too heavy to be a dependency of the project: its module where somebody installed it all the same, null elsewhere.
 * @param name of the package; `npm install --no-save` brings it
 */
export async function heavyPeer<T>(name: string): Promise<T | null> {
  const isInstalled = existsSync(new URL(`../../../node_modules/${name}/package.json`, import.meta.url));
  return isInstalled ? ((await import(name)) as T) : null;
}

/** Says why a platform's tests are skipped, and how they are not. */
export function missingPeer(platform: string, name: string): void {
  process.stderr.write(`${platform} is not read by ${name}, which is not installed: npm install --no-save ${name} brings it.\n`);
}

/** What our adapter yields of a simulator, in its own order. */
export async function readByUs<C extends Json>(
  platform: PlatformDefinition<C>,
  url: string,
  simulator: Simulator,
  options: RunOptions = {},
): Promise<readonly Item[]> {
  return (await readAll(platform, url, [{ match: '', simulator }], options)).items;
}

/** An item as a row; `author` says which of its names the peer tells. */
export function rowOf(item: Item, author: 'name' | 'username' | 'id'): PeerRow {
  return { id: item.id, text: item.text, author: item.author[author], at: item.createdAt };
}

/** Rows by id, for lists whose order a peer chooses for itself. */
export function byId(rows: readonly PeerRow[]): PeerRow[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** A process that can reach loopback alone; disposing of it takes the fence away. */
interface Fence extends Disposable {
  /** Where somebody wanted to connect to. */
  readonly refused: readonly string[];
}

/** Makes a world the way to the internet for this whole process, and the only one. */
export function fenceIn(world: Pick<World, 'env' | 'caFile'>): Fence {
  const refused: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function connectWithin(this: Socket, ...given: unknown[]): Socket {
    const host = hostOf(given);
    if (host !== null && !isLoopback(host)) {
      refused.push(host);
      throw new Error(`${host} is not of this world`);
    }
    return Reflect.apply(connect, this, given) as Socket;
  } as typeof connect;
  const names = Object.keys(world.env).filter((name) => /proxy$/i.test(name));
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  for (const name of names) process.env[name] = world.env[name];
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([readFileSync(world.caFile, 'utf8')]);
  const direct = http.setGlobalProxyFromEnv({ ...world.env });
  return {
    refused,
    [Symbol.dispose]() {
      direct();
      tls.setDefaultCACertificates(trusted);
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      Socket.prototype.connect = connect;
    },
  };
}

/** The host among the arguments of `connect` in any of their forms; null for a socket of the file system. */
function hostOf(given: readonly unknown[]): string | null {
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { readonly path?: string | null; readonly host?: string | null };
    return path ? null : (host ?? 'localhost');
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return null;
  return typeof second === 'string' ? second : 'localhost';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
