import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { ownFolder } from '#test/own.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the checkout: its sources change here, and its cache is its own. */
const root = ownFolder('platform-facts');
const caches = join(root, 'node_modules/.cache');
const folder = join(caches, 'commentdock');
const loads = join(root, 'loads.txt');
const watcher = join(root, 'watch-loads.mjs');
const reddit = join(root, 'core/platforms/reddit/index.ts');

/** Notes which process loads two of the platforms. */
const WATCH_LOADS = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const file = /core[/]platforms[/](reddit|hackernews)[/]index[.]ts$/.exec(url);
    if (file) appendFileSync(${JSON.stringify(loads)}, process.pid + ' ' + file[1] + '\\n');
    return next(url, context);
  },
});
`;

interface Told {
  readonly names: Readonly<Record<string, string>>;
  /** What the process itself loaded, and those that it started. */
  readonly loaded: { readonly itself: readonly string[]; readonly others: readonly string[] };
}

/** What is kept of all is kept of these: to load the others takes four fifths of the time. */
const COPIED = ['hackernews', 'reddit', 'steam', 'youtube'];
const OTHERS = readdirSync(join(ROOT, 'core/platforms'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !COPIED.includes(entry.name))
  .map(({ name }) => join(ROOT, 'core/platforms', name));

beforeAll(() => {
  for (const name of ['core', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: (source) => !OTHERS.includes(source) });
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name), 'junction');
  writeFileSync(watcher, WATCH_LOADS);
});
beforeEach(() => rmSync(caches, { recursive: true, force: true }));

/** What a process of the copy tells of the platforms. */
async function tell(): Promise<Told> {
  writeFileSync(loads, '');
  const child = promisify(execFile)(process.execPath, ['core/main.js', 'platforms', '--json'], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(watcher).href}`, COMMENTDOCK_DATA_DIR: join(root, 'data') },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout } = await child;
  const rows = JSON.parse(stdout) as readonly { readonly id: string; readonly name: string }[];
  const lines = readFileSync(loads, 'utf8').split('\n').filter(Boolean);
  const [own, others] = [lines, lines].map((all, at) => all.filter((line) => line.startsWith(`${child.child.pid} `) === (at === 0)));
  return {
    names: Object.fromEntries(rows.map(({ id, name }) => [id, name])),
    loaded: { itself: own ?? [], others: others ?? [] },
  };
}

const cached = (): string[] => readdirSync(folder);
const cacheFile = (): string => join(folder, cached()[0] ?? '');
const trueNames = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await loadPlatforms()).all.filter(({ id }) => COPIED.includes(id)).map(({ id, name }) => [id, name]));

describe('what platforms say about themselves', () => {
  it('is made by the first process that needs it, outside of itself, and read by the next', async () => {
    const first = await tell();
    expect(first.names).toEqual(await trueNames());
    expect(first.loaded.itself).toEqual([]);
    expect(first.loaded.others).toHaveLength(2);
    expect(cached()).toEqual([expect.stringMatching(/^platforms-[0-9a-f]{12}[.]json$/)]);
    const next = await tell();
    expect(next.names).toEqual(first.names);
    expect(next.loaded).toEqual({ itself: [], others: [] });
  });

  it('is made anew where a source changed, were it by as many letters and at the same time', async () => {
    await tell();
    const before = readFileSync(reddit, 'utf8');
    const { atime, mtime } = statSync(reddit);
    try {
      writeFileSync(reddit, before.replace("name: 'Reddit'", "name: 'Rabbit'"));
      utimesSync(reddit, atime, mtime);
      expect((await tell()).names).toMatchObject({ reddit: 'Rabbit', steam: 'Steam' });
      expect(cached()).toHaveLength(1);
    } finally {
      writeFileSync(reddit, before);
    }
    expect((await tell()).names).toMatchObject({ reddit: 'Reddit' });
  });

  it('has a platform that came, and none that went', async () => {
    await tell();
    const added = join(root, 'core/platforms/warren');
    mkdirSync(added);
    const hackernews = readFileSync(join(root, 'core/platforms/hackernews/index.ts'), 'utf8');
    writeFileSync(join(added, 'index.ts'), hackernews.replace("id: 'hackernews'", "id: 'warren'"));
    try {
      expect((await tell()).names).toHaveProperty('warren');
    } finally {
      rmSync(added, { recursive: true });
    }
    expect((await tell()).names).toEqual(await trueNames());
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, -1000)],
    ['with another letter', (text: string) => text.replace('"Reddit"', '"Rabbit"')],
    ['empty', () => ''],
    ['something else', () => '[]\n'],
  ])('is made anew where the cache is %s', async (_, damage) => {
    await tell();
    const whole = readFileSync(cacheFile(), 'utf8');
    writeFileSync(cacheFile(), damage(whole));
    expect((await tell()).names).toEqual(await trueNames());
    expect(readFileSync(cacheFile(), 'utf8')).toBe(whole);
  });

  it('comes from memory where the cache cannot be written', async () => {
    writeFileSync(caches, 'a file where the folder should be');
    for (let round = 0; round < 2; round += 1) expect((await tell()).names).toEqual(await trueNames());
    expect(readFileSync(caches, 'utf8')).toBe('a file where the folder should be');
  });

  it('may be made by several at once: each has it whole, and nothing else stays', async () => {
    const all = await Promise.all([tell(), tell(), tell()]);
    for (const { names } of all) expect(names).toEqual(await trueNames());
    expect(cached()).toHaveLength(1);
    expect((await tell()).loaded).toEqual({ itself: [], others: [] });
  });
});
