import { ChevronDown, ChevronRight } from 'lucide-react';
import { useWords } from '#renderer/messages/use-messages.ts';
import { AUTHOR_COLUMN } from '#renderer/views/export/columns.ts';
import type { TableColumn } from '#renderer/views/export/columns.ts';
import type { ThreadRow } from '#renderer/views/export/threads.ts';

const MAX_INDENT = 4;

interface TableRowParts {
  readonly thread: ThreadRow;
  readonly columns: readonly TableColumn[];
  /** Keeps the place of the button to fold in every row, where some have one. */
  readonly hasThreads: boolean;
  /** Pixels from the first row. */
  readonly top: number;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onOpen: () => void;
}

/** Plain elements: thousands of them pass by while one scrolls. */
export function TableRow({ thread, columns, hasThreads, top, isFolded, onFold, onOpen }: TableRowParts) {
  const words = useWords();
  const { row, depth, replies } = thread;
  const author = AUTHOR_COLUMN.read(row.item, words) || words.text('export.row', { row: row.row });
  return (
    <div role="row" className="table-row" aria-rowindex={row.row + 1} style={{ transform: `translateY(${top}px)` }}>
      {columns.map((column) => (
        <span key={column.name} role="cell" className={column.align}>
          {column === AUTHOR_COLUMN ? (
            <span className="author" style={{ paddingInlineStart: `${Math.min(depth, MAX_INDENT) * 16}px` }}>
              {hasThreads && replies === 0 && <span className="fold" />}
              {replies > 0 && (
                <button
                  type="button"
                  className="fold"
                  aria-expanded={!isFolded}
                  aria-label={words.text(isFolded ? 'export.unfoldOne' : 'export.foldOne', { name: author })}
                  onClick={onFold}
                >
                  {isFolded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
                </button>
              )}
              <button type="button" className="row-open clipped" onClick={onOpen}>
                {author}
              </button>
            </span>
          ) : (
            <span className="clipped">{column.read(row.item, words)}</span>
          )}
        </span>
      ))}
    </div>
  );
}
