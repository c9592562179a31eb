import { useQuery } from '@tanstack/react-query';
import { readOf } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { Boxes } from '#renderer/views/export/filter-boxes.tsx';
import type { Filters } from '#renderer/views/export/filters.ts';

const ANY = 'any';

interface MineFieldsParts {
  readonly guid: string;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** Filters by what people said of rows. */
export function MineFields({ guid, filters, onChange }: MineFieldsParts) {
  const { late } = useLateWords('notes');
  const { data } = useQuery(readOf('remarks.list', { guid, limit: 1 }));
  const tags = [...new Set([...(data?.tags ?? []).map(({ tag }) => tag), ...filters.tags])];
  const options = [
    { id: ANY, name: late('mine.any') },
    { id: 'yes', name: late('mine.yes') },
    { id: 'no', name: late('mine.no') },
  ];
  const idOf = (wanted: boolean | null): string => (wanted === null ? ANY : wanted ? 'yes' : 'no');
  const wantedOf = (id: string): boolean | null => (id === ANY ? null : id === 'yes');
  return (
    <>
      <Choice
        label={late('mine.starred')}
        value={idOf(filters.isStarred)}
        options={options}
        onChange={(id) => onChange({ ...filters, isStarred: wantedOf(id) })}
      />
      <Choice
        label={late('mine.noted')}
        value={idOf(filters.isNoted)}
        options={options}
        onChange={(id) => onChange({ ...filters, isNoted: wantedOf(id) })}
      />
      <Boxes
        options={tags.map((id) => ({ id, name: id, count: data?.tags.find(({ tag }) => tag === id)?.rows ?? 0 }))}
        chosen={filters.tags}
        onChange={(chosen) => onChange({ ...filters, tags: chosen })}
      />
    </>
  );
}
