/** Texts of accounts, routes, sentiment providers, settings, about and the first run. `{name}` is filled in. */
export const settings = {} as const;
