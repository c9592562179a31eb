import { portOf, withoutDot } from '#core/config/inner-hosts.ts';
import { PlatformRefusal } from '#core/contract/error.ts';
import { isWithin, patternOf } from '#core/network/targets/host-pattern.ts';
import type { Standing, TargetGuard } from '#core/network/targets/target-guard.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import type { PlatformRequest } from '#core/platform-api/session.ts';

const HTTPS_PORT = 443;

/** Where the requests of one run may go. */
export interface TargetLaw {
  /**
   * Judges an address before it is asked for: that of a request, and that of every redirect.
   * @throws TargetRefusal where exports do not go there at all; PlatformRefusal BLOCKED where the platform does not name the host
   */
  admit(url: URL, leads: PlatformRequest['leads']): Standing;
}

/** @param pasted hosts that the URL of the export names, with their ports */
export function createTargetLaw(
  { name, hosts }: Pick<PlatformDefinition, 'name' | 'hosts'>,
  pasted: readonly string[],
  guard: TargetGuard,
): TargetLaw {
  const known = hosts.map(patternOf);
  const pastedNames = new Set(pasted.map((host) => barely(host.replace(/:\d+$/, ''))));
  return {
    admit(url, leads) {
      const hostname = withoutDot(url.hostname);
      const named = known.filter((pattern) => isWithin(hostname, pattern));
      const refusal = guard.refusalOf(url, [HTTPS_PORT, ...named.map(({ port }) => port)]);
      if (refusal !== null) throw refusal;
      const isFixed = named.some(({ port }) => guard.isOwners(url) || port === portOf(url));
      if (isFixed) return 'fixed';
      if (leads === 'anywhere' || pastedNames.has(barely(hostname))) return 'open';
      throw new PlatformRefusal(
        'BLOCKED',
        `This leads to ${hostname}, which is none of the hosts of ${name}. Open the address in your own browser to see why; where it works there, an update of Commentdock may be needed.`,
      );
    },
  };
}

/** Servers move between the two. */
function barely(host: string): string {
  return withoutDot(host.toLowerCase()).replace(/^www\./, '');
}
