import fc from 'fast-check';

/** What of a JSON Schema a value is made from. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** What stands behind the names and ids of a document. */
export interface Surroundings {
  /** Schemas by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Ids of things that exist, newest last, by kind: `guid` of exports, and the paths that others stand below. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** URLs that the service takes. */
  readonly urls: readonly string[];
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Nobody listens there. */
const PROXY = '127.0.0.1:9';
const MOST_ITEMS = 4;

/** Values that fit the schema, as far as it says. Fields named after URLs get one that the service takes. */
export function fitting(schema: Schema, around: Surroundings, field = ''): fc.Arbitrary<unknown> {
  const named = schema.$ref === undefined ? undefined : around.schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (named !== undefined) return fitting(named, around, field);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map((one) => fitting(one, around, field)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? fc.jsonValue() : fc.oneof(...types.map((type) => ofType(type, schema, around, field)));
}

function ofType(type: string, schema: Schema, around: Surroundings, field: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e6, 2e9) });
    case 'string':
      return text(schema, around, field);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, around, field), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(MOST_ITEMS, schema.minItems ?? 0),
      });
    default:
      return object(schema, around);
  }
}

/** An id of something that exists, or of nothing. */
export function anId({ ids }: Surroundings, kind: string): fc.Arbitrary<string> {
  const [known, all] = [ids.get(kind) ?? [], [...ids.values()].flat()];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(known.length === 0 ? [NOBODY] : known)) },
    { weight: 1, arbitrary: fc.constantFrom(NOBODY, ...all) },
    { weight: 1, arbitrary: fc.uuid() },
  );
}

function text(schema: Schema, around: Surroundings, field: string): fc.Arbitrary<unknown> {
  if (/url/i.test(field) && around.urls.length > 0) return fc.constantFrom(...around.urls);
  if (schema.format === 'uuid' || /guid|uuid|id$/i.test(field)) return anId(around, 'guid');
  if (field === 'address') return fc.constant(PROXY);
  const plain = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  return schema.examples === undefined ? plain : fc.oneof(fc.constantFrom(...schema.examples), plain);
}

function object(schema: Schema, around: Surroundings): fc.Arbitrary<unknown> {
  const { properties, additionalProperties } = schema;
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? fitting(additionalProperties, around) : fc.jsonValue();
    return fc.dictionary(fc.string({ maxLength: 10 }), values, { maxKeys: 3 });
  }
  const model = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, fitting(inner, around, name)]));
  const requiredKeys = (schema.required ?? []).filter((name) => name in model);
  return sparse(
    fc.record(model),
    Object.keys(model).filter((name) => !requiredKeys.includes(name)),
  );
}

/** Keeps few of the optional fields: with all of them at once nearly nothing is ever accepted. */
function sparse(whole: fc.Arbitrary<Record<string, unknown>>, optional: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .tuple(whole, fc.subarray([...optional], { maxLength: Math.min(optional.length, 3) }))
    .map(([value, kept]) => Object.fromEntries(Object.entries(value).filter(([name]) => !optional.includes(name) || kept.includes(name))));
}
