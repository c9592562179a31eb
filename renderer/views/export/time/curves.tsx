import type { Output } from '#renderer/client/call.ts';
import { useLateWords } from '#renderer/messages/late.ts';

export type Run = Output<'exports.runs'>['runs'][number];

interface Curve {
  readonly name: 'time.count' | 'time.sentiment' | 'time.rating';
  /** One of each run; null where nobody knows. */
  readonly values: readonly (number | null)[];
  readonly digits: 0 | 2;
}

/** Of the drawing; it is stretched to its place. */
const [WIDTH, HEIGHT] = [300, 60];

interface CurvesParts {
  readonly runs: readonly Run[];
  /** The run that is shown. */
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

/** How many rows there were, and what they said on average, run by run. A click leads to the run. */
export function Curves({ runs, at, onChoose }: CurvesParts) {
  const curves: readonly Curve[] = [
    { name: 'time.count', values: runs.map(({ rows }) => rows), digits: 0 },
    { name: 'time.sentiment', values: runs.map(({ average_sentiment: value }) => value), digits: 2 },
    { name: 'time.rating', values: runs.map(({ average_rating: value }) => value), digits: 2 },
  ];
  return (
    <div className="curves">
      {curves
        .filter(({ values }) => values.some((value) => value !== null))
        .map((curve) => (
          <CurveFigure key={curve.name} curve={curve} at={at} onChoose={onChoose} />
        ))}
    </div>
  );
}

function CurveFigure({ curve: { name, values, digits }, at, onChoose }: { readonly curve: Curve } & Omit<CurvesParts, 'runs'>) {
  const { late, language } = useLateWords('time');
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  const said = (value: number | null | undefined): string => (value == null ? '–' : format.format(value));
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (run: number): number => (values.length < 2 ? WIDTH / 2 : (run / (values.length - 1)) * WIDTH);
  const y = (value: number): number => (most === least ? HEIGHT / 2 : HEIGHT - ((value - least) / (most - least)) * HEIGHT);
  const points = values.flatMap((value, run) => (value === null ? [] : [`${x(run)},${y(value)}`])).join(' ');
  const label = late('time.curve', { name: late(name), runs: values.length, first: said(known[0]), last: said(known.at(-1)) });
  return (
    <figure className="curve">
      <figcaption>
        <span>{late(name)}</span> <strong className="number">{said(values[at])}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onClick={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          onChoose(Math.round(((clientX - left) / width) * (values.length - 1)));
        }}
      >
        <line className="curve-at" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
        <polyline className="curve-line" points={points} />
      </svg>
    </figure>
  );
}
