interface Document {
  readonly paths: object;
  readonly components: Readonly<Record<'responses' | 'examples', Readonly<Record<string, object>>>>;
}

/** The operations of an OpenAPI document with the responses that they refer to in their places, and the examples of those in theirs. */
export function withResponsesInPlace<T extends Document>(document: T): T {
  const { responses, examples } = document.components;
  const shown = inPlace(responses, '#/components/examples/', examples) as typeof responses;
  return { ...document, paths: inPlace(document.paths, '#/components/responses/', shown) };
}

/** The part, with what it refers to below `place`. */
function inPlace(part: object, place: string, parts: Readonly<Record<string, object>>): unknown {
  return JSON.parse(JSON.stringify(part), (_key, value: { readonly $ref?: unknown } | null) =>
    typeof value?.$ref === 'string' && value.$ref.startsWith(place) ? parts[value.$ref.slice(place.length)] : value,
  );
}
