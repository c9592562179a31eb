/** What the first group of the first of several patterns takes of a text; null where none fits. For pages that write one thing in several ways. */
export function firstCapture(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
