import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { call, type CallError } from '#renderer/client/call.ts';
import type { FoundRow } from '#renderer/client/queries.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { changeOf } from '#renderer/views/export/change-facts.ts';
import type { Change } from '#renderer/views/export/filters.ts';
import { wordRuns } from '#renderer/views/export/word-diff.ts';

type Item = FoundRow['item'];

/** What a row said in the run before. */
interface Before {
  readonly text: string | null;
  readonly title: string | null;
  readonly rating: number | null;
}

interface RunRow {
  readonly row: number;
  readonly item: Item;
  /** Null: nothing became of it in this run. */
  readonly change: Change | null;
  readonly before: Before | null;
}

interface Page {
  readonly total: number;
  readonly rows: readonly RunRow[];
}

const PAGE_ROWS = 100;

/** The rows of one run: what came fades in, what went is struck through, what was edited shows what it said before. */
export function RunRows({ guid, isChangesOnly }: { readonly guid: string; readonly isChangesOnly: boolean }) {
  const { late } = useLateWords('time');
  const found = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], number>({
    queryKey: ['run rows', guid, isChangesOnly],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => (isChangesOnly ? readChanges(guid, pageParam, signal) : readRows(guid, pageParam, signal)),
    getNextPageParam: (last, _all, offset) => (offset + PAGE_ROWS < last.total ? offset + PAGE_ROWS : null),
    placeholderData: (before) => before,
  });
  if (found.isPending) return <Loading />;
  if (found.error !== null) return <Problem error={found.error} onRetry={() => void found.refetch()} />;
  const rows = found.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className="quiet state">{late('time.nothing')}</p>;
  return (
    <>
      <ol className="run-rows" aria-label={late('time.rows')}>
        {rows.map((row) => (
          // What became of a row is shown anew in each run.
          <RowOfRun key={`${guid} ${row.item.id}`} row={row} />
        ))}
      </ol>
      {found.hasNextPage && (
        <Button className="button" onPress={() => void found.fetchNextPage()} isDisabled={found.isFetchingNextPage}>
          {late('time.more')}
        </Button>
      )}
    </>
  );
}

async function readChanges(guid: string, offset: number, signal: AbortSignal): Promise<Page> {
  const { total, results } = await call('exports.changes', { guid, offset, limit: PAGE_ROWS }, signal);
  const rows = results.map(({ row, item, change, earlier }) => ({
    row,
    item,
    change,
    before: change === 'edited' ? (earlier.at(-1) ?? null) : null,
  }));
  return { total, rows };
}

async function readRows(guid: string, offset: number, signal: AbortSignal): Promise<Page> {
  const { total, results } = await call('exports.search', { guid, offset, limit: PAGE_ROWS }, signal);
  const rows = results.map(({ row, item }) => {
    const change = changeOf(item.extra);
    const { earlier } = item.extra;
    const before = change === 'edited' && Array.isArray(earlier) ? ((earlier.at(-1) as Before | undefined) ?? null) : null;
    return { row, item, change, before };
  });
  return { total, rows };
}

function RowOfRun({ row: { item, change, before } }: { readonly row: RunRow }) {
  const { text, late, decimal, day } = useLateWords('time');
  const { author, title, createdAt, rating } = item;
  const isRatedAnew = before !== null && before.rating !== null && rating !== null && before.rating !== rating;
  return (
    <li className={`run-row run-row-${change ?? 'same'}`}>
      <p className="quiet">
        {change !== null && <strong className="run-change">{text(`change.${change}`)}</strong>} <bdi>{author.name ?? author.username}</bdi>
        {createdAt !== null && ` · ${day(createdAt)}`}
      </p>
      {title !== null && (
        <strong dir="auto">
          <Said now={title} before={before?.title ?? null} isGone={change === 'gone'} />
        </strong>
      )}
      {item.text !== null && (
        <p dir="auto">
          <Said now={item.text} before={before?.text ?? null} isGone={change === 'gone'} />
        </p>
      )}
      {isRatedAnew && <p className="quiet">{late('time.ratingWas', { before: decimal(before.rating ?? 0), after: decimal(rating) })}</p>}
    </li>
  );
}

/** A text as a run found it. */
function Said({ now, before, isGone }: { readonly now: string; readonly before: string | null; readonly isGone: boolean }) {
  if (isGone) return <del>{now}</del>;
  if (before === null || before === now) return now;
  return wordRuns(before, now).map(({ fate, text }, at) =>
    fate === 'kept' ? <span key={at}>{text}</span> : fate === 'gone' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>,
  );
}
