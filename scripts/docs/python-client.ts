/** The generated half of the Python client: a method for each operation of the OpenAPI document. */
import { z } from 'zod';
import { OPERATIONS } from '#core/operations/registry.ts';
import { withPartsInPlace } from '#core/surfaces/rest/openapi-parts.ts';
import { openApiDocument } from '#core/surfaces/rest/openapi.ts';

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const TYPES: Readonly<Record<string, string>> = {
  array: 'list[Any]',
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  object: 'dict[str, Any]',
  string: 'str',
};
const LINE_LENGTH = 110;

const schemaShape = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaShape).optional();
  },
  get anyOf() {
    return z.array(schemaShape).optional();
  },
  get oneOf() {
    return z.array(schemaShape).optional();
  },
  get allOf() {
    return z.array(schemaShape).optional();
  },
});
type Schema = z.infer<typeof schemaShape>;

const operationShape = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean().default(false),
      description: z.string().optional(),
      schema: schemaShape,
    }),
  ),
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: schemaShape }) }) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
});
type Operation = z.infer<typeof operationShape>;

const documentShape = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.object({ schemas: z.record(z.string(), schemaShape) }),
});

/** An input of a method. */
interface Field {
  /** As the service has it. */
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly isRequired: boolean;
  readonly type: string;
  readonly about: string | undefined;
}

/** The text of `operations.py`. */
export function pythonOperations(): string {
  const document = openApiDocument(OPERATIONS, [], 'http://127.0.0.1:4780') as unknown as Parameters<typeof withPartsInPlace>[0];
  const { paths, components } = documentShape.parse(withPartsInPlace(document));
  const methods = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => methodText(verb.toUpperCase(), path, operation, components.schemas)),
  );
  return `${HEAD}\n${methods.join('\n')}`;
}

const HEAD = `"""A method for each operation of the service. Written by \`npm run docs\` from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import Any

UNSET: Any = object()
"""In place of a value that is not sent. None is sent, as null."""


class Operations:
    """What the service can be asked for. \`Commentdock\` says how."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        is_file: bool = False,
    ) -> Any:
        raise NotImplementedError

    def _quoted(self, value: Any) -> str:
        raise NotImplementedError
`;

function methodText(verb: string, path: string, operation: Operation, schemas: Readonly<Record<string, Schema>>): string {
  const fields = fieldsOf(operation, schemas).toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const signature = fields.map(({ name, type, isRequired }) => `        ${variable(name)}: ${type}${isRequired ? '' : ' = UNSET'},\n`);
  const abouts = fields.flatMap(({ name, about }) => (about === undefined ? [] : [`${variable(name)}: ${about}`]));
  const words = [operation.summary + '.', operation.description, ...abouts].flatMap((text) => ['', ...wrapped(text)]).slice(1);
  const docstring = words
    .map((line) => (line === '' ? '' : `        ${line}`))
    .join('\n')
    .trimStart();
  const dictionary = (place: Field['place'], keyword: string): string => {
    const there = fields.filter((field) => field.place === place);
    if (there.length === 0) return '';
    return `            ${keyword}={${there.map(({ name }) => `"${name}": ${variable(name)}`).join(', ')}},\n`;
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{self._quoted(${variable(name)})}`);
  return [
    `    def ${operation.operationId.replaceAll('.', '_')}(\n        self,\n${fields.length === 0 ? '' : '        *,\n'}${signature.join('')}    ) -> Any:\n`,
    `        """${docstring}\n        """\n`,
    `        return self._call(\n            "${verb}",\n            ${filled === path ? '' : 'f'}"${filled}",\n`,
    dictionary('query', 'query'),
    dictionary('header', 'headers'),
    dictionary('body', 'body'),
    isFile(operation) ? '            is_file=True,\n' : '',
    '        )\n',
  ].join('');
}

function fieldsOf(operation: Operation, schemas: Readonly<Record<string, Schema>>): readonly Field[] {
  const body = operation.requestBody?.content['application/json'].schema;
  return [
    ...operation.parameters.map(({ name, in: place, required, description, schema }) => ({
      name,
      place,
      isRequired: required,
      type: typeOf(schema, schemas),
      about: description,
    })),
    ...(body === undefined ? [] : bodyFields(body, schemas)),
  ];
}

/** Of a body that may have several forms: the fields of all of them; only what all ask for is required. */
function bodyFields(schema: Schema, schemas: Readonly<Record<string, Schema>>): readonly Field[] {
  const resolved = resolve(schema, schemas);
  const own = Object.entries(resolved.properties ?? {}).map(([name, value]) => ({
    name,
    place: 'body' as const,
    isRequired: resolved.required?.includes(name) ?? false,
    type: typeOf(value, schemas),
    about: value.description ?? resolve(value, schemas).description,
  }));
  const all = (resolved.allOf ?? []).flatMap((part) => bodyFields(part, schemas));
  const forms = (resolved.anyOf ?? resolved.oneOf ?? []).map((form) => bodyFields(form, schemas));
  const ofForms = forms.flat().map((field) => ({
    ...field,
    isRequired: forms.every((form) => form.some(({ name, isRequired }) => name === field.name && isRequired)),
  }));
  return [...new Map([...own, ...all, ...ofForms].map((field) => [field.name, field])).values()];
}

function typeOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): string {
  const types = [resolve(schema, schemas).type ?? []].flat().map((name) => (name === 'null' ? 'None' : (TYPES[name] ?? 'Any')));
  return types.length === 0 ? 'Any' : types.join(' | ');
}

function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? schema);
}

/** Whether what it answers is for a file, and not for reading as JSON. */
function isFile({ responses }: Operation): boolean {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return Object.keys(success?.content ?? {}).some((type) => type !== 'application/json');
}

/** A name that Python takes: `X-Sandbox` is `x_sandbox`; all others stay as the service has them. */
function variable(name: string): string {
  const plain = (name.includes('-') ? name.toLowerCase() : name).replaceAll(/[-.]/g, '_');
  return KEYWORDS.has(plain) ? `${plain}_` : plain;
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= LINE_LENGTH - 8) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
