import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECTIONS } from '#test/contract/statements/all.ts';
import type { Statement, Statements } from '#test/contract/statements/statement.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = 'test/contract';

/** Where a statement is tested, or why it is not. */
interface Coverage {
  readonly section: string;
  readonly id: string;
  readonly statement: Statement;
  /** `path > name of the test`; null where none is found. */
  readonly test: string | null;
}

/** Every statement with its test, looked up in the sources. */
export function coverage(): readonly Coverage[] {
  const tests = contractTests();
  return Object.entries<Statements>(SECTIONS).flatMap(([section, statements]) =>
    Object.entries(statements).map(([id, statement]) => ({
      section,
      id,
      statement,
      test: statement.elsewhere === undefined ? (tests.get(id) ?? null) : existing(statement.elsewhere),
    })),
  );
}

/** Ids that stand in the tests of this folder, with their place. */
function contractTests(): ReadonlyMap<string, string> {
  const names = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.test.ts'));
  return new Map(
    names.flatMap((name) => {
      const source = readFileSync(join(ROOT, FOLDER, name), 'utf8');
      const ids = source.matchAll(/(?:stated\(\s*|^ +\[)'([a-z0-9.-]+\.[a-z0-9.-]+)'/gm);
      return [...ids].map(([, id = '']) => [id, `${FOLDER}/${name} > ${id}`] as const);
    }),
  );
}

function existing(place: string): string | null {
  const [path = '', name = ''] = place.split(' > ');
  try {
    return readFileSync(join(ROOT, path), 'utf8').includes(name) ? place : null;
  } catch {
    return null;
  }
}
