import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecureContext } from 'node:tls';
import { AsyncDisposableStack, DisposableStack } from '@whatwg-node/disposablestack';
import { createAddressLimit } from '#core/auth/address-limit.ts';
import { type Authorization, createAuthorization } from '#core/auth/authorization.ts';
import type { FetchDocument } from '#core/auth/oauth/client-document.ts';
import { createDocumentFetch } from '#core/auth/oauth/client-document-fetch.ts';
import { expectListenable } from '#core/auth/place.ts';
import { ensureFirstToken, newTokenValue } from '#core/auth/tokens.ts';
import { windowLink } from '#core/auth/window-session.ts';
import { assistantCommand } from '#core/config/assistant-command.ts';
import type { Config } from '#core/config/config.ts';
import { VERSION } from '#core/config/version.ts';
import { removeRunFile, writeRunFile } from '#core/config/run-file.ts';
import type { Duty } from '#core/contract/duty.ts';
import { asCommentdockError, type CommentdockError } from '#core/contract/error.ts';
import { createAnnouncer, type SharedAnnouncer } from '#core/events/define.ts';
import { logJobs } from '#core/log/job-log.ts';
import { openServiceLog } from '#core/log/service-log.ts';
import { thisMachine } from '#core/machine.ts';
import { openFiles } from '#core/opened-files.ts';
import { openPacks } from '#core/opened-packs.ts';
import { loadTrust } from '#core/network/certificates.ts';
import { createAdmission } from '#core/exports/admission.ts';
import type { BrowserCookies } from '#core/logins/ports.ts';
import { createBulkAssembly } from '#core/exports/bulk-assembly.ts';
import type { BulkAssembly } from '#core/exports/bulk-ports.ts';
import { createConversions } from '#core/exports/conversions.ts';
import type { Services } from '#core/operations/registry.ts';
import { announceChanges } from '#core/exports/announcements.ts';
import { CheckDesk, type CheckStore } from '#core/service/check-desk.ts';
import { createExportPause } from '#core/service/pause.ts';
import { checkWhatIsDue } from '#core/service/weekly-check.ts';
import { createRateLimit } from '#core/owner/rate-limit.ts';
import { tickEveryMinute } from '#core/schedules/minute-tick.ts';
import { Scheduler } from '#core/schedules/scheduler.ts';
import { noteVersion } from '#core/store/data-version.ts';
import { expectUsable } from '#core/store/database.ts';
import { readForeignTables } from '#core/store/foreign-tables.ts';
import { lockDataDir } from '#core/store/lock.ts';
import { openReserve, type Reserve } from '#core/store/reserve.ts';
import { storePlace } from '#core/store/place.ts';
import { openApiStore } from '#core/store/store.ts';
import { createMcpMount } from '#core/surfaces/mcp/http-mount.ts';
import { createOAuthMount } from '#core/surfaces/oauth/mount.ts';
import { createProbes } from '#core/surfaces/rest/probes.ts';
import { createRealtime } from '#core/surfaces/realtime/server.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { shareAnnouncements } from '#core/team/shared-announcements.ts';
import { startInsights } from '#core/threads/insight-client.ts';
import { type EngineThread, type EngineThreadParts, startEngineThread } from '#core/threads/engine-client.ts';
import { createRouteProbe } from '#core/threads/route-probe.ts';
import { startEvidence } from '#core/threads/evidence-client.ts';
import { startReports } from '#core/threads/report-client.ts';
import { createLocalModels } from '#core/threads/local-models.ts';
import { createProviderTrials } from '#core/threads/provider-trials.ts';
import { openVault } from '#core/vault/vault.ts';
import { openVitalSigns } from '#core/vital-signs.ts';
import { deliver, DELIVERY_TIMEOUT_MS } from '#core/webhooks/deliver.ts';
import { type DispatcherParts, WebhookDispatcher } from '#core/webhooks/dispatcher.ts';
import { createTargetGuard } from '#core/webhooks/target-guard.ts';

const EXPORTS_FOLDER = 'exports';
/** How long the engine may hold up the end of the service. */
const CLOSING_MS = 2_500;
/** How long the process may take to end once all is closed that can be. */
const LEAVING_MS = 1_000;

/** What the core does to the process that it runs in. Surfaces, schedules, checks and webhooks run in the program's own alone. */
export interface HostProcess {
  /** Of trouble that ends nothing. */
  warn(words: string): void;
  /** What the owner has to know of a start: how secrets are kept. */
  say(words: string): void;
  /** After `close`, where a thread stands within native code and would hold up the end of the process. */
  onStuck(): void;
}

/** The process is the program's own. */
const OWN_PROCESS: HostProcess = {
  warn: (words) => void process.emitWarning(words),
  say: (words) => void process.stderr.write(`${words}\n`),
  // What is stored survives this, as it survives a power loss.
  onStuck: () => void setTimeout(() => process.kill(process.pid, 'SIGKILL'), LEAVING_MS).unref(),
};

/** The core of one data folder: everything but the surfaces. */
export interface Core {
  readonly services: Services;
  readonly authorization: Authorization;
  /** Sends nothing until it is started. */
  readonly webhookDispatcher: WebhookDispatcher;
  /** Assembles nothing until it is started. */
  readonly bulkAssembly: BulkAssembly;
  /** Runs nothing by itself until it is started. */
  readonly scheduler: Scheduler;
  readonly checkDesk: CheckDesk;
  readonly duty: Duty;
  readonly announcer: SharedAnnouncer;
  /** Interrupted exports go on and those that wait start, unless the owner paused them. */
  goOnAsLeft(): Promise<void>;
  /** How the engine's thread stands, and what it measured. */
  readonly engineThread: Pick<EngineThread, 'vitals' | 'measured'>;
  /** Why nothing works any more; pending for good as long as all is well. */
  readonly failure: Promise<CommentdockError>;
  /** From now on nobody waits for the engine for long: what holds on to it while it closes lets go. */
  beginClosing(): void;
  close(): Promise<void>;
}

/**
 * Opens a data folder for this process alone. `goOn`: interrupted exports go on and those that wait start, paused or not;
 * `rest`: they stay as they are until something is asked for.
 * @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, DISK
 */
export async function startCore(config: Config, standing: 'goOn' | 'rest' = 'goOn', host: HostProcess = OWN_PROCESS): Promise<Core> {
  await using opened = new AsyncDisposableStack();
  const { reserve } = opened.use(takeDataDir(config.dataDir));
  const exportsFolder = await openExportsFolder(config.dataDir);
  const { close: closeStore, outgoing, duty, secrets, ...records } = openApiStore(config, config.plan, host.warn);
  opened.defer(closeStore);
  noteVersion(config.dataDir, VERSION);
  const { vault, keys: vaultKeys } = await openVault(config, host.say, undefined, secrets);
  const engineThread = startEngine({ config, exportsFolder, vault, vaultKeys, ...host });
  opened.defer(() => engineThread.engine.close());
  const files = opened.use(await openFiles({ ...records, ...engineThread, exportsFolder, config, warn: host.warn }));
  const { engine } = files;
  const packs = opened.use(await openPacks(config, engine, host.warn));
  const admission = createAdmission({ ...records, engine, config, now: Date.now });
  const announcer = createAnnouncer();
  const webhookDispatcher = createDispatcher({ queue: outgoing, vault, announcer, duty }, config);
  opened.defer(() => webhookDispatcher.close());
  const place = storePlace(config);
  const insights = opened.adopt(startInsights(place), (started) => started.close());
  engine.subscribe(({ kind, job }) => {
    if (kind !== 'progress' && kind !== 'judging') webhookDispatcher.wake();
    if (kind === 'removed') insights.forget(job.guid);
  });
  const bulkAssembly = opened.adopt(createBulkAssembly({ ...records, ...files, announcer }), (one) => one.close());
  const authorization = createAuthorization({ ...records, vault, now: Date.now, fetchDocument: documentFetch(config) });
  const checkDesk = opened.adopt(openCheckDesk(records.checkRecords, engineThread.checks), (desk) => desk.end());
  const shared: Omit<Services, 'exportPause' | 'scheduleRuns'> = {
    ...records,
    ...files,
    checkDesk,
    admission,
    announcer,
    webhookDelivery: webhookDispatcher,
    bulkAssembly,
    insights,
    pictures: engineThread.pictures,
    reports: opened.adopt(startReports({ dataDir: config.dataDir, vaultKeys }), (started) => started.close()),
    evidence: opened.adopt(startEvidence({ place, exportsFolder, vaultKeys, settings: config }), (started) => started.close()),
    conversions: createConversions({ engine, announcer }),
    ...identities(authorization),
    assistantCommand: assistantCommand(),
    vault,
    browserCookies: lazyBrowserCookies(),
    providerTrials: opened.adopt(createProviderTrials({ config, vault, settings: records.sentimentSettings }), (one) => one.close()),
    localModels: opened.adopt(createLocalModels({ config, vault, settings: records.sentimentSettings }), (one) => one.close()),
    routeProbe: createRouteProbe(config, vault, Date.now),
    ...packs,
    machine: opened.use(thisMachine(config, exportsFolder)),
    config,
    now: Date.now,
  };
  const scheduler = new Scheduler({ services: shared, duty, onFault: warnOf('A schedule could not be run or noted') });
  opened.defer(() => scheduler.close());
  const services: Services = { ...shared, scheduleRuns: scheduler, exportPause: createExportPause(shared) };
  ensureFirstToken(services);
  const { goOn, goOnAsLeft } = waysOn({ ...engineThread, reserve, isPaused: () => shared.settings.isPaused() });
  if (standing === 'goOn') await goOn();
  const parts = { services, authorization, webhookDispatcher, bulkAssembly, scheduler, checkDesk, duty, goOnAsLeft, engineThread };
  return { ...parts, announcer, failure: engineThread.failure, ...closing(opened.move(), { ...engineThread, bulkAssembly }) };
}

function waysOn({
  engine,
  start,
  reserve,
  isPaused,
}: Pick<EngineThread, 'engine' | 'start'> & { readonly reserve: Reserve; isPaused(): boolean }): Pick<Core, 'goOnAsLeft'> & {
  goOn(): Promise<void>;
} {
  const goOn = (): Promise<void> => {
    // They would take the room that the start was given.
    reserve.renew();
    return start();
  };
  return {
    goOn,
    async goOnAsLeft() {
      if (isPaused()) await engine.pause();
      await goOn();
    },
  };
}

function closing(
  resources: AsyncDisposable,
  { bulkAssembly, endWithin }: Pick<EngineThread, 'endWithin'> & Pick<Core, 'bulkAssembly'>,
): Pick<Core, 'beginClosing' | 'close'> {
  const beginClosing = (): void => {
    // An archive whose packing is cut short is no failed one.
    bulkAssembly.close();
    endWithin(CLOSING_MS);
  };
  return {
    beginClosing,
    async close() {
      beginClosing();
      await resources[Symbol.asyncDispose]();
    },
  };
}

function startEngine(parts: Omit<EngineThreadParts, 'sweep'>): EngineThread {
  return startEngineThread({ ...parts, sweep: async () => void (await openExportsFolder(parts.config.dataDir)) });
}

/** For this process alone. What cannot be used is left as it is. @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, DISK */
function takeDataDir(dataDir: string): Disposable & { readonly reserve: Reserve } {
  expectUsable(dataDir);
  const reserve = openReserve(dataDir);
  reserve.openForStart();
  // Where the start fails too: the next one may need it, and the folder may be that of another process.
  using stack = new DisposableStack();
  stack.defer(() => reserve.renew());
  stack.use(lockDataDir(dataDir));
  const taken = stack.move();
  return { reserve, [Symbol.dispose]: () => taken.dispose() };
}

export interface Service {
  /** Where programs of this machine ask. */
  readonly baseUrl: string;
  /** A link that opens the window in a browser: once, within ten minutes. */
  newWindowLink(): string;
  /** As in `Core`. */
  readonly failure: Promise<CommentdockError>;
  close(): Promise<void>;
}

/**
 * The core with its REST interface, and `run.json` for those of this machine who want to attach.
 * @throws CommentdockError DATA_DIR_IN_USE, PORT_IN_USE; INVALID_REQUEST where the settings would open it to others by mistake
 */
export async function startService(config: Config): Promise<Service> {
  expectListenable(config);
  await using opened = new AsyncDisposableStack();
  const { logger } = opened.use(openServiceLog(config));
  const core = await startCore(config, 'rest');
  opened.defer(() => core.close());
  opened.defer(logJobs(core.services.engine, logger));
  const ownerSecret = newTokenValue();
  const { services } = core;
  const rateLimit = createRateLimit(services.requests, services.now());
  const mcp = createMcpMount({ services, rateLimit, ownerSecret, onFault: warnOf('A message of the Model Context Protocol failed') });
  const realtime = createRealtime({ services, onFault: warnOf('A realtime connection failed') });
  const signs = opened.use(await openVitalSigns(config, () => core));
  const mounts = [mcp, createOAuthMount(core.authorization), createProbes(signs)];
  const limitAddress = createAddressLimit(config.addressLimit, core.authorization.countAttempts);
  const rest = await startRest({ services, ownerSecret, logger, rateLimit, limitAddress, mounts, upgrades: [realtime.upgrade] });
  // The last one is closed first.
  for (const door of [rest, realtime, mcp]) opened.defer(() => door.close());
  const { databaseUrl } = config;
  const onFault = warnOf('The other machines could not be told of an event');
  const announcing = { ...services, announcer: core.announcer, baseUrl: rest.linksUrl };
  if (databaseUrl === null) opened.defer(announceChanges(announcing));
  else opened.use(await shareAnnouncements({ ...announcing, databaseUrl, onPosition: realtime.startFrom, onFault }));
  opened.defer(() => core.beginClosing());
  core.webhookDispatcher.start(rest.linksUrl);
  await core.bulkAssembly.start(rest.linksUrl);
  opened.defer(() => removeRunFile(config.dataDir));
  writeRunFile(config.dataDir, { base_url: rest.url, pid: process.pid, owner_secret: ownerSecret });
  await core.goOnAsLeft();
  core.scheduler.start();
  services.dailyUpdates.start();
  const checkDue = (): void => {
    try {
      if (core.duty.isOurs()) checkWhatIsDue({ ...services, checkDesk: core.checkDesk });
    } catch (error) {
      warnOf('What is due could not be looked at')(error);
    }
  };
  opened.use(tickEveryMinute(checkDue));
  checkDue();
  const resources = opened.move();
  return {
    baseUrl: rest.url,
    newWindowLink: () => windowLink(services.signIn.issueCode().code, rest.linksUrl),
    failure: core.failure,
    close: () => resources.disposeAsync(),
  };
}

function identities({ accessTokens, allowedClients, signIn }: Authorization): Pick<Services, 'accessTokens' | 'allowedClients' | 'signIn'> {
  return { accessTokens, allowedClients, signIn };
}

function openCheckDesk(checkRecords: CheckStore, checks: EngineThread['checks']): CheckDesk {
  return new CheckDesk({ checks, checkRecords, now: Date.now, onFault: warnOf('A check could not be kept') });
}

function createDispatcher(parts: Pick<DispatcherParts, 'queue' | 'vault' | 'announcer' | 'duty'>, config: Config): WebhookDispatcher {
  const guard = createTargetGuard(config);
  let trusted: SecureContext | null = null;
  const trust = (): SecureContext => (trusted ??= loadTrust(config.extraCaFile).context);
  return new WebhookDispatcher({
    ...parts,
    retryScale: config.retryScale,
    deliver: (delivery) => deliver(delivery, { guard, timeoutMs: DELIVERY_TIMEOUT_MS, proxies: config, trust }),
    now: Date.now,
    random: Math.random,
    onFault: warnOf('A webhook message could not be sent or noted'),
  });
}

/** Documents of OAuth clients come from the public internet only, whatever webhooks may reach. */
function documentFetch(config: Config): FetchDocument {
  const guard = createTargetGuard({ allowHttpWebhooks: '0', allowPrivateWebhooks: '0' });
  return createDocumentFetch({ guard, proxies: config, trust: () => loadTrust(config.extraCaFile).context });
}

/** Loaded when it is asked for: hardly any start needs it. */
function lazyBrowserCookies(): BrowserCookies {
  const open = async (): Promise<BrowserCookies> => {
    const { createBrowserCookies } = await import('#core/accounts/browser-cookies.ts');
    const { browserKey } = await import('#core/vault/browser-key.ts');
    const { thisMachine: machinePlaces } = await import('#core/network/browser/find-browser.ts');
    return createBrowserCookies({ machine: machinePlaces(), readTables: readForeignTables, keyOf: (names) => browserKey(names) });
  };
  return { profiles: async () => (await open()).profiles(), read: async (request) => (await open()).read(request) };
}

function warnOf(what: string): (error: unknown) => void {
  return (error) => OWN_PROCESS.warn(`${what}: ${asCommentdockError(error).message}`);
}

/** The folder of files. A killed process may have left some under their temporary names. */
async function openExportsFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, EXPORTS_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  await Promise.all(names.filter((name) => name.endsWith('.partial')).map((name) => rm(join(folder, name))));
  return folder;
}
