import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadPlatform } from '#core/platforms/registry.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** What a site asks of us, and where it can be counted. */
interface PacedSite {
  readonly platform: string;
  readonly host: string;
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
  simulator(): Simulator;
}

/** Each has more to give than the longest run can take. */
const SITES: readonly PacedSite[] = [
  {
    platform: 'youtube',
    host: 'www.youtube.com',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    options: { replies: true },
    simulator: () => youtubeSimulator({ comments: 100_000, repliesEvery: 1 }),
  },
  {
    platform: 'reddit',
    host: 'www.reddit.com',
    url: 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/',
    options: { replies: true },
    simulator: () => redditSimulator({ comments: 50_000, delivered: 200 }),
  },
  {
    platform: 'steam',
    host: 'store.steampowered.com',
    url: 'https://store.steampowered.com/app/10/',
    options: {},
    simulator: () => steamSimulator({ reviews: 50_000, pageSize: 25 }),
  },
];

const LOOK_MS = 20;

/** Lengths of windows that are counted, in seconds. */
const WINDOWS_S = [1, 10, 60] as const;

/**
 * A request is counted when it arrives, and may have been let go that much earlier: the first one over a new connection waits for it,
 * and both processes share their processor with others.
 */
export const JITTER_MS = 200;

/** The most requests in any window of that length, and how many the pace allows. */
export interface PacedWindow {
  readonly seconds: number;
  readonly most: number;
  readonly allowed: number;
}

interface PaceOfHost {
  readonly host: string;
  readonly perSecond: number;
  readonly requests: number;
  readonly windows: readonly PacedWindow[];
  /** How many starts of the service the requests are from. */
  readonly lives: number;
}

interface PaceRun {
  readonly seconds: number;
  /** Exports of each site; as many run side by side as the plan allows. */
  readonly jobs: number;
  /** The service is killed and started again so often. */
  readonly kills: number;
  readonly gentle: 'on' | 'off';
  /** The part of what its pace allows that each host is asked in each life, however much longer that takes. Left out: as often as it comes. */
  readonly leastShare?: number;
}

/** Runs exports of all sites at their own pace, kills the service in between, and counts what the world was asked. */
export async function measurePace({ seconds, jobs, kills, gentle, leastShare = 0 }: PaceRun): Promise<readonly PaceOfHost[]> {
  await using world = await startWorld({ simulators: SITES.map((site) => site.simulator()) });
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-pace-'));
  const env = { ...world.env, COMMENTDOCK_PACE: 'on', COMMENTDOCK_LIMITS: 'off', COMMENTDOCK_GENTLE: gentle };
  const startsMs: number[] = [];
  let service: RunningService | null = null;
  try {
    for (let life = 0; life <= kills; life += 1) {
      service = await startServiceProcess(dataDir, env);
      startsMs.push(Date.now());
      if (life === 0) for (let i = 0; i < jobs; i += 1) for (const { url, options } of SITES) await service.createJob(url, options);
      // Each life is of another length, so that kills meet any moment between two requests.
      const lifeSeconds = (seconds * (life + 1)) / (((kills + 1) * (kills + 2)) / 2);
      const wanted = await Promise.all(
        SITES.map(async ({ host, platform }) => {
          const share = leastShare * lifeSeconds * (await statedPace(platform));
          return { host, count: world.count(host) + (leastShare === 0 ? 0 : Math.floor(share) + 1) };
        }),
      );
      await delay(lifeSeconds * 1_000);
      while (wanted.some(({ host, count }) => world.count(host) < count)) await delay(LOOK_MS);
      await service.kill();
      service = null;
    }
  } finally {
    await service?.kill();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
  return Promise.all(SITES.map((site) => paceOf(site, world, startsMs, gentle)));
}

async function paceOf(
  { platform, host }: PacedSite,
  world: World,
  startsMs: readonly number[],
  gentle: PaceRun['gentle'],
): Promise<PaceOfHost> {
  const stated = await statedPace(platform);
  const perSecond = gentle === 'on' ? stated / 2 : stated;
  const at = world.requests.filter((request) => request.host === host).map(({ atMs }) => atMs);
  const windows = WINDOWS_S.map((seconds) => ({
    seconds,
    most: mostIn(at, seconds * 1_000 - JITTER_MS),
    allowed: Math.ceil(seconds * perSecond),
  }));
  return {
    host,
    perSecond,
    requests: at.length,
    windows,
    lives: new Set(at.map((ms) => startsMs.findLastIndex((start) => start <= ms))).size,
  };
}

async function statedPace(platform: string): Promise<number> {
  return (await loadPlatform(platform))?.pace.perSecond ?? 0;
}

/** The most instants in any window of that length. */
export function mostIn(instants: readonly number[], windowMs: number): number {
  const sorted = instants.toSorted((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [last, at] of sorted.entries()) {
    while (at - (sorted[first] ?? 0) >= windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
