import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { FaultKind, PlannedFault } from '#test/chaos/plan.ts';
import { type Ground, LATENCY_MS } from '#test/chaos/ground.ts';
import { codeIn } from '#test/chaos/kept-service.ts';
import { processesBelow } from '#test/chaos/processes.ts';
import type { FailingDisk, Shim } from '#test/chaos/shim.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { databasePath } from '#core/store/database.ts';
import type { Fault, FaultRule } from '#test/world/fault.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FARTHEST_MS = 200 * DAY_MS;
/** So long before clocks change the service finds itself. */
const BEFORE_CHANGE_MS = 1_000;
const SLOWEST_NETWORK_MS = 400;
const SLOWEST_DISK_MS = 40;
/** How long a browser or a lock is waited for. */
const MEETING_MS = 8_000;
const LOOK_EVERY_MS = 20;
const BROWSER_NAME = /^(?:chrom|chrome|msedge)/;

/** What a fault is dealt with. */
interface Deal extends PlannedFault {
  readonly ground: Ground;
}

/** Deals a fault and heals it. */
type Dealing = (deal: Deal) => Promise<void>;

/** Deals one fault of a plan at its moment, and heals it after its time. False: this machine cannot. */
export async function dealFault(ground: Ground, fault: PlannedFault): Promise<boolean> {
  if (lackFor(fault.kind, ground) !== null) return false;
  await delay(fault.afterMs);
  await DEALINGS[fault.kind]({ ...fault, ground });
  return true;
}

/** Why this machine cannot deal it; null: it can. */
export function lackFor(kind: FaultKind, { lacking, disk, shim }: Pick<Ground, 'lacking' | 'disk' | 'shim'>): string | null {
  if (kind === 'fullDisk') return disk === null && shim === null ? `${lacking.disk ?? ''}; ${lacking.shim ?? ''}` : null;
  if (NEED_SHIM.has(kind)) return lacking.shim;
  return kind === 'killedBrowser' ? lacking.browser : null;
}

const NEED_SHIM: ReadonlySet<FaultKind> = new Set([
  'readOnlyDisk',
  'slowDisk',
  'brokenDisk',
  'clockForward',
  'clockBackward',
  'daylightSaving',
  'sleep',
]);

const DEALINGS: Readonly<Record<FaultKind, Dealing>> = {
  resets: (deal) => onTheWire(deal, { kind: 'resetBefore' }),
  cutAnswers: (deal) => onTheWire(deal, { kind: deal.strength < 0.5 ? 'truncated' : 'resetMidway' }),
  stalls: (deal) => onTheWire(deal, { kind: 'hang' }, { times: 1 }),
  serverErrors: (deal) => onTheWire(deal, { kind: 'status', status: deal.strength < 0.5 ? 500 : 503 }),
  throttling: (deal) => onTheWire(deal, { kind: 'status', status: 429, retryAfter: 1 }, { times: 3 }),
  garbage: (deal) => onTheWire(deal, { kind: 'malformedJson' }),
  challenges: (deal) => onTheWire(deal, { kind: 'captcha' }),
  slowNetwork,
  killedService: ({ ground }) => ground.service.end('SIGKILL'),
  killedTwice,
  endedService: ({ ground }) => ground.service.end('SIGTERM'),
  killedEngine: (deal) => brokenThread(deal, 'engine'),
  killedWriter: (deal) => brokenThread(deal, 'writing'),
  killedBrowser,
  fullDisk,
  readOnlyDisk: (deal) => failingDisk(deal, { with: 'EROFS', every: 1 }),
  brokenDisk: (deal) => failingDisk(deal, { with: 'EIO', every: 1 + Math.floor(deal.strength * 20) }),
  slowDisk,
  clockForward: (deal) => movedClock(deal, deal.strength * FARTHEST_MS),
  clockBackward: (deal) => movedClock(deal, -deal.strength * FARTHEST_MS),
  daylightSaving: (deal) => movedClock(deal, nextChangeOfClocks(Date.now(), deal.strength) - BEFORE_CHANGE_MS - Date.now()),
  sleep,
  heldWriteLock,
  secondProcess,
};

async function onTheWire({ ground, forMs, strength }: Deal, fault: Fault, more: Partial<FaultRule> = {}): Promise<void> {
  ground.world.addFault({ every: 1 + Math.floor(strength * 8), fault, ...more });
  await delay(forMs);
  ground.world.clearFaults();
}

async function slowNetwork({ ground, forMs, strength }: Deal): Promise<void> {
  ground.world.setLatency(SLOWEST_NETWORK_MS * strength);
  await delay(forMs);
  ground.world.setLatency(LATENCY_MS);
}

/** The second time amid its start. */
async function killedTwice({ ground: { service }, strength }: Deal): Promise<void> {
  await service.end('SIGKILL');
  await delay(strength * 1_000);
  await service.end('SIGKILL');
}

/** Threads that have not been started break when they are, within that time. */
async function brokenThread({ ground, forMs }: Deal, thread: string): Promise<void> {
  if (thread === 'engine') ground.service.brokenEngines += 1;
  writeFileSync(`${ground.breakFile}.${thread}`, '');
  await delay(forMs);
  rmSync(`${ground.breakFile}.${thread}`, { force: true });
}

/** The browser itself, or what holds it for the service. */
async function killedBrowser({ ground: { service }, strength }: Deal): Promise<void> {
  const untilMs = performance.now() + MEETING_MS;
  while (performance.now() < untilMs) {
    const below = service.pid === null ? [] : processesBelow(service.pid);
    const browser = below.find(
      ({ name, parent }) => BROWSER_NAME.test(name) && !below.some(({ pid, name: of }) => pid === parent && BROWSER_NAME.test(of)),
    );
    if (browser !== undefined) return signal(strength < 0.5 ? browser.pid : browser.parent, 'SIGKILL');
    await delay(LOOK_EVERY_MS);
  }
}

async function fullDisk({ ground, forMs }: Deal): Promise<void> {
  if (ground.disk === null) return failingDisk({ ground, forMs }, { with: 'ENOSPC', every: 1 });
  const relieve = ground.service.hinder();
  ground.disk.fill();
  await delay(forMs);
  ground.disk.makeRoom();
  relieve();
}

async function failingDisk({ ground, forMs }: Pick<Deal, 'ground' | 'forMs'>, failing: FailingDisk): Promise<void> {
  const relieve = ground.service.hinder();
  ground.shim?.setDisk(failing);
  await delay(forMs);
  ground.shim?.setDisk(null);
  relieve();
}

async function slowDisk({ ground, forMs, strength }: Deal): Promise<void> {
  ground.shim?.slowDisk(SLOWEST_DISK_MS * strength);
  await delay(forMs);
  ground.shim?.slowDisk(0);
}

/** There and back: both are jumps. */
async function movedClock({ ground, forMs }: Pick<Deal, 'ground' | 'forMs'>, byMs: number): Promise<void> {
  ground.shim?.setClock(byMs);
  await delay(forMs);
  ground.shim?.setClock(0);
}

/** The machine stands still, and its clock does not. */
async function sleep({ ground, forMs, strength }: Deal): Promise<void> {
  const { pid } = ground.service;
  if (pid === null) return;
  signal(pid, 'SIGSTOP');
  await delay(Math.min(forMs, 2_000));
  (ground.shim as Shim).setClock(strength * DAY_MS);
  signal(pid, 'SIGCONT');
  await delay(forMs);
  (ground.shim as Shim).setClock(0);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Another fault was faster.
  }
}

/** As a backup program might: another process holds the right to write. */
async function heldWriteLock({ ground, forMs }: Deal): Promise<void> {
  const connection = new Database(databasePath(ground.dataDir), { timeout: MEETING_MS });
  try {
    connection.exec('BEGIN IMMEDIATE');
    await delay(forMs);
    connection.exec('ROLLBACK');
  } catch (error) {
    // On a disk that another fault has made fail.
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    connection.close();
  }
}

/** Where the first one is away meanwhile the second may come up: then it goes at once. */
async function secondProcess({ ground: { service, dataDir, env } }: Deal): Promise<void> {
  const { pid, isUp, restarts } = service;
  const sinceMs = performance.now();
  try {
    const second = await startServiceProcess(dataDir, env);
    await second.kill();
    if (isUp && service.pid === pid && service.restarts === restarts)
      service.breaches.push('a second service started on a folder that is in use');
  } catch (error) {
    const code = codeIn(error instanceof Error ? error.message : String(error));
    if (code !== 'DATA_DIR_IN_USE' && !(code === 'DISK' && service.wasHindered(sinceMs)))
      service.breaches.push(`a second service was refused with ${String(error)}`);
  }
}

/** The first or the second change after today of the clocks in central Europe: at one in the morning, UTC, of the last Sunday of a month. */
export function nextChangeOfClocks(nowMs: number, chance: number): number {
  const year = new Date(nowMs).getUTCFullYear();
  const changes = [year, year + 1].flatMap((each) => [lastSunday(each, 2), lastSunday(each, 9)]).filter((atMs) => atMs > nowMs);
  return changes[chance < 0.5 ? 0 : 1] as number;
}

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}
