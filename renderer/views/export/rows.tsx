import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { FoundRow } from '#renderer/client/queries.ts';
import { pagesOf, type RowAddress, type WantedPages } from '#renderer/client/row-pages.ts';
import { type RowsWish, type RowWindow, useRowWindow } from '#renderer/client/rows.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { choose } from '#renderer/shell/place.ts';
import { AUTHOR_COLUMN, filledColumns, inOrder, type TableColumn } from '#renderer/views/export/columns.ts';
import { FOLDED, type Folding, isFolded, shownRows, type Thread, toggled, UNFOLDED } from '#renderer/views/export/folding.ts';
import { TableRow } from '#renderer/views/export/table-row.tsx';
import { useOnce } from '#renderer/views/export/use-once.ts';

const ROW_PX = 36;
const OVERSCAN = 12;
const FIRST_PAGE = pagesOf([], ['all']);

interface RowsParts {
  readonly wish: RowsWish;
  /** True where threads may be folded: all rows, as the files have them. */
  readonly hasThreads: boolean;
  /** What is said where there is nothing. */
  readonly emptyWords: string;
  readonly onTotal: (total: number) => void;
}

/** Rows of an export, of which only those in sight are loaded and drawn. */
export function Rows({ wish, hasThreads, emptyWords, onTotal }: RowsParts) {
  const [folding, setFolding] = useFolding(wish.revision);
  const [wanted, setWanted] = useState(FIRST_PAGE);
  const rows = useRowWindow(wish, wanted);
  const { totals } = rows;
  const total = totals?.all ?? null;
  useEffect(() => {
    if (total !== null) onTotal(total);
  }, [total, onTotal]);
  if (totals === null) return rows.error === null ? <Loading /> : <Problem error={rows.error} onRetry={rows.retry} />;
  if (totals.all === 0) return <p className="quiet state">{emptyWords}</p>;
  return (
    <Table
      rows={rows}
      totals={totals}
      folding={hasThreads ? folding : UNFOLDED}
      hasThreads={hasThreads}
      isRunning={wish.isRunning}
      onFolding={setFolding}
      onWanted={setWanted}
    />
  );
}

/** Stands in the address, so that back closes it and a link leads to it. */
function openRow({ row }: FoundRow): void {
  choose({ row: String(row) }, 'new');
}

/** Threads are known by their places: where the rows are others, all of them are open again. */
function useFolding(revision: string): readonly [Folding, (change: (before: Folding) => Folding) => void] {
  const [kept, setKept] = useState({ revision, folding: UNFOLDED });
  const folding = kept.revision === revision ? kept.folding : UNFOLDED;
  const change = useCallback(
    (next: (before: Folding) => Folding) =>
      setKept((before) => ({ revision, folding: next(before.revision === revision ? before.folding : UNFOLDED) })),
    [revision],
  );
  return [folding, change];
}

interface TableParts {
  readonly rows: RowWindow;
  readonly totals: NonNullable<RowWindow['totals']>;
  readonly folding: Folding;
  readonly hasThreads: boolean;
  readonly isRunning: boolean;
  readonly onFolding: (change: (before: Folding) => Folding) => void;
  readonly onWanted: (wanted: WantedPages) => void;
}

function Table({ rows, totals, folding, hasThreads, isRunning, onFolding, onWanted }: TableParts) {
  const words = useWords();
  const { text } = words;
  const scroller = useRef<HTMLDivElement>(null);
  const { all, top } = totals;
  const isWaiting = folding.isAllFolded && top === 0;
  const shown = useMemo(() => shownRows(isWaiting ? UNFOLDED : folding, { all, top }), [isWaiting, folding, all, top]);
  const virtual = useVirtualizer({
    count: shown.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const drawn = virtual.getVirtualItems().map(({ index, start }): Drawn => {
    const address = shown.addressOf(index);
    return { index, start, address, row: rows.rowAt(address) };
  });
  const wanted = pagesOf(
    drawn.map(({ address }) => address),
    folding.isAllFolded ? ['all', 'top'] : ['all'],
  );
  useEffect(() => onWanted(wanted), [wanted, onWanted]);
  const loaded = drawn.flatMap(({ row }) => row ?? []);
  const columns = useFilledColumns(loaded);
  const isThreaded = useOnce(hasThreads && loaded.some(({ below = 0 }) => below > 0)) && hasThreads;
  const onFold = useCallback((thread: Thread) => onFolding((before) => toggled(before, thread)), [onFolding]);
  const style = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties;
  return (
    <>
      {isThreaded && <FoldAll isOn={folding.isAllFolded} onFolding={onFolding} />}
      {rows.error !== null && <Problem error={rows.error} onRetry={rows.retry} />}
      <div className="table-frame">
        {/* Browsers scroll by keys only what can have the focus. */}
        <div className="table-scroll" ref={scroller} tabIndex={0} role="group" aria-label={text('export.table')} style={style}>
          <div role="table" aria-label={text('export.table')} aria-rowcount={shown.count + 1}>
            <TableHead columns={columns} />
            <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
              <DrawnRows drawn={drawn} folding={folding} columns={columns} hasThreads={isThreaded} onFold={onFold} onOpen={openRow} />
            </div>
          </div>
        </div>
        {isRunning && (
          <NewRows
            total={shown.count}
            lastSeen={drawn.at(-1)?.index ?? 0}
            onShow={() => virtual.scrollToIndex(shown.count - 1, { align: 'end' })}
          />
        )}
      </div>
    </>
  );
}

function FoldAll({ isOn, onFolding }: { readonly isOn: boolean; readonly onFolding: TableParts['onFolding'] }) {
  const { text } = useWords();
  return (
    <Button className="button fold-all" onPress={() => onFolding(() => (isOn ? UNFOLDED : FOLDED))} aria-pressed={isOn}>
      {text('export.fold')}
    </Button>
  );
}

interface Drawn {
  readonly index: number;
  /** Pixels from the first row. */
  readonly start: number;
  readonly address: RowAddress;
  /** Undefined while it is on its way. */
  readonly row: FoundRow | undefined;
}

interface DrawnRowsParts {
  readonly drawn: readonly Drawn[];
  readonly folding: Folding;
  readonly columns: readonly TableColumn[];
  readonly hasThreads: boolean;
  readonly onFold: (thread: Thread) => void;
  readonly onOpen: (row: FoundRow) => void;
}

function DrawnRows({ drawn, folding, ...same }: DrawnRowsParts) {
  return drawn.map(({ index, start, address, row }) => (
    <TableRow
      key={index}
      row={row}
      source={address.source}
      at={address.at}
      index={index}
      top={start}
      isFolded={row !== undefined && isFolded(folding, { address, place: row.row - 1 })}
      {...same}
    />
  ));
}

/** How many came since one saw the end, and the way there. Rows that are there stay where they are. */
function NewRows({ total, lastSeen, onShow }: { readonly total: number; readonly lastSeen: number; readonly onShow: () => void }) {
  const { text } = useWords();
  const [first] = useState(total);
  const [seen, setSeen] = useState(first);
  if (lastSeen + 1 > seen) setSeen(lastSeen + 1);
  const count = total - seen;
  if (count <= 0) return null;
  return (
    <Button className="button button-main new-rows" onPress={onShow}>
      <ArrowDown size={14} aria-hidden />
      {text('export.newRows', { count })}
    </Button>
  );
}

/** Columns that a row filled stay, so that none comes and goes while one scrolls. */
function useFilledColumns(rows: readonly FoundRow[]): readonly TableColumn[] {
  const words = useWords();
  const [columns, setColumns] = useState<readonly TableColumn[]>([AUTHOR_COLUMN]);
  const filled = filledColumns(rows, words);
  if (filled.some((column) => !columns.includes(column)))
    setColumns([AUTHOR_COLUMN, ...inOrder(new Set([...columns.slice(1), ...filled]))]);
  return columns;
}

function TableHead({ columns }: { readonly columns: readonly TableColumn[] }) {
  const { text } = useWords();
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row" aria-rowindex={1}>
        {columns.map(({ name, align }) => (
          <span key={name} role="columnheader" className={align}>
            {text(name)}
          </span>
        ))}
      </div>
    </div>
  );
}
