import { ChevronDown, ChevronRight } from 'lucide-react';
import { type MouseEvent as Clicked, memo } from 'react';
import type { FoundRow } from '#renderer/client/queries.ts';
import type { RowAddress } from '#renderer/client/row-pages.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';
import { AUTHOR_COLUMN, type TableColumn } from '#renderer/views/export/columns.ts';
import type { Thread } from '#renderer/views/export/folding.ts';
import { stayingStyle } from '#renderer/views/export/table-head.tsx';
import type { PlacedColumn } from '#renderer/views/export/table-layout.ts';

const MAX_INDENT = 4;

interface TableRowParts {
  /** Undefined while it is on its way. */
  readonly row: FoundRow | undefined;
  readonly source: RowAddress['source'];
  /** Of its source. */
  readonly at: number;
  /** Place in the table, from 0 on. */
  readonly index: number;
  readonly columns: readonly PlacedColumn[];
  /** Keeps the place of the button to fold in every row, where some have one. */
  readonly hasThreads: boolean;
  /** Pixels from the first row. */
  readonly top: number;
  readonly isFolded: boolean;
  /** It is shown in full beside the table. */
  readonly isOpen: boolean;
  /** Its texts have several lines. */
  readonly isTall: boolean;
  readonly onFold: (thread: Thread) => void;
  readonly onOpen: (row: FoundRow, index: number) => void;
}

/** Plain elements, drawn anew only where something of them changed: thousands of them pass by while one scrolls. */
export const TableRow = memo(function TableRow(parts: TableRowParts) {
  const { row, index, columns, top, isOpen, isTall, onOpen } = parts;
  const words = useWords();
  const open = ({ target }: Clicked): void => {
    // What is marked to be copied, or pressed by itself, opens nothing.
    const isOwn = target instanceof Element && target.closest('button, a') !== null;
    if (row !== undefined && !isOwn && String(getSelection()) === '') onOpen(row, index);
  };
  return (
    <div
      role="row"
      className="table-row"
      aria-rowindex={index + 2}
      {...(isOpen ? { 'aria-current': true } : {})}
      style={{ transform: `translateY(${top}px)` }}
      onClick={open}
    >
      {row === undefined ? (
        <span role="cell" className="quiet number">
          {words.number(index + 1)}
        </span>
      ) : (
        columns.map((placed) => (
          <span
            key={placed.column.name}
            role="cell"
            className={placed.stays === null ? placed.column.align : `${placed.column.align} stays`}
            style={stayingStyle(placed)}
          >
            {placed.column === AUTHOR_COLUMN ? (
              <Author {...parts} row={row} />
            ) : (
              <Said column={placed.column} row={row} words={words} isTall={isTall} />
            )}
          </span>
        ))
      )}
    </div>
  );
});

interface SaidParts {
  readonly column: TableColumn;
  readonly row: FoundRow;
  readonly words: Words;
  readonly isTall: boolean;
}

function Said({ column, row: { item }, words, isTall }: SaidParts) {
  const said = isTall && column.lines !== undefined ? column.lines(item) : column.read(item, words);
  return (
    <span className={column.isBadge === true && said !== '' ? 'chip' : 'clipped'} dir="auto">
      {said}
    </span>
  );
}

function Author({ row, source, at, index, hasThreads, isFolded, onFold, onOpen }: TableRowParts & { readonly row: FoundRow }) {
  const words = useWords();
  const author = AUTHOR_COLUMN.read(row.item, words) || words.text('export.row', { row: row.row });
  const { depth = 0, below = 0 } = row;
  return (
    <span className="author" style={{ paddingInlineStart: `${Math.min(depth, MAX_INDENT) * 16}px` }}>
      {hasThreads && below === 0 && <span className="fold" />}
      {hasThreads && below > 0 && (
        <button
          type="button"
          className="fold"
          aria-expanded={!isFolded}
          aria-label={words.text(isFolded ? 'export.unfoldOne' : 'export.foldOne', { name: author })}
          onClick={() => onFold({ address: { source, at }, place: row.row - 1, below })}
        >
          {isFolded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        </button>
      )}
      <button type="button" className="row-open clipped" dir="auto" onClick={() => onOpen(row, index)}>
        {author}
      </button>
    </span>
  );
}
