import type { Plan } from '#core/contract/job.ts';
import { type Tier, TIERS, tierOf } from '#core/contract/tier.ts';
import type { Caller } from '#core/operations/context.ts';
import type { OwnerSettings } from '#core/owner/ports.ts';

type Asking = Pick<Caller, 'kind'>;
type PlanInUse = Pick<OwnerSettings, 'plan'>;

/** No plan refuses the owner's own hands anything: there are as many as they make. */
const OWNERS_TIER: Tier = { ...TIERS.business, webhooks: Infinity, schedules: Infinity, urlsPerBatch: Infinity };

/** The plan that an export of this caller is made under: plans are there for clients that are built against them, and hold for these alone. */
export function planFor({ kind }: Asking, settings: PlanInUse): Plan {
  return kind === 'owner' ? 'business' : settings.plan();
}

/** What this caller may. */
export function tierFor(caller: Asking, settings: PlanInUse): Tier {
  return caller.kind === 'owner' ? OWNERS_TIER : tierOf(settings.plan());
}
