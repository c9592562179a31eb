import type { PlatformNames } from './templates.ts';

const IMPORT = /^import \{ \w+ \} from '#test\/world\/simulators\/([\w/]+)\.ts';$/;
const LIST = 'export const SIMULATED_EXPORTS';
const ENTRY = /^ {2}\{(?: platform: '(\w+)')?/;
const PLATFORM = /^ {4}platform: '(\w+)',$/;

/** The text of test/platforms/simulated-exports.ts with the import and the export of one more platform, in the order of ids. */
export function withSimulatedExport(text: string, { id, host, simulator }: PlatformNames): string {
  const lines = text.split('\n');
  const imported = lines.flatMap((line, index) => (IMPORT.test(line) ? [index] : []));
  const importAt = imported.find((index) => (IMPORT.exec(lines[index] ?? '')?.[1] ?? '') > id) ?? (imported.at(-1) ?? -1) + 1;
  lines.splice(importAt, 0, `import { ${simulator} } from '#test/world/simulators/${id}.ts';`);
  const entry = `  { platform: '${id}', url: 'https://${host}/posts/1000', world: () => ${simulator}({ comments: 25, pageSize: 10 }) },`;
  lines.splice(entryAfter(lines, id), 0, entry);
  return lines.join('\n');
}

/** Index of the first entry of a later id, or of the end of the list. */
function entryAfter(lines: readonly string[], id: string): number {
  const start = lines.findIndex((line) => line.startsWith(LIST));
  const end = lines.indexOf('];', start);
  if (start < 0 || end < 0) throw new Error('test/platforms/simulated-exports.ts has another form than this script knows.');
  for (let index = start + 1; index < end; index += 1) {
    const opened = ENTRY.exec(lines[index] ?? '');
    if (opened === null) continue;
    const platform = opened[1] ?? PLATFORM.exec(lines[index + 1] ?? '')?.[1] ?? '';
    if (platform > id) return index;
  }
  return end;
}
