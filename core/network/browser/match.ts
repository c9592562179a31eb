import type { WireMatch } from '#core/network/browser/protocol.ts';
import type { AnswerMatch } from '#core/platform-api/session.ts';

/** A match as it crosses to the browser's process. */
export function wireMatch({
  url,
  method,
  types = ['xhr', 'fetch'],
  body,
}: Pick<AnswerMatch, 'url' | 'method' | 'types' | 'body'>): WireMatch {
  const given = typeof url === 'string' ? [url] : url;
  return { urls: given.map(patternSource), method: method ?? null, types, body: body ?? null };
}

/** The source of a regular expression over the whole address; `*` stands for anything, the scheme is left open. */
export function patternSource(pattern: string): string {
  const escaped = pattern.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll('*', '.*');
  return `^https?://${escaped}$`;
}
