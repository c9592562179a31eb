import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InstalledPacks } from '#core/installed-packs/installed-packs.ts';
import { keptPack, PACKS_FOLDER, readState } from '#core/installed-packs/state.ts';
import { MAKER, madePack } from '#test/installed-packs/made-pack.ts';

const VERSIONS = ['2099.1.1.1', '2099.1.1.2', '2099.1.1.3'];
const KILLS = 8;
/** An update takes some milliseconds once its laws have run. */
const LONGEST_MS = 60;

/** Kills a process that takes one pack after the other: what is in use is one of them, whole. Returns what failed. */
export async function killWhileUpdating(dataDir: string, random: () => number): Promise<readonly string[]> {
  const files = await Promise.all(VERSIONS.map((version) => fileOf(dataDir, version)));
  open(dataDir, []).trust(MAKER.publicKey);
  const failures: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, ['test/crash/take-packs.ts', dataDir, ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    await delay(random() * LONGEST_MS);
    await killed(child);
    failures.push(...faultsOf(dataDir));
  }
  return failures;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode} before it was killed`);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function faultsOf(dataDir: string): readonly string[] {
  const { state, isDamaged } = readState(dataDir);
  const { packs = [] } = state.platforms['steam'] ?? {};
  const lost = packs.filter(({ pack }) => keptPack(dataDir, pack) === null).map(({ version }) => `the pack ${version} is damaged or gone`);
  const said: string[] = [];
  const used = open(dataDir, said).inUse('steam');
  const stray = readdirSync(join(dataDir, PACKS_FOLDER)).filter((name) => !/^(?:state\.json|[0-9a-f]{64}\.pack)$/.test(name));
  return [
    ...(isDamaged ? ['the state is damaged'] : []),
    ...(state.keys.length === 1 ? [] : ['the trusted key is gone']),
    ...lost,
    ...said,
    ...(used?.version === packs.at(-1)?.version ? [] : [`${used?.version ?? 'the built-in platform'} is in use`]),
    ...stray.map((name) => `${name} was left`),
  ];
}

function open(dataDir: string, said: string[]): InstalledPacks {
  const parts = { dataDir, builtIn: new Set(['steam']), expectLaws: async () => undefined, now: Date.now };
  return new InstalledPacks({ ...parts, warn: (words) => void said.push(words) });
}

async function fileOf(dataDir: string, version: string): Promise<string> {
  const path = join(dataDir, `${version}.pack`);
  writeFileSync(path, await madePack({ version }));
  return path;
}
