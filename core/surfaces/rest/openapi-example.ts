/** What of a JSON Schema an example is made from. */
interface ExampleSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly anyOf?: readonly ExampleSchema[];
  readonly items?: ExampleSchema;
  readonly properties?: Readonly<Record<string, ExampleSchema>>;
  readonly required?: readonly string[];
}

/** Schemas by the name that references end in. */
type SchemasByName = ReadonlyMap<string, object>;

/** A text of a schema that shows none of its own. */
export const NO_EXAMPLE = 'no example';

/** Stands for whatever has an id. */
export const EXAMPLE_ID = '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21';

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: EXAMPLE_ID,
  'date-time': '2026-03-01T09:30:00Z',
};

/**
 * A value that fits the schema: the first example that a part shows of itself, and plain values in between. Optional fields
 * are left out unless they show an example.
 */
export function exampleOf(schema: object, named: SchemasByName): unknown {
  const { $ref, examples, const: constant, enum: choices, anyOf, ...plain } = schema as ExampleSchema;
  if (examples?.[0] !== undefined) return examples[0];
  if ($ref !== undefined) return exampleOf(named.get($ref.split('/').at(-1) ?? '') ?? {}, named);
  if (constant !== undefined) return constant;
  if (choices !== undefined) return choices[0];
  if (anyOf !== undefined) return exampleOf(chosen(anyOf), named);
  const types = typeof plain.type === 'string' ? [plain.type] : (plain.type ?? []);
  switch (types[0]) {
    case 'string':
      return BY_FORMAT[plain.format ?? ''] ?? (types.includes('null') ? null : NO_EXAMPLE);
    case 'integer':
    case 'number':
      return Math.max(plain.minimum ?? 0, 0);
    case 'boolean':
      return false;
    case 'array':
      return plain.items === undefined ? [] : [exampleOf(plain.items, named)];
    case 'object':
      return objectExample(plain, named);
    default:
      return null;
  }
}

/** A text without an example of its own gives way to null. */
function chosen([first = {}, ...others]: readonly ExampleSchema[]): ExampleSchema {
  const isBareText = first.type === 'string' && [first.format, first.examples, first.enum].every((said) => said === undefined);
  return (isBareText ? others.find(({ type }) => type === 'null') : undefined) ?? first;
}

function objectExample({ properties = {}, required = [] }: ExampleSchema, named: SchemasByName): unknown {
  const shown = Object.entries(properties).filter(([name, schema]) => required.includes(name) || schema.examples !== undefined);
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, named)]));
}
