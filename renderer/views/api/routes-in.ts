/** A route as the OpenAPI document has it. */
interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Where the page for people has it (core/surfaces/rest/docs-operation.ts). */
  readonly anchor: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string; readonly operationId?: string }>>>>;
}

/** All routes of an OpenAPI document, in its order. */
export function routesIn(document: unknown): readonly DocumentedRoute[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { summary = '', operationId }]) => {
      const method = verb.toUpperCase();
      return { method, path, summary, anchor: operationId ?? `${method}${path}`.replaceAll(/[^\w.]+/g, '-') };
    }),
  );
}
