import { curlCommand } from '#core/surfaces/rest/docs-curl.ts';
import { fieldRow, type FieldSchema, inline, table } from '#core/surfaces/rest/docs-schema.ts';
import { escapeHtml } from '#core/surfaces/rest/html.ts';

interface Media {
  readonly schema?: FieldSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** An operation of the OpenAPI document, as far as people are shown it. */
export interface DocumentedOperation {
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: FieldSchema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>>;
}

/** Where an operation is found. `baseUrl`: what the examples are sent to; null for messages that come from here. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string | null;
}

const ERROR_FROM = 400;

/** The name of an operation within the page. */
export function anchorOf({ method, path }: Pick<Placed, 'method' | 'path'>, { operationId }: DocumentedOperation): string {
  return operationId ?? `${method}${path}`.replaceAll(/[^\w.]+/g, '-');
}

/** All that the document has on one operation. */
export function operationSection(operation: DocumentedOperation, placed: Placed): string {
  const { method, path, baseUrl } = placed;
  const [, answer] = Object.entries(operation.responses).find(([status]) => Number(status) < ERROR_FROM) ?? [];
  const sent = baseUrl === null ? bodyOf(operation) : curlCommand(method, path, operation, baseUrl);
  return `<section id="${escapeHtml(anchorOf(placed, operation))}">
<h3>${escapeHtml(operation.summary)}</h3>
<p class="route"><code><span class="method">${method}</span> ${escapeHtml(path)}</code> <span class="note">${accessOf(operation, baseUrl)}</span></p>
${operation.description === undefined ? '' : `<p>${inline(operation.description)}</p>`}
${fieldTable(operation)}
<pre tabindex="0" aria-label="Example of what is sent"><code>${escapeHtml(sent)}</code></pre>
${answerExample(answer?.content ?? {})}
${errorTable(operation)}
</section>`;
}

function accessOf({ security, responses }: DocumentedOperation, baseUrl: string | null): string {
  if (baseUrl === null) return 'sent to your webhook';
  const statuses = Object.keys(responses).filter((status) => Number(status) < ERROR_FROM);
  return `${security?.length === 0 ? 'no token needed' : 'token needed'}, answers ${statuses.join(', ')}`;
}

function bodyOf({ requestBody }: DocumentedOperation): string {
  return JSON.stringify(Object.values(requestBody?.content ?? {})[0]?.example ?? {}, null, 2);
}

function fieldTable({ parameters = [], requestBody }: DocumentedOperation): string {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const rows = [
    ...parameters.map(({ name, in: place, required, description, schema = {} }) =>
      fieldRow({ name, schema: { ...schema, description: description ?? '' }, isRequired: required === true }, place),
    ),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) =>
      fieldRow({ name, schema, isRequired: body.required?.includes(name) === true }, 'body'),
    ),
  ];
  return rows.length === 0 ? '' : table(['Field', 'In', 'Type', 'Meaning'], rows);
}

function answerExample(content: Readonly<Record<string, Media>>): string {
  const types = Object.keys(content);
  const example = Object.values(content).find((media) => media.example !== undefined)?.example;
  if (types.length === 0) return '';
  if (example === undefined) return `<p class="note">Answers ${escapeHtml(types.join(', '))}.</p>`;
  const json = JSON.stringify(example, null, 2);
  return `<details><summary>Answer</summary><pre tabindex="0" aria-label="Example of the answer"><code>${escapeHtml(json)}</code></pre></details>`;
}

function errorTable({ responses }: DocumentedOperation): string {
  const rows = Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(Object.values(content ?? {})[0]?.examples ?? {}).map(([code, { value }]) => {
      const { detail = '' } = value as { readonly detail?: string };
      return `<tr><td>${status}</td><td><code>${escapeHtml(code)}</code></td><td>${inline(detail)}</td></tr>`;
    }),
  );
  if (rows.length === 0) return '';
  return `<details><summary>Errors</summary>${table(['Status', 'Code', 'Meaning'], rows)}</details>`;
}
