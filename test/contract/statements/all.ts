import type { Statement, Statements } from '#test/contract/statements/statement.ts';
import { AUTHENTICATION, ERRORS, EVENTS, LIMITS, VERSIONS } from '#test/contract/statements/rules.ts';
import { ROUTES, STATES } from '#test/contract/statements/states-and-routes.ts';
import { RESOURCES, WHAT_IT_DOES } from '#test/contract/statements/what-it-does.ts';

/** interface.md section by section. */
export const SECTIONS = {
  'What the service does': WHAT_IT_DOES,
  Resources: RESOURCES,
  'States and transitions': STATES,
  Endpoints: ROUTES,
  Authentication: AUTHENTICATION,
  Events: EVENTS,
  Errors: ERRORS,
  Limits: LIMITS,
  Versioning: VERSIONS,
} as const satisfies Readonly<Record<string, Statements>>;

const ALL = { ...WHAT_IT_DOES, ...RESOURCES, ...STATES, ...ROUTES, ...AUTHENTICATION, ...EVENTS, ...ERRORS, ...LIMITS, ...VERSIONS };

export type StatementId = keyof typeof ALL;

export const STATEMENTS: Readonly<Record<StatementId, Statement>> = ALL;
