import { useState } from 'react';
import { type Key, ListBox, ListBoxItem } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';

/** One bar. */
export interface Bar {
  readonly id: string;
  /** What it stands for, in full. */
  readonly name: string;
  readonly count: number;
  /** A value of CSS; left out: the accent. */
  readonly color?: string;
}

interface BarsParts {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Shows the rows behind a bar. */
  readonly onOpen: (index: number) => void;
}

/** Bars one below the other, each with its name and count. Enter or a click shows the rows. */
export function BarList({ label, bars, onOpen }: BarsParts) {
  const { number } = useWords();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ListBox className="bar-list" aria-label={label} selectionMode="none" onAction={(key) => onOpen(indexOf(bars, key))}>
      {bars.map(({ id, name, count, color }) => (
        <ListBoxItem key={id} id={id} textValue={`${name}: ${number(count)}`} className="bar-line">
          <span className="clipped bar-name" dir="auto" title={name}>
            {name}
          </span>
          <span className="bar-track" aria-hidden>
            <span style={{ width: `${(count / most) * 100}%`, background: color ?? 'var(--accent)' }} />
          </span>
          <span className="number">{number(count)}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

/** Bars side by side, in their order. What the pointer or the keys are at stands above in words. */
export function BarColumns({ label, bars, onOpen }: BarsParts) {
  const { number } = useWords();
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const told = at === null ? null : bars[at];
  const first = bars.at(0);
  const last = bars.at(-1);
  return (
    <>
      <p className="bar-told number" aria-hidden>
        {told == null ? '\u00a0' : `${told.name}: ${number(told.count)}`}
      </p>
      <ListBox
        className="bar-columns"
        aria-label={label}
        orientation="horizontal"
        layout="grid"
        selectionMode="none"
        onAction={(key) => onOpen(indexOf(bars, key))}
        onPointerLeave={() => setAt(null)}
      >
        {bars.map(({ id, name, count }, index) => (
          <ListBoxItem
            key={id}
            id={id}
            textValue={`${name}: ${number(count)}`}
            aria-label={`${name}: ${number(count)}`}
            className="bar-column"
            onHoverStart={() => setAt(index)}
            onFocus={() => setAt(index)}
          >
            <span style={{ height: `${(count / most) * 100}%` }} />
          </ListBoxItem>
        ))}
      </ListBox>
      <p className="bar-ends quiet number" aria-hidden>
        <span>{first?.name}</span>
        <span>{last === first ? '' : last?.name}</span>
      </p>
    </>
  );
}

function indexOf(bars: readonly Bar[], key: Key): number {
  return bars.findIndex(({ id }) => id === key);
}
