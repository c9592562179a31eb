import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { type Job, readOf } from '#renderer/client/queries.ts';
import { firstRows, type RowsWish } from '#renderer/client/rows.ts';
import { arriving } from '#renderer/components/arriving.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { changeCounts } from '#renderer/views/export/change-facts.ts';
import { toSearch } from '#renderer/views/export/filters.ts';
import { hasEnded, revisionOf } from '#renderer/views/export/job-state.ts';
import { useOnce } from '#renderer/views/export/use-once.ts';
import { Rows } from '#renderer/views/export/rows.tsx';
import { SORTS, type TableWish } from '#renderer/views/export/table-wish.ts';
import { useStatistics } from '#renderer/views/export/use-statistics.ts';

interface DataTableParts {
  readonly job: Job;
  readonly wish: TableWish;
  readonly onChange: (wish: TableWish) => void;
}

/** Come once it is known what rows can be told apart by. */
const FilterBar = arriving(async () => (await import('#renderer/views/export/filter-bar.tsx')).FilterBar);
/** Opened now and then. */
const TableColumns = arriving(async () => (await import('#renderer/views/export/table-columns.tsx')).TableColumns);

const INDEX_POLL_MS = 700;

/** The rows of an export, searched, filtered and in an order. Those of one that runs are shown as they come. */
export function DataTable({ job, wish, onChange }: DataTableParts) {
  const { text } = useWords();
  const [total, setTotal] = useState<number | null>(null);
  const isRunning = !hasEnded(job);
  const query = isRunning ? { guid: job.guid } : queryOf(job.guid, wish);
  // As a text: the same question is the same value.
  const deferred = useDeferredValue(JSON.stringify(query));
  const asked: RowsWish = { query: JSON.parse(deferred) as RowsWish['query'], revision: revisionOf(job), isRunning };
  const first = useQuery(firstRows(asked));
  const [shown, setShown] = useState(asked);
  const isNew = JSON.stringify(shown) !== JSON.stringify(asked);
  // What is there stays until the next rows are.
  if (isNew && first.data !== undefined) setShown(asked);
  const hasReplyCounts = useOnce(first.data?.results.some(({ item }) => (item.replyCount ?? 0) > 0) === true);
  const isFiltered = Object.keys(shown.query).some((field) => field !== 'guid' && field !== 'sort');
  return (
    <div className="data">
      {!isRunning && (
        <TableTools
          job={job}
          wish={wish}
          hasRows={first.data !== undefined && first.data.provisional !== true}
          hasReplyCounts={hasReplyCounts}
          onChange={onChange}
        />
      )}
      <p className="quiet number row-count" role="status">
        {first.isPending && !isRunning && isNew ? (
          <IndexProgress guid={job.guid} />
        ) : (
          total !== null && text('export.rows', { count: total, total: Math.max(total, job.total_exported) })
        )}
        {isRunning && ` · ${text('export.asTheyCome')}`}
      </p>
      {first.error !== null && <Problem error={first.error} onRetry={() => void first.refetch()} />}
      {first.error === null && first.data === undefined && !isNew && <Loading />}
      {(first.data !== undefined || isNew) && (
        <Rows
          key={JSON.stringify(shown.query)}
          wish={shown}
          hasThreads={!isRunning && !isFiltered && (shown.query.sort ?? 'file') === 'file'}
          emptyWords={text(isFiltered ? 'export.noRows' : isRunning ? 'export.noneYet' : 'export.empty')}
          onTotal={setTotal}
        />
      )}
    </div>
  );
}

interface TableToolsParts extends DataTableParts {
  /** True once the rows of the whole export are known. */
  readonly hasRows: boolean;
  /** True where a row says how many answers it has. */
  readonly hasReplyCounts: boolean;
}

/** What narrows the rows down, and how they stand. */
function TableTools({ job, wish, hasRows, hasReplyCounts, onChange }: TableToolsParts) {
  const { text } = useWords();
  const statistics = useStatistics(job, hasRows);
  const remarks = useQuery(readOf('remarks.list', { guid: job.guid, limit: 1 }));
  return (
    <div className="tools">
      <SearchField className="search" aria-label={text('export.search')} value={wish.q} onChange={(q) => onChange({ ...wish, q })}>
        <Input className="control" placeholder={text('export.search')} />
      </SearchField>
      <Choice
        label={text('export.sort')}
        isLabelHidden
        value={wish.sort}
        options={SORTS.map((id) => ({ id, name: text(`export.sort.${id}`) }))}
        onChange={(sort) => onChange({ ...wish, sort })}
      />
      <Suspense fallback={null}>
        <FilterBar
          data={{
            guid: job.guid,
            statistics: statistics.data,
            hasReplyCounts,
            changes: changeCounts(job),
            remarks: remarks.data?.total ?? 0,
          }}
          filters={wish.filters}
          onChange={(filters) => onChange({ ...wish, filters })}
        />
      </Suspense>
      <Suspense fallback={null}>
        <TableColumns />
      </Suspense>
    </div>
  );
}

function queryOf(guid: string, { q, sort, filters }: TableWish): RowsWish['query'] {
  const words = q.trim();
  return { guid, ...(sort === 'file' ? {} : { sort }), ...(words === '' ? {} : { q: words }), ...toSearch(filters) };
}

/** The first search of a large export takes some seconds: says how far its index is. */
function IndexProgress({ guid }: { readonly guid: string }) {
  const { text } = useWords();
  const { data } = useQuery({ ...readOf('exports.index', { guid }), refetchInterval: INDEX_POLL_MS, staleTime: 0 });
  if (data?.state !== 'building' || data.items === null) return text('state.loading');
  return text('export.indexing', { count: data.indexed, total: data.items });
}
