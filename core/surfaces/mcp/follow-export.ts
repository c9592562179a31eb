import { isTerminal, type Job } from '#core/contract/job.ts';
import { callNamed } from '#core/operations/registry.ts';
import type { ToolUse } from '#core/surfaces/mcp/tool.ts';

/** interface.md, MCP wait polling. */
const POLL_MS = 5_000;
const PATIENCE_MS = 600_000;

/** Progress has to grow with every message (MCP, progress), also while an export waits for its turn. */
const SIGN_OF_LIFE = 0.01;

/**
 * Waits until the export is done, has failed, was stopped or needs its owner, ten minutes at most, and tells of its progress meanwhile. The
 * end of the wait leaves the export as it is.
 * @returns the export as it then stands
 * @throws the reason of the context's signal
 */
export async function followExport(guid: string, { context, report }: Pick<ToolUse, 'context' | 'report'>): Promise<Job> {
  const look = (): Promise<Job> => callNamed('jobs.get', { guid }, context);
  const patience = AbortSignal.any([context.signal, AbortSignal.timeout(PATIENCE_MS)]);
  let wake: () => void = () => undefined;
  const unsubscribe = context.engine.subscribe(({ job }) => {
    if (job.guid === guid && (isTerminal(job.status) || job.needsYou)) wake();
  });
  const onAbort = (): void => wake();
  patience.addEventListener('abort', onAbort, { once: true });
  let told = -SIGN_OF_LIFE;
  try {
    for (;;) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const job = await look();
      told = Math.max(job.total_exported, told + SIGN_OF_LIFE);
      report({ progress: told, total: job.total !== null && job.total >= told ? job.total : null, message: progressWords(job) });
      context.signal.throwIfAborted();
      if (isTerminal(job.status) || job.needs_you !== undefined || patience.aborted) return job;
      const tick = setTimeout(resolve, POLL_MS);
      await woken;
      clearTimeout(tick);
      context.signal.throwIfAborted();
    }
  } finally {
    patience.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}

function progressWords({ status, total, total_exported: exported, needs_you: wall }: Job): string {
  if (wall !== undefined) return 'Waiting for its owner.';
  if (status === 'queueing') return 'Waiting for its turn.';
  return total === null ? `${exported} items so far.` : `${exported} of ${total} items.`;
}
