import { access, constants, mkdir } from 'node:fs/promises';
import { setMaxListeners } from 'node:events';
import { type Config, readConfig } from '#core/config/config.ts';
import { VERSION } from '#core/config/version.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import { startCore, startService } from '#core/index.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import type { DoctorFacts } from '#core/surfaces/cli/doctor.ts';
import { createLocalClient } from '#core/surfaces/cli/local-client.ts';
import { runCommandLine } from '#core/surfaces/cli/program.ts';
import { createRemoteClient } from '#core/surfaces/cli/remote-client.ts';
import { createTerminal } from '#core/surfaces/cli/terminal.ts';

/** Joins the command line to the core. Returns the exit code. */
export async function runProgram(): Promise<number> {
  const terminal = createTerminal({ stdout: process.stdout, stderr: process.stderr, now: Date.now });
  const interrupted = new AbortController();
  setMaxListeners(0, interrupted.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort(new Error(`received ${signal}`)));
  try {
    const config = readConfig(process.env);
    return await runCommandLine(process.argv.slice(2), {
      terminal,
      signal: interrupted.signal,
      openClient: () => openClient(config, interrupted.signal),
      serve: (onReady) => serve(config, interrupted.signal, onReady),
      doctorFacts: () => doctorFacts(config),
    });
  } catch (error) {
    const known = asCommentdockError(error);
    terminal.printError(`${known.code}: ${known.message}`);
    return known.exitCode;
  }
}

async function openClient(config: Config, signal: AbortSignal): Promise<CliClient> {
  const running = readRunFile(config.dataDir);
  if (running !== null) return createRemoteClient(running, AbortSignal.any([]));
  const core = await startCore(config);
  return createLocalClient(core.services, signal, () => core.close());
}

async function serve(config: Config, signal: AbortSignal, onReady: (addresses: { base_url: string; ws_url: string; mcp_url: string; data_dir: string; pid: number }) => void): Promise<void> {
  const service = await startService(config);
  const base = service.baseUrl;
  onReady({ base_url: base, ws_url: `${base.replace(/^http/, 'ws')}/connection/websocket`, mcp_url: `${base}/mcp`, data_dir: config.dataDir, pid: process.pid });
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await service.close();
}

async function doctorFacts(config: Config): Promise<DoctorFacts> {
  const running = readRunFile(config.dataDir);
  return {
    version: VERSION,
    node: process.version,
    dataDir: { path: config.dataDir, state: running === null ? await folderState(config.dataDir) : 'in use by a running service' },
    service: running?.base_url ?? null,
    vault: config.vault ?? 'file',
    proxy: withoutPassword(config.httpsProxy ?? config.httpProxy),
    extraCertificates: config.extraCaFile,
    platforms: (await loadPlatforms()).all.length,
  };
}

async function folderState(path: string): Promise<'writable' | 'not writable'> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
    return 'writable';
  } catch {
    return 'not writable';
  }
}

function withoutPassword(proxy: string | null): string | null {
  return proxy === null ? null : proxy.replace(/\/\/[^@/]*@/, '//***@');
}
