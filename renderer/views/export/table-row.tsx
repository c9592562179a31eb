import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { FoundRow } from '#renderer/client/queries.ts';
import type { RowAddress } from '#renderer/client/row-pages.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { AUTHOR_COLUMN, type TableColumn } from '#renderer/views/export/columns.ts';
import type { Thread } from '#renderer/views/export/folding.ts';

const MAX_INDENT = 4;

interface TableRowParts {
  /** Undefined while it is on its way. */
  readonly row: FoundRow | undefined;
  readonly source: RowAddress['source'];
  /** Of its source. */
  readonly at: number;
  /** Place in the table, from 0 on. */
  readonly index: number;
  readonly columns: readonly TableColumn[];
  /** Keeps the place of the button to fold in every row, where some have one. */
  readonly hasThreads: boolean;
  /** Pixels from the first row. */
  readonly top: number;
  readonly isFolded: boolean;
  readonly onFold: (thread: Thread) => void;
  readonly onOpen: (row: FoundRow) => void;
}

/** Plain elements, drawn anew only where something of them changed: thousands of them pass by while one scrolls. */
export const TableRow = memo(function TableRow(parts: TableRowParts) {
  const { row, index, columns, top } = parts;
  const words = useWords();
  return (
    <div role="row" className="table-row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      {row === undefined ? (
        <span role="cell" className="quiet number">
          {words.number(index + 1)}
        </span>
      ) : (
        columns.map((column) => (
          <span key={column.name} role="cell" className={column.align}>
            {column === AUTHOR_COLUMN ? (
              <Author {...parts} row={row} />
            ) : (
              <span className={column.isBadge === true && column.read(row.item, words) !== '' ? 'chip' : 'clipped'} dir="auto">
                {column.read(row.item, words)}
              </span>
            )}
          </span>
        ))
      )}
    </div>
  );
});

function Author({ row, source, at, hasThreads, isFolded, onFold, onOpen }: TableRowParts & { readonly row: FoundRow }) {
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
      <button type="button" className="row-open clipped" dir="auto" onClick={() => onOpen(row)}>
        {author}
      </button>
    </span>
  );
}
