import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { PAGES } from '#test/docs/shell-blocks.ts';
import { fakeHost } from '#test/surfaces/cli/fake-host.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
const FIRST_SCREEN_LINES = 20;

const readme = read('README.md');
const section = (heading: string): string => readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (?!-)(.*) \|$/gm)].map(([, cells]) => (cells ?? '').split(' | ').map((cell) => cell.trim()));

describe('the README', () => {
  it('shows the two commands on its first screen', () => {
    const screen = readme.split('\n').slice(0, FIRST_SCREEN_LINES).join('\n');
    expect(screen).toContain('npm ci && npm run export -- ');
    expect(screen).toContain('npm ci && npm test');
  });

  it('has the exit codes of the catalogue', () => {
    const rows = rowsOf(section('Exit codes')).slice(1);
    const codes = Object.values(ERROR_CATALOGUE).map((entry) => entry.exitCode);
    expect(rows.map(([code]) => Number(code))).toEqual([0, ...new Set(codes.toSorted((a, b) => a - b))]);
    for (const [exitCode, , errors = ''] of rows) {
      for (const [, code = ''] of errors.matchAll(/`(\w+)`/g)) {
        expect(`${code} ${ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE].exitCode}`).toBe(`${code} ${exitCode}`);
      }
    }
  });

  it('says of every platform whether it is proven, and by answers of which date', async () => {
    const { all } = await loadPlatforms();
    const states = rowsOf(section('Platforms'))
      .slice(1)
      .map(([name = '', state = '']) => `${name.replace(/^\[(.*)\]\(.*$/, '$1')}: ${state.replace(/^(proven|in part), /, '')}`);
    expect(states).toEqual(all.map(({ name, recorded }) => `${name}: ${recorded ?? 'simulated'}`));
  });

  it('names every script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const text = section('Scripts');
    const isNamed = (name: string): boolean => new RegExp(`\`npm (run (-s )?)?${name}[ \`]`).test(text);
    expect(Object.keys(scripts).filter((name) => !isNamed(name))).toEqual([]);
    const named = [...text.matchAll(/`npm (?:run (?:-s )?)?([\w:]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names commands and flags that there are', async () => {
    const host = fakeHost(tmpdir());
    for (const words of [
      ['--help'],
      ['export', '--help'],
      ['batch', '--help'],
      ['jobs', '--help'],
      ['platforms', '--help'],
      ['jobs', 'retry', '--help'],
    ])
      await host.run(...words);
    const help = host.out.stdout;
    const commands = [...readme.matchAll(/commentdock ([a-z]+)(?: ([a-z]+)\b)?/g)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) expect(help).toMatch(new RegExp(`^  ${command}[ \\n]`, 'm'));
    const flags = [...section('Options').matchAll(/(--[a-z][a-z-]*)/g)].map(([, flag = '']) => flag);
    expect(flags.length).toBeGreaterThan(10);
    for (const flag of flags.filter((name) => name !== '--help')) expect(help).toMatch(new RegExp(`${flag}[ \\n]`));
  });
});

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^(https?:|#)/.test(target));
    expect(links.filter((target) => !existsSync(join(ROOT, dirname(page), target.replace(/#.*/, ''))))).toEqual([]);
  });

  it('names files that there are', () => {
    const paths = [...text.matchAll(/`((?:core|test|scripts|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(paths.filter((path) => !path.includes('lemmy') && !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
