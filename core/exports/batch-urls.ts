/** A URL of a batch, or a post that one of them lists. */
export interface BatchUrl {
  /** Place of what was sent, from 0. */
  readonly index: number;
  /** As it was sent. */
  readonly given: string;
}

/** Each URL once, where it stands first. White space around it makes no other URL. */
export function distinct(urls: readonly BatchUrl[]): readonly BatchUrl[] {
  const first = new Map<string, BatchUrl>();
  for (const url of urls) if (!first.has(url.given.trim())) first.set(url.given.trim(), url);
  return [...first.values()];
}
