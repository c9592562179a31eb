import type { DesktopBridge } from '#core/contract/desktop.ts';

declare global {
  var commentdockDesktop: DesktopBridge | undefined;
}

/** The desktop app around the window; null in an ordinary browser. */
export function desktop(): DesktopBridge | null {
  return globalThis.commentdockDesktop ?? null;
}
