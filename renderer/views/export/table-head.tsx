import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type PointerEvent as Pressed, useRef } from 'react';
import { useWords } from '#renderer/messages/use-messages.ts';
import { choose } from '#renderer/shell/place.ts';
import { asWide, changeLayout, type PlacedColumn, widened } from '#renderer/views/export/table-layout.ts';
import type { Sort } from '#renderer/views/export/table-wish.ts';

interface TableHeadParts {
  readonly columns: readonly PlacedColumn[];
  /** The order of the rows; null where they have none to choose. */
  readonly sort: Sort | null;
}

/** Names of the columns. By some the rows are put in order, and each is as wide as one draws it, or as one says above the table. */
export function TableHead({ columns, sort }: TableHeadParts) {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row" aria-rowindex={1}>
        {columns.map((placed) => (
          <HeadCell key={placed.column.name} placed={placed} sort={sort} />
        ))}
      </div>
    </div>
  );
}

/** A cell that stays while the others are scrolled. */
export function stayingStyle({ stays }: PlacedColumn): CSSProperties | undefined {
  return stays === null ? undefined : { insetInlineStart: stays };
}

function HeadCell({ placed, sort }: { readonly placed: PlacedColumn; readonly sort: Sort | null }) {
  const { text } = useWords();
  const cell = useRef<HTMLSpanElement>(null);
  const { name, align, sorts = [] } = placed.column;
  const held = sort === null ? undefined : sorts.find((known) => known === sort);
  return (
    <span
      ref={cell}
      role="columnheader"
      className={placed.stays === null ? align : `${align} stays`}
      style={stayingStyle(placed)}
      {...(sort === null || sorts.length === 0
        ? {}
        : { 'aria-sort': held === undefined ? 'none' : held === 'oldest' ? 'ascending' : 'descending' })}
    >
      {sort === null || sorts.length === 0 ? (
        text(name)
      ) : (
        <button type="button" className="head-sort" onClick={() => putInOrder(sorts, held)}>
          {text(name)}
          {held !== undefined && (held === 'oldest' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
        </button>
      )}
      <span
        className="head-edge"
        aria-hidden
        onPointerDown={(event) => drawWidth(event, name, cell.current?.getBoundingClientRect().width ?? 0)}
        onDoubleClick={() => changeLayout((layout) => asWide(layout, name))}
      />
    </span>
  );
}

/** By this column first one way, then the other, then as in the files again. */
function putInOrder(sorts: readonly Sort[], held: Sort | undefined): void {
  const next = held === undefined ? sorts[0] : sorts[sorts.indexOf(held) + 1];
  choose({ sort: next ?? null }, 'new');
}

function drawWidth(event: Pressed<HTMLElement>, name: string, widthPx: number): void {
  const { currentTarget: edge, pointerId, clientX: from } = event;
  edge.setPointerCapture(pointerId);
  edge.onpointermove = ({ clientX }) => changeLayout((layout) => widened(layout, name, widthPx + clientX - from));
  edge.onlostpointercapture = () => {
    edge.onpointermove = null;
  };
}
