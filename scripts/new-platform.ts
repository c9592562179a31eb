/**
 * Starts a platform: a folder with the adapter, a simulator that plays the site, what it can export, and a test.
 *
 *     npm run new:platform lemmy
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportsText, namesOf, type PlatformNames, platformText, simulatorText, testText } from './new-platform/templates.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLATFORMS = 'core/platforms';
/** Names of what lies beside the platforms in their folder: a folder of the same name would be taken for it. */
const TAKEN: ReadonlySet<string> = new Set(['catalog', 'facts', 'registry']);
const ID = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const MAX_ID_LENGTH = 30;

/** Something the caller can put right. */
class ScaffoldRefusal extends Error {
  override readonly name = 'ScaffoldRefusal';
}

/**
 * Writes the files of a new platform below `root`. Returns their paths, relative to it.
 * @throws ScaffoldRefusal for an id that is malformed or taken; nothing is written then
 */
export function scaffoldPlatform(id: string, root: string): readonly string[] {
  refuseBadId(id);
  const names = namesOf(id);
  const texts = filesOf(names);
  const folder = `${PLATFORMS}/${id}`;
  if (existsSync(join(root, folder))) throw new ScaffoldRefusal(`There is a "${id}" already: ${folder}. Nothing was changed.`);
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...texts.keys()];
}

function filesOf(names: PlatformNames): Map<string, string> {
  return new Map([
    [`${PLATFORMS}/${names.id}/index.ts`, platformText(names)],
    [`${PLATFORMS}/${names.id}/simulator.ts`, simulatorText(names)],
    [`${PLATFORMS}/${names.id}/exports.ts`, exportsText(names)],
    [`${PLATFORMS}/${names.id}/${names.id}.test.ts`, testText(names)],
  ]);
}

function refuseBadId(id: string): void {
  if (!ID.test(id) || id.length > MAX_ID_LENGTH)
    throw new ScaffoldRefusal(
      `"${id}" is no id. Take lower-case letters, digits and single underscores, a letter first, at most ${MAX_ID_LENGTH}: lemmy, product_hunt.`,
    );
  if (TAKEN.has(id)) throw new ScaffoldRefusal(`"${id}" means something else in ${PLATFORMS}. Take another id.`);
}

function main([id, ...rest]: readonly string[]): number {
  if (id === undefined || rest.length > 0) {
    process.stderr.write(
      `Usage: npm run new:platform <id>\nKnown: ${readdirSync(join(ROOT, PLATFORMS))
        .filter((name) => !name.includes('.'))
        .join(', ')}\n`,
    );
    return 2;
  }
  try {
    const paths = scaffoldPlatform(id, ROOT);
    execFileSync(process.execPath, [join(ROOT, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), ...paths], { cwd: ROOT, stdio: 'ignore' });
    process.stdout.write(
      `${paths.map((path) => `  ${path}`).join('\n')}\n\nIt exports a made-up site already:\n  npm run platform ${id}\n  npm run platform ${id} -- export https://${namesOf(id).host}/posts/1000\nCONTRIBUTING.md leads on from here in seven steps.\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ScaffoldRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
