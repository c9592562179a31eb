import { CommentdockError } from '#core/contract/error.ts';
import { bytesOf } from '#core/surfaces/mcp/page.ts';

/** No answer is longer, in bytes of JSON: as text and as structured content it stays within what assistants take in. */
const ANSWER_BYTES = 35_000;

/** How long texts and lists may be, the mildest first. */
const CUTS: readonly { readonly text: number; readonly list: number }[] = [
  ...[4_096, 1_024, 256, 64].map((text) => ({ text, list: Infinity })),
  { text: 64, list: 64 },
  { text: 64, list: 8 },
];

/**
 * What a tool tells, with long texts and at last long lists cut where an assistant could not take it in; it says so then.
 * @throws CommentdockError INTERNAL where nothing helps
 */
export function shortened(data: object): object {
  if (bytesOf(data) <= ANSWER_BYTES) return data;
  for (const most of CUTS) {
    const cut = {
      shortened: 'Long texts and lists are cut here; the files of the export have them whole.',
      ...(cutDown(data, most) as object),
    };
    if (bytesOf(cut) <= ANSWER_BYTES) return cut;
  }
  throw new CommentdockError('INTERNAL', 'The answer is too large for an assistant. Ask for fewer fields, or open the file of the export.');
}

function cutDown(value: unknown, most: (typeof CUTS)[number]): unknown {
  if (typeof value === 'string') return value.length <= most.text ? value : `${value.slice(0, most.text).toWellFormed()}…`;
  if (Array.isArray(value)) return value.slice(0, most.list).map((inner) => cutDown(inner, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutDown(inner, most)]));
}
