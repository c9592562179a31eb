import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Measured, SECONDS, threadRegistry } from '#core/metrics/thread-metrics.ts';
import { roundTrips } from '#core/store/postgres/measured-round-trips.ts';
import type { DatabaseProbe } from '#core/team/database-probe.ts';

/** Of Node: https://nodejs.org/api/diagnostics_channel.html#http */
const BEGUN = 'http.server.request.start';
const ANSWERED = 'http.server.response.finish';
const MS = 1_000;

/** What the machines of a team share, at the moment. Counted by indexes, or in tables that hold what is under way alone. */
const SHARED = `
  SELECT (SELECT count(*) FROM jobs WHERE status = 'queueing')::int AS queueing, (SELECT count(*) FROM jobs WHERE status = 'progress')::int AS progress,
    (SELECT count(*) FROM export_workers WHERE until > clock_timestamp())::int AS workers, ready.jobs::int AS depth, ready.seconds::float8 AS oldest
  FROM (SELECT count(*) AS jobs, coalesce(extract(epoch FROM clock_timestamp() - min(run_at)), 0) AS seconds
    FROM graphile_worker.jobs WHERE locked_at IS NULL AND run_at <= clock_timestamp()) AS ready`;

interface Shared {
  readonly queueing: number;
  readonly progress: number;
  readonly workers: number;
  readonly depth: number;
  readonly oldest: number;
}

interface ProcessParts {
  /** Null: the data folder holds all. */
  readonly probe: DatabaseProbe | null;
  /** What the engine's thread measured; nothing where it does not answer. */
  engine(): Promise<Measured>;
}

interface ProcessMetrics extends Disposable {
  /** All that is measured, in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Measures in the process's own thread from now on, and puts together what all threads measure. */
export async function measureProcess({ probe, engine }: ProcessParts): Promise<ProcessMetrics> {
  const { AggregatorRegistry, Gauge, Histogram } = await import('prom-client');
  const registry = await threadRegistry('main');
  const registers = [registry];
  const histogram = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Histogram({ name: `commentdock_${name}_seconds`, help, labelNames: [...labelNames], buckets: SECONDS, registers });
  const answers = histogram('api_request', 'How long requests to this process took, by the class of their status.', ['status']);
  const trips = histogram('database_round_trip', 'How long a thread waited for the database, by round trip.');
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `commentdock_${name}`, help, labelNames: [...labelNames], registers });
  const exports = gauge('exports', 'Exports of the database that have not ended, by state.', ['state']);
  const depth = gauge('queue_depth', 'Exports that any worker could take now.');
  const oldest = gauge('queue_oldest_seconds', 'For how long the first of them has waited.');
  const workers = gauge('workers', 'Processes that run exports of the database.');
  const isUp = gauge('database_up', '1 where the database answered just now.');

  const begun = new WeakMap<IncomingMessage, number>();
  const onBegun = (message: unknown): void => void begun.set((message as { request: IncomingMessage }).request, performance.now());
  const onAnswered = (message: unknown): void => {
    const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
    const status = `${Math.floor(response.statusCode / 100)}xx`;
    answers.observe({ status }, (performance.now() - (begun.get(request) ?? performance.now())) / MS);
  };
  const onTrip = (ms: unknown): void => trips.observe((ms as number) / MS);
  const heard = [[BEGUN, onBegun] as const, [ANSWERED, onAnswered] as const, [roundTrips.name, onTrip] as const];
  for (const [name, listener] of heard) subscribe(name, listener);

  const look = async (asked: DatabaseProbe): Promise<void> => {
    const [shared] = await asked.ask<Shared>(SHARED).catch(() => []);
    isUp.set(Number(shared !== undefined));
    if (shared === undefined) return;
    exports.set({ state: 'queueing' }, shared.queueing);
    exports.set({ state: 'progress' }, shared.progress);
    depth.set(shared.depth);
    oldest.set(Math.max(0, shared.oldest));
    workers.set(shared.workers);
  };
  return {
    async text() {
      if (probe !== null) await look(probe);
      const measured = await Promise.all([registry.getMetricsAsJSON(), engine()]);
      return AggregatorRegistry.aggregate(measured.map((each) => [...each])).metrics();
    },
    [Symbol.dispose]() {
      for (const [name, listener] of heard) unsubscribe(name, listener);
    },
  };
}
