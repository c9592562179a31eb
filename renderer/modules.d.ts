declare module '*.css';

/** Made by the build from resources/notices.md. */
declare module 'virtual:notices' {
  /** The licences of all that is shipped, as Markdown. */
  export const NOTICES: string;
}

/** Made by the build from the registry of operations (scripts/renderer-config.ts). */
declare module 'virtual:operation-routes' {
  /** Method, path with the fields in braces, and the fields that travel in a header, by name of the operation. */
  export const ROUTES: Readonly<
    Record<string, { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>> }>
  >;
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
