import type { Job } from '#core/contract/job.ts';

const RATE_WINDOW_MS = 10_000;

/** Counts of the last seconds: what the rate and the time left are worked out from. */
export class ProgressLine {
  readonly #samples: { readonly atMs: number; readonly count: number }[] = [];

  /** One line for the terminal: count, total, rate, time left. */
  next(job: Pick<Job, 'status' | 'total' | 'total_exported'>, atMs: number): string {
    this.#samples.push({ atMs, count: job.total_exported });
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > RATE_WINDOW_MS) this.#samples.shift();
    const perSecond = this.#perSecond();
    const total = job.total === null ? '' : ` of ${number(job.total)}`;
    const left = job.total === null || perSecond === 0 ? null : (job.total - job.total_exported) / perSecond;
    const eta = left === null || left <= 0 ? '' : `, about ${duration(left)} left`;
    if (job.status === 'queueing') return 'waiting in the queue';
    return `${number(job.total_exported)}${total} items, ${number(Math.round(perSecond))}/s${eta}`;
  }

  #perSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs === first.atMs) return 0;
    return ((last.count - first.count) * 1000) / (last.atMs - first.atMs);
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** `90` is `1 min 30 s`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
