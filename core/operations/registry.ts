import type { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { SAVED_ACCOUNT_OPERATIONS } from '#core/logins/saved-accounts.ts';
import { ACCOUNT_OPERATIONS } from '#core/owner/account.ts';
import { AUDIT_OPERATIONS } from '#core/members/audit.ts';
import { ASSISTANT_OPERATIONS } from '#core/owner/assistants.ts';
import { BATCH_OPERATIONS } from '#core/exports/batches.ts';
import { BROWSER_OPERATIONS } from '#core/service/browser.ts';
import { BULK_OPERATIONS } from '#core/exports/bulk-downloads.ts';
import { CONVERSION_OPERATIONS } from '#core/exports/conversions.ts';
import { CHANGE_OPERATIONS } from '#core/insight/changes.ts';
import { callOperation } from '#core/operations/call.ts';
import type { CallContext } from '#core/operations/context.ts';
import type { Operation } from '#core/operations/define.ts';
import type { ExportServices } from '#core/exports/context.ts';
import type { PackServices } from '#core/installed-packs/context.ts';
import type { InsightServices } from '#core/insight/context.ts';
import type { LoginServices } from '#core/logins/context.ts';
import type { MemberServices } from '#core/members/context.ts';
import { MEMBER_OPERATIONS } from '#core/members/members.ts';
import { SHARING_OPERATIONS } from '#core/members/sharing.ts';
import type { OwnerServices } from '#core/owner/context.ts';
import type { RouteServices } from '#core/routes/context.ts';
import type { ScheduleServices } from '#core/schedules/context.ts';
import type { SentimentServices } from '#core/sentiment/context.ts';
import type { ServiceServices } from '#core/service/context.ts';
import type { WebhookServices } from '#core/webhooks/context.ts';
import type { AccessTokenVerifier } from '#core/auth/identify.ts';
import { EVIDENCE_OPERATIONS } from '#core/exports/evidence.ts';
import { EXPORT_OPERATIONS } from '#core/exports/files.ts';
import { FAILURE_REPORT_OPERATIONS } from '#core/exports/failure-reports.ts';
import { PACK_KEY_OPERATIONS } from '#core/installed-packs/keys.ts';
import { PACK_OPERATIONS } from '#core/installed-packs/packs.ts';
import { PACK_UPDATE_OPERATIONS } from '#core/installed-packs/updates.ts';
import { INVITATION_OPERATIONS } from '#core/owner/invitations.ts';
import { HOST_WAIT_OPERATIONS } from '#core/service/host-waits.ts';
import { LEARNT_OPERATIONS } from '#core/service/learnt.ts';
import { LABEL_OPERATIONS } from '#core/exports/labels.ts';
import { LIST_VIEW_OPERATIONS } from '#core/exports/list-views.ts';
import { MEDIA_OPERATIONS } from '#core/exports/media.ts';
import { JOB_OPERATIONS } from '#core/exports/jobs.ts';
import { PAUSE_OPERATIONS } from '#core/service/pause.ts';
import { PICTURE_OPERATIONS } from '#core/insight/pictures.ts';
import { PLATFORM_CHECK_OPERATIONS } from '#core/service/platform-checks.ts';
import { PLATFORM_OPERATIONS } from '#core/service/platforms.ts';
import { POOL_OPERATIONS } from '#core/routes/pools.ts';
import { PRESET_OPERATIONS } from '#core/exports/presets.ts';
import { PSEUDONYM_OPERATIONS } from '#core/exports/pseudonyms.ts';
import { PREFERENCE_OPERATIONS } from '#core/owner/preferences.ts';
import { PROXY_IMPORT_OPERATIONS } from '#core/routes/proxy-imports.ts';
import { REMARK_OPERATIONS } from '#core/exports/remarks.ts';
import { REALTIME_OPERATIONS } from '#core/owner/realtime.ts';
import { ROUTE_CHECK_OPERATIONS } from '#core/routes/checks.ts';
import { ROUTE_OPERATIONS } from '#core/routes/routes.ts';
import { ROW_OPERATIONS } from '#core/insight/rows.ts';
import { SCHEDULE_OPERATIONS } from '#core/schedules/schedules.ts';
import { SEARCH_OPERATIONS } from '#core/insight/search.ts';
import { EVERYWHERE_OPERATIONS } from '#core/insight/everywhere.ts';
import { DIGEST_OPERATIONS } from '#core/insight/digest.ts';
import { SENTIMENT_ESTIMATE_OPERATIONS } from '#core/sentiment/estimate.ts';
import { LOCAL_MODEL_OPERATIONS } from '#core/sentiment/local-models.ts';
import { SENTIMENT_PROVIDER_OPERATIONS } from '#core/sentiment/providers.ts';
import { SERVICE_DESCRIPTION_OPERATIONS } from '#core/service/description.ts';
import { SERVICE_OPERATIONS } from '#core/service/health.ts';
import { SIGN_IN_OPERATIONS } from '#core/owner/sign-in.ts';
import { STATISTICS_OPERATIONS } from '#core/insight/statistics.ts';
import { TOKEN_OPERATIONS } from '#core/owner/tokens.ts';
import { WEBHOOK_EVENT_OPERATIONS } from '#core/webhooks/events.ts';
import { WEBHOOK_OPERATIONS } from '#core/webhooks/webhooks.ts';
import { WINNER_OPERATIONS } from '#core/exports/winners.ts';
import { ZAPIER_OPERATIONS } from '#core/webhooks/zapier.ts';

const ALL = [
  ...JOB_OPERATIONS,
  ...LABEL_OPERATIONS,
  ...LIST_VIEW_OPERATIONS,
  ...BATCH_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...EVIDENCE_OPERATIONS,
  ...MEDIA_OPERATIONS,
  ...FAILURE_REPORT_OPERATIONS,
  ...CONVERSION_OPERATIONS,
  ...SENTIMENT_ESTIMATE_OPERATIONS,
  ...SENTIMENT_PROVIDER_OPERATIONS,
  ...LOCAL_MODEL_OPERATIONS,
  ...PRESET_OPERATIONS,
  ...PSEUDONYM_OPERATIONS,
  ...BULK_OPERATIONS,
  ...WINNER_OPERATIONS,
  ...REMARK_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...EVERYWHERE_OPERATIONS,
  ...DIGEST_OPERATIONS,
  ...ROW_OPERATIONS,
  ...PICTURE_OPERATIONS,
  ...CHANGE_OPERATIONS,
  ...ROUTE_OPERATIONS,
  ...POOL_OPERATIONS,
  ...PROXY_IMPORT_OPERATIONS,
  ...ROUTE_CHECK_OPERATIONS,
  ...SAVED_ACCOUNT_OPERATIONS,
  ...PLATFORM_OPERATIONS,
  ...HOST_WAIT_OPERATIONS,
  ...LEARNT_OPERATIONS,
  ...PLATFORM_CHECK_OPERATIONS,
  ...PACK_OPERATIONS,
  ...PACK_KEY_OPERATIONS,
  ...PACK_UPDATE_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...INVITATION_OPERATIONS,
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
  ...MEMBER_OPERATIONS,
  ...SHARING_OPERATIONS,
  ...AUDIT_OPERATIONS,
];

/** What operations work with; the same for every call of a process. */
export type Services = ExportServices &
  InsightServices &
  LoginServices &
  MemberServices &
  OwnerServices &
  PackServices &
  RouteServices &
  ScheduleServices &
  SentimentServices &
  ServiceServices &
  WebhookServices & {
    /** Of OAuth clients. */
    readonly accessTokens: AccessTokenVerifier;
  };

export type OperationContext = Services & CallContext;

/** An operation that can be called with all of that. */
export type RegisteredOperation = Operation<z.ZodObject, z.ZodType, OperationContext> & { readonly name: OperationName };

/** Everything one can ask for. Surfaces are projections of this list. */
export const OPERATIONS: readonly RegisteredOperation[] = ALL;

/** @throws CommentdockError INTERNAL where there is none of that name */
export function operationNamed(name: string): RegisteredOperation {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (operation !== undefined) return operation;
  throw new CommentdockError('INTERNAL', `There is no operation "${name}".`);
}

type Defined = (typeof ALL)[number];

export type OperationName = Defined['name'];

/** Calls an operation by its name: it gives what its definition says. @throws as `callOperation` */
export async function callNamed<N extends OperationName>(
  name: N,
  input: OperationTypes[N]['input'],
  context: OperationContext,
): Promise<OperationTypes[N]['output']> {
  return (await callOperation(operationNamed(name), input, context)) as OperationTypes[N]['output'];
}

/** Name, input as a caller gives it, and output of every operation, for clients: types alone. */
export type OperationTypes = {
  readonly [O in Defined as O['name']]: { readonly input: z.input<O['input']>; readonly output: z.output<O['output']> };
};
