/**
 * Draws what the three costs that fall short of their bars are made of: docs/profiles, which docs/measurements.md shows.
 *
 *     npm run bench:profiles [-- --comments 10000 --items 250000]
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureExport, VIDEO } from '#test/bench/export-command.ts';
import { drawFlame, flameOf, parseProfile, ran } from '#test/bench/flame.ts';
import { buildProgram } from '#test/built-program.ts';
import { BUILT_PROGRAM } from '#test/program.ts';
import { startWorldProcess } from '#test/world/process.ts';

const PICTURES = fileURLToPath(new URL('../../docs/profiles/', import.meta.url));
/** Short enough to see a page, long enough to change nothing that matters. */
const EVERY_US = 500;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { comments: { ...text, default: '10000' }, items: { ...text, default: '250000' } } });
const [comments, items] = [Number(values.comments), Number(values.items)];

await using built = await buildProgram();
env[BUILT_PROGRAM] = built.program;
await draw('reading', 'engine-thread', `Reading ${comments} comments on one core, the engine's thread`, (flags) => read(flags, []));
await draw('judging', 'analyzer-thread', `Judging ${comments} comments, the analyzer's thread`, (flags) => read(flags, ['--sentiment']));
await draw('statistics', 'insight-thread', `Statistics of ${items} items, their thread`, (flags) => count(flags));

/** Runs something and draws the thread in which code of `file` ran. */
async function draw(name: string, file: string, title: string, run: (flags: string) => Promise<void> | void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-profile-'));
  try {
    await run(`--cpu-prof --cpu-prof-interval=${EVERY_US} --cpu-prof-dir=${folder}`);
    for (const found of await readdir(folder)) {
      const profile = parseProfile(await readFile(join(folder, found), 'utf8'));
      if (!ran(profile, file)) continue;
      await writeFile(join(PICTURES, `${name}.svg`), drawFlame(flameOf(profile), title));
      process.stdout.write(`docs/profiles/${name}.svg\n`);
      return;
    }
    throw new Error(`No thread ran ${file}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function read(flags: string, wishes: readonly string[]): Promise<void> {
  await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify({ videoId: VIDEO, comments })}`]);
  await measureExport({ world: world.env, formats: 'json', core: 0, flags: wishes, env: { NODE_OPTIONS: flags } });
}

function count(flags: string): void {
  const args = [...flags.split(' '), '--max-semi-space-size=2', 'test/bench/insight-run.ts', '--items', String(items), '--what', 'stats'];
  const { status } = spawnSync(execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`);
}
