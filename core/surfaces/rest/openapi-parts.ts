const RESPONSE = '#/components/responses/';

interface Document {
  readonly paths: object;
  readonly components: { readonly responses: Readonly<Record<string, object>> };
}

/** The operations of an OpenAPI document with the responses that they refer to in their places. */
export function withResponsesInPlace<T extends Document>(document: T): T {
  const { responses } = document.components;
  const paths: unknown = JSON.parse(JSON.stringify(document.paths), (_key, value: { readonly $ref?: unknown } | null) =>
    typeof value?.$ref === 'string' && value.$ref.startsWith(RESPONSE) ? responses[value.$ref.slice(RESPONSE.length)] : value,
  );
  return { ...document, paths };
}
