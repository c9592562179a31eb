declare module '*.css';

/** Made by the build from resources/notices.md. */
declare module 'virtual:notices' {
  /** The licences of all that is shipped, as Markdown. */
  export const NOTICES: string;
}

/** Made by the build from the registry of operations (scripts/renderer-config.ts). */
declare module 'virtual:operation-routes' {
  type FieldPlace = 'path' | 'query' | 'body' | { readonly header: string };
  interface Route {
    readonly method: string;
    /** With the fields that it holds in braces. */
    readonly path: string;
    /** Where fields of the input travel, where neither path nor method say it. */
    readonly from?: Readonly<Record<string, FieldPlace>>;
  }
  /** By name of the operation. */
  export const ROUTES: Readonly<Record<string, Route>>;
  /** Where a request carries a field of the input, as REST reads it (core/operations/field-place.ts). */
  export function placeOf(route: Route, field: string): FieldPlace;
}

/** Made by the build from the tools of the Model Context Protocol. */
declare module 'virtual:assistant-tools' {
  export const TOOLS: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly isReading: boolean;
  }[];
}

/** Made by the build from the rows of samples (scripts/renderer-config.ts). */
declare module 'virtual:sample' {
  export const SAMPLE: {
    readonly platform: string;
    /** What an export of it is made of. */
    readonly url: string;
    readonly rows: readonly {
      readonly author: string | null;
      readonly text: string | null;
      readonly likes: number | null;
      readonly createdAt: string | null;
      readonly isReply: boolean;
    }[];
  };
}
