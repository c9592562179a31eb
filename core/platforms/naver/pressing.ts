import type { PageAction } from '#core/platform-api/session.ts';

/** How often a page is asked for more of its list, in one go. */
export const PRESSES = 30;
/** How long a button, or an answer to it, is waited for. */
export const QUIET_MS = 5_000;

/** Presses a button as often as it is there: twice without it, and the list is at its end. */
export function pressing(button: string): readonly PageAction[] {
  return Array.from({ length: PRESSES }, () => ({ click: button, optional: 'untilEnd', timeoutMs: QUIET_MS }) as const);
}
