/**
 * Makes a release in the folder `release`: what this system can build, what the manifests of package managers say of it, checksums, a bill of
 * materials and what has changed. It publishes nothing. `npm run release`, or, of what three systems have built and one has gathered:
 *
 *     npm run release -- --no-build --out <folder>
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env, platform } from 'node:process';
import { parseArgs } from 'node:util';
import { ROOT } from './build.ts';
import { archPackage } from './release/arch.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { changelog, subjectsSinceLastTag } from './release/changelog.ts';
import { homebrewFormula } from './release/homebrew.ts';
import { downloadsIn, projectAddress, readManifest, type Release } from './release/release.ts';
import { wingetManifests } from './release/winget.ts';

/** Where the packager puts what it makes. */
const RELEASE = join(ROOT, 'release');
/** Installed by hand, or by a package. */
const UNITS = ['resources/packaging/systemd/commentdock.service', 'resources/packaging/launchd/app.commentdock.service.plist'];

/** What a release consists of, the system that builds it, and by which command. */
const PARTS: readonly { readonly file: RegExp; readonly words: string; readonly system: NodeJS.Platform | null; readonly by: string }[] = [
  { file: /^commentdock-[\d.]+[^/]*\.tgz$/, words: 'the program for Node', system: null, by: 'npm pack' },
  { file: /\.mcpb$/, words: 'the bundle for assistants', system: null, by: 'npm run package:mcpb' },
  { file: /\.AppImage$/, words: 'AppImage', system: 'linux', by: 'npm run package' },
  { file: /\.deb$/, words: 'deb', system: 'linux', by: 'npm run package' },
  { file: /-mac-arm64\.dmg$/, words: 'dmg for Apple silicon', system: 'darwin', by: 'npm run package' },
  { file: /-mac-x64\.dmg$/, words: 'dmg for Intel', system: 'darwin', by: 'npm run package' },
  { file: /-mac-arm64\.zip$/, words: 'zip for Apple silicon', system: 'darwin', by: 'npm run package' },
  { file: /-mac-x64\.zip$/, words: 'zip for Intel', system: 'darwin', by: 'npm run package' },
  { file: /-setup\.exe$/, words: 'installer', system: 'win32', by: 'npm run package' },
  { file: /-portable\.exe$/, words: 'portable program', system: 'win32', by: 'npm run package' },
];
const SYSTEM_NAMES: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

const { values } = parseArgs({
  options: { build: { type: 'boolean', default: true }, out: { type: 'string', default: RELEASE } },
  allowNegative: true,
});

/** What is not there, a line each. */
interface Missing {
  readonly failed: readonly string[];
  readonly elsewhere: readonly string[];
}

/** @throws Error without an address, or without the tarball that everything else names */
async function makeRelease(): Promise<Missing> {
  const manifest = await readManifest();
  const address = projectAddress(env, manifest);
  const { out } = values;
  await mkdir(out, { recursive: true });
  const failed = values.build ? await buildHere(out) : [];
  for (const unit of UNITS) await cp(join(ROOT, unit), join(out, unit.slice(unit.lastIndexOf('/') + 1)));
  const { name, version } = manifest;
  await writeFile(join(out, `${name}-${version}.cdx.json`), await billOfMaterials());
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(join(out, `CHANGELOG-${version}.md`), changelog(version, date, await subjectsSinceLastTag()));
  const release: Release = { ...manifest, address, files: await downloadsIn(out) };
  const winget = wingetManifests(release);
  await writeAll(join(out, 'homebrew'), new Map([['commentdock.rb', homebrewFormula(release)]]));
  await writeAll(join(out, 'aur'), archPackage(release));
  if (winget !== null) await writeAll(join(out, 'winget'), winget);
  await writeFile(join(out, 'SHA256SUMS'), [...release.files].map(([file, sha256]) => `${sha256}  ${file}\n`).join(''));
  const found = [...release.files.keys()];
  const absent = PARTS.filter(({ file }) => !found.some((each) => file.test(each)));
  return {
    failed,
    elsewhere: [
      ...absent.map(({ words, system, by }) => `${words}: ${by}${system === null ? '' : ` on ${SYSTEM_NAMES[system]}`}`),
      ...(winget === null ? ['the manifest of winget: it names the installer for Windows'] : []),
    ],
  };
}

/** @returns what ended badly: a packager that cannot fetch its parts holds up nothing else */
async function buildHere(out: string): Promise<readonly string[]> {
  if (out !== RELEASE) throw new Error(`What is built goes to ${RELEASE}: leave --out out, or say --no-build.`);
  const failed: string[] = [];
  for (const words of [
    ['pack', '--pack-destination', out],
    ['run', 'package:mcpb'],
    ['run', 'package'],
  ]) {
    const child = spawn('npm', words, { cwd: ROOT, stdio: 'inherit', shell: platform === 'win32' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) failed.push(`npm ${words.join(' ')} ended with ${code}`);
  }
  return failed;
}

async function writeAll(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

try {
  const { failed, elsewhere } = await makeRelease();
  console.log(`The release is in ${values.out}.`);
  if (elsewhere.length > 0)
    console.log(['Not there; gather all in one folder and say --no-build --out <folder>:', ...elsewhere].join('\n  '));
  if (failed.length > 0) throw new Error(failed.join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
