import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { changelog } from '../../scripts/release/changelog.ts';
import { shippedPackages } from '../../scripts/notices.ts';
import { projectAddress } from '../../scripts/release/release.ts';
import manifest from '../../package.json' with { type: 'json' };
import { ownFolder } from '#test/own.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ADDRESS = 'https://example.org/commentdock';
const { version } = manifest;
/** Made-up downloads of three systems, as the packager names them. */
const TARBALL = `commentdock-${version}.tgz`;
const SETUP = `Commentdock-${version}-win-x64-setup.exe`;
const DOWNLOADS = [TARBALL, SETUP, `Commentdock-${version}-linux-amd64.deb`, `Commentdock-${version}-mac-arm64.zip`];
const BESIDE = ['builder-debug.yml', `${SETUP}.blockmap`, 'latest.yml'];

const folder = ownFolder('release');

interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  execFile(command, words, { cwd: ROOT, env: { ...process.env, COMMENTDOCK_PROJECT_URL: '', ...env } }, (error, stdout, stderr) =>
    resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
  );
  return promise;
}

const release = (env: Readonly<Record<string, string>>): Promise<Finished> =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/release.ts', '--no-build', '--out', folder], env);
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const sha256 = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
const urlOf = (file: string): string => `${ADDRESS}/releases/download/v${version}/${file}`;

describe('the address of the project', () => {
  const bare = { name: 'a', version: '1.0.0', description: 'b', license: 'MIT', engines: { node: '>=22.15' } };

  it.each([
    [{ COMMENTDOCK_PROJECT_URL: `${ADDRESS}/` }, {}, ADDRESS],
    [{}, { repository: { url: `git+${ADDRESS}.git` } }, ADDRESS],
    [{ COMMENTDOCK_PROJECT_URL: '' }, { homepage: ADDRESS }, ADDRESS],
  ])('of %j and %j is %s', (env, more, address) => {
    expect(projectAddress(env, { ...bare, ...more })).toBe(address);
  });

  it.each(['http://example.org/a', 'example.org/a', 'https://me@example.org/a', 'https://example.org/a?b'])('is not %s', (address) => {
    expect(() => projectAddress({ COMMENTDOCK_PROJECT_URL: address }, bare)).toThrow('is no address of a project');
  });

  it.skipIf('repository' in manifest || 'homepage' in manifest)('is what a release stops without', async () => {
    const { exitCode, stderr } = await release({});
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Nobody owns an address .*COMMENTDOCK_PROJECT_URL=https:/);
  });
});

describe('what changed', () => {
  it('is told to people by the kinds of commits, each change once', () => {
    const subjects = [
      'feat(cli): speak to shells',
      'fix(packs): blame a pack; refactor: let a thread have the patience; fix: close what is open',
      'perf(writers)!: write rows at once',
      'docs: say it better',
      'fix(packs): blame a pack',
      'a commit from before the rules',
    ];
    expect(changelog('1.2.0', '2026-11-26', subjects)).toBe(`## 1.2.0 (2026-11-26)

### Breaks what was

- **writers**: write rows at once

### New

- **cli**: speak to shells

### Mended

- **packs**: blame a pack
- close what is open

### Faster

- **writers**: write rows at once
`);
  });

  it('is nothing where nothing shows', () => {
    expect(changelog('1.2.0', '2026-11-26', ['test: more'])).toBe('## 1.2.0 (2026-11-26)\n\nNothing that shows.\n');
  });
});

describe('a release of made-up files', () => {
  let finished: Finished;

  beforeAll(async () => {
    for (const file of [...DOWNLOADS, ...BESIDE]) writeFileSync(join(folder, file), `made up: ${file}`);
    finished = await release({ COMMENTDOCK_PROJECT_URL: ADDRESS });
  });

  it('names what is made elsewhere, and where', () => {
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' });
    const [, ...missing] = finished.stdout.trim().split('\n').slice(1);
    expect(missing.map((line) => line.trim())).toEqual([
      'the bundle for assistants: npm run package:mcpb',
      'AppImage: npm run package on Linux',
      'dmg for Apple silicon: npm run package on macOS',
      'dmg for Intel: npm run package on macOS',
      'zip for Intel: npm run package on macOS',
      'portable program: npm run package on Windows',
    ]);
  });

  it('sums up all that is downloaded, and nothing that the packager left beside it', () => {
    const sums = read('SHA256SUMS')
      .trim()
      .split('\n')
      .map((line) => line.split('  '));
    const names = sums.map(([, name]) => name);
    expect(names).toEqual(
      [
        ...DOWNLOADS,
        `CHANGELOG-${version}.md`,
        'app.commentdock.service.plist',
        `commentdock-${version}.cdx.json`,
        'commentdock.service',
      ].toSorted(),
    );
    for (const [sum, name = ''] of sums) expect(sum, name).toBe(sha256(name));
  });

  it('lists all that is installed with it, and nothing that only tests use (CycloneDX)', () => {
    const bill = JSON.parse(read(`commentdock-${version}.cdx.json`)) as {
      bomFormat: string;
      specVersion: string;
      components: { name: string; purl: string }[];
    };
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) });
    const names = bill.components.map(({ name }) => name);
    expect([...new Set(names)].toSorted()).toEqual(
      shippedPackages()
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(names).toEqual(expect.arrayContaining(['undici', 'better-sqlite3', 'fastify']));
    expect(names).not.toContain('vitest');
    for (const { purl } of bill.components) expect(purl).toMatch(/^pkg:npm\/.+@\d/);
  });

  it('has a formula for Homebrew', async () => {
    const formula = read('homebrew/commentdock.rb');
    expect(formula).toContain(`url "${urlOf(TARBALL)}"\n  sha256 "${sha256(TARBALL)}"`);
    expect(/desc "(?<words>.*)"/.exec(formula)?.groups?.['words']?.length).toBeLessThanOrEqual(80);
    const syntax = await run('ruby', ['-c', join(folder, 'homebrew/commentdock.rb')]);
    if (Number.isNaN(syntax.exitCode)) console.log('there is no ruby: the syntax of the formula is not looked at');
    else expect(syntax).toMatchObject({ exitCode: 0, stdout: 'Syntax OK\n' });
  });

  it.skipIf(process.platform === 'win32')('has a package for Arch, whose two files say the same', async () => {
    const facts = [
      'pkgdesc',
      'pkgver',
      'url',
      'arch',
      'license',
      'depends',
      'makedepends',
      'optdepends',
      'noextract',
      'source',
      'sha256sums',
    ];
    const script = `set -eu; source "$1"; declare -F package >/dev/null; for fact in ${facts.join(' ')}; do declare -n values="$fact"; for value in "\${values[@]}"; do printf '%s = %s\\n' "$fact" "$value"; done; done`;
    const { exitCode, stdout, stderr } = await run('bash', ['-c', script, '-', join(folder, 'aur/PKGBUILD')]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`source = ${urlOf(TARBALL)}\n`);
    expect(stdout).toContain(`sha256sums = ${sha256('commentdock.service')}\n`);
    const told = read('aur/.SRCINFO');
    expect(told).toMatch(/^pkgbase = commentdock\n[\s\S]*\n\npkgname = commentdock\n$/);
    for (const line of stdout.trim().split('\n')) expect(told).toContain(`\t${line}\n`);
  });

  it('has manifests for winget, which name the installer', () => {
    const [whole, installer, locale] = ['', '.installer', '.locale.en-US'].map(
      (kind) => parse(read(`winget/Commentdock.Commentdock${kind}.yaml`)) as object,
    );
    const same = { PackageIdentifier: 'Commentdock.Commentdock', PackageVersion: version, ManifestVersion: '1.10.0' };
    expect(whole).toEqual({ ...same, DefaultLocale: 'en-US', ManifestType: 'version' });
    expect(installer).toEqual({
      ...same,
      ManifestType: 'installer',
      InstallerType: 'nullsoft',
      Scope: 'user',
      Protocols: ['commentdock'],
      Installers: [{ Architecture: 'x64', InstallerUrl: urlOf(SETUP), InstallerSha256: sha256(SETUP).toUpperCase() }],
    });
    expect(locale).toMatchObject({ ...same, ManifestType: 'defaultLocale', PackageLocale: 'en-US', License: 'MIT', PackageUrl: ADDRESS });
    expect((locale as { ShortDescription: string }).ShortDescription.length).toBeLessThanOrEqual(256);
  });

  it('leaves the manifests of winget out where there is no installer, and the whole release without a tarball', async () => {
    expect(existsSync(join(folder, 'winget'))).toBe(true);
    const { wingetManifests } = await import('../../scripts/release/winget.ts');
    const { homebrewFormula } = await import('../../scripts/release/homebrew.ts');
    const nothing = {
      name: 'commentdock',
      version,
      description: 'a',
      license: 'MIT',
      engines: { node: '>=22.15' },
      address: ADDRESS,
      files: new Map(),
    };
    expect(wingetManifests(nothing)).toBeNull();
    expect(() => homebrewFormula(nothing)).toThrow(`There is no ${TARBALL}: \`npm pack\` makes it.`);
  });
});
