import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ROOT } from '../build.ts';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string().regex(/^>=\d+\.\d+$/) }),
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
});

type Manifest = z.output<typeof manifestSchema>;

/** What manifests of package managers are made from. */
export interface Release extends Pick<Manifest, 'name' | 'version' | 'description' | 'license' | 'engines'> {
  /** Where the project lives, without a slash at the end. */
  readonly address: string;
  /** What people download: SHA-256 in lower-case hexadecimal, by name. */
  readonly files: ReadonlyMap<string, string>;
}

const ADDRESS_MISSING =
  'Nobody owns an address of this project yet. Say where its releases will be: COMMENTDOCK_PROJECT_URL=https://... npm run release (or `repository` in package.json).';

/** What the packager leaves beside its packages, and what a release writes itself. */
const NOT_DOWNLOADED = /^(builder-|SHA256SUMS$)|\.(ya?ml|blockmap)$/;

export async function readManifest(): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
}

/**
 * Where the project lives: of the environment, else of package.json.
 * @throws Error where neither says, or what they say is no address of the web
 */
export function projectAddress(env: Readonly<Record<string, string | undefined>>, { repository, homepage }: Manifest): string {
  const given = env['COMMENTDOCK_PROJECT_URL'] || (typeof repository === 'string' ? repository : repository?.url) || homepage;
  if (given === undefined) throw new Error(ADDRESS_MISSING);
  const url = URL.parse(given.replace(/^git\+/, ''));
  if (url?.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new Error(`"${given}" is no address of a project: give one such as https://example.org/commentdock.`);
  return url.href.replace(/\/$/, '').replace(/\.git$/, '');
}

/** The files of a folder that people download. Folders, which the packager unpacks into, are none. */
export async function downloadsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !NOT_DOWNLOADED.test(entry.name)).map(({ name }) => name);
  const found = new Map<string, string>();
  for (const name of names.toSorted()) found.set(name, await sha256Of(join(folder, name)));
  return found;
}

/** Where a file of the release is downloaded from. */
export function downloadUrl({ address, version }: Pick<Release, 'address' | 'version'>, name: string): string {
  return `${address}/releases/download/v${version}/${name}`;
}

/** The program as npm packs it. @throws Error where it is not there */
export function tarballOf({ name, version, files }: Release): { readonly file: string; readonly sha256: string } {
  const file = `${name}-${version}.tgz`;
  const sha256 = files.get(file);
  if (sha256 === undefined) throw new Error(`There is no ${file}: \`npm pack\` makes it.`);
  return { file, sha256 };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
