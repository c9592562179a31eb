/**
 * What an answer may be at most, by its kind. Recorded answers of all platforms stay below a quarter of each (`npm run test:ceilings`
 * measures them), and so does the largest honest one that is known: 4,500 reviews of Google Play in one answer are 3.8 MB of JSON with
 * 252,000 elements.
 */

/** What an answer is, by its content type. JSON and pages come under other names too, so that what counts their parts looks at the text. */
export type AnswerKind = 'json' | 'html' | 'xml' | 'text' | 'other';

const MB = 1024 * 1024;

/** Bytes of a body: as it comes over the wire, and unpacked. */
export const BODY_CEILINGS: Readonly<Record<AnswerKind, { readonly packedBytes: number; readonly bytes: number }>> = {
  json: { packedBytes: 8 * MB, bytes: 16 * MB },
  html: { packedBytes: 8 * MB, bytes: 16 * MB },
  xml: { packedBytes: 4 * MB, bytes: 8 * MB },
  text: { packedBytes: 8 * MB, bytes: 16 * MB },
  other: { packedBytes: 8 * MB, bytes: 16 * MB },
};

/** How many times its packed length a body may unpack to. One that stays small may exceed it. */
export const RATIO_CEILING = { times: 300, aboveBytes: MB } as const;

/** One packing within the other. */
export const PACKINGS_CEILING = 3;

/** Brackets that open, and commas: what a text of JSON has is at most so many values. Brackets within brackets. */
export const JSON_CEILING = { elements: 1_200_000, depth: 512 } as const;

/** Elements, attributes and comments of a page. Elements within elements: what lies deeper stands side by side, as in a browser. */
export const HTML_CEILING = { nodes: 150_000, depth: 512 } as const;

/** Elements and attributes of an XML document, and elements within elements. */
export const XML_CEILING = { nodes: 200_000, depth: 128 } as const;

/** Of a live line: one message, and what is kept of them until the next page listens. */
export const LINE_CEILING = { messageBytes: 8 * MB, keptBytes: 64 * MB, keptMessages: 500_000 } as const;

/** @param contentType the header as it came; empty where there is none */
export function answerKindOf(contentType: string): AnswerKind {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (/\bjson\b|\+json$/.test(type)) return 'json';
  if (/\bx?html\b|\+html$/.test(type) || type === 'application/xhtml+xml') return 'html';
  if (/\bxml\b|\+xml$/.test(type)) return 'xml';
  return type.startsWith('text/') || /javascript|ecmascript/.test(type) ? 'text' : 'other';
}

/**
 * Rows that one page of a list gives, and requests that follow from it, together. Seconds that the thread may be at work on it without a
 * break: 4,500 reviews take a third of one on a slow machine.
 */
export const PAGE_CEILING = { rowsAndRequests: 100_000, seconds: 15 } as const;

/** A figure of bytes as a ceiling is named: `16 MB`. */
export function inMegabytes(bytes: number): string {
  return `${bytes / MB} MB`;
}

/** A count as a ceiling is named: `1,200,000`. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
