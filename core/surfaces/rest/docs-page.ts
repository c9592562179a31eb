import { anchorOf, type DocumentedOperation, operationSection, type Placed } from '#core/surfaces/rest/docs-operation.ts';
import { type FieldSchema, schemaAnchor, schemaSection } from '#core/surfaces/rest/docs-schema.ts';
import { escapeHtml, htmlPage } from '#core/surfaces/rest/html.ts';
import { withPartsInPlace } from '#core/surfaces/rest/openapi-parts.ts';

type Operations = Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;

/** What of the OpenAPI document people are shown. */
export interface DocumentForPeople {
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Operations;
  readonly webhooks: Operations;
  readonly components: {
    readonly schemas: Readonly<Record<string, FieldSchema>>;
    readonly responses: Readonly<Record<string, object>>;
    readonly examples: Readonly<Record<string, object>>;
    readonly parameters: Readonly<Record<string, object>>;
    readonly requestBodies: Readonly<Record<string, object>>;
  };
}

interface Entry {
  readonly operation: DocumentedOperation;
  readonly placed: Placed;
}

/** Titles for tags whose own name says little to people. */
const NAMES: Readonly<Record<string, string>> = {
  bulk: 'Bulk downloads',
  vpn: 'VPN locations',
  oauth: 'OAuth',
  mcp: 'MCP',
  signin: 'Sign-in',
};

/** One column of contents and one of operations, one below the other where there is little room. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; --line: light-dark(#d9dce1, #383d45); --quiet: light-dark(#5a6270, #a3abb8); --shade: light-dark(#f5f6f8, #1c1f24); --page: light-dark(#fff, #14161a); --ink: light-dark(#1b1e24, #e6e8ec); --link: light-dark(#0b57d0, #8ab4f8); }
body { margin: 0; background: var(--page); color: var(--ink); }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 54rem); gap: 3rem; max-width: 80rem; margin: 0 auto; padding: 0 1.5rem; }
nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 2rem 0; box-sizing: border-box; font-size: 0.9rem; }
nav p { margin: 1.2rem 0 0.2rem; font-weight: 600; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.15rem 0; }
main { padding: 2rem 0 6rem; min-width: 0; }
h1 { font-size: 1.8rem; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; margin: 4rem 0 0; padding-bottom: 0.4rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 0; }
section { margin-top: 2.5rem; scroll-margin-top: 1rem; }
p { margin: 0.6rem 0; }
code, pre { font: 0.88rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: 6px; padding: 0.8rem 1rem; margin: 0.8rem 0; overflow: auto; max-height: 28rem; white-space: pre-wrap; user-select: all; }
.method { font-weight: 700; }
.note { color: var(--quiet); font-size: 0.88rem; }
.wide { overflow-x: auto; margin: 0.8rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.8rem 0.35rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 500; }
td:first-child { min-width: 6rem; }
td:last-child { min-width: 14rem; }
summary { cursor: pointer; padding: 0.2rem 0; color: var(--link); }
@media (max-width: 60rem) {
  .columns { display: block; padding: 0 1rem; }
  nav { position: static; max-height: none; padding-bottom: 0; display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; }
  nav p { margin: 0; font-weight: 400; }
  nav ul { display: none; }
}
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: 0.45rem 0; border-bottom: 1px solid var(--line); }
  td { display: inline-block; border: 0; padding: 0 0.9rem 0 0; }
  td, td:first-child, td:last-child { min-width: 0; }
  td:last-child { display: block; }
}
`;

/** The OpenAPI document for people: the same operations, fields, examples and errors. No script runs in it. */
export function docsPage(document: DocumentForPeople): string {
  const { servers, tags, paths, webhooks, components } = withPartsInPlace(document);
  const [server] = servers;
  const entries = [...entriesOf(paths, server.url), ...entriesOf(webhooks, null)];
  const groups = tags.map((tag) => ({ ...tag, entries: entries.filter(({ operation }) => operation.tags?.includes(tag.name)) }));
  const shown = groups.filter((group) => group.entries.length > 0);
  return htmlPage(
    'Commentdock: routes',
    `<div class="columns">
<nav aria-label="Operations">
${shown.map((group) => contents(group.name, group.entries)).join('\n')}
${schemaContents(Object.keys(components.schemas))}
</nav>
<main>
<h1>Routes</h1>
<p>Send a token as <code>X-AUTH-TOKEN</code> or <code>Authorization: Bearer</code>. <code>commentdock token</code> prints one; the examples read it from a variable:</p>
<pre tabindex="0" aria-label="How to set the variable"><code>TOKEN=$(commentdock token)</code></pre>
<p>Programs read the same from <a href="/openapi.json">/openapi.json</a>. A click on an example selects it whole.</p>
${shown.map(({ name, description, entries: own }) => `<h2 id="tag-${escapeHtml(name)}">${escapeHtml(title(name))}</h2>\n<p>${escapeHtml(description)}</p>\n${own.map(({ operation, placed }) => operationSection(operation, placed)).join('\n')}`).join('\n')}
<h2 id="schemas">Schemas</h2>
<p>What the types above name.</p>
${Object.entries(components.schemas)
  .map(([name, schema]) => schemaSection(name, schema))
  .join('\n')}
</main>
</div>`,
    DOCS_STYLE,
  );
}

function entriesOf(operations: Operations, baseUrl: string | null): readonly Entry[] {
  return Object.entries(operations).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ operation, placed: { method: method.toUpperCase(), path, baseUrl } })),
  );
}

function contents(name: string, entries: readonly Entry[]): string {
  const links = entries.map(
    ({ operation, placed }) => `<li><a href="#${escapeHtml(anchorOf(placed, operation))}">${escapeHtml(operation.summary)}</a></li>`,
  );
  return `<div><p><a href="#tag-${escapeHtml(name)}">${escapeHtml(title(name))}</a></p>\n<ul>${links.join('')}</ul></div>`;
}

function schemaContents(names: readonly string[]): string {
  const links = names.map((name) => `<li><a href="#${schemaAnchor(name)}">${escapeHtml(name)}</a></li>`);
  return `<div><p><a href="#schemas">Schemas</a></p>\n<ul>${links.join('')}</ul></div>`;
}

function title(name: string): string {
  return NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
