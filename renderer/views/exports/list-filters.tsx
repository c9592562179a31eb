import { useQuery } from '@tanstack/react-query';
import { Input, Label, SearchField, TextField } from 'react-aria-components';
import { type JobsWish, readOf } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { choose, useChosen } from '#renderer/shell/place.ts';
import { daySeconds } from '#renderer/views/export/filters.ts';

const ALL = 'all';
const STATES = [ALL, 'queueing', 'progress', 'done', 'error', 'stopped'] as const;
type State = (typeof STATES)[number];
const DAYS = [
  ['since', 'exports.since'],
  ['until', 'exports.until'],
] as const;

/** No folder and no tag is called so. */
const ALL_LABELS = '';
const LABELS = [
  { field: 'folder', used: 'folders', label: 'list.folder', all: 'list.allFolders' },
  { field: 'tag', used: 'tags', label: 'list.tag', all: 'list.allTags' },
] as const;

/** What the list is narrowed down to, as the address has it. */
export function useListWish(): JobsWish {
  const [chosen] = useChosen();
  const state = STATES.find((known) => known === chosen.get('status')) ?? ALL;
  const given = {
    q: chosen.get('q')?.trim() ?? '',
    status: state === ALL ? '' : state,
    platform: chosen.get('platform') ?? '',
    folder: chosen.get('folder') ?? '',
    tag: chosen.get('tag') ?? '',
    min_timestamp: daySeconds(chosen.get('since') ?? '', 'start'),
    max_timestamp: daySeconds(chosen.get('until') ?? '', 'end'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null));
}

/** Narrows the list down, among all exports that there are. */
export function ListFilters() {
  const { text, late } = useLateWords('notes');
  const [chosen] = useChosen();
  const { data: labels } = useQuery(readOf('jobs.labels', {}));
  const { data: platforms = [] } = useQuery(readOf('platforms.list', {}));
  const names = platforms.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <SearchField
        className="search"
        aria-label={text('exports.search')}
        value={chosen.get('q') ?? ''}
        onChange={(q) => choose({ q: q === '' ? null : q })}
      >
        <Input className="control" placeholder={text('exports.search')} />
      </SearchField>
      <Choice
        label={text('exports.status')}
        isLabelHidden
        value={STATES.find((known) => known === chosen.get('status')) ?? ALL}
        options={STATES.map((id) => ({ id, name: text(`status.${id}`) }))}
        onChange={(state: State) => choose({ status: state === ALL ? null : state })}
      />
      <Choice
        label={text('exports.platform')}
        isLabelHidden
        value={names.find(({ id }) => id === chosen.get('platform'))?.id ?? ALL}
        options={[{ id: ALL, name: text('exports.allPlatforms') }, ...names]}
        onChange={(platform) => choose({ platform: platform === ALL ? null : platform })}
      />
      {LABELS.map(({ field, all, label, used }) => {
        const names = namesOf(labels?.[used], chosen.get(field));
        return (
          names.length > 0 && (
            <Choice
              key={field}
              label={late(label)}
              isLabelHidden
              value={chosen.get(field) ?? ALL_LABELS}
              options={[{ id: ALL_LABELS, name: late(all) }, ...names.map((name) => ({ id: name, name }))]}
              onChange={(name) => choose({ [field]: name === ALL_LABELS ? null : name })}
            />
          )
        );
      })}
      {DAYS.map(([name, label]) => (
        <TextField
          key={name}
          className="day"
          type="date"
          value={chosen.get(name) ?? ''}
          onChange={(day) => choose({ [name]: day === '' ? null : day })}
        >
          <Label className="label">{text(label)}</Label>
          <Input className="control" />
        </TextField>
      ))}
    </>
  );
}

/** Those in use, and the one that is chosen, which may be so no more. */
function namesOf(used: readonly { readonly name: string }[] | undefined, chosen: string | null): readonly string[] {
  const names = (used ?? []).map(({ name }) => name);
  return chosen === null || names.includes(chosen) ? names : [...names, chosen];
}
