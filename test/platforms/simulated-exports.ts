import { platformIds } from '#core/platforms/registry.ts';
import type { OwnExport, SimulatedExport } from '#test/world/simulated-export.ts';

/** Names the one platform that tests of all platforms are about; left out: all of them. */
export const ONE_PLATFORM = 'COMMENTDOCK_TEST_PLATFORM';

/** True where tests of all platforms are about this one. */
export function isTested(platform: string): boolean {
  return (process.env[ONE_PLATFORM] ?? platform) === platform;
}

/** What the simulators of all platforms can answer: at least one export of each, in the order of their ids. */
export const SIMULATED_EXPORTS: readonly SimulatedExport[] = (
  await Promise.all((await platformIds()).filter(isTested).toSorted().map(exportsOf))
).flat();

/** What the simulator of one platform can answer. */
export async function exportsOf(platform: string): Promise<readonly SimulatedExport[]> {
  const own = (await import(`../../core/platforms/${platform}/exports.ts`)) as { readonly default: readonly OwnExport[] };
  return own.default.map((each) => ({ platform, ...each }));
}

/** What the report of a test calls it. */
export function nameOf({ platform, url, selector, cookies }: SimulatedExport): string {
  const isTwice = SIMULATED_EXPORTS.some(
    (other) => other.url === url && other.selector === selector && (other.cookies === undefined) !== (cookies === undefined),
  );
  const words = [...(selector === undefined ? [] : [selector]), ...(isTwice ? [cookies === undefined ? 'visitor' : 'login'] : [])];
  return `${platform}: ${url}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
