/** How generated pages of docs/ are written. */
const GENERATED = '<!-- Written by `npm run docs` from the code. Do not edit. -->';

/** A page of a title and paragraphs, tables or sections. */
export function page(title: string, parts: readonly string[]): string {
  return `${[`# ${title}`, GENERATED, ...parts].join('\n\n')}\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function list(parts: readonly string[]): string {
  return parts.join(', ');
}
