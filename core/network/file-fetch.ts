import type { RunSession } from '#core/engine/ports.ts';
import type { RunRoutes } from '#core/network/routes/run-routes.ts';
import { TargetRefusal } from '#core/network/targets/target-guard.ts';

/**
 * What becomes of the fetching of one file. It is worth another route only where one cannot be reached at all.
 * @throws as `RunSession.fetchFile`
 */
export async function wholeFile(
  routes: RunRoutes | null,
  signal: AbortSignal,
  work: () => Promise<void>,
): ReturnType<NonNullable<RunSession['fetchFile']>> {
  try {
    await (routes === null ? work() : routes.tryEach({ role: 'replies', tries: 'once', signal }, work));
    return 'whole';
  } catch (error) {
    if (error instanceof TargetRefusal) return 'notPublic';
    throw error;
  }
}
