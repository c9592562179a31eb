import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { Line, Panel, Target } from '#renderer/views/export/overview/figure.ts';

interface BarsParts {
  readonly label: string;
  readonly panel: Panel;
  /** Shows the rows behind a bar. */
  readonly onOpen: (target: Target) => void;
}

/** Bars one below the other, each with its name and number. Enter or a click shows the rows. */
export function BarList({ label, panel: { lines }, onOpen }: BarsParts) {
  const open = (id: unknown): void => {
    const line = lines.find((one) => one.id === id);
    if (line !== undefined) onOpen(line.target);
  };
  return (
    <ListBox className="bar-list" aria-label={label} selectionMode="none" onAction={open}>
      {lines.map((line) => (
        <ListBoxItem key={line.id} id={line.id} textValue={line.said} className={classOf(line)}>
          <span className="clipped bar-name" dir="auto" title={line.name} aria-hidden={line.heard !== null}>
            {line.name}
          </span>
          {line.heard !== null && <span className="unseen">{line.heard}</span>}
          <span className="bar-track" aria-hidden>
            {line.pieces.map(({ size, color, said }) => (
              <span key={said} style={{ width: `${size * 100}%`, background: color }} />
            ))}
          </span>
          <span className="number">{line.told}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

function classOf({ isBelow, name }: Line): string {
  return `bar-line${isBelow ? ' bar-below' : ''}${name === '' ? ' bar-second' : ''}`;
}

/** Bars side by side, in their order, each piece with rows of its own. What the pointer or the keys are at stands above in words. */
export function BarColumns({ label, panel: { name, lines }, onOpen }: BarsParts) {
  const [at, setAt] = useState<string | null>(null);
  const pieces = lines.flatMap((line, column) => {
    let foot = 0;
    return line.pieces.map((piece, place) => {
      const standing = { ...piece, id: `${line.id} ${place}`, column, foot, isAlone: line.pieces.length === 1 };
      foot += piece.size;
      return standing;
    });
  });
  const open = (id: unknown): void => {
    const piece = pieces.find((one) => one.id === id);
    if (piece !== undefined) onOpen(piece.target);
  };
  const [first, last] = [lines.at(0), lines.at(-1)];
  return (
    <div className="bar-panel">
      <p className="bar-told number" aria-hidden>
        {pieces.find(({ id }) => id === at)?.said ?? name ?? '\u00a0'}
      </p>
      <ListBox
        className="bar-columns"
        aria-label={name === null ? label : `${label}, ${name}`}
        orientation="horizontal"
        layout="grid"
        selectionMode="none"
        onAction={open}
        onPointerLeave={() => setAt(null)}
      >
        {pieces.map(({ id, size, color, said, column, foot, isAlone }) => (
          <ListBoxItem
            key={id}
            id={id}
            textValue={said}
            aria-label={said}
            className="bar-column"
            style={{
              insetInlineStart: `${(column / lines.length) * 100}%`,
              width: `${100 / lines.length}%`,
              bottom: `${isAlone ? 0 : foot * 100}%`,
              height: `${isAlone ? 100 : size * 100}%`,
            }}
            onHoverStart={() => setAt(id)}
            onFocus={() => setAt(id)}
          >
            <span style={{ height: isAlone ? `${size * 100}%` : '100%', background: color }} />
          </ListBoxItem>
        ))}
      </ListBox>
      <p className="bar-ends quiet number" aria-hidden>
        <span>{first?.name}</span>
        <span>{last === first ? '' : last?.name}</span>
      </p>
    </div>
  );
}
