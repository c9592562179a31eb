import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { unreadRow } from '#core/engine/exchanges.ts';
import type { AskedRequest, HelpAnswer } from '#core/engine/help.ts';
import { fetchEntry } from '#core/engine/page-fetch.ts';
import type { PageWatch } from '#core/engine/page-work.ts';
import type { RunSession } from '#core/engine/ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

interface HelpSessionParts {
  readonly session: RunSession;
  readonly platform: PlatformDefinition;
  readonly job: JobRecord;
  /** Of the session. */
  readonly retryBudget: { left: number };
  /** Requests at once. */
  readonly lanes: number;
  /** Left out: nobody watches. */
  readonly watch?: PageWatch;
}

/** Makes requests of an export that another machine runs, and stores nothing. */
export class HelpSession {
  readonly #parts: HelpSessionParts;

  constructor(parts: HelpSessionParts) {
    this.#parts = parts;
  }

  get lanes(): number {
    return this.#parts.lanes;
  }

  /** @throws the signal's reason */
  async fetch({ entryId: id, retriesLeft, ...request }: AskedRequest, signal: AbortSignal): Promise<HelpAnswer> {
    const traffic = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
    const { session, retryBudget } = this.#parts;
    retryBudget.left = retriesLeft;
    const told = () => ({ traffic, route: session.routes?.account().used.at(-1)?.label ?? null });
    try {
      const page = await fetchEntry(this.#parts, { id, optional: false, ...request }, { counters: traffic, signal });
      signal.throwIfAborted();
      // Whoever runs the export keeps the exchanges of what cannot be read.
      return unreadRow(page.gaps ?? []) === null ? { kind: 'page', page, ...told() } : { kind: 'notRead', ...told() };
    } catch (error) {
      signal.throwIfAborted();
      const isGone = request.role === 'replies' && error instanceof CommentdockError && error.code === 'NOT_FOUND';
      return isGone ? { kind: 'gone', detail: error.message, ...told() } : { kind: 'notRead', ...told() };
    }
  }

  close(): Promise<void> {
    return this.#parts.session.close();
  }
}
