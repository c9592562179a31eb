/** Writes the licences of all that is shipped, from the lock file: `npm run notices`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const NOTICES_FILE = fileURLToPath(new URL('../resources/notices.md', import.meta.url));

/** Licences that let us ship a package as it is, with its notice. */
const ALLOWED_LICENCES: readonly string[] = [
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

/** Licences of what only builds and tests, and is handed on to nobody. */
const ALLOWED_OF_TOOLS: readonly string[] = [
  ...ALLOWED_LICENCES,
  'MPL-2.0',
  'CC-BY-4.0',
  'OFL-1.1',
  'WTFPL',
  'Zlib',
  'PSF-2.0',
  'Public Domain',
];
/** What the lock file does not say: the licences that lie in these folders. */
const READ_THERE: Readonly<Record<string, string>> = {
  'node_modules/@modelcontextprotocol/inspector': 'Apache-2.0 AND MIT',
  'node_modules/throttled-request': 'MIT',
};

/** Development packages of which the build copies files into the program. */
const COPIED: readonly string[] = [
  'node_modules/@expo-google-fonts/noto-sans',
  'node_modules/@resvg/resvg-wasm',
  'node_modules/onnxruntime-common',
  'node_modules/onnxruntime-web',
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
  the tests were written for Commentdock and have its licence, but for two lists:
- The English words of \`en-vader.tsv\` are chosen from the word list of the package \`vader-sentiment\` 1.1.3 (Apache-2.0, copyright 2018 Comcast
  Cable Communications Management, LLC), a port of VADER, copyright (c) 2016 C.J. Hutto (MIT); both licences and the notice lie beside the list.
- The weights of \`en-leanings.tsv\` are learnt from the labelled tweets of SemEval-2017 Task 4, "Sentiment Analysis in Twitter" (Sara Rosenthal, Noura Farra, Preslav Nakov
  and the organizers of the tasks since 2013), under the Creative Commons Attribution 3.0 Unported License (https://creativecommons.org/licenses/by/3.0/).
  No tweet is shipped.
- Letter statistics of languages: the package \`eld\` by Nito T.M. (Apache-2.0).

## Receipts as pictures

The files in \`resources/resvg\` of the built program are those of the package \`@resvg/resvg-wasm\` (Mozilla Public License 2.0,
https://mozilla.org/MPL/2.0/), unchanged; their source is at https://github.com/yisibl/resvg-js and https://github.com/linebender/resvg.
\`resources/noto-sans\` holds two files of the font Noto Sans, copyright 2022 The Noto Project Authors (https://github.com/notofonts/latin-greek-cyrillic),
from the package \`@expo-google-fonts/noto-sans\`; the SIL Open Font License 1.1, under which they are, lies beside them.

## The runtime of neural models

The two files in \`resources/onnxruntime\` of the built program are copied from the package \`onnxruntime-web\`, with its \`onnxruntime-common\`:

> Copyright (c) Microsoft Corporation
>
> Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights
> to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:
>
> The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
>
> THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS
> OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

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
  const licences = new Map<string, Set<string>>();
  for (const { folder, name, license } of shippedEntries()) {
    if (license === undefined) throw new Error(`${folder} has no licence in the lock file.`);
    licences.set(name, (licences.get(name) ?? new Set()).add(license));
  }
  return [...licences]
    .map(([name, all]) => ({ name, licence: [...all].toSorted().join(', ') }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Each version of each shipped package, as `name@version`. */
export function shippedVersions(): ReadonlySet<string> {
  return new Set(shippedEntries().map(({ name, version }) => `${name}@${version}`));
}

function shippedEntries() {
  return Object.entries(readLock().packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && ((dev !== true && devOptional !== true) || COPIED.includes(folder)))
    .map(([folder, entry]) => ({ ...entry, folder, name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length) }));
}

/** Packages of the lock file, development ones too, that nobody has said may be used. */
export function refusedPackages(): readonly string[] {
  return Object.entries(readLock().packages).flatMap(([folder, { license = 'none', dev, devOptional }]) => {
    const allowed = dev === true || devOptional === true ? ALLOWED_OF_TOOLS : ALLOWED_LICENCES;
    const expression = READ_THERE[folder] ?? license;
    return folder === '' || mayUse(expression, allowed) ? [] : [`${folder}: ${expression}`];
  });
}

/** Expressions of SPDX without brackets within brackets: one of several, or all of them. */
function mayUse(expression: string, allowed: readonly string[]): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  return bare.split(' OR ').some((one) => one.split(' AND ').every((each) => allowed.includes(each)));
}

function readLock(): z.output<typeof lockSchema> {
  return lockSchema.parse(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')));
}

/** The page as it has to be. */
export function noticesPage(): string {
  return `${INTRODUCTION}${shippedPackages()
    .map(({ name, licence }) => `| ${name} | ${licence} |`)
    .join('\n')}\n`;
}

if (import.meta.main) writeFileSync(NOTICES_FILE, noticesPage());
