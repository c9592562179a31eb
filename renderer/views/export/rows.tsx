import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type CSSProperties, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { FoundRow } from '#renderer/client/queries.ts';
import { pagesOf, type RowAddress, type WantedPages } from '#renderer/client/row-pages.ts';
import { type RowsWish, type RowWindow, useRowWindow } from '#renderer/client/rows.ts';
import { arriving } from '#renderer/components/arriving.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { filledColumns, type TableColumn } from '#renderer/views/export/columns.ts';
import { FOLDED, type Folding, isFolded, shownRows, type Thread, toggled, UNFOLDED } from '#renderer/views/export/folding.ts';
import { closeRow, openRow, useOpenRow } from '#renderer/views/export/open-row.ts';
import { TableHead } from '#renderer/views/export/table-head.tsx';
import { placedColumns, type PlacedColumn, useTableLayout } from '#renderer/views/export/table-layout.ts';
import { TableRow } from '#renderer/views/export/table-row.tsx';
import { useOnce } from '#renderer/views/export/use-once.ts';

/** Comes soon after the table. */
const ItemPanel = arriving(async () => (await import('#renderer/views/export/item-panel.tsx')).ItemPanel);

const ROW_PX = 36;
/** Four lines. */
const TALL_ROW_PX = 92;
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
      wish={wish}
      folding={hasThreads ? folding : UNFOLDED}
      hasThreads={hasThreads}
      onFolding={setFolding}
      onWanted={setWanted}
    />
  );
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
  readonly wish: RowsWish;
  readonly folding: Folding;
  readonly hasThreads: boolean;
  readonly onFolding: (change: (before: Folding) => Folding) => void;
  readonly onWanted: (wanted: WantedPages) => void;
}

function Table({ rows, totals, wish, folding, hasThreads, onFolding, onWanted }: TableParts) {
  const { text } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const { isTall } = useTableLayout();
  const rowPx = isTall ? TALL_ROW_PX : ROW_PX;
  const { all, top } = totals;
  const isWaiting = folding.isAllFolded && top === 0;
  const shown = useMemo(() => shownRows(isWaiting ? UNFOLDED : folding, { all, top }), [isWaiting, folding, all, top]);
  const { virtual, drawn, beside, open, openAt } = useDrawn({ rows, shown, rowPx, scroller });
  const wanted = pagesOf(
    [...drawn, ...beside].map(({ address }) => address),
    folding.isAllFolded ? ['all', 'top'] : ['all'],
  );
  useEffect(() => onWanted(wanted), [wanted, onWanted]);
  const loaded = drawn.flatMap(({ row }) => row ?? []);
  const { columns, least } = usePlacedColumns(loaded);
  const isThreaded = useOnce(hasThreads && loaded.some(({ below = 0 }) => below > 0)) && hasThreads;
  const onFold = useCallback((thread: Thread) => onFolding((before) => toggled(before, thread)), [onFolding]);
  const toEnd = (): void => virtual.scrollToIndex(shown.count - 1, { align: 'end' });
  const style = { '--columns': columns.map(({ track }) => track).join(' '), '--least': least, '--row': `${rowPx}px` } as CSSProperties;
  return (
    <>
      {isThreaded && <FoldAll isOn={folding.isAllFolded} onFolding={onFolding} />}
      {rows.error !== null && <Problem error={rows.error} onRetry={rows.retry} />}
      <div className="table-and-row">
        <div className="table-frame">
          {/* Browsers scroll by keys only what can have the focus. */}
          <div
            className={isTall ? 'table-scroll tall' : 'table-scroll'}
            ref={scroller}
            tabIndex={0}
            role="group"
            aria-label={text('export.table')}
            style={style}
          >
            <div role="table" aria-label={text('export.table')} aria-rowcount={shown.count + 1}>
              <TableHead columns={columns} sort={wish.isRunning ? null : (wish.query.sort ?? 'file')} />
              <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
                <DrawnRows
                  drawn={drawn}
                  folding={folding}
                  openAt={openAt}
                  isTall={isTall}
                  columns={columns}
                  hasThreads={isThreaded}
                  onFold={onFold}
                  onOpen={openNew}
                />
              </div>
            </div>
          </div>
          {wish.isRunning && <NewRows total={shown.count} lastSeen={drawn.at(-1)?.index ?? 0} onShow={toEnd} />}
        </div>
        <RowBeside guid={wish.query.guid} open={open?.row ?? null} openAt={openAt} beside={beside} scroller={scroller} />
      </div>
    </>
  );
}

interface DrawingParts {
  readonly rows: RowWindow;
  readonly shown: ReturnType<typeof shownRows>;
  readonly rowPx: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The rows in sight, and the open one with those around it, which comes into sight wherever it stands. */
function useDrawn({ rows, shown, rowPx, scroller }: DrawingParts) {
  const virtual = useVirtualizer({
    count: shown.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  });
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  const drawnAt = (index: number, start: number): Drawn => {
    const address = shown.addressOf(index);
    return { index, start, address, row: rows.rowAt(address) };
  };
  const drawn = virtual.getVirtualItems().map(({ index, start }) => drawnAt(index, start));
  const open = useOpenRow();
  const beside =
    open === null ? [] : [open.at - 1, open.at, open.at + 1].filter((at) => shown.count > at && at >= 0).map((at) => drawnAt(at, 0));
  const openAt = placeOf(open?.row, [...beside, ...drawn]);
  useEffect(() => {
    if (openAt !== null) virtual.scrollToIndex(openAt, { align: 'auto' });
  }, [virtual, openAt]);
  return { virtual, drawn, beside, open, openAt };
}

interface RowBesideParts {
  readonly guid: string;
  /** The number of the row that is open; null: none. */
  readonly open: number | null;
  /** Where it stands in the table; null: nobody knows. */
  readonly openAt: number | null;
  /** It and its neighbours, as far as they are there. */
  readonly beside: readonly Drawn[];
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The row that is open, in full, and the ways to those around it. */
function RowBeside({ guid, open, openAt, beside, scroller }: RowBesideParts) {
  const focusLater = useFocusAfter(open !== null);
  if (open === null) return null;
  const wayTo = (step: -1 | 1): (() => void) | null => {
    const next = openAt === null ? undefined : beside.find(({ index }) => index === openAt + step);
    const { row: found } = next ?? {};
    return next === undefined || found === undefined ? null : () => openRow(found, next.index, 'same');
  };
  const close = (): void => {
    focusLater(scroller.current?.querySelector<HTMLElement>('[aria-current] .row-open') ?? scroller.current);
    closeRow();
  };
  return (
    <Suspense fallback={null}>
      <ItemPanel guid={guid} row={open} onBefore={wayTo(-1)} onAfter={wayTo(1)} onClose={close} />
    </Suspense>
  );
}

/** Has something get the focus once no row is open any more: a row above the table lets nothing else have it. */
function useFocusAfter(isOpen: boolean): (next: HTMLElement | null) => void {
  const waiting = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) return;
    waiting.current?.focus();
    waiting.current = null;
  }, [isOpen]);
  return useCallback((next) => {
    waiting.current = next;
  }, []);
}

function openNew(row: FoundRow, index: number): void {
  openRow(row, index, 'new');
}

/** Where a row stands in the table, as far as it is loaded there; null: nobody knows. */
function placeOf(row: number | undefined, drawn: readonly Drawn[]): number | null {
  return row === undefined ? null : (drawn.find((each) => each.row?.row === row)?.index ?? null);
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
  readonly openAt: number | null;
  readonly isTall: boolean;
  readonly columns: readonly PlacedColumn[];
  readonly hasThreads: boolean;
  readonly onFold: (thread: Thread) => void;
  readonly onOpen: (row: FoundRow, index: number) => void;
}

function DrawnRows({ drawn, folding, openAt, ...same }: DrawnRowsParts) {
  return drawn.map(({ index, start, address, row }) => (
    <TableRow
      key={index}
      row={row}
      source={address.source}
      at={address.at}
      index={index}
      top={start}
      isOpen={index === openAt}
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
function usePlacedColumns(rows: readonly FoundRow[]): ReturnType<typeof placedColumns> {
  const words = useWords();
  const layout = useTableLayout();
  const [filled, setFilled] = useState<ReadonlySet<TableColumn>>(new Set());
  const found = filledColumns(rows, words);
  if (found.some((column) => !filled.has(column))) setFilled(filled.union(new Set(found)));
  return useMemo(() => placedColumns(filled, layout), [filled, layout]);
}
