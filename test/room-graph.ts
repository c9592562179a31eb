import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';

/** An import of one file of the core by another, both named from its folder on. */
interface CoreImport {
  readonly from: string;
  readonly to: string;
  readonly kind: 'type' | 'value';
}

const OF_CORE = '#core/';
/** Stand above all rooms, each for itself. */
const ON_TOP = new Set(['operations/registry.ts']);
const CODE = /\.(?:ts|js)$/;
/** What plays a platform, and its tests: they lie beside it and are no part of the core. */
const BESIDE = /^platforms[\\/][^\\/]+[\\/](?:simulator\b|exports\.|[^\\/]+\.(?:test|setup)\.)/;

/** What each file below the folder imports of the core: by name, for its effect, as a type within a type, when it is needed, or to hand it on. */
export function importsBelow(core: string): readonly CoreImport[] {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) => CODE.test(file) && !BESIDE.test(file));
  return files.flatMap((file) => {
    const from = relative(core, join(core, file)).replaceAll('\\', '/');
    const found = importsIn(parseSync(from, readFileSync(join(core, file), 'utf8')).program);
    return found.flatMap(({ module, kind }) => (module.startsWith(OF_CORE) ? [{ from, to: module.slice(OF_CORE.length), kind }] : []));
  });
}

/** The room of a file; null for those that stand in none: they compose the rooms. */
export function roomOf(file: string): string | null {
  if (ON_TOP.has(file)) return file;
  const [room, second, ...rest] = file.split('/');
  if (second === undefined) return null;
  return room === 'surfaces' && rest.length > 0 ? `${room}/${second}` : (room ?? null);
}

/** Rooms that reach each other, whatever the way: each circle once, in order of the alphabet. */
export function circlesIn(imports: readonly CoreImport[]): readonly (readonly string[])[] {
  const ways = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [here, there] = [roomOf(from), roomOf(to)];
    if (here !== null && there !== null && here !== there) ways.set(here, (ways.get(here) ?? new Set()).add(there));
  }
  const reached = new Map([...ways.keys()].map((room) => [room, reachedFrom(room, ways)]));
  const circles = [...reached].map(([room, others]) => [...others].filter((other) => reached.get(other)?.has(room) === true).toSorted());
  return [...new Map(circles.filter((circle) => circle.length > 0).map((circle) => [circle.join(), circle])).values()];
}

function reachedFrom(start: string, ways: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(ways.get(start) ?? [])];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (reached.has(room)) continue;
    reached.add(room);
    open.push(...(ways.get(room) ?? []));
  }
  return reached;
}

interface SyntaxNode {
  readonly type?: string;
  readonly source?: { readonly value?: unknown } | null;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly specifiers?: readonly { readonly importKind?: string; readonly exportKind?: string }[];
}

const IMPORTING = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType']);

function importsIn(tree: unknown): readonly { readonly module: string; readonly kind: CoreImport['kind'] }[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const below = Object.values(tree).flatMap((value) => importsIn(value));
  const node: SyntaxNode = tree;
  const module = node.source?.value;
  return IMPORTING.has(node.type ?? '') && typeof module === 'string' ? [{ module, kind: kindOf(node) }, ...below] : below;
}

function kindOf({ type, importKind, exportKind, specifiers = [] }: SyntaxNode): CoreImport['kind'] {
  const names = specifiers.map((name) => name.importKind ?? name.exportKind);
  const isType = type === 'TSImportType' || importKind === 'type' || exportKind === 'type';
  return isType || (names.length > 0 && names.every((kind) => kind === 'type')) ? 'type' : 'value';
}
