import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { useRows } from '#renderer/client/queries.ts';
import type { FoundRow, Job } from '#renderer/client/queries.ts';
import type { Input as InputOf } from '#renderer/client/call.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { AUTHOR_COLUMN, filledColumns } from '#renderer/views/export/columns.ts';
import type { TableColumn } from '#renderer/views/export/columns.ts';
import { ItemDialog } from '#renderer/views/export/item-dialog.tsx';
import { TableRow } from '#renderer/views/export/table-row.tsx';
import { threadRows } from '#renderer/views/export/threads.ts';

type Sort = NonNullable<InputOf<'exports.search'>['sort']>;

const SORTS: readonly Sort[] = ['file', 'newest', 'oldest', 'likes', 'relevance'];
const ROW_PX = 36;
const OVERSCAN = 12;
/** So many rows before the end of what is there the next page is asked for. */
const AHEAD = 40;

/** The rows of an export, drawn as they come into sight. */
export function DataTable({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const [typed, setTyped] = useState('');
  const [sort, setSort] = useState<Sort>('file');
  const q = useDeferredValue(typed.trim());
  const found = useRows({ guid: job.guid, sort, ...(q === '' ? {} : { q }) });
  const total = found.data?.total ?? 0;
  return (
    <div className="data">
      <div className="tools">
        <SearchField className="search" aria-label={text('export.search')} value={typed} onChange={setTyped}>
          <Input className="control" placeholder={text('export.search')} />
        </SearchField>
        <Choice
          label={text('export.sort')}
          isLabelHidden
          value={sort}
          options={SORTS.map((id) => ({ id, name: text(`export.sort.${id}`) }))}
          onChange={setSort}
        />
        <span className="quiet number" role="status">
          {found.data !== undefined && text('export.rows', { count: total, total: job.total_exported })}
        </span>
      </div>
      {found.isPending && <Loading />}
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && total === 0 && <p className="quiet state">{q === '' ? text('export.empty') : text('export.noRows')}</p>}
      {found.data !== undefined && total > 0 && (
        <Rows
          key={`${sort} ${q}`}
          rows={found.data.rows}
          total={total}
          onNearEnd={() => {
            if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage();
          }}
        />
      )}
    </div>
  );
}

interface RowsParts {
  readonly rows: readonly FoundRow[];
  readonly total: number;
  readonly onNearEnd: () => void;
}

function Rows({ rows, total, onNearEnd }: RowsParts) {
  const words = useWords();
  const { text } = words;
  const scroller = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<FoundRow | null>(null);
  const shown = threadRows(rows, folded);
  const columns = [AUTHOR_COLUMN, ...filledColumns(rows, words)];
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= shown.length - AHEAD) onNearEnd();
  }, [last, shown.length, onNearEnd]);
  const parents = shown.filter(({ replies }) => replies > 0).map(({ row }) => row.item.id);
  const isFolded = parents.length > 0 && parents.every((id) => folded.has(id));
  const style = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties;
  return (
    <>
      {parents.length > 0 && (
        <Button className="button fold-all" onPress={() => setFolded(isFolded ? new Set() : new Set(parents))} aria-pressed={isFolded}>
          {text('export.fold')}
        </Button>
      )}
      {/* Browsers scroll by keys only what can have the focus. */}
      <div className="table-scroll" ref={scroller} tabIndex={0} role="group" aria-label={text('export.table')} style={style}>
        <div role="table" aria-label={text('export.table')} aria-rowcount={total + 1}>
          <TableHead columns={columns} />
          <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
            {drawn.map(({ index, start }) => {
              const thread = shown[index];
              return thread === undefined ? null : (
                <TableRow
                  key={thread.row.row}
                  thread={thread}
                  columns={columns}
                  hasThreads={parents.length > 0}
                  top={start}
                  isFolded={folded.has(thread.row.item.id)}
                  onFold={() => setFolded((before) => before.symmetricDifference(new Set([thread.row.item.id])))}
                  onOpen={() => setOpen(thread.row)}
                />
              );
            })}
          </div>
        </div>
      </div>
      <ItemDialog row={open} onClose={() => setOpen(null)} />
    </>
  );
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
