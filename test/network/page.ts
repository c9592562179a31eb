import type { ExchangeLog } from '#core/engine/exchanges.ts';
import type { PageWork } from '#core/engine/page-work.ts';
import type { HostPace, HostPaceStore, NetworkPort, TrafficCounters } from '#core/engine/ports.ts';
import type { RouteTries } from '#core/engine/route-ports.ts';
import type { Pacer } from '#core/network/pacing.ts';
import { createNetwork, type NetworkSetup } from '#core/network/network.ts';
import type { RouteBook } from '#core/network/routes/route.ts';
import { definePlatform, type PlatformDefinition } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';

/** Retries without waiting, no ceilings, no proxy. */
export const QUIET_CONFIG: NetworkSetup['config'] = {
  retryScale: 0,
  pace: 'off',
  gentle: 'off',
  httpsProxy: null,
  httpProxy: null,
  noProxy: null,
  extraCaFile: null,
  browser: null,
  // Servers of tests are on loopback; plain HTTP goes only where the owner says so.
  allowedInnerHosts: '127.0.0.1, localhost, plain.example.org:80, www.example.org:80',
};

export const TEST_PLATFORM: PlatformDefinition = definePlatform({
  id: 'test',
  name: 'Test',
  homepage: 'https://example.org',
  description: 'A platform of tests.',
  category: 'forum',
  recorded: '2026-08',
  comparedWith: [],
  targets: [],
  hosts: ['127.0.0.1', 'localhost', '.example.org', '.example.net', '.example', '.invalid'],
  cookies: { need: 'optional', domains: ['127.0.0.1', '.example.org'] },
  pace: { perSecond: 1_000, concurrency: 100 },
  start: () => [],
  fetchPage: async () => ({ items: [] }),
});

/** Keeps paces in memory and counts the saves. */
export class PaceMemory implements HostPaceStore {
  readonly saved: { host: string; pace: HostPace }[] = [];
  readonly #paces = new Map<string, HostPace>();

  load(host: string): HostPace | null {
    return this.#paces.get(host) ?? null;
  }

  save(host: string, pace: HostPace): void {
    this.saved.push({ host, pace });
    this.#paces.set(host, pace);
  }
}

export interface PageSettings {
  readonly config?: Partial<NetworkSetup['config']>;
  readonly platform?: Partial<PlatformDefinition>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly retriesLeft?: number;
  readonly tries?: 'general' | 'once';
  /** Told of the answers that are worked on. */
  readonly work?: PageWork;
  /** Told of what is exchanged. */
  readonly exchanges?: ExchangeLog;
  /** Of the browser that the cookies were made in. */
  readonly userAgent?: string;
  readonly installedAgent?: NetworkSetup['installedAgent'];
  readonly isGentle?: boolean;
  readonly hosts?: HostPaceStore;
  readonly pacer?: Pacer;
  readonly now?: () => number;
  readonly browserIdleMs?: number;
  readonly pagePatience?: number;
  readonly resolveAll?: NetworkSetup['resolveAll'];
  /** Hosts that the URL of the export names. */
  readonly pastedHosts?: readonly string[];
  readonly passes?: NetworkSetup['passes'];
  readonly routes?: RouteBook;
  /** What of them the run goes over. */
  readonly route?: RunRoute;
  /** A network that others use too: it is not closed with the page, and `config`, `hosts` and `now` have no effect. */
  readonly network?: NetworkPort;
}

type RunRoute = NonNullable<Parameters<NetworkPort['openSession']>[0]['route']>;

/** A network, one run on it and one page of the run. */
export interface TestPage extends AsyncDisposable {
  readonly network: NetworkPort;
  /** Null: straight to the net. */
  readonly routes: RouteTries | null;
  readonly session: Session;
  readonly counters: TrafficCounters;
  readonly budget: { left: number };
  readonly abort: AbortController;
  /** A further page of the same run. */
  another(): { readonly session: Session; readonly abort: AbortController; readonly counters: TrafficCounters };
  closeRun(): Promise<void>;
}

export async function openPage(settings: PageSettings = {}): Promise<TestPage> {
  const { hosts = new PaceMemory(), now, browserIdleMs, pagePatience, resolveAll } = settings;
  const network =
    settings.network ??
    createNetwork({
      config: { ...QUIET_CONFIG, ...settings.config },
      hosts,
      ...(settings.pacer === undefined ? {} : { pacer: settings.pacer }),
      ...(settings.routes === undefined ? {} : { routes: settings.routes }),
      ...(settings.passes === undefined ? {} : { passes: settings.passes }),
      ...(now ? { now } : {}),
      ...(browserIdleMs === undefined ? {} : { browserIdleMs }),
      ...(pagePatience === undefined ? {} : { pagePatience }),
      ...(resolveAll === undefined ? {} : { resolveAll }),
      ...(settings.installedAgent === undefined ? {} : { installedAgent: settings.installedAgent }),
    });
  const budget = { left: settings.retriesLeft ?? 30 };
  const run = await network.openSession({
    jobGuid: 'job',
    platform: { ...TEST_PLATFORM, ...settings.platform },
    options: { replies: false, sort: null, limit: 100, minTimestamp: null, maxTimestamp: null, countries: [] },
    cookies: settings.cookies ?? {},
    ...(settings.userAgent === undefined ? {} : { userAgent: settings.userAgent }),
    retryBudget: budget,
    pastedHosts: settings.pastedHosts ?? [],
    ...(settings.isGentle === undefined ? {} : { isGentle: settings.isGentle }),
    ...(settings.route === undefined ? {} : { route: settings.route }),
  });
  const another = (): ReturnType<TestPage['another']> => {
    const abort = new AbortController();
    const counters: TrafficCounters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
    return {
      session: run.forPage({
        signal: abort.signal,
        counters,
        tries: settings.tries ?? 'general',
        ...(settings.work === undefined ? {} : { work: settings.work }),
        ...(settings.exchanges === undefined ? {} : { exchanges: settings.exchanges }),
      }),
      abort,
      counters,
    };
  };
  return {
    network,
    routes: run.routes ?? null,
    budget,
    ...another(),
    another,
    closeRun: () => run.close(),
    async [Symbol.asyncDispose]() {
      await run.close();
      if (settings.network === undefined) await network.close();
    },
  };
}
