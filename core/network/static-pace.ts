import type { PaceCeiling } from '#core/network/host-rate.ts';
import { isWithin, patternOf } from '#core/network/targets/host-pattern.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

/** What a page of any site asks of the hosts of its files when it loads. A host that wants less says so, and is obeyed. */
const OF_FILES: PaceCeiling = { perSecond: 50, concurrency: 8 };

/**
 * How often a host may be asked, as far as the platform goes: hosts that serve files alone have a pace of their own.
 * @param host with its port, where it has one
 */
export function ceilingAt(host: string, { pace, staticHosts = [] }: Pick<PlatformDefinition, 'pace' | 'staticHosts'>): PaceCeiling {
  const hostname = host.replace(/:\d+$/, '');
  return staticHosts.some((host) => isWithin(hostname, patternOf(host))) ? OF_FILES : pace;
}
