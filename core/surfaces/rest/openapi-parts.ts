import type { JsonObject } from '#core/surfaces/rest/openapi-schemas.ts';

type Parts = Readonly<Record<string, object>>;

interface Document {
  readonly paths: object;
  readonly webhooks?: object;
  readonly components: Readonly<Record<'responses' | 'examples' | 'parameters' | 'requestBodies', Parts>>;
}

/** The one example of an answer, where it stands among the components. */
const SHOWN = 'shown';
/** What is shorter is said again. */
const SHORT = 150;

/** The operations and messages of an OpenAPI document with the parameters, bodies and responses that they refer to in their places, and the examples of those in theirs. */
export function withPartsInPlace<T extends Document>(document: T): T {
  const { responses, examples, parameters, requestBodies } = document.components;
  const shown = inPlace(responses, '#/components/examples/', examples) as Parts;
  const places = Object.entries({ examples, responses: shown, parameters, requestBodies });
  const { paths, webhooks } = document;
  const whole = places.reduce<Pick<Document, 'paths' | 'webhooks'>>(
    (asked, [place, parts]) => inPlace(asked, `#/components/${place}/`, parts),
    { paths, ...(webhooks === undefined ? {} : { webhooks }) },
  );
  return { ...document, ...whole, paths: withOwnExamples(whole.paths) };
}

/** The one example of an answer stands by itself, as it does where it is not shared. */
function withOwnExamples(paths: object): object {
  return JSON.parse(
    JSON.stringify(paths),
    (_key, value: { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> } | null) => {
      const only = value?.examples?.[SHOWN];
      if (only === undefined) return value;
      const { examples: _, ...media } = value ?? {};
      return { ...media, example: only.value };
    },
  ) as object;
}

/** The part, with what it refers to below `place`. */
function inPlace<T extends object>(part: T, place: string, parts: Parts): T {
  return JSON.parse(JSON.stringify(part), (_key, value: { readonly $ref?: unknown } | null) =>
    typeof value?.$ref === 'string' && value.$ref.startsWith(place) ? parts[value.$ref.slice(place.length)] : value,
  ) as T;
}

interface SharedExamples {
  /** With references to what stands once. */
  readonly paths: JsonObject;
  readonly responses: JsonObject;
  readonly examples: Parts;
}

/** Long examples of answers that are there several times stand once. */
export function sharedExamples(paths: JsonObject, responses: JsonObject): SharedExamples {
  const long: { readonly part: object; readonly name: string }[] = [];
  const exampleOf = (value: unknown): object | null => {
    if (typeof value !== 'object' || value === null || !('schema' in value) || !('example' in value)) return null;
    const { example } = value;
    return typeof example === 'object' && example !== null && JSON.stringify(example).length > SHORT ? example : null;
  };
  JSON.stringify([paths, responses], (_key, value: unknown) => {
    const part = exampleOf(value);
    if (part !== null) long.push({ part, name: 'Answer' });
    return value;
  });
  const { parts, nameOf } = shared(long);
  const referring = (part: JsonObject): JsonObject =>
    JSON.parse(JSON.stringify(part), (_key, value: unknown) => {
      const name = nameOf.get(JSON.stringify(exampleOf(value)));
      if (name === undefined) return value;
      const { example: _, ...media } = value as { readonly example: unknown };
      return { ...media, examples: { [SHOWN]: { $ref: `#/components/examples/${name}` } } };
    }) as JsonObject;
  const examples = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value }]));
  return { paths: referring(paths), responses: referring(responses), examples };
}

interface Shared {
  /** With references to what stands once. */
  readonly paths: JsonObject;
  readonly webhooks: JsonObject;
  readonly parameters: Parts;
  readonly requestBodies: Parts;
}

interface Asked {
  readonly operationId?: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
}

/** Parameters and bodies that several operations or messages have stand once: by the name of the parameter, and of the first operation. */
export function sharedParts(asked: Readonly<Record<'paths' | 'webhooks', JsonObject>>): Shared {
  const operations = Object.values({ ...asked.paths, ...asked.webhooks } as Readonly<Record<string, JsonObject>>).flatMap(
    (methods) => Object.values(methods) as readonly Asked[],
  );
  const parameters = shared(
    operations.flatMap(({ parameters: all = [] }) => all.map((part) => ({ part, name: (part as { readonly name: string }).name }))),
  );
  const bodies = shared(
    operations.flatMap(({ operationId = 'body', requestBody: part }) => (part === undefined ? [] : [{ part, name: operationId }])),
  );
  const refOf = (place: string, { nameOf }: ReturnType<typeof shared>, part: object): object => {
    const name = nameOf.get(JSON.stringify(part));
    return name === undefined ? part : { $ref: `#/components/${place}/${name}` };
  };
  const referring = JSON.parse(JSON.stringify(asked), (key, value: unknown) => {
    if (key === 'parameters' && Array.isArray(value)) return value.map((part: object) => refOf('parameters', parameters, part));
    return key === 'requestBody' ? refOf('requestBodies', bodies, value as object) : value;
  }) as typeof asked;
  return { ...referring, parameters: parameters.parts, requestBodies: bodies.parts };
}

/** Those that are there more than once, by names that tell them apart. */
function shared(all: readonly { readonly part: object; readonly name: string }[]): {
  readonly parts: Parts;
  readonly nameOf: ReadonlyMap<string, string>;
} {
  const parts: Record<string, object> = {};
  const nameOf = new Map<string, string>();
  for (const [text, [first, another]] of Map.groupBy(all, ({ part }) => JSON.stringify(part))) {
    if (first === undefined || another === undefined) continue;
    const alike = Object.keys(parts).filter((name) => name.replace(/_\d+$/, '') === first.name).length;
    const name = alike === 0 ? first.name : `${first.name}_${alike + 1}`;
    parts[name] = first.part;
    nameOf.set(text, name);
  }
  return { parts, nameOf };
}
