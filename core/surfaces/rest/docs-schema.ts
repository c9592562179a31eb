import { escapeHtml } from '#core/surfaces/rest/html.ts';

/** What of a schema the page tells in a table. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
}

/** The fields of a schema that others refer to. */
export function schemaSection(name: string, { properties = {}, required = [] }: FieldSchema): string {
  const rows = Object.entries(properties).map(([field, schema]) => fieldRow({ name: field, schema, isRequired: required.includes(field) }));
  return `<section id="${schemaAnchor(name)}">\n<h3>${escapeHtml(name)}</h3>\n${table(['Field', 'Type', 'Meaning'], rows)}\n</section>`;
}

export function schemaAnchor(name: string): string {
  return `schema-${escapeHtml(name)}`;
}

/** `place`: where the field goes, where there is a column for it. */
export function fieldRow({ name, schema, isRequired }: Field, place?: string): string {
  const need = isRequired ? ' <span class="note">required</span>' : '';
  const placeCell = place === undefined ? '' : `<td>${escapeHtml(place)}</td>`;
  return `<tr><td><code>${escapeHtml(name)}</code>${place === undefined ? '' : need}</td>${placeCell}<td>${typeOf(schema)}</td><td>${inline(schema.description ?? '')}</td></tr>`;
}

/** `rows` are HTML. */
export function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((title) => `<th>${title}</th>`).join('');
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>`;
}

/** Plain text with code between backticks, as HTML. */
export function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** In words, as HTML. */
function typeOf({ $ref, type, format, enum: choices, const: constant, items, anyOf }: FieldSchema): string {
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return `<a href="#${schemaAnchor(name)}">${escapeHtml(name)}</a>`;
  }
  if (constant !== undefined) return escapeHtml(String(constant));
  if (choices !== undefined) return escapeHtml(choices.join(', '));
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return escapeHtml(format ?? (typeof type === 'string' ? type : (type ?? []).join(' or ')));
}
