import type { Job } from '#renderer/client/queries.ts';

/**
 * What helps against a failure. account: log in at the platform. route: go through another one. wait: until the site lets us.
 * browser: get one. diagnostics: tell somebody. settings: another plan. open: the page in one's own browser. window: one of the site, in which the export goes on. retry: the same once more.
 */
export type Fix = 'window' | 'account' | 'route' | 'wait' | 'browser' | 'diagnostics' | 'settings' | 'open' | 'retry';
type ErrorCode = NonNullable<Job['error_code']>;

const FIXES: Readonly<Partial<Record<ErrorCode, readonly Fix[]>>> = {
  LOGIN_REQUIRED: ['account', 'window', 'retry'],
  PRIVATE: ['account', 'retry'],
  AGE_RESTRICTED: ['account', 'window', 'open', 'retry'],
  CAPTCHA: ['window', 'open', 'account', 'route'],
  BLOCKED: ['window', 'route', 'account', 'retry'],
  GEO_BLOCKED: ['route'],
  RATE_LIMITED: ['wait', 'retry'],
  BROWSER_MISSING: ['browser', 'retry'],
  PLATFORM_CHANGED: ['diagnostics', 'retry'],
  INTERNAL: ['diagnostics', 'retry'],
  NOT_FOUND: ['open'],
  COMMENTS_DISABLED: ['open'],
};

/** In the order in which they are offered, the best one first. */
export function fixesOf(code: Job['error_code']): readonly Fix[] {
  return (code === null ? undefined : FIXES[code]) ?? ['retry'];
}

/** Codes of refused calls that a view can help against. */
const VIEWS = {
  PLATFORM_NOT_ALLOWED: 'settings',
  FORMAT_NOT_ALLOWED: 'settings',
  PLAN_EXPIRED: 'settings',
  LIMIT_EXCEEDED: 'settings',
  DAILY_LIMIT_EXCEEDED: 'settings',
  BROWSER_MISSING: 'about',
  INTERNAL: 'about',
  LOGIN_REQUIRED: 'accounts',
} as const;

/** The view that helps where an operation was refused; null where none does. */
export function viewFor(code: string): (typeof VIEWS)[keyof typeof VIEWS] | null {
  return code in VIEWS ? VIEWS[code as keyof typeof VIEWS] : null;
}
