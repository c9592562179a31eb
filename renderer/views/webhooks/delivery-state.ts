import type { Output } from '#renderer/client/call.ts';

type Delivery = Output<'webhooks.events'>[number];
export type DeliveryState = 'delivered' | 'queued' | 'retrying' | 'failed';

/** Where a delivery stands: what waits was either never tried, or failed and is tried again. */
export function deliveryState({
  numberOfCalls,
  nextCallAt,
  error,
}: Pick<Delivery, 'numberOfCalls' | 'nextCallAt' | 'error'>): DeliveryState {
  if (nextCallAt !== null) return numberOfCalls === 0 || error === null ? 'queued' : 'retrying';
  return numberOfCalls > 0 && error === null ? 'delivered' : 'failed';
}
