import { inertCell } from '#core/surfaces/cli/foreign-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The output of an operation for people: a table for a list of objects, a line for each field of an object. */
export function plainLines(output: unknown): readonly string[] {
  if (output === undefined) return ['Done.'];
  if (!Array.isArray(output)) return isFields(output) ? fieldLines(output, '') : [cell(output)];
  if (output.length === 0) return ['Nothing there.'];
  return output.every(isFields) ? tableLines(output) : output.map(cell);
}

function tableLines(rows: readonly Fields[]): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_name, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function fieldLines(fields: Fields, indent: string): readonly string[] {
  const width = Math.max(0, ...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isFields(value) && Object.keys(value).length > 0) return [`${indent}${name}`, ...fieldLines(value, `${indent}  `)];
    if (!Array.isArray(value) || value.length === 0 || !value.every(isFields)) return [`${indent}${name.padEnd(width)}  ${cell(value)}`];
    return [`${indent}${name}`, ...tableLines(value).map((line) => `${indent}  ${line}`)];
  });
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return inertCell(text);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
