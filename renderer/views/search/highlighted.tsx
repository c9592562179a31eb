import { Fragment } from 'react';

interface Range {
  readonly start: number;
  readonly end: number;
}

interface HighlightedParts {
  readonly text: string;
  /** In order, none touching another. */
  readonly ranges: readonly Range[];
  /** Letters that are shown at most, around the first range. */
  readonly most: number;
}

/** A text with what was found in it marked; of a long one the part around that. */
export function Highlighted({ text, ranges, most }: HighlightedParts) {
  const { start, end } = partAround(text, ranges[0], most);
  const shown = ranges.filter((range) => range.start >= start && range.end <= end);
  return (
    <>
      {start > 0 && '…'}
      {shown.map((range, at) => (
        <Fragment key={range.start}>
          {text.slice(at === 0 ? start : shown[at - 1]?.end, range.start)}
          <mark>{text.slice(range.start, range.end)}</mark>
        </Fragment>
      ))}
      {text.slice(shown.at(-1)?.end ?? start, end)}
      {end < text.length && '…'}
    </>
  );
}

/** No letter is cut into halves. */
function partAround(text: string, range: Range | undefined, most: number): Range {
  if (text.length <= most) return { start: 0, end: text.length };
  const from = Math.max(0, Math.min((range?.start ?? 0) - Math.floor(most / 4), text.length - most));
  const isHalf = (at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));
  const start = isHalf(from) ? from - 1 : from;
  const end = Math.min(text.length, Math.max(start + most, range?.end ?? 0));
  return { start, end: isHalf(end) ? end + 1 : end };
}
