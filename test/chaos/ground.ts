import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExportKind } from '#test/chaos/plan.ts';
import { type FlakyReceiver, startFlakyReceiver } from '#test/chaos/flaky-receiver.ts';
import { KeptService } from '#test/chaos/kept-service.ts';
import { reportFlags } from '#test/chaos/standing-process.ts';
import { makeShim, type Shim } from '#test/chaos/shim.ts';
import { mountSmallDisk, type SmallDisk, smallDisksLack } from '#test/crash/small-disk.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { vimeoSimulator } from '#core/platforms/vimeo/simulator.ts';
import { refusesPrograms } from '#test/world/refuses-programs.ts';
import { lackingForBrowser, trustInBrowser } from '#test/world/browser-trust.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { NODE_FLAGS } from '../../bin/node-flags.js';

export const LATENCY_MS = 15;
const DISK_MB = 256;
const BREAK_THREADS = fileURLToPath(new URL('./break-threads.js', import.meta.url));
/** Waits between tries are measured in days; a message that was answered badly is to come again within a step. */
const RETRY_SCALE = '0.0002';
const REVIEWS = 1_500;
const COMMENTS = 1_200;

/** Exports that all end with the same rows whenever they are made: their sites state absolute dates. */
export const EXPORTS: Readonly<Record<ExportKind | 'scheduled', { readonly url: string; readonly options: object }>> = {
  reviews: { url: 'https://store.steampowered.com/app/10/', options: {} },
  comments: { url: 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/', options: { replies: true } },
  browser: { url: 'https://vimeo.com/258684937', options: { replies: true } },
  scheduled: { url: 'https://store.steampowered.com/app/20/', options: {} },
};

/** Where chaos happens: a service in a simulated world, and what can be done to it. */
export interface Ground extends AsyncDisposable {
  readonly world: World;
  readonly service: KeptService;
  readonly receiver: FlakyReceiver;
  readonly dataDir: string;
  /** Null: none can be mounted here. */
  readonly disk: SmallDisk | null;
  /** Null: none can be made here. */
  readonly shim: Shim | null;
  readonly env: Readonly<Record<string, string>>;
  /** Files of this name with a thread's behind a dot break that thread. */
  readonly breakFile: string;
  /** What this machine lacks, by what needs it. */
  readonly lacking: { readonly disk: string | null; readonly shim: string | null; readonly browser: string | null };
}

/** Opens a ground whose service has not been started. */
export async function openGround(): Promise<Ground> {
  await using opened = new AsyncDisposableStack();
  const place = mkdtempSync(join(tmpdir(), 'commentdock-chaos-'));
  opened.defer(() => rmSync(place, { recursive: true, force: true, maxRetries: 10 }));
  const world = opened.use(await startWorld({ simulators: sites(), latencyMs: LATENCY_MS }));
  const diskLacks = smallDisksLack();
  const disk = diskLacks === null ? opened.use(mountSmallDisk(DISK_MB)) : null;
  const dataDir = join(disk?.folder ?? place, 'data');
  mkdirSync(dataDir);
  const shim = await makeShim(place, dataDir);
  const browserLacks = await lackingForBrowser();
  const home = browserLacks === null ? { HOME: opened.use(await trustInBrowser(world.caFile)).home } : {};
  const breakFile = join(place, 'break');
  const reports = join(place, 'reports');
  mkdirSync(reports);
  const env = {
    ...world.env,
    ...home,
    ...('lacking' in shim ? {} : shim.env),
    NODE_OPTIONS: [`--import ${BREAK_THREADS}`, ...reportFlags(reports), ...NODE_FLAGS].join(' '),
    CHAOS_BREAK: breakFile,
    COMMENTDOCK_RETRY_SCALE: RETRY_SCALE,
    COMMENTDOCK_LIMITS: 'off',
    COMMENTDOCK_LOG: 'error',
    COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1',
    // One whose clocks are put forward and back.
    TZ: 'Europe/Berlin',
  };
  const receiver = opened.use(await startFlakyReceiver());
  const service = new KeptService(dataDir, env, reports);
  opened.defer(() => service.close());
  const resources = opened.move();
  return {
    world,
    service,
    receiver,
    dataDir,
    disk,
    shim: 'lacking' in shim ? null : shim,
    env,
    breakFile,
    lacking: { disk: diskLacks, shim: 'lacking' in shim ? shim.lacking : null, browser: browserLacks },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function sites() {
  return [
    steamSimulator({ reviews: REVIEWS, pageSize: 25 }),
    redditSimulator({ comments: COMMENTS, delivered: 200 }),
    refusesPrograms(vimeoSimulator({ nested: 2 })),
  ];
}
