import { readConfig } from '#core/config/config.ts';
import type { Completeness } from '#core/contract/completeness.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobFile, JobRecord, NewJob } from '#core/contract/job-record.ts';
import { type JobStatus, mayBecome, type Plan } from '#core/contract/job.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';
import { sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';
import { type Caller, OWNER_HERE } from '#core/operations/context.ts';
import type { OperationContext, Services } from '#core/operations/registry.ts';
import { createAnnouncer } from '#core/events/define.ts';
import { createBulkAssembly } from '#core/exports/bulk-assembly.ts';
import type { BulkAssembly } from '#core/exports/bulk-ports.ts';
import { createConversions } from '#core/exports/conversions.ts';
import { CheckDesk, type CheckRecord, type CheckStore } from '#core/service/check-desk.ts';
import { InstalledPacks } from '#core/installed-packs/installed-packs.ts';
import { createExportPause } from '#core/service/pause.ts';
import { memoryTokens } from '#test/auth/memory-tokens.ts';
import { fakeCreations } from '#test/operations/fake-creations.ts';
import { memoryAccounts } from '#test/logins/memory-accounts.ts';
import type { CheckPort } from '#core/engine/platform-check.ts';
import { createAdmission } from '#core/exports/admission.ts';
import type { BatchStore, JobReader } from '#core/exports/ports.ts';
import type { RequestLog } from '#core/owner/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { PlatformRegistry } from '#core/platforms/registry.ts';
import { type FakeDatasets, fakeFiles, memoryPools, memoryRoutes } from '#test/exports/fake-datasets.ts';
import { fakeInsights, type FakeInsights } from '#test/insight/fake-insights.ts';
import { openInMemory } from '#core/store/database.ts';
import { createAuditLog, createMemberStore, createSharingStore } from '#core/store/members.ts';
import { createDrawStore } from '#core/store/draws.ts';
import { createLabelStore } from '#core/store/labels.ts';
import { createListViewStore } from '#core/store/list-views.ts';
import { createRemarkStore } from '#core/store/remarks.ts';
import { createPresetStore } from '#core/store/presets.ts';
import { Scheduler } from '#core/schedules/scheduler.ts';
import { fakeAuthorization } from '#test/auth/fake-authorization.ts';
import { fakeRegistry } from '#test/operations/fake-platforms.ts';
import { memorySchedules } from '#test/schedules/fake-schedules.ts';
import { fakeDelivery, type FakeDelivery, memoryWebhooks, type MemoryWebhooks } from '#test/webhooks/fake-webhooks.ts';
import { gapOf } from '#test/engine/gap-of.ts';

export const START_MS = Date.UTC(2026, 2, 1, 9, 30, 0);

export const NOTHING_MISSING: Completeness = {
  platform_total: null,
  exported: 0,
  missing: 0,
  complete: null,
  summary: 'The export is not finished yet.',
  pages: 0,
  requests: 0,
  retries: 0,
  gap: gapOf({}),
  waits: { count: 0, total_ms: 0 },
  doors: [],
  notes: [],
};

/** An engine without a network: jobs stay where a test puts them; sample jobs are done at once. */
interface FakeEngine extends EnginePort, JobReader {
  readonly created: readonly NewJob[];
  readonly written: readonly { readonly guid: string; readonly formats: readonly FileFormat[] }[];
  readonly reprocessed: readonly { readonly guid: string; readonly wish: Reprocessing }[];
  /** Accounts whose windows were forgotten. */
  readonly forgotten: readonly string[];
  /** Puts a job into a state and tells the listeners. */
  change(guid: string, patch: Partial<JobRecord>): JobRecord;
  readonly listenerCount: number;
}

export interface FakeServices extends Omit<Services, keyof MemoryWebhooks>, MemoryWebhooks {
  readonly webhookDelivery: FakeDelivery;
  readonly engine: FakeEngine;
  readonly jobs: FakeEngine;
  /** Not started: a test does that. */
  readonly bulkAssembly: BulkAssembly;
  readonly datasets: FakeDatasets;
  readonly insights: FakeInsights;
  /** Not started: tests tick. */
  readonly scheduleRuns: Scheduler;
  /** The clock; tests move it. */
  clock: { nowMs: number };
}

export interface FakeParts {
  readonly env?: Readonly<Record<string, string>>;
  readonly plan?: Plan;
  readonly platforms?: PlatformRegistry;
  readonly exportsFolder?: string;
  /** Makes a file when the engine is asked to write one. */
  readonly writeFile?: (name: string, format: FileFormat) => JobFile;
}

export function fakeServices(parts: FakeParts = {}): FakeServices {
  const clock = { nowMs: START_MS };
  const engine = fakeEngine(clock, parts.writeFile ?? ((name, format) => ({ format, name, bytes: 0 })));
  let plan = parts.plan ?? 'business';
  let isPaused = false;
  let preferences = { gentle: false, welcomed: false, weeklyCheck: false, pictures: false };
  const settings: Services['settings'] = {
    userUuid: '0b9dbb5e-1d6c-4f0a-9c0c-9a7b8d1f2a10',
    plan: () => plan,
    setPlan: (next) => void (plan = next),
    isPaused: () => isPaused,
    setStanding: (standing) => void (isPaused = standing === 'paused'),
    preferences: () => preferences,
    prefer: (changes) => void (preferences = { ...preferences, ...changes }),
  };
  const config = readConfig({ COMMENTDOCK_PORT: '4780', COMMENTDOCK_LOG: 'silent', ...parts.env });
  const creations = fakeCreations();
  const now = (): number => clock.nowMs;
  const connection = openInMemory();
  const webhooks = memoryWebhooks(now, connection);
  const announcer = createAnnouncer();
  const exportsFolder = parts.exportsFolder ?? '/exports-folder-that-is-not-there';
  const files = fakeFiles(exportsFolder, engine);
  const shared = {
    jobs: engine,
    engine,
    admission: createAdmission({ creations, jobs: engine, engine, settings, config, now }),
    batches: fakeBatches(),
    creations,
    requests: fakeRequests(),
    announcer,
    ...files,
    insights: fakeInsights(),
    pictures: { fetchPicture: async () => null },
    keptExchanges: { of: () => [] },
    reports: { make: () => Promise.reject(new Error('no thread here')) },
    evidence: { pack: () => Promise.reject(new Error('no thread here')), resolve: () => Promise.resolve(null) },
    bulkAssembly: createBulkAssembly({ ...files, announcer }),
    conversions: createConversions({ engine, announcer }),
    routes: memoryRoutes(),
    pools: memoryPools(),
    accounts: memoryAccounts(),
    routeProbe: healthyRoutes(now),
    browserCookies: { profiles: async () => [], read: () => Promise.reject(new Error('no browser here')) },
    sentimentSettings: memorySentimentSettings(),
    providerTrials: {
      ask: async () => ({ sentiment: 'positive' as const, score: 0.9, elapsedMs: 12 }),
      expectNeuralModel: async () => undefined,
    },
    localModels: { find: async () => [], answer: () => Promise.reject(new CommentdockError('NETWORK', 'Nobody is there.')) },
    schedules: memorySchedules(connection),
    members: createMemberStore(connection),
    presets: createPresetStore(connection),
    draws: createDrawStore(connection),
    labels: createLabelStore(connection),
    listViews: createListViewStore(connection),
    remarks: createRemarkStore(connection),
    sharing: createSharingStore(connection),
    audit: createAuditLog(connection),
    ...webhooks,
    webhookDelivery: fakeDelivery(webhooks.queue, now),
    tokens: memoryTokens(),
    ...fakeAuthorization(now),
    allowedClients: memoryAllowedClients(),
    assistantCommand: { command: '/usr/bin/node', args: ['/opt/commentdock/core/main.js', 'mcp'] },
    machine: fakeMachine(),
    ...fakePacks(),
    hostWaits: {
      list: (nowMs: number) => [
        { host: 'api.tubular.com', untilMs: nowMs + 60_000 },
        { host: 'elsewhere.example', untilMs: nowMs + 1_000 },
      ],
    },
    learnt: { list: () => [] },
    ...fakeChecks(now),
    vault: fakeVault(),
    settings,
    platforms: parts.platforms ?? fakeRegistry(),
    config,
    now,
    clock,
  };
  const scheduleRuns = new Scheduler({
    services: shared,
    onFault: (error) => {
      throw error;
    },
  });
  return { ...shared, scheduleRuns, exportPause: createExportPause(shared) };
}

function memorySentimentSettings(): Services['sentimentSettings'] {
  let kept = sentimentSettingsSchema.parse({});
  return { read: () => kept, write: (settings) => void (kept = settings) };
}

/** Every platform works. */
function fakeChecks(now: () => number) {
  const records = new Map<string, CheckRecord>();
  const checkRecords: CheckStore = { all: () => [...records.values()], note: (record) => void records.set(record.platform, record) };
  const finding = { outcome: 'works', url: 'https://www.tubular.com/watch/abc', items: 5, door: 'api', seconds: 0.5 } as const;
  const checks: CheckPort = {
    checkPlatform: async () => ({ ...finding, code: null, path: null, detail: null }),
    endChecks: async () => undefined,
  };
  return { checkRecords, checkDesk: new CheckDesk({ checks, checkRecords, now, onFault: () => undefined }) };
}

/** Nothing is installed, and nothing can be. */
function fakePacks(): Pick<Services, 'packs' | 'shelf' | 'downloadPack' | 'dailyUpdates'> {
  const nowhere = (): Promise<never> => Promise.reject(new CommentdockError('NETWORK'));
  const dataDir = '/data-folder-that-is-not-there';
  return {
    packs: new InstalledPacks({ dataDir, builtIn: new Set(), expectLaws: nowhere, warn: () => undefined, now: () => START_MS }),
    shelf: { inUse: async () => [] },
    downloadPack: nowhere,
    dailyUpdates: { start: () => undefined, look: () => undefined },
  };
}

/** A machine without a browser. */
function fakeMachine(): Services['machine'] {
  let download: ReturnType<Services['machine']['download']> = { state: 'none', percent: null, error: null };
  return {
    findings: async () => [{ subject: 'platforms', ok: true, words: '1', hint: null }],
    sizes: async () => [{ part: 'database', bytes: 4_096 }],
    findBrowser: () => Promise.reject(new CommentdockError('BROWSER_MISSING')),
    download: () => download,
    startDownload: () => void (download = { state: 'running', percent: 0, error: null }),
  };
}

/** Every proxy answers after 20 ms, from Germany. */
function healthyRoutes(now: () => number): Services['routeProbe'] {
  const health = () => ({ ok: true, latency_ms: 20, exit_country: 'DE', error: null, checked_at: new Date(now()).toISOString() });
  return { routes: async (routes) => routes.map(health), pool: async ({ proxies }) => proxies.map(health) };
}

export function contextOf(services: Services, caller: Caller = OWNER_HERE): OperationContext {
  return { ...services, caller, links: { baseUrl: 'http://127.0.0.1:4780' }, signal: new AbortController().signal };
}

export const TOKEN_CALLER: Caller = { kind: 'token', tokenUuid: '5f0c1a52-7c7c-4a86-8d75-6f8f0fb9d001', clientId: null, showsTokens: true };

function fakeEngine(clock: { readonly nowMs: number }, writeFile: (name: string, format: FileFormat) => JobFile): FakeEngine {
  const records = new Map<string, JobRecord>();
  const created: NewJob[] = [];
  const written: { guid: string; formats: readonly FileFormat[] }[] = [];
  const reprocessed: { guid: string; wish: Reprocessing }[] = [];
  const forgotten: string[] = [];
  const listeners = new Set<(change: JobChange) => void>();
  const find = (guid: string): JobRecord => {
    const record = records.get(guid);
    if (record) return record;
    throw new CommentdockError('RESOURCE_NOT_FOUND');
  };
  const change = (guid: string, patch: Partial<JobRecord>): JobRecord => {
    const next = { ...find(guid), ...patch, updatedAtMs: clock.nowMs };
    records.set(guid, next);
    for (const listener of listeners) listener({ kind: next.status === 'done' ? 'finished' : 'progress', job: next });
    return next;
  };
  const become = (guid: string, to: JobStatus): JobRecord => {
    const { status } = find(guid);
    if (!mayBecome(status, to)) throw new CommentdockError('INVALID_REQUEST', `The export is in state "${status}".`);
    return change(guid, { status: to });
  };
  return {
    created,
    written,
    change,
    get listenerCount() {
      return listeners.size;
    },
    find: (guid) => records.get(guid) ?? null,
    ofFile: (name) => [...records.values()].find(({ files }) => files.some((file) => file.name === name)) ?? null,
    list: ({ page, limit }) => [...records.values()].toReversed().slice((page - 1) * limit, page * limit),
    count: () => {
      const open = [...records.values()].filter(({ sandbox }) => !sandbox);
      return {
        queueing: open.filter(({ status }) => status === 'queueing').length,
        progress: open.filter(({ status }) => status === 'progress').length,
      };
    },
    countOpen: (coming) => {
      const open = [...records.values()].filter(({ sandbox, status }) => !sandbox && (status === 'queueing' || status === 'progress'));
      return open.length + coming.filter((guid) => !records.has(guid)).length;
    },
    lastOfPlatforms: () => ({ newest: [], done: [] }),
    ofBatch: (batchId) => [...records.values()].filter((record) => record.batchId === batchId),
    create: async (jobs) => {
      const fresh = jobs.map((job) => newRecord(job, records.size + created.length + 1, clock.nowMs));
      created.push(...jobs);
      for (const record of fresh) records.set(record.guid, record);
      setImmediate(() => {
        for (const { guid, sandbox, formats } of fresh)
          if (sandbox)
            change(guid, {
              status: 'done',
              exported: 100,
              platformTotal: 100,
              files: formats.map((format) => writeFile(`${guid}.${format}`, format)),
            });
      });
      return fresh;
    },
    stop: async (guid) => become(guid, 'stopped'),
    retry: async (guid) => become(guid, 'queueing'),
    goOnInWindow: async (guid) => become(guid, 'queueing'),
    forgotten,
    forgetLearnt: async () => undefined,
    forgetWindows: async (uuid) => void forgotten.push(uuid),
    remove: async (guid) => void records.delete(find(guid).guid),
    writeFiles: async (guid, formats) => {
      written.push({ guid, formats });
      const files = formats.map((format) => writeFile(`${guid}-later.${format}`, format));
      return change(guid, { files: [...find(guid).files.filter((file) => !formats.includes(file.format)), ...files] });
    },
    writeAside: async (guid, { formats }) => {
      const aside = (format: FileFormat) => ({ ...writeFile(`${find(guid).guid}-aside.${format}`, format), path: '/nowhere' });
      return { rows: 0, files: formats.map(aside) };
    },
    dropFiles: async (guid) => void change(guid, { files: [] }),
    restoreFile: async (guid, format) => find(guid).files.find((file) => file.format === format) ?? null,
    reprocessed,
    cancelReprocessing: async () => undefined,
    reprocess: async (guid, wish) => {
      const { format } = wish;
      reprocessed.push({ guid, wish });
      const formats = [...new Set([...find(guid).files.map((file) => file.format), format])];
      const job = change(guid, { files: formats.map((each) => writeFile(`${guid}-judged.${each}`, each)) });
      for (const listener of listeners) listener({ kind: 'reprocessed', job, format });
      return job;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause: async () => undefined,
    resume: async () => undefined,
    close: async () => undefined,
  };
}

function newRecord(job: NewJob, id: number, nowMs: number): JobRecord {
  const { cookies = {}, ...options } = job.options;
  return {
    ...job,
    id,
    options,
    status: 'queueing',
    cookieNames: Object.keys(cookies),
    platformTotal: null,
    exported: 0,
    replies: 0,
    retry: 0,
    error: null,
    errorCode: null,
    completeness: NOTHING_MISSING,
    resumable: false,
    files: [],
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    startedAtMs: null,
    finishedAtMs: null,
  };
}

function fakeBatches(): BatchStore {
  const records = new Map<string, ReturnType<BatchStore['find']>>();
  return {
    insert: (batch) => void records.set(batch.id, batch),
    find: (id) => records.get(id) ?? null,
    remove: (id) => void records.delete(id),
  };
}

/** Requests of the last minute, in memory. */
export function fakeRequests(): RequestLog {
  const rows: { readonly tokenUuid: string; readonly atMs: number }[] = [];
  return {
    isShared: false,
    since: (fromMs) => rows.filter(({ atMs }) => atMs > fromMs),
    add: (tokenUuid, atMs) => void rows.push({ tokenUuid, atMs }),
  };
}

function fakeVault(): SecretVault {
  const secrets = new Map<string, string>();
  return {
    get: (name) => secrets.get(name) ?? null,
    set: (name, value) => void secrets.set(name, value),
    remove: (name) => void secrets.delete(name),
  };
}

/** One client is allowed. */
function memoryAllowedClients(): Services['allowedClients'] {
  const allowed = new Set(['mcp']);
  return {
    list: () => [...allowed].map((clientId) => ({ clientId, name: 'MCP client', scopes: ['read'], sinceMs: START_MS })),
    revoke: (clientId) => void allowed.delete(clientId),
  };
}
