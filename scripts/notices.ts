/** Writes the licences of all that is shipped, from the lock file: `npm run notices`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const NOTICES_FILE = fileURLToPath(new URL('../resources/notices.md', import.meta.url));

/** Licences that let us ship a package as it is, with its notice. */
export const ALLOWED_LICENCES: readonly string[] = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
];

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

const INTRODUCTION = `# Notices

What is shipped with Commentdock beside its own code. The text of each licence lies in the folder of its package; this list is
written by \`npm run notices\` from the lock file, and a test compares the two.

## Words

- The opinion words and emoji of the sentiment analyzer (\`resources/lexicons\`) and the labelled comments of
  the tests were written for Commentdock and have its licence, but for one list:
- The English words of \`en-vader.tsv\` are chosen from the word list of the package \`vader-sentiment\` 1.1.3 (Apache-2.0, copyright 2018 Comcast
  Cable Communications Management, LLC), a port of VADER, copyright (c) 2016 C.J. Hutto (MIT); both licences and the notice lie beside the list.
- Letter statistics of languages: the package \`eld\` by Nito T.M. (Apache-2.0).

## Packages

| package | licence |
| --- | --- |
`;

/** A package that comes along when Commentdock is installed without development dependencies. */
interface ShippedPackage {
  readonly name: string;
  /** SPDX expression. */
  readonly licence: string;
}

/**
 * Every shipped package once, by name.
 * @throws Error where the lock file has no licence for one
 */
export function shippedPackages(): ShippedPackage[] {
  const lock = lockSchema.parse(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')));
  const licences = new Map<string, Set<string>>();
  for (const [folder, { license, dev, devOptional }] of Object.entries(lock.packages)) {
    if (folder === '' || dev === true || devOptional === true) continue;
    if (license === undefined) throw new Error(`${folder} has no licence in the lock file.`);
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    licences.set(name, (licences.get(name) ?? new Set()).add(license));
  }
  return [...licences]
    .map(([name, all]) => ({ name, licence: [...all].toSorted().join(', ') }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The page as it has to be. */
export function noticesPage(): string {
  return `${INTRODUCTION}${shippedPackages()
    .map(({ name, licence }) => `| ${name} | ${licence} |`)
    .join('\n')}\n`;
}

if (import.meta.main) writeFileSync(NOTICES_FILE, noticesPage());
