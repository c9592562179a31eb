/**
 * One platform, by itself: its tests, the laws that hold for all, and its recorded answers; or an export by hand through its simulator.
 *
 *     npm run platform lemmy
 *     npm run platform lemmy -- export https://lemmy.example/post/1234567 --replies
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platformIds } from '#core/platforms/registry.ts';
import { exportsOf, ONE_PLATFORM } from '#test/platforms/simulated-exports.ts';
import { startWorld } from '#test/world/world.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = 'node_modules/vitest/vitest.mjs';
/** What holds for every platform is asked of this one. */
const LAWS = ['laws', 'levels', 'edited', 'odd-rows', 'changed-forms', 'learnt'].map((name) => `test/platforms/${name}.test.ts`);
const USAGE = 'Usage: npm run platform <id>, or npm run platform <id> -- export <url> [options of export]';

async function main([id, ...words]: readonly string[]): Promise<number> {
  const ids = await platformIds();
  if (id === undefined || !ids.includes(id)) {
    process.stderr.write(`${USAGE}\nThere are: ${ids.toSorted().join(', ')}\n`);
    return 2;
  }
  if (words.length > 0) return await throughSimulator(id, words);
  // One process reads the modules of all once.
  const tests = await run([VITEST, 'run', '--passWithNoTests', '--no-file-parallelism', `core/platforms/${id}/`, ...LAWS], {
    [ONE_PLATFORM]: id,
  });
  const recorded = await run(['test/recordings/replay.ts', id, '--door', 'engine'], {});
  return Math.max(tests, recorded);
}

/** The command line against the simulator that knows the URL, or else the first one, with a data folder of its own. */
async function throughSimulator(id: string, words: readonly string[]): Promise<number> {
  const rows = await exportsOf(id);
  const row = rows.find(({ url }) => words.includes(url)) ?? rows[0];
  await using world = await startWorld({ simulators: row === undefined ? [] : [row.world()] });
  const dataDir = mkdtempSync(join(tmpdir(), `commentdock-${id}-`));
  try {
    return await run(['core/main.js', ...words], { ...world.env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_VAULT: 'file' });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
