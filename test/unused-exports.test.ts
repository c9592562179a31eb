import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const FILES = globSync('{core,electron,renderer,scripts,test}/**/*.{ts,tsx,js}').map((file) => file.replaceAll('\\', '/'));
/** Read by what is no import: by a framework, a worker or the linter by the name of the file. */
const WHOLE = '*';

/** What each file exports by name, and what others take of it. */
function namesOf(file: string): {
  readonly exported: readonly string[];
  readonly taken: readonly (readonly [file: string, name: string])[];
} {
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const fileOf = (request: string): string =>
    request.startsWith('#') ? request.slice(1) : join(dirname(file), request).replaceAll('\\', '/');
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  return {
    exported: exports.flatMap(({ exportName, moduleRequest }) => (moduleRequest === null ? (exportName.name ?? []) : [])),
    taken: [
      ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
        entries.map(({ importName }) => [fileOf(moduleRequest.value), importName.name ?? WHOLE] as const),
      ),
      ...exports.flatMap(({ moduleRequest, importName }) =>
        moduleRequest === null ? [] : [[fileOf(moduleRequest.value), importName.name ?? WHOLE] as const],
      ),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => [fileOf(text.slice(start + 1, end - 1)), WHOLE] as const),
      // Of a process that a test starts, in the words that it is given.
      ...[...text.matchAll(/import \{ (\w+) \} from '\.\/(scripts\/[^']+)'/g)].map(([, name = '', path = '']) => [path, name] as const),
      ...[...text.matchAll(/(?:importOriginal<typeof )?import\('([^']+)'\)/g)].map(([, request = '']) => [fileOf(request), WHOLE] as const),
    ],
  };
}

it('exports nothing that nobody imports', () => {
  const all = FILES.map((file) => ({ file, ...namesOf(file) }));
  const taken = new Set(all.flatMap((each) => each.taken.map(([file, name]) => `${file} ${name}`)));
  expect(taken.size).toBeGreaterThan(1_000);
  const unused = all.flatMap(({ file, exported }) =>
    exported.filter((name) => !taken.has(`${file} ${name}`) && !taken.has(`${file} ${WHOLE}`)).map((name) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});
