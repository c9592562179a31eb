import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { arch, availableParallelism, freemem, homedir, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '#core/config/config.ts';
import { settingsInForce } from '#core/config/shown-settings.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import { saveWhole } from '#core/exports/save-file.ts';
import { LOG_FOLDER } from '#core/log/service-log.ts';
import { storeCondition } from '#core/store/condition.ts';
import type { DiagnosisBundle } from '#core/surfaces/cli/doctor.ts';
import { archiveOfTexts } from '#core/writers/small-archive.ts';

const LOG_FILE = /^commentdock(?:\.\d)?\.log$/;

/**
 * Writes what helps to find out why something does not work on this machine as a ZIP: the machine, which settings are set, how the database is, which
 * exports failed with which codes, and the files of the log. No address, text, secret or name stands in it; settings that may be any text are told as
 * set, and the owner's own folder as `~`.
 * @param told what `doctor` prints
 * @throws CommentdockError DISK
 */
export async function packDiagnosis(file: string, config: Config, told: readonly string[]): Promise<DiagnosisBundle> {
  const parts = [
    { name: 'doctor.txt', text: `${told.join('\n').replaceAll(homedir(), '~')}\n` },
    { name: 'machine.json', text: asText(machineFacts(config)) },
    { name: 'settings.json', text: asText(settingsThatDiffer(config)) },
    { name: 'database.json', text: asText(databaseFacts(config)) },
    ...logFiles(config.dataDir),
  ];
  const path = resolve(file);
  const zip = await archiveOfTexts(parts);
  await saveWhole(path, (temporary) => writeFile(temporary, zip, { mode: 0o600 }));
  return { path, parts: parts.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) })) };
}

function machineFacts({ dataDir }: Config): object {
  const room = attempt(() => statfsSync(dataDir));
  return {
    system: process.platform,
    architecture: arch(),
    release: release(),
    processors: availableParallelism(),
    memory: { bytes: totalmem(), free_bytes: freemem() },
    disk: 'failed' in room ? room : { free_bytes: room.value.bavail * room.value.bsize },
    versions: process.versions,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    at: new Date().toISOString(),
  };
}

function settingsThatDiffer(config: Config): readonly object[] {
  return settingsInForce(config)
    .filter(({ isSet }) => isSet)
    .map(({ variable, value, isFreeText }) => ({ variable, value: isFreeText ? 'set' : value }));
}

function databaseFacts({ databaseUrl, dataDir }: Config): object | null {
  if (databaseUrl !== null) return { kind: 'server' };
  const found = attempt(() => storeCondition(dataDir));
  return 'failed' in found ? found : found.value;
}

function logFiles(dataDir: string): readonly { readonly name: string; readonly text: string }[] {
  const folder = join(dataDir, LOG_FOLDER);
  const names = attempt(() => readdirSync(folder).filter((name) => LOG_FILE.test(name)));
  if ('failed' in names) return [];
  return names.value.map((name) => ({ name: `logs/${name}`, text: readFileSync(join(folder, name), 'utf8') }));
}

/** What cannot be looked at is a finding of its own. */
function attempt<T>(look: () => T): { readonly value: T } | { readonly failed: string } {
  try {
    return { value: look() };
  } catch (error) {
    return { failed: asCommentdockError(error).message };
  }
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
