import { z } from 'zod';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import type { Operation } from '#core/operations/define.ts';
import { placeOf } from '#core/operations/field-place.ts';
import { escapeHtml, htmlPage } from '#core/surfaces/rest/html.ts';

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

/** All operations for people: what each does, takes and refuses. */
export function docsPage(operations: readonly Operation[]): string {
  return htmlPage(
    'Commentdock: routes',
    `<h1>Routes</h1>
<p>Send a token as <code>X-AUTH-TOKEN</code> or <code>Authorization: Bearer</code>; <code>commentdock token</code> prints one.
Programs read the same from <a href="/openapi.json">/openapi.json</a>.</p>
${operations.map(operationSection).join('\n')}`,
  );
}

function operationSection(operation: Operation): string {
  const { rest } = operation;
  return `<section id="${escapeHtml(operation.name)}">
<h2>${escapeHtml(operation.summary)}</h2>
<p><code><span class="method">${rest.method}</span> ${escapeHtml(rest.path)}</code> · ${rest.auth === 'public' ? 'no token needed' : 'token needed'} · answers ${rest.status}</p>
<p>${escapeHtml(operation.description)}</p>
${fieldTable(operation)}
${errorList(operation)}
</section>`;
}

function fieldTable(operation: Operation): string {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties?: Record<string, FieldSchema>;
    readonly required?: readonly string[];
  };
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return '';
  const rows = fields.map(([name, field]) => {
    const place = placeOf(operation.rest, name);
    const shown = typeof place === 'object' ? `header ${place.header}` : place;
    const kind = field.enum ? field.enum.join(', ') : (field.type ?? '');
    const need = schema.required?.includes(name) ? 'required' : '';
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(shown)}</td><td>${escapeHtml(kind)}</td><td>${need}</td><td>${escapeHtml(field.description ?? '')}</td></tr>`;
  });
  return `<table><thead><tr><th>Field</th><th>In</th><th>Type</th><th></th><th>Meaning</th></tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`;
}

function errorList({ errors }: Operation): string {
  if (errors.length === 0) return '';
  const items = errors.map(
    (code) => `<li><code>${ERROR_CATALOGUE[code].status} ${code}</code> ${escapeHtml(ERROR_CATALOGUE[code].message)}</li>`,
  );
  return `<ul>\n${items.join('\n')}\n</ul>`;
}
