import { TransientFailure } from '#core/contract/error.ts';
import { LastingWireFailure } from '#core/network/wire-failure.ts';

/** Nothing goes out without its route: said with every failure of one, because people ask. */
const KEPT = 'Nothing was sent past the route; what was fetched is kept.';

/** The route itself is down, whatever lies behind it. Another try may help, another route surely. */
export class RouteDown extends TransientFailure {}

/** The route refuses us: another try changes nothing. */
class RouteRefusal extends LastingWireFailure {}

/**
 * Without a cause: errors of proxy libraries carry the proxy's credentials.
 * @param reason a code, such as ECONNREFUSED; never an address
 */
export function routeDown(label: string, reason: string): RouteDown {
  const advice = `Check that it runs (\`commentdock routes check\`), then retry. ${KEPT}`;
  return new RouteDown(`${capital(label)} cannot be reached (${reason}). ${advice}`);
}

export function wrongCredentials(label: string): RouteRefusal {
  const advice = 'Set them anew with `commentdock routes update` (a pool: add it anew), then retry.';
  return new RouteRefusal(`${capital(label)} does not take its user name and password, or wants some. ${advice} ${KEPT}`);
}

export function wayRefused(label: string, host: string, reason: string): RouteRefusal {
  return new RouteRefusal(`${capital(label)} does not let us through to ${host} (${reason}). Choose another route. ${KEPT}`);
}

/** The route works, and what lies behind it does not answer. */
export function beyondReach(label: string, host: string, reason: string): TransientFailure {
  return new TransientFailure(`${capital(label)} could not reach ${host} (${reason}). Retry later, or choose another route. ${KEPT}`);
}

/** The code of an error, for people to look up; never its message, which may hold an address. */
export function reasonOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    if (each instanceof AggregateError && each.errors.length > 0) return reasonOf(each.errors[0]);
  }
  return 'no connection';
}

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
