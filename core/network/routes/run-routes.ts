import { CommentdockError, type ErrorCode } from '#core/contract/error.ts';
import type { RouteAccount, RoutePage } from '#core/engine/route-ports.ts';
import type { OpenRoute, OpenRoutes } from '#core/network/routes/open-routes.ts';
import type { RouteMember } from '#core/network/routes/route.ts';
import { RouteDown } from '#core/network/routes/route-failure.ts';
import { TargetRefusal } from '#core/network/targets/target-guard.ts';

/** With which another route may have more luck. */
const WORTH_ANOTHER: ReadonlySet<ErrorCode> = new Set(['NETWORK', 'BLOCKED', 'CAPTCHA', 'GEO_BLOCKED', 'RATE_LIMITED']);
/** Ways that a list on the side takes in all: its failure is a gap, and there may be thousands of such lists. */
const MOST_WAYS_OF_SIDE_LISTS = 3;

/** A way as a run has it at the moment. */
export interface WayOut {
  readonly member: RouteMember;
  readonly route: OpenRoute;
  /** Pages that are on it. */
  pages: number;
}

/** The routes of one run of an export: one after the other, each as long as it works. */
export class RunRoutes {
  readonly #members: readonly RouteMember[];
  readonly #open: OpenRoutes;
  readonly #onLeft: (way: WayOut) => Promise<void>;
  readonly #used: RouteAccount['used'][number][];
  readonly #left = new WeakSet<WayOut>();
  #current: WayOut;

  /**
   * @param onLeft a way that no page uses any more, and that is not the current one
   * @param parts.start index of the member that a first run begins with; one that goes on keeps its own
   * @param parts.further how many members behind that one it begins. Left out: with that one
   */
  constructor(
    members: readonly RouteMember[],
    former: RouteAccount | null,
    parts: {
      readonly open: OpenRoutes;
      readonly start: number;
      readonly further?: number;
      readonly onLeft: (way: WayOut) => Promise<void>;
    },
  ) {
    this.#members = members;
    this.#open = parts.open;
    this.#onLeft = parts.onLeft;
    this.#used = [...(former?.used ?? [])];
    const kept = members.findIndex(({ key }) => key === former?.member);
    this.#current = this.#take(this.#memberAt((kept >= 0 ? kept : parts.start) + (parts.further ?? 0)));
  }

  get current(): WayOut {
    return this.#current;
  }

  get ways(): number {
    return this.#members.length;
  }

  account(): RouteAccount {
    return { member: this.#current.member.key, used: [...this.#used] };
  }

  /**
   * Does the work of one page over the current way. Where that fails it goes on to the next one, until each has been tried once.
   * @throws what the work throws on the last way; what another way does not mend
   */
  async tryEach<T>(page: RoutePage, work: () => Promise<T>): Promise<T> {
    const tried = new Set<string>();
    for (;;) {
      const way = this.#current;
      tried.add(way.member.key);
      way.pages += 1;
      try {
        return await work();
      } catch (error) {
        if (page.signal.aborted || !this.#mayGoOn(error, page, tried)) throw error;
        this.#moveOn(way, error as CommentdockError, tried);
      } finally {
        way.pages -= 1;
        this.#leaveIfDone(way);
      }
    }
  }

  /** Once nothing is under way any more. */
  close(): void {
    this.#open.leave(this.#current.route);
  }

  #mayGoOn(error: unknown, { role, tries }: RoutePage, tried: ReadonlySet<string>): boolean {
    if (!(error instanceof CommentdockError) || !WORTH_ANOTHER.has(error.code) || error instanceof TargetRefusal) return false;
    // What may fail is not worth a way that works.
    if (tries === 'once' && !(error instanceof RouteDown)) return false;
    const most = role === 'replies' ? Math.min(MOST_WAYS_OF_SIDE_LISTS, this.#members.length) : this.#members.length;
    return tried.size < most;
  }

  /** Another page may have moved on before us: then its way is ours too, unless we come from there. */
  #moveOn(from: WayOut, error: CommentdockError, tried: ReadonlySet<string>): void {
    if (!tried.has(this.#current.member.key)) return;
    const place = this.#members.indexOf(this.#current.member);
    const order = this.#members.map((_, step) => this.#memberAt(place + 1 + step));
    const next = order.find(({ key }) => !tried.has(key));
    if (next === undefined) return;
    const left = this.#current;
    this.#note(left.member, from === left ? (error instanceof RouteDown ? 'cannot be reached' : error.code) : null);
    this.#current = this.#take(next);
    this.#leaveIfDone(left);
  }

  #take(member: RouteMember): WayOut {
    this.#note(member, null);
    return { member, route: this.#open.enter(member), pages: 0 };
  }

  /** Each route once, where it was used last: an export may go round and round. */
  #note({ label }: RouteMember, end: string | null): void {
    const known = this.#used.findIndex((used) => used.label === label);
    if (known >= 0) this.#used.splice(known, 1);
    this.#used.push({ label, end });
  }

  #leaveIfDone(way: WayOut): void {
    if (way === this.#current || way.pages > 0 || this.#left.has(way)) return;
    this.#left.add(way);
    void this.#onLeft(way).finally(() => this.#open.leave(way.route));
  }

  #memberAt(index: number): RouteMember {
    const member = this.#members[index % this.#members.length];
    if (member === undefined) throw new CommentdockError('NETWORK', 'The pool of this export has no proxies. Choose another one.');
    return member;
  }
}
