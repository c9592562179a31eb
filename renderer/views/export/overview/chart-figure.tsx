import { useState } from 'react';
import { BarColumns, BarList } from '#renderer/views/export/overview/bars.tsx';
import { ChartMore } from '#renderer/views/export/overview/chart-more.tsx';
import type { Figure, Target } from '#renderer/views/export/overview/figure.ts';

/** A chart, or the table of it. */
export function ChartFigure({ figure, onOpen }: { readonly figure: Figure; readonly onOpen: (target: Target) => void }) {
  const [isTable, setTable] = useState(false);
  const { title, words, shape, panels, legend } = figure;
  const Bars = shape === 'columns' ? BarColumns : BarList;
  return (
    <figure className={`chart chart-${shape}`}>
      <figcaption className="chart-head">
        <h2>{title}</h2>
        <ChartMore figure={figure} isTable={isTable} onTable={() => setTable(!isTable)} />
      </figcaption>
      {words !== null && <p className="meaning">{words}</p>}
      {legend.length > 0 && !isTable && (
        <ul className="legend">
          {legend.map(({ name, color }) => (
            <li key={name}>
              <span style={{ background: color }} aria-hidden />
              <span className="clipped" dir="auto">
                {name}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isTable ? (
        <div className="chart-table" role="group" aria-label={title} tabIndex={0}>
          <FigureTable {...figure} />
        </div>
      ) : (
        panels.map((panel) => <Bars key={panel.name} label={title} panel={panel} onOpen={onOpen} />)
      )}
    </figure>
  );
}

/** What is told in columns, under their heads. */
export function FigureTable({ title, head, rows }: Pick<Figure, 'title' | 'head' | 'rows'>) {
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col" dir="auto">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          <tr key={`${at} ${cells[0]}`}>
            {cells.map((cell, column) => (
              <td key={head[column]} dir="auto" className={column === 0 ? undefined : 'number'}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
