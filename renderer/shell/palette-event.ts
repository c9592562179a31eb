/** Tells the palette to open, from wherever one is. */
export const PALETTE_EVENT = 'commentdock:palette';

export function openPalette(): void {
  window.dispatchEvent(new Event(PALETTE_EVENT));
}
