import type { KeptExchangeStore } from '#core/engine/exchanges.ts';
import type { MediaBytes } from '#core/engine/media-ports.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { AccountStore } from '#core/logins/ports.ts';
import type {
  BatchStore,
  DrawStore,
  JobReader,
  LabelStore,
  ListViewStore,
  MediaReader,
  PresetStore,
  RemarkStore,
} from '#core/exports/ports.ts';
import type { CreationLog, OwnerSettings, RequestLog } from '#core/owner/ports.ts';
import type { AuditLog, SharingStore } from '#core/members/ports.ts';
import type { AttemptStore, MemberStore, SignInStore, TokenStore } from '#core/auth/ports.ts';
import type { CheckStore } from '#core/service/check-desk.ts';
import type { HostWaits } from '#core/service/host-waits.ts';
import type { LearntReader } from '#core/service/learnt.ts';
import type { OAuthStore } from '#core/auth/oauth/ports.ts';
import type { BulkStore } from '#core/exports/bulk-ports.ts';
import type { PoolStore, RouteStore } from '#core/routes/ports.ts';
import type { SentimentSettingsStore } from '#core/sentiment/ports.ts';
import type { ScheduleStore } from '#core/schedules/ports.ts';
import type { WebhookStore } from '#core/webhooks/ports.ts';
import type { SecretStore } from '#core/contract/secret-store.ts';
import type { Duty } from '#core/contract/duty.ts';
import type { Plan } from '#core/contract/job.ts';
import { createAccountStore } from '#core/store/accounts.ts';
import { createBatchStore } from '#core/store/batches.ts';
import { createBulkStore } from '#core/store/bulk-downloads.ts';
import { createCheckStore } from '#core/store/check-records.ts';
import { createCreationLog } from '#core/store/creations.ts';
import type { Connection } from '#core/store/connection.ts';
import { isFile, openInMemory } from '#core/store/database.ts';
import { openReading, openWriting, type StorePlace } from '#core/store/place.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { createHostPaceStore, createHostWaits } from '#core/store/hosts.ts';
import { createLearntReader, createLearntStore } from '#core/store/learnt.ts';
import { createJobReader, createJobStore } from '#core/store/jobs.ts';
import { createLabelStore } from '#core/store/labels.ts';
import { createListViewStore } from '#core/store/list-views.ts';
import { createAuditLog, createMemberStore, createSharingStore } from '#core/store/members.ts';
import { createOAuthStore } from '#core/store/oauth.ts';
import { createLivingStore, prepareLivingStatements } from '#core/store/living-dataset.ts';
import { createMediaBytes } from '#core/store/postgres/media-bytes.ts';
import { createMediaNames, createMediaReader, createMediaStore, prepareMediaStatements } from '#core/store/media.ts';
import { createOutbox, createOutgoingQueue } from '#core/store/outbox.ts';
import { createDrawStore } from '#core/store/draws.ts';
import { createPresetStore } from '#core/store/presets.ts';
import { createRemarkStore } from '#core/store/remarks.ts';
import { createRemovalStore } from '#core/store/removals.ts';
import { createRawAnswerStore } from '#core/store/raw-answers.ts';
import { openRequestLog, sharedRequestLog } from '#core/store/request-log.ts';
import { createKeptExchangeStore } from '#core/store/kept-exchanges.ts';
import { NO_RESERVE, openReserve, type Reserve, withReserve } from '#core/store/reserve.ts';
import { createPoolStore, createRouteStore } from '#core/store/routes.ts';
import { createRunStore, prepareRunStatements } from '#core/store/run.ts';
import { createFoldingStore } from '#core/store/shared-rows.ts';
import { createScheduleStore } from '#core/store/schedules.ts';
import { createOwnerSettings } from '#core/store/settings.ts';
import { sharedDuty } from '#core/store/postgres/duty.ts';
import { createAttemptStore } from '#core/store/postgres/attempts.ts';
import { createSharedExports } from '#core/store/postgres/shared-exports.ts';
import { createSentimentSettings } from '#core/store/sentiment-settings.ts';
import { makeShrinkable } from '#core/store/shrinkable.ts';
import { createSecretStore } from '#core/store/secrets.ts';
import { createSignInStore } from '#core/store/sign-ins.ts';
import { createTakeOverStore } from '#core/store/take-overs.ts';
import { createTokenStore } from '#core/store/tokens.ts';
import { createReprocessingStore, createSentimentStore, prepareVerdictStatements } from '#core/store/verdicts.ts';
import { createWebhookStore } from '#core/store/webhooks.ts';
import type { OutgoingQueue } from '#core/webhooks/outgoing.ts';

/** A data folder belongs to one process. */
const OURS_ALONE: Duty = { isOurs: () => true, keptMs: null };

/** The engine's side: jobs and what they fetch, and what of the owner's exports need. */
export interface EngineSide extends EngineStore {
  readonly accounts: AccountStore;
  readonly routes: RouteStore;
  readonly pools: PoolStore;
  readonly sentimentSettings: SentimentSettingsStore;
  /** Null: they are files of the data folder. */
  readonly secrets: SecretStore | null;
}

/** @param now milliseconds since 1970 */
export function openEngineStore(place: StorePlace, now: () => number = Date.now): EngineSide {
  return engineSideOn(openWriting(place), openReserve(place.dataDir), now);
}

/** A store of its own in memory, empty, and gone once it is closed. */
export function openScratchStore(): EngineStore {
  return engineSideOn(openInMemory(), NO_RESERVE, Date.now);
}

function engineSideOn(connection: Connection, reserve: Reserve, now: () => number): EngineSide {
  const statements = prepareRunStatements(connection);
  const living = prepareLivingStatements(connection);
  const verdicts = prepareVerdictStatements(connection);
  const media = prepareMediaStatements(connection);
  const removals = withReserve(createRemovalStore(connection), ['deleteSome', 'shrinkSome', 'settle'], reserve, connection);
  const shared = isFile(connection) ? null : createSharedExports(connection);
  const transaction = <T>(work: () => T): T => onDisk(() => connection.transaction(work).immediate());
  return {
    jobs: createJobStore(connection, { hide: removals.hide, expectTurn: shared?.expectTurn ?? null, now }),
    shared,
    removals,
    foldings: createFoldingStore(connection),
    exchanges: createKeptExchangeStore(connection),
    rawAnswers: createRawAnswerStore(connection),
    takeOvers: createTakeOverStore(connection),
    outbox: createOutbox(connection, now),
    hosts: createHostPaceStore(connection),
    learnt: createLearntStore(connection),
    accounts: createAccountStore(connection),
    routes: createRouteStore(connection),
    pools: createPoolStore(connection),
    sentimentSettings: createSentimentSettings(connection),
    secrets: isFile(connection) ? null : createSecretStore(connection),
    run: (jobId) => createRunStore(statements, jobId, now),
    living: (jobId) => createLivingStore(living, jobId, now),
    sentiments: (jobId) => createSentimentStore(verdicts, jobId),
    media: (jobId) => createMediaStore(media, jobId),
    mediaNames: createMediaNames(connection),
    mediaBytes: isFile(connection) ? null : createMediaBytes(connection),
    reprocessings: createReprocessingStore(connection),
    transaction,
    lastRoom: (work) => reserve.use(connection, () => transaction(work)),
    renewReserve: () => reserve.renew(),
    close: () => connection.close(),
  };
}

/** The API's side: jobs to read; tokens, webhooks and settings of the owner, and what counts towards the limits. */
export interface ApiStore {
  readonly jobs: JobReader;
  readonly batches: BatchStore;
  readonly creations: CreationLog;
  readonly requests: RequestLog;
  readonly presets: PresetStore;
  readonly draws: DrawStore;
  readonly labels: LabelStore;
  readonly listViews: ListViewStore;
  readonly remarks: RemarkStore;
  readonly bulk: BulkStore;
  readonly keptExchanges: Pick<KeptExchangeStore, 'of'>;
  readonly mediaReader: MediaReader;
  /** Null: files of rows lie in the data folder. */
  readonly mediaBytes: Pick<MediaBytes, 'partsOf'> | null;
  readonly hostWaits: HostWaits;
  readonly learnt: LearntReader;
  readonly checkRecords: CheckStore;
  readonly routes: RouteStore;
  readonly pools: PoolStore;
  readonly accounts: AccountStore;
  readonly schedules: ScheduleStore;
  readonly tokens: TokenStore;
  readonly members: MemberStore;
  readonly sharing: SharingStore;
  readonly audit: AuditLog;
  readonly signIns: SignInStore;
  /** Null: nobody shares it. */
  readonly attempts: AttemptStore | null;
  readonly oauth: OAuthStore;
  readonly webhooks: WebhookStore;
  readonly outgoing: OutgoingQueue;
  readonly settings: OwnerSettings;
  readonly sentimentSettings: SentimentSettingsStore;
  /** What this process does for all that share the store. */
  readonly duty: Duty;
  /** Null: they are files of the data folder. */
  readonly secrets: SecretStore | null;
  close(): void;
}

/** @param warn told of a trouble with the log of requests */
export function openApiStore(place: StorePlace, forcedPlan: Plan | null, warn?: (words: string) => void): ApiStore {
  const { dataDir } = place;
  const writing = openWriting(place);
  if (isFile(writing)) makeShrinkable(writing);
  const reading = openReading(place);
  const { requests, close: closeRequests } = isFile(writing)
    ? openRequestLog(dataDir, warn)
    : { requests: sharedRequestLog(writing), close: () => undefined };
  const reserve = openReserve(dataDir);
  const roomy = <S extends object>(store: S, ...names: (keyof S)[]): S => withReserve(store, names, reserve, writing);
  return {
    jobs: createJobReader(reading),
    batches: roomy(createBatchStore(writing), 'remove'),
    creations: roomy(createCreationLog(writing), 'remove'),
    requests,
    presets: roomy(createPresetStore(writing), 'remove'),
    draws: createDrawStore(writing),
    labels: createLabelStore(writing),
    listViews: roomy(createListViewStore(writing), 'remove'),
    remarks: createRemarkStore(writing),
    bulk: roomy(createBulkStore(writing), 'remove'),
    keptExchanges: createKeptExchangeStore(reading),
    mediaReader: createMediaReader(reading),
    mediaBytes: isFile(reading) ? null : createMediaBytes(reading),
    hostWaits: createHostWaits(reading),
    learnt: createLearntReader(reading),
    checkRecords: createCheckStore(writing),
    routes: roomy(createRouteStore(writing), 'remove'),
    pools: roomy(createPoolStore(writing), 'remove'),
    accounts: roomy(createAccountStore(writing), 'remove'),
    schedules: roomy(createScheduleStore(writing), 'remove', 'update'),
    tokens: roomy(createTokenStore(writing), 'remove'),
    members: roomy(createMemberStore(writing), 'remove'),
    sharing: createSharingStore(writing),
    audit: createAuditLog(writing),
    signIns: roomy(createSignInStore(writing), 'transaction', 'removeSession'),
    attempts: isFile(writing) ? null : createAttemptStore(writing),
    oauth: roomy(createOAuthStore(writing), 'revokeFamily', 'revokeClient'),
    webhooks: roomy(createWebhookStore(writing), 'remove', 'update'),
    outgoing: createOutgoingQueue(writing),
    secrets: isFile(writing) ? null : createSecretStore(writing),
    duty: isFile(writing) ? OURS_ALONE : sharedDuty(writing),
    settings: roomy(createOwnerSettings(writing, forcedPlan), 'setStanding'),
    sentimentSettings: roomy(createSentimentSettings(writing), 'write'),
    close() {
      closeRequests();
      reading.close();
      writing.close();
    },
  };
}
