import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

/** What was measured, as it crosses from one thread to another. */
export type Measured = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Of round trips and of answers: a network nearby, up to what somebody gives up on. */
export const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99] as const;

/** A registry whose numbers say of which thread they are, with the delay of its event loop since they were last asked for. */
export async function threadRegistry(thread: 'main' | 'engine'): Promise<Registry> {
  const { Gauge, Registry: Metrics } = await import('prom-client');
  const registry = new Metrics();
  registry.setDefaultLabels({ thread });
  const delays = monitorEventLoopDelay();
  delays.enable();
  new Gauge({
    name: 'commentdock_event_loop_delay_seconds',
    help: 'How late the event loop of a thread was, since the last time that this was asked.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES) this.set({ quantile: String(quantile) }, delays.percentile(quantile * 100) / NANOSECONDS);
      this.set({ quantile: '1' }, delays.max / NANOSECONDS);
      delays.reset();
    },
  });
  return registry;
}
