/** Texts of schedules, webhooks, the API and assistants. `{name}` is filled in. */
export const automation = {} as const;
