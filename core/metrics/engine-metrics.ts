import { subscribe } from 'node:diagnostics_channel';
import type { Engine } from '#core/engine/engine.ts';
import { commits, type MeasuredCommit } from '#core/engine/measured-commits.ts';
import { type Measured, SECONDS, threadRegistry } from '#core/metrics/thread-metrics.ts';
import { roundTrips } from '#core/store/postgres/measured-round-trips.ts';

/** Of undici: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel */
const ANSWERS = 'undici:request:headers';
const MS = 1_000;

interface MeasuredEngine {
  readonly engine: Pick<Engine, 'subscribe' | 'turns'>;
  /** News of other machines so far. */
  newsHeard(): number;
}

/** Measures in the engine's thread from now on. Of no number can be told whose export it comes from. */
export async function measureEngine({ engine, newsHeard }: MeasuredEngine): Promise<() => Promise<Measured>> {
  const { Counter, Gauge, Histogram } = await import('prom-client');
  const registry = await threadRegistry('engine');
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name: `commentdock_${name}_total`, help, labelNames: [...labelNames], registers });
  const changes = counter('exports', 'Exports that this process changed, by what became of them.', ['change']);
  const requests = counter('platform_requests', 'Answers of platforms, by the class of their status.', ['status']);
  const items = counter('items', 'Items stored.');
  const stored = counter('commits', 'Commits of exports: each stores all that arrived together.');
  const answers = counter('pages', 'Pages stored, and those given up.');
  const trips = new Histogram({
    name: 'commentdock_database_round_trip_seconds',
    help: 'How long the engine waited for the database, by round trip.',
    buckets: SECONDS,
    registers,
  });
  new Counter({
    name: 'commentdock_news_heard_total',
    help: 'What other machines told of exports.',
    registers,
    collect() {
      this.reset();
      this.inc(newsHeard());
    },
  });
  new Gauge({
    name: 'commentdock_exports_running',
    help: 'Exports that run in this process.',
    registers,
    collect() {
      this.set(engine.turns.running);
    },
  });
  engine.subscribe(({ kind, isForeign }) => {
    if (isForeign !== true && kind !== 'progress' && kind !== 'judging') changes.inc({ change: kind });
  });
  subscribe(commits.name, (message) => {
    const commit = message as MeasuredCommit;
    stored.inc();
    items.inc(commit.items);
    answers.inc(commit.answers);
  });
  subscribe(roundTrips.name, (ms) => trips.observe((ms as number) / MS));
  subscribe(ANSWERS, (message) => {
    const { response } = message as { readonly response: { readonly statusCode: number } };
    requests.inc({ status: `${Math.floor(response.statusCode / 100)}xx` });
  });
  return () => registry.getMetricsAsJSON();
}
