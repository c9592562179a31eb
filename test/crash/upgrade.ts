import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { databasePath } from '#core/store/database.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { whatIsHeld } from '#test/store/upgrades/kept-folder.ts';

const KEPT = join(import.meta.dirname, '../store/upgrades');
/** A start that brings a folder up to date takes about as long. */
const START_MS = 1_000;
const KILLS = 2;
/** No version has so many migrations. */
const OF_TOMORROW = 9_999;

/** The folders that earlier versions left. */
export function keptFolders(): readonly string[] {
  return readdirSync(KEPT).filter((name) => existsSync(join(KEPT, name, 'expected.json')));
}

/** Kills the service while it brings the folder of an earlier version up to date: all that was in it is there at the next start. Returns what failed. */
export async function killWhileUpgrading(dataDir: string, name: string, random: () => number): Promise<readonly string[]> {
  cpSync(join(KEPT, name, 'data'), dataDir, { recursive: true });
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = serveOn(dataDir);
    await delay(random() * START_MS);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  await using service = await startServiceProcess({ world: {}, env: { COMMENTDOCK_VAULT: 'file' }, dataDir });
  const held = await whatIsHeld(service);
  try {
    assert.partialDeepStrictEqual(held, JSON.parse(readFileSync(join(KEPT, name, 'expected.json'), 'utf8')));
    return [];
  } catch (error) {
    return [`what was held is not as it was: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Starts on a folder that a version of tomorrow made: it is refused, and not a byte of it changes. Returns what failed. */
export async function meetNewer(dataDir: string, name: string): Promise<readonly string[]> {
  cpSync(join(KEPT, name, 'data'), dataDir, { recursive: true });
  const database = new Database(databasePath(dataDir));
  database.pragma(`user_version = ${OF_TOMORROW}`);
  database.close();
  const before = filesOf(dataDir);
  const child = serveOn(dataDir);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (words: string) => {
    said += words;
  });
  await once(child, 'close');
  return [
    ...(said.includes('DATA_DIR_NEWER') ? [] : [`the folder of a newer version was answered with ${said}`]),
    ...(child.exitCode === 0 ? ['the start ended without an error'] : []),
    ...(filesOf(dataDir) === before ? [] : ['the folder of a newer version was changed']),
  ];
}

function serveOn(dataDir: string) {
  return spawn(process.execPath, ['core/main.js', 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_VAULT: 'file' },
  });
}

/** All files below a folder, with what is in them. */
function filesOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return JSON.stringify(
    names.filter((name) => statSync(join(folder, name)).isFile()).map((name) => [name, readFileSync(join(folder, name), 'base64')]),
  );
}
