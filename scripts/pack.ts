/**
 * Packs platforms into one signed file that any build of Commentdock can take.
 *
 *     npm run pack -- lobsters lemmy --key ~/commentdock-pack.key --out lobsters.pack
 */
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CommentdockError } from '#core/contract/error.ts';
import { sealPack } from '#core/packs/pack-file.ts';
import { BUILT_IN_VERSION, packVersionSchema } from '#core/packs/version.ts';
import { API_VERSION, rangeOf } from '#core/platform-api/version.ts';
import { expectPackLaws } from '#core/threads/pack-laws.ts';
import { loadPlatform, platformIds } from '#core/platforms/registry.ts';
import { bundlePlatform } from '#core/packs/bundle.ts';
import { sampledPlatform } from './pack/samples.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = 'Usage: npm run pack -- <id> [<id> ...] --key <file of the private key> [--out <file>] [--version 2026.11.26.1]';

async function main(words: readonly string[]): Promise<number> {
  const { values, positionals: ids } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { key: { type: 'string' }, out: { type: 'string' }, version: { type: 'string' } },
  });
  const known = await platformIds();
  const unknown = ids.find((id) => !known.includes(id));
  const version = values.version ?? versionOfToday(new Date());
  if (ids.length === 0 || unknown !== undefined || values.key === undefined || !packVersionSchema.safeParse(version).success) {
    process.stderr.write(`${unknown === undefined ? '' : `There is no platform "${unknown}".\n`}${USAGE}\n`);
    return 2;
  }
  const privateKey = readFileSync(values.key, 'utf8');
  const sources = [];
  for (const id of ids)
    sources.push({ platform: (await loadPlatform(id))!, code: await bundlePlatform(join(ROOT, `core/platforms/${id}/index.ts`)) });
  const platforms = [];
  for (const { platform, code } of sources) platforms.push(await sampledPlatform(platform, code));
  const file = sealPack({ version, date: new Date().toISOString(), api: rangeOf(API_VERSION) }, platforms, privateKey);
  await expectPackLaws(file, AbortSignal.any([]));
  const out = values.out ?? `${ids.length === 1 ? ids[0] : 'platforms'}-${version}.pack`;
  writeFileSync(out, file);
  process.stdout.write(`${out}: ${ids.join(', ')} ${version}, ${file.length} bytes\n`);
  return 0;
}

/** The first one of the day; not before the built-in platforms. */
function versionOfToday(now: Date): string {
  const day = `${now.getUTCFullYear()}.${now.getUTCMonth() + 1}.${now.getUTCDate()}`;
  const [year, month, date, number] = BUILT_IN_VERSION.split('.');
  return day === `${year}.${month}.${date}` ? `${day}.${Number(number) + 1}` : `${day}.1`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof CommentdockError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
