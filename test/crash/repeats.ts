import type { CrashCase } from '#test/crash/crash-cases.ts';
import type { LoggedRequest } from '#test/world/journal.ts';

/** How many pages of each list were asked for more than once. */
export function repeatedByList(
  requests: readonly LoggedRequest[],
  { pageOf, listOf }: Pick<CrashCase, 'pageOf' | 'listOf'>,
): Map<string, number> {
  const asked = new Map<string, number>();
  for (const request of requests) {
    const key = pageOf(request);
    asked.set(key, (asked.get(key) ?? 0) + 1);
  }
  const repeated = new Map<string, number>();
  for (const [key, times] of asked) {
    const list = listOf(key);
    if (times > 1) repeated.set(list, (repeated.get(list) ?? 0) + times - 1);
  }
  return repeated;
}
