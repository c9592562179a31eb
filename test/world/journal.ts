import type { Fault } from '#test/world/fault.ts';

/** One request that reached the world. */
export interface LoggedRequest {
  /** Milliseconds since 1970, with fractions: when the request's head had arrived. */
  readonly atMs: number;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly path: string;
  /** Name of the route that it came over; null: straight from a client. */
  readonly route: string | null;
  readonly headers: Readonly<Record<string, string>>;
  body: string;
  /** Who answered: `nobody` is a 404, null is not answered (yet). */
  answeredBy: 'simulator' | 'recording' | 'fault' | 'nobody' | null;
  status: number | null;
  fault: Fault['kind'] | null;
}

/** What the world saw since its start or the last reset, as plain JSON. */
export interface WorldStatistics {
  readonly requests: number;
  readonly connections: number;
  /** Those of `connections` that came over no route. */
  readonly direct_connections: number;
  /** Connections by route. */
  readonly routes: Readonly<Record<string, number>>;
  readonly concurrent_max: number;
  readonly unanswered: number;
  readonly hosts: Readonly<Record<string, number>>;
  /** `METHOD host/path` to requests. */
  readonly paths: Readonly<Record<string, number>>;
  /** Instants of all requests, milliseconds since 1970: for histograms of pacing. */
  readonly at_ms: readonly number[];
}

/** The world's memory of what was asked of it. */
export interface Journal {
  readonly requests: readonly LoggedRequest[];
  readonly connections: number;
  readonly concurrentMax: number;
  /** Notes a request as begun; call the result once it is over. */
  begin(request: LoggedRequest): () => void;
  connected(): void;
  /** One of the connections that have been counted came over this route. */
  routed(route: string): void;
  reset(): void;
  statistics(): WorldStatistics;
}

export function createJournal(): Journal {
  let requests: LoggedRequest[] = [];
  let connections = 0;
  let routes: string[] = [];
  let open = 0;
  let concurrentMax = 0;
  return {
    get requests() {
      return requests;
    },
    get connections() {
      return connections;
    },
    get concurrentMax() {
      return concurrentMax;
    },
    begin(request) {
      requests.push(request);
      open += 1;
      concurrentMax = Math.max(concurrentMax, open);
      return () => {
        open -= 1;
      };
    },
    connected() {
      connections += 1;
    },
    routed(route) {
      routes.push(route);
    },
    reset() {
      requests = [];
      connections = 0;
      routes = [];
      concurrentMax = open;
    },
    statistics: () => ({
      requests: requests.length,
      connections,
      direct_connections: connections - routes.length,
      routes: tally(routes, (route) => route),
      concurrent_max: concurrentMax,
      unanswered: requests.filter(({ answeredBy }) => answeredBy === 'nobody').length,
      hosts: tally(requests, ({ host }) => host),
      paths: tally(requests, ({ method, host, path }) => `${method} ${host}${path}`),
      at_ms: requests.map(({ atMs }) => atMs),
    }),
  };
}

function tally<T>(each: readonly T[], keyOf: (one: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of each) {
    const key = keyOf(one);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
