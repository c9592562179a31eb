import { z } from 'zod';
import { type Plan, PLANS } from '#core/contract/job.ts';
import { defineEvent } from '#core/events/define.ts';

const NAME = 'subscription.updated';

/** interface.md gives this event a shape of its own, without the envelope. */
export const subscriptionUpdated = defineEvent({
  name: NAME,
  summary: 'The plan in use changed.',
  audience: 'user',
  payload: z.object({
    type: z.literal(NAME),
    plan: z.enum(PLANS),
    action: z.enum(['created', 'expired', 'canceled']),
    /** Unix seconds. */
    timestamp: z.int(),
  }),
});

/**
 * What is said when the owner switches to `plan`: to `free` the subscription ends, to any other one begins. `expired` is
 * never said, because no plan here runs out by itself.
 */
export function subscriptionChange(plan: Plan, nowMs: number): z.output<typeof subscriptionUpdated.payload> {
  return { type: NAME, plan, action: plan === 'free' ? 'canceled' : 'created', timestamp: Math.floor(nowMs / 1000) };
}
