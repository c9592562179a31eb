import type { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { SAVED_ACCOUNT_OPERATIONS } from '#core/operations/accounts.ts';
import { ACCOUNT_OPERATIONS } from '#core/operations/account.ts';
import { ASSISTANT_OPERATIONS } from '#core/operations/assistants.ts';
import { BATCH_OPERATIONS } from '#core/operations/batches.ts';
import { BROWSER_OPERATIONS } from '#core/operations/browser.ts';
import { BULK_OPERATIONS } from '#core/operations/bulk-downloads.ts';
import { CONVERSION_OPERATIONS } from '#core/operations/conversions.ts';
import type { Operation } from '#core/operations/define.ts';
import { EXPORT_OPERATIONS } from '#core/operations/exports.ts';
import { HOST_WAIT_OPERATIONS } from '#core/operations/host-waits.ts';
import { JOB_OPERATIONS } from '#core/operations/jobs.ts';
import { PAUSE_OPERATIONS } from '#core/operations/pause.ts';
import { PLATFORM_OPERATIONS } from '#core/operations/platforms.ts';
import { POOL_OPERATIONS } from '#core/operations/pools.ts';
import { PREFERENCE_OPERATIONS } from '#core/operations/preferences.ts';
import { PROXY_IMPORT_OPERATIONS } from '#core/operations/proxy-imports.ts';
import { REALTIME_OPERATIONS } from '#core/operations/realtime.ts';
import { ROUTE_CHECK_OPERATIONS } from '#core/operations/route-checks.ts';
import { ROUTE_OPERATIONS } from '#core/operations/routes.ts';
import { SCHEDULE_OPERATIONS } from '#core/operations/schedules.ts';
import { SEARCH_OPERATIONS } from '#core/operations/search.ts';
import { SENTIMENT_ESTIMATE_OPERATIONS } from '#core/operations/sentiment-estimate.ts';
import { SENTIMENT_PROVIDER_OPERATIONS } from '#core/operations/sentiment-providers.ts';
import { SERVICE_DESCRIPTION_OPERATIONS } from '#core/operations/service-description.ts';
import { SERVICE_OPERATIONS } from '#core/operations/service.ts';
import { SIGN_IN_OPERATIONS } from '#core/operations/sign-in.ts';
import { STATISTICS_OPERATIONS } from '#core/operations/statistics.ts';
import { TOKEN_OPERATIONS } from '#core/operations/tokens.ts';
import { WEBHOOK_EVENT_OPERATIONS } from '#core/operations/webhook-events.ts';
import { WEBHOOK_OPERATIONS } from '#core/operations/webhooks.ts';
import { WINNER_OPERATIONS } from '#core/operations/winners.ts';
import { ZAPIER_OPERATIONS } from '#core/operations/zapier.ts';

const ALL = [
  ...JOB_OPERATIONS,
  ...BATCH_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...CONVERSION_OPERATIONS,
  ...SENTIMENT_ESTIMATE_OPERATIONS,
  ...SENTIMENT_PROVIDER_OPERATIONS,
  ...BULK_OPERATIONS,
  ...WINNER_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...ROUTE_OPERATIONS,
  ...POOL_OPERATIONS,
  ...PROXY_IMPORT_OPERATIONS,
  ...ROUTE_CHECK_OPERATIONS,
  ...SAVED_ACCOUNT_OPERATIONS,
  ...PLATFORM_OPERATIONS,
  ...HOST_WAIT_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...WEBHOOK_EVENT_OPERATIONS,
  ...ZAPIER_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...REALTIME_OPERATIONS,
  ...ASSISTANT_OPERATIONS,
  ...SERVICE_OPERATIONS,
  ...SERVICE_DESCRIPTION_OPERATIONS,
  ...BROWSER_OPERATIONS,
  ...PREFERENCE_OPERATIONS,
  ...PAUSE_OPERATIONS,
];

/** Everything one can ask for. Surfaces are projections of this list. */
export const OPERATIONS: readonly Operation[] = ALL;

/** @throws CommentdockError INTERNAL where there is none of that name */
export function operationNamed(name: string): Operation {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (operation !== undefined) return operation;
  throw new CommentdockError('INTERNAL', `There is no operation "${name}".`);
}

type Defined = (typeof ALL)[number];

/** Name, input as a caller gives it, and output of every operation, for clients: types alone. */
export type OperationTypes = {
  readonly [O in Defined as O['name']]: { readonly input: z.input<O['input']>; readonly output: z.output<O['output']> };
};
