import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const CACHE = new URL('../../node_modules/.cache/commentdock/', import.meta.url);
const BINARIES = '/usr/lib/postgresql/*/bin';
const OWNER = 'commentdock';
const READY = 'database system is ready to accept connections';
const PORT_TRIES = 5;
const ENV = { PATH: process.env['PATH'], LC_ALL: 'C' };

/** A PostgreSQL of a test's own, on 127.0.0.1, which ends with the process that started it, however that ends. */
export interface Cluster extends AsyncDisposable {
  /** Of the owner of everything, at the database `postgres`. */
  readonly url: string;
  /** Makes an empty database and returns its URL. It sorts texts as people do: where bytes are meant, the SQL has to say so. */
  newDatabase(): Promise<string>;
  /** kill -9 of the server and all its processes, and waits until they are gone. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stand, and nobody answers. */
  pause(): void;
  /** SIGCONT. */
  resume(): void;
  /** Starts a killed server again: at the same URL, after the recovery that follows a crash. */
  restart(): Promise<void>;
  /** Ends it at once and removes its folder. */
  stop(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Why none can be started here; null: it can. Where it can, PostgreSQL has to be installed: nothing is skipped for want of it. */
export function clustersLack(): string | null {
  return process.platform === 'linux' ? null : 'processes of a cluster are found by /proc, which is Linux';
}

/**
 * @param fsync 'off': a commit does not wait for the disk, as suits all tests in which the machine itself stays up
 * @throws Error where PostgreSQL is not installed, or with what it said when it does not start
 */
export async function startCluster({ fsync = 'off' }: { readonly fsync?: 'on' | 'off' } = {}): Promise<Cluster> {
  const binaries = findBinaries();
  const account = unprivileged();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'commentdock-postgres-')));
  const data = join(folder, 'data');
  const guard = startGuard(folder);
  const stop = async (): Promise<void> => {
    const gone = once(guard, 'exit');
    // So far it kept nobody from ending.
    guard.ref();
    guard.stdin?.end();
    if (guard.exitCode === null) await gone;
  };
  try {
    if (account !== null) chownSync(folder, account.uid, account.gid);
    await layFolder(data, binaries, account);
    const start = (port: number): Promise<void> => startServer(join(binaries, 'postgres'), { data, port, fsync, account });
    const port = await onFreePort(start);
    const base = `postgres://${OWNER}@127.0.0.1:${port}`;
    let databases = 0;
    return {
      url: `${base}/postgres`,
      async newDatabase() {
        databases += 1;
        const name = `test_${databases}`;
        const client = new pg.Client(`${base}/postgres`);
        await client.connect();
        try {
          await client.query(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`);
        } finally {
          await client.end();
        }
        return `${base}/${name}`;
      },
      async kill() {
        for (let left = processesOf(data); left.length > 0; left = processesOf(data)) {
          signalAll(left, 'SIGKILL');
          await delay(5);
        }
      },
      pause: () => signalAll(processesOf(data), 'SIGSTOP'),
      resume: () => signalAll(processesOf(data), 'SIGCONT'),
      restart: () => start(port),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The newest that is installed. */
function findBinaries(): string {
  const newest = globSync(BINARIES).toSorted((a, b) => Number(/\d+/.exec(b)?.[0]) - Number(/\d+/.exec(a)?.[0]))[0];
  if (newest === undefined) throw new Error(`PostgreSQL is missing here, at ${BINARIES} (Debian: apt install postgresql)`);
  return newest;
}

/** A folder as the server begins with. The first one is kept: to copy it takes a tenth of the time of making one. */
async function layFolder(data: string, binaries: string, account: Account | null): Promise<void> {
  const run = promisify(execFile);
  const kept = fileURLToPath(new URL(`postgres-${/\d+/.exec(binaries)?.[0]}-of-${account?.uid ?? process.getuid?.()}`, CACHE));
  if (existsSync(kept)) {
    await run('cp', ['-a', kept, data]);
    return;
  }
  const initdb = ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  await run(join(binaries, 'initdb'), initdb, { ...account, cwd: join(data, '..'), env: ENV });
  mkdirSync(CACHE, { recursive: true });
  const copied = `${kept}.${basename(join(data, '..'))}`;
  await run('cp', ['-a', data, copied]);
  try {
    renameSync(copied, kept);
  } catch {
    // Another one was faster.
    rmSync(copied, { recursive: true });
  }
}

/** The server refuses to be root: it is `nobody` then. */
function unprivileged(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Waits until its input closes, which it does with the process that started it too; ends all that works in the folder, and removes
 * it. The server is asked to quit before it is killed: it gives back its piece of shared memory, which otherwise stays.
 */
function startGuard(folder: string): ChildProcess {
  const script = `
    trap '' INT TERM HUP
    left() { find /proc -maxdepth 2 -name cwd -lname "$0/data" 2>/dev/null | cut -d/ -f3; }
    read -r _
    left | xargs -r kill -CONT; left | xargs -r kill -QUIT
    for _ in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(left)" ] && break; sleep 0.1; done
    left | xargs -r kill -KILL
    [ -e "$0/data/postmaster.pid" ] && ipcrm -m "$(sed -n 7p "$0/data/postmaster.pid" | awk '{ print $2 }')"
    rm -rf "$0" || { sleep 0.2; rm -rf "$0"; }`;
  const guard = spawn('sh', ['-c', script, folder], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

interface ServerPlace {
  readonly data: string;
  readonly port: number;
  readonly fsync: 'on' | 'off';
  readonly account: Account | null;
}

/** @throws Error with what the server said where it ends before it is ready */
async function startServer(program: string, { data, port, fsync, account }: ServerPlace): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: join(data, '..'),
    max_connections: 200,
    shared_buffers: '32MB',
    fsync,
    full_page_writes: fsync,
    logging_collector: 'off',
    log_destination: 'stderr',
    // Refused statements are told to whoever asked. Many of them would fill the pipe while the thread that reads it waits for an answer.
    log_min_messages: 'log',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', data, '-p', String(port), ...args], {
    ...account,
    cwd: data,
    env: ENV,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server.unref();
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line);
    if (line.includes(READY)) {
      // What it says later is nobody's; a pipe that nobody reads would hold it up.
      server.stderr.resume();
      (server.stderr as Socket).unref();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start: ${said.join('\n')}`);
}

/** Between the look for a free port and the start another may take it. */
async function onFreePort(start: (port: number) => Promise<void>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    try {
      await start(port);
      return port;
    } catch (error) {
      if (tries === PORT_TRIES || !String(error).includes('Address already in use')) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has no port.');
  return address.port;
}

/** All of them work in the folder of the data, and nothing else does. */
function processesOf(data: string): readonly number[] {
  const worksThere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksThere(name))
    .map(Number);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
