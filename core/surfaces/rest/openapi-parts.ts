import type { JsonObject } from '#core/surfaces/rest/openapi-schemas.ts';

type Parts = Readonly<Record<string, object>>;

interface Document {
  readonly paths: object;
  readonly components: Readonly<Record<'responses' | 'examples' | 'parameters', Parts>>;
}

/** The operations of an OpenAPI document with the parameters and responses that they refer to in their places, and the examples of those in theirs. */
export function withPartsInPlace<T extends Document>(document: T): T {
  const { responses, examples, parameters } = document.components;
  const shown = inPlace(responses, '#/components/examples/', examples) as Parts;
  const paths = inPlace(inPlace(document.paths, '#/components/responses/', shown), '#/components/parameters/', parameters);
  return { ...document, paths };
}

/** The part, with what it refers to below `place`. */
function inPlace(part: object, place: string, parts: Parts): object {
  return JSON.parse(JSON.stringify(part), (_key, value: { readonly $ref?: unknown } | null) =>
    typeof value?.$ref === 'string' && value.$ref.startsWith(place) ? parts[value.$ref.slice(place.length)] : value,
  ) as object;
}

/** Parameters that several operations have stand once: the paths with references to them, and those by their names there. */
export function sharedParameters(paths: Readonly<Record<string, JsonObject>>): { readonly paths: JsonObject; readonly parameters: Parts } {
  const operations = Object.values(paths).flatMap(
    (methods) => Object.values(methods) as readonly { readonly parameters?: readonly object[] }[],
  );
  const uses = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters),
    (parameter) => JSON.stringify(parameter),
  );
  const parameters: Record<string, object> = {};
  const nameOf = new Map<string, string>();
  for (const [text, [parameter, another]] of uses) {
    if (parameter === undefined || another === undefined) continue;
    const { name: said } = parameter as { readonly name: string };
    const alike = Object.keys(parameters).filter((name) => name.replace(/_\d+$/, '') === said).length;
    const name = alike === 0 ? said : `${said}_${alike + 1}`;
    parameters[name] = parameter;
    nameOf.set(text, name);
  }
  const refOf = (parameter: object): object => {
    const name = nameOf.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  const referring = JSON.parse(JSON.stringify(paths), (key, value: unknown) =>
    key === 'parameters' && Array.isArray(value) ? value.map(refOf) : value,
  ) as JsonObject;
  return { paths: referring, parameters };
}
