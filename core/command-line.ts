import { existsSync } from 'node:fs';
import { constants, mkdir } from 'node:fs/promises';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, readConfig, withoutPassword } from '#core/config/config.ts';
import { workingConfig } from '#core/config/work-settings.ts';
import { VERSION } from '#core/config/version.ts';
import { readRunFile, type RunFile } from '#core/config/run-file.ts';
import { asCommentdockError, CommentdockError, DatabaseAway, ERROR_CATALOGUE } from '#core/contract/error.ts';
import { nearWord } from '#core/contract/near-word.ts';
import { RESPONSIBILITY } from '#core/contract/responsibility.ts';
import { dataFilesAside, findBrowser, installBrowser, mayAccess } from '#core/machine.ts';
import { troublesIn } from '#core/installed-packs/troubles.ts';
import { loginPlatform } from '#core/logins/saved-accounts.ts';
import { detectUrl, platformInfo } from '#core/service/platforms.ts';
import { openCatalog } from '#core/platforms/catalog.ts';
import { platformIds } from '#core/platforms/registry.ts';
import { databasePath, expectUsable } from '#core/store/database.ts';
import { lockDataDir } from '#core/store/lock.ts';
import type { BrowserShelf } from '#core/surfaces/cli/browser-commands.ts';
import type { CliClient, ClientUse } from '#core/surfaces/cli/client.ts';
import type { CliHost, OpenedLogin, PlatformCatalogue, ServiceAddresses, WorkerPlace } from '#core/surfaces/cli/command-host.ts';
import type { DoctorFacts } from '#core/surfaces/cli/doctor.ts';
import { createLocalClient } from '#core/surfaces/cli/local-client.ts';
import type { ModelShelf } from '#core/surfaces/cli/model-commands.ts';
import { runCommandLine, tellError } from '#core/surfaces/cli/program.ts';
import { createRemoteClient, isServiceAt } from '#core/surfaces/cli/remote-client.ts';
import { validToken } from '#core/surfaces/cli/token-commands.ts';
import { packCatalogOf } from '#core/threads/pack-catalog.ts';
import { createTerminal, outputTrouble } from '#core/surfaces/cli/terminal.ts';
import type { WorkWish } from '#core/surfaces/cli/work-command.ts';
import { REALTIME_PATH } from '#core/surfaces/realtime/server.ts';
import type { ReachedService } from '#core/surfaces/mcp/stdio.ts';
import { describeVault } from '#core/vault/describe-vault.ts';

/** One press of Ctrl+C can arrive twice: the shell sends it to the whole group, and npm passes it on. */
const SAME_PRESS_MS = 1_000;

/** What the program that runs us says in place of a signal, where there are none (bin/child-signals.js). */
const INTERRUPT = 'commentdock:interrupt';

/** What the owner finds the token of an assistant under that made its own. */
const ASSISTANT_TOKEN_NAME = 'Assistant bundle';

const PLATFORM_DIR = '--platform-dir';

/** How long a start waits for a data folder that is in use. */
const START_TRIES = 20;
const START_AGAIN_MS = 250;

/** Joins the command line to the core. Returns the exit code. */
export async function runProgram(): Promise<number> {
  const { stdin, stdout, stderr } = process;
  const terminal = createTerminal({ stdin, stdout, stderr, kind: process.env['TERM'], now: Date.now });
  const signal = interruption();
  const { words, env } = withPlatformDir(process.argv.slice(2), process.env);
  const lost = outliveReaders(process);
  outliveDatabase(process);
  try {
    const exitCode = await runCommandLine(words, hostOf({ terminal, signal, env }, words));
    const trouble = exitCode === 0 ? await lost() : null;
    return trouble === null ? exitCode : tellError(trouble, [], terminal);
  } catch (error) {
    return tellError(error, words, terminal);
  }
}

function hostOf(given: Pick<CliHost, 'terminal' | 'signal' | 'env'>, words: readonly string[]): CliHost {
  const { terminal, signal, env } = given;
  // By the first command that needs them: what mends wrong ones must not stumble over them.
  let read: Config | null = null;
  const config = (): Config => (read ??= readConfig(env));
  // Whoever starts on a new folder hears it once.
  const first = (): (() => void) => {
    const isNew = !existsSync(databasePath(config().dataDir)) && !words.includes('--json');
    return () => {
      if (isNew) terminal.printError(RESPONSIBILITY);
    };
  };
  return {
    ...given,
    async openClient(use) {
      const sayFirst = first();
      const client = await openClient(config(), use, signal);
      if (use === 'engine') sayFirst();
      return client;
    },
    catalogue: async () => catalogue(config()),
    async serve(onReady, work) {
      const sayFirst = first();
      const settings = work === undefined ? config() : await workSettings(config(), work, '`commentdock serve --work`');
      await serve(settings, signal, (addresses) => {
        sayFirst();
        onReady(addresses);
      });
    },
    work: async (wish, onReady) => runWorker(await workSettings(config(), wish, '`commentdock work`'), signal, onReady),
    serveMcp: async (token) => serveMcp(config(), token, signal),
    doctorFacts: async () => doctorFacts(config()),
    async packDiagnosis(file, told) {
      const { packDiagnosis } = await import('#core/diagnosis.ts');
      return packDiagnosis(file, config(), told);
    },
    async rotateVault() {
      const { rotateVault } = await import('#core/rotate-vault.ts');
      return rotateVault(config(), (line) => terminal.printError(line));
    },
    async move(from, to, onStep) {
      const { moveStore } = await import('#core/move.ts');
      return moveStore({ from, to, signal, onStep });
    },
    backups: backupShelf(config, signal),
    models: {
      fetch: async (wish, onProgress) => (await openModels(config(), signal)).fetch(wish, onProgress),
      list: async () => (await openModels(config(), signal)).list(),
      remove: async (id) => (await openModels(config(), signal)).remove(id),
    },
    browsers: {
      find: async () => browserShelf(config(), signal).find(),
      install: async (onProgress) => browserShelf(config(), signal).install(onProgress),
    },
    openLogin: async (platform, onOpen) => openLogin(platform, { config: config(), signal, onOpen }),
  };
}

function backupShelf(config: () => Config, signal: AbortSignal): CliHost['backups'] {
  return {
    async make(to, key, onFile) {
      const { makeBackup } = await import('#core/backup/make.ts');
      const { dataDir, databaseUrl } = config();
      if (databaseUrl !== null)
        throw new CommentdockError('INVALID_REQUEST', 'All of it is in a database, and its own tools make backups: pg_dump.');
      return makeBackup({ dataDir, to, key, program: VERSION, now: Date.now, signal, onFile });
    },
    async restore(from, to, onFile) {
      const { restoreBackup } = await import('#core/backup/restore.ts');
      return restoreBackup({ from, dataDir: to ?? config().dataDir, signal, onFile });
    },
  };
}

/** `--platform-dir` goes with every command that starts something: it is a setting, written where a developer looks for it. */
function withPlatformDir(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly words: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const at = words.indexOf(PLATFORM_DIR);
  const folder = words[at + 1];
  if (at < 0 || folder === undefined) return { words, env };
  return { words: words.toSpliced(at, 2), env: { ...env, COMMENTDOCK_PLATFORM_DIR: folder } };
}

/** Aborts at the first Ctrl+C or SIGTERM; the second one ends the process. What is stored by then goes on at the next start. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  setMaxListeners(0, interrupted.signal);
  let sinceMs: number | null = null;
  const press = (signal: string): void => {
    if (sinceMs !== null && performance.now() - sinceMs > SAME_PRESS_MS) process.exit(ERROR_CATALOGUE.STOPPED.exitCode);
    sinceMs ??= performance.now();
    interrupted.abort(new Error(`received ${signal}`));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, press);
  process.on('message', (message) => {
    if (message === INTERRUPT) press('an interruption');
  });
  // Nobody waits for a message alone.
  process.channel?.unref();
  return interrupted.signal;
}

/** What nobody waits for, and fails since the database of a team is away, ends nothing: it comes again by itself. */
function outliveDatabase(own: NodeJS.Process): void {
  own.on('unhandledRejection', (reason) => {
    if (!(reason instanceof DatabaseAway)) throw reason;
    own.emitWarning(`Something could not be done: ${reason.message}`);
  });
}

/**
 * What goes wrong with our output ends no export. The answer says what results were lost by that somebody wants, as on a full disk.
 */
function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): () => Promise<CommentdockError | null> {
  let lost: CommentdockError | null = null;
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    const trouble = outputTrouble(error);
    if (trouble.code === 'DISK') lost ??= trouble;
  });
  return async () => {
    await new Promise<void>((resolve) => stdout.write('', () => resolve()));
    return lost;
  };
}

/** Loaded when it is asked for: it takes a third of the start of a command that a running service answers, or that opens no data folder. */
function loadCore(): Promise<typeof import('#core/index.ts')> {
  return import('#core/index.ts');
}

async function openClient(config: Config, use: ClientUse, signal: AbortSignal): Promise<CliClient> {
  const running = await runningService(config);
  // Requests to the service outlive Ctrl+C: it has to be told to stop.
  if (running !== null) return createRemoteClient(running, AbortSignal.any([]));
  const { openDock } = await import('#core/library/dock.ts');
  const { core, close } = await openDock(config, { standing: use === 'engine' ? 'goOn' : 'rest' });
  if (use === 'archives') await core.bulkAssembly.start('');
  const client = createLocalClient(core.services, signal, close);
  const broken = core.failure.then((failure) => Promise.reject(failure));
  broken.catch(() => undefined);
  // Whoever watches an export would wait for ever for an engine that is no more.
  return { ...client, call: (name, input) => Promise.race([broken, client.call(name, input)]) };
}

async function runningService({ dataDir }: Config): Promise<RunFile | null> {
  const noted = readRunFile(dataDir);
  return noted !== null && (await isServiceAt(noted.base_url)) ? noted : null;
}

async function catalogue({ dataDir }: Config): Promise<PlatformCatalogue> {
  const packs = packCatalogOf(dataDir);
  const platforms = await openCatalog(packs);
  return {
    list: () => platforms.all.map(platformInfo),
    // Nothing else is asked, and its thread would hold up the end of the program.
    detect: (url) => detectUrl(url, platforms).finally(() => packs[Symbol.asyncDispose]()),
  };
}

async function serve(config: Config, signal: AbortSignal, onReady: (addresses: ServiceAddresses) => void): Promise<void> {
  const { startService } = await loadCore();
  const service = await startService(config);
  await untilInterrupted(service, signal, () => {
    const base = service.baseUrl;
    onReady({
      base_url: base,
      ws_url: `${base.replace(/^http/, 'ws')}${REALTIME_PATH}`,
      mcp_url: base,
      gui_url: service.newWindowLink(),
      data_dir: config.dataDir,
      pid: process.pid,
    });
  });
}

/** A platform that there is not would be one that nobody exports from. @throws CommentdockError INVALID_REQUEST */
async function workSettings(config: Config, wish: WorkWish, who: string): Promise<Config> {
  const settings = workingConfig(config, wish, who);
  const ids = (await catalogue(config)).list().map(({ id }) => id);
  const asked = settings.workPlatforms?.split(',').map((id) => id.trim()) ?? [];
  const unknown = asked.find((id) => !ids.includes(id));
  if (unknown === undefined) return settings;
  const near = nearWord(unknown, ids);
  const hint = near === null ? '`commentdock platforms` lists them.' : `Did you mean "${near}"?`;
  throw new CommentdockError('INVALID_REQUEST', `There is no platform "${unknown}" to work on. ${hint}`);
}

async function runWorker(config: Config, signal: AbortSignal, onReady: (worker: WorkerPlace) => void): Promise<void> {
  const { startWorker } = await import('#core/worker.ts');
  const worker = await startWorker(config);
  await untilInterrupted(worker, signal, () =>
    onReady({ base_url: worker.baseUrl, lanes: config.workLanes ?? 0, data_dir: config.dataDir, pid: process.pid }),
  );
}

/** Closes it then, or where it breaks down. @throws CommentdockError with why it did */
async function untilInterrupted(
  running: { readonly failure: Promise<CommentdockError>; close(): Promise<void> },
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  let failure: CommentdockError | null = null;
  try {
    onReady();
    const interrupted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
    if (!signal.aborted) failure = await Promise.race([interrupted, running.failure]);
  } finally {
    await running.close();
  }
  if (failure !== null) throw failure;
}

/** Loaded when it is asked for: the SDK of the protocol is heavy. */
async function serveMcp(config: Config, token: 'given' | 'own', signal: AbortSignal): Promise<void> {
  const { serveMcpStdio } = await import('#core/surfaces/mcp/stdio.ts');
  const broken = new AbortController();
  const reach = (): Promise<ReachedService> => reachService(config, (failure) => broken.abort(failure));
  const ends = AbortSignal.any([signal, broken.signal]);
  const ownToken = token === 'own' ? () => assistantToken(config, ends) : null;
  await serveMcpStdio({ token: config.serviceApiToken, ownToken, dataDir: config.dataDir, signal: ends, reach });
  if (broken.signal.aborted) throw broken.signal.reason;
}

/** Of the service that was just reached. @throws CommentdockError INTERNAL where it is gone */
async function assistantToken({ dataDir }: Config, signal: AbortSignal): Promise<string> {
  const running = readRunFile(dataDir);
  const found = running === null ? undefined : await validToken(createRemoteClient(running, signal), ASSISTANT_TOKEN_NAME);
  if (typeof found?.token === 'string') return found.token;
  throw new CommentdockError('INTERNAL', `The service on ${dataDir} has no token for this assistant. Set SERVICE_API_TOKEN to one.`);
}

/** The service that runs on the data folder, else one in this process, on any port where the usual one is taken. */
async function reachService(config: Config, onFailure: (failure: CommentdockError) => void): Promise<ReachedService> {
  for (let tries = START_TRIES; ; tries -= 1) {
    const running = await runningService(config);
    if (running !== null) return { baseUrl: running.base_url, close: async () => undefined };
    const { startService } = await loadCore();
    try {
      const service = await startService(config).catch((error: unknown) => {
        if (asCommentdockError(error).code === 'PORT_IN_USE') return startService({ ...config, port: 0 });
        throw error;
      });
      void service.failure.then(onFailure);
      return { baseUrl: service.baseUrl, close: () => service.close() };
    } catch (error) {
      // Another process may be about to serve the folder, or about to leave it.
      if (tries === 0 || asCommentdockError(error).code !== 'DATA_DIR_IN_USE') throw error;
      await delay(START_AGAIN_MS);
    }
  }
}

interface LoginParts {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly onOpen: (title: string) => void;
}

/** In this process, whose screen the person sits at; a service may have none. */
async function openLogin(id: string, { config, signal, onOpen }: LoginParts): Promise<OpenedLogin> {
  const platform = loginPlatform(id, await openCatalog(packCatalogOf(config.dataDir)));
  const { logInWithWindow } = await import('#core/network/login-window.ts');
  const { cookies, userAgent } = await logInWithWindow({ config, platform, signal, onOpen: () => onOpen(platform.name) });
  return { cookies: cookies.map((cookie) => ({ ...cookie, expirationDate: cookie.expiresAt })), userAgent };
}

async function doctorFacts(config: Config): Promise<DoctorFacts> {
  const running = await runningService(config);
  const { dataDir, extraCaFile } = config;
  const builtIn = await platformIds();
  return {
    version: VERSION,
    node: process.version,
    dataDir: {
      path: dataDir,
      ...(running === null ? await folderState(dataDir) : { state: 'used by the service' as const, why: null }),
      putAside: dataFilesAside(dataDir),
    },
    service: running?.base_url ?? null,
    vault: await describeVault(config),
    proxy: withoutPassword(config.httpsProxy ?? config.httpProxy),
    extraCertificates:
      extraCaFile === null
        ? null
        : { path: extraCaFile, state: (await mayAccess(extraCaFile, constants.R_OK)) ? 'readable' : 'not readable' },
    browser: await browserShelf(config, AbortSignal.any([]))
      .find()
      .catch((error: unknown) => ({ missing: asCommentdockError(error).message })),
    platforms: builtIn.length,
    packs: troublesIn(dataDir, builtIn),
  };
}

/** Loaded when it is asked for, as the core is. */
async function openModels(config: Config, signal: AbortSignal): Promise<ModelShelf> {
  const { modelShelf } = await import('#core/fetched-models.ts');
  return modelShelf(config, signal);
}

function browserShelf(config: Config, signal: AbortSignal): BrowserShelf {
  return { find: () => findBrowser(config), install: (onProgress) => installBrowser(onProgress, signal) };
}

async function folderState(path: string): Promise<Pick<DoctorFacts['dataDir'], 'state' | 'why'>> {
  try {
    expectUsable(path);
  } catch (error) {
    return { state: 'not usable', why: asCommentdockError(error).message };
  }
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(() => undefined);
  if (!(await mayAccess(path, constants.W_OK))) return { state: 'not writable', why: null };
  try {
    lockDataDir(path)[Symbol.dispose]();
    return { state: 'writable', why: null };
  } catch (error) {
    const isUsed = error instanceof CommentdockError && error.code === 'DATA_DIR_IN_USE';
    return { state: isUsed ? 'used by another process' : 'not writable', why: null };
  }
}
