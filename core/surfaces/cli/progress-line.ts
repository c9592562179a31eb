import type { Job } from '#core/contract/job.ts';

const RATE_WINDOW_MS = 10_000;

/** Counts of the last seconds: what the rate and the time left are worked out from. */
export class ProgressLine {
  readonly #samples: { readonly atMs: number; readonly count: number }[] = [];

  /** One line for the terminal: count, total, rate, time left. */
  next(job: Pick<Job, 'status' | 'total' | 'total_exported' | 'options' | 'needs_you'>, atMs: number): string {
    if (job.needs_you !== undefined) return `waiting for you in the window that has opened (${job.needs_you.code})`;
    if (job.status === 'queueing') return 'waiting in the queue';
    this.#samples.push({ atMs, count: job.total_exported });
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > RATE_WINDOW_MS) this.#samples.shift();
    const perSecond = this.#perSecond();
    const goal = goalOf(job);
    const left = goal === null || perSecond === 0 ? null : (goal - job.total_exported) / perSecond;
    const eta = left === null || left <= 0 ? '' : `, about ${duration(left)} left`;
    return `${number(job.total_exported)}${goal === null ? '' : ` of ${number(goal)}`} items, ${number(Math.round(perSecond))}/s${eta}`;
  }

  #perSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs === first.atMs) return 0;
    return Math.max(0, ((last.count - first.count) * 1000) / (last.atMs - first.atMs));
  }
}

/** What the export runs towards: the platform's total, or the limit where that comes first. */
function goalOf({ total, options }: Pick<Job, 'total' | 'options'>): number | null {
  const limit = options['limit'];
  if (typeof limit !== 'number') return total;
  return total === null ? null : Math.min(total, limit);
}

/** `12,345`. By hand: Intl takes 40 ms for its first number, and this one is shown as the export begins. */
function number(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `90` is `1 min 30 s`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
