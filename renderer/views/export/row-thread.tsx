import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { FoundRow } from '#renderer/client/queries.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { AUTHOR_COLUMN } from '#renderer/views/export/columns.ts';
import { openRow } from '#renderer/views/export/open-row.ts';
import { threadOf } from '#renderer/views/export/thread-rows.ts';

const MOST_INDENT = 5;

interface RowThreadParts {
  readonly guid: string;
  readonly row: FoundRow;
}

/** Everything that was said around a row, on wish. Nothing where it answers nothing and nothing answers it. */
export function RowThread({ guid, row }: RowThreadParts) {
  const { late } = useLateWords('notes');
  const [isShown, setShown] = useState(false);
  const { depth = 0, below = 0 } = row;
  if (depth === 0 && below === 0) return null;
  if (isShown) return <Thread guid={guid} row={row} />;
  return (
    <Button className="button thread-show" onPress={() => setShown(true)}>
      {late('row.threadShow')}
    </Button>
  );
}

function Thread({ guid, row: { row } }: RowThreadParts) {
  const words = useLateWords('notes');
  const { data, error, refetch } = useQuery({ ...threadOf(guid, row), placeholderData: (before) => before });
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <section className="row-thread" aria-label={words.late('row.thread')}>
      <h3>{words.late('row.thread')}</h3>
      <ol>
        {data.rows.map((said) => (
          <li key={said.row} style={{ marginInlineStart: `${Math.min(said.depth ?? 0, MOST_INDENT) * 12}px` }}>
            <button
              type="button"
              className="thread-row"
              {...(said.row === row ? { 'aria-current': true } : {})}
              onClick={() => openRow(said, said.row - 1, 'same')}
            >
              <strong dir="auto">{AUTHOR_COLUMN.read(said.item, words) || words.text('export.row', { row: said.row })}</strong>
              {said.item.createdAt !== null && <span className="quiet">{words.moment(said.item.createdAt)}</span>}
              <span className="thread-text" dir="auto">
                {said.item.text ?? said.item.title ?? ''}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {data.total > data.rows.length && (
        <p className="quiet">{words.late('row.threadCut', { count: data.rows.length, total: data.total })}</p>
      )}
    </section>
  );
}
