import { useQuery } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, Heading } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { type JobsWish, readOf, useChange } from '#renderer/client/queries.ts';
import { DialogButton } from '#renderer/components/dialog-button.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { dayOf } from '#renderer/views/export/filters.ts';

type Filters = Output<'views.list'>[number]['filters'];

/** Filters of the list under a name, and the way to keep those that are set. */
export function SavedViews({ wish }: { readonly wish: JobsWish }) {
  const { late } = useLateWords('notes');
  const { data: views = [] } = useQuery(readOf('views.list', {}));
  const remove = useChange('views.delete', 'views.list');
  const isFiltered = Object.keys(wish).length > 0;
  const here = linkTo(wish as Filters);
  const links = views.map(({ name, filters }) => ({ name, link: linkTo(filters) }));
  const isKnown = links.some(({ link }) => link === here);
  if (views.length === 0 && !isFiltered) return null;
  return (
    <div className="saved-views" role="group" aria-label={late('views.title')}>
      {links.map(({ name, link }) => (
        <span key={name} className={link === here ? 'filter filter-on' : 'filter'}>
          <a className="filter-button" href={link} {...(link === here ? { 'aria-current': true } : {})}>
            {name}
          </a>
          <Button className="filter-remove" aria-label={late('views.delete', { name })} onPress={() => remove.mutate({ name })}>
            <X size={12} aria-hidden />
          </Button>
        </span>
      ))}
      {isFiltered && !isKnown && (
        <DialogButton icon={Bookmark} label={late('views.save')}>
          {(close) => <ViewForm filters={wish as Filters} onDone={close} />}
        </DialogButton>
      )}
      {remove.error !== null && <Problem error={remove.error} />}
    </div>
  );
}

function ViewForm({ filters, onDone }: { readonly filters: Filters; readonly onDone: () => void }) {
  const { late, text } = useLateWords('notes');
  const [name, setName] = useState('');
  const save = useChange('views.save', 'views.list');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ name, filters }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="label-form">
      <Heading slot="title">{late('views.save')}</Heading>
      <Field label={late('views.name')} value={name} onChange={setName} hasFocus />
      {save.error !== null && <Problem error={save.error} />}
      <div className="dialog-actions">
        <Button className="button" onPress={onDone}>
          {text('action.cancel')}
        </Button>
        <Button type="submit" className="button button-main" isDisabled={save.isPending || name.trim() === ''}>
          {late('label.save')}
        </Button>
      </div>
    </form>
  );
}

/** The list with these filters, as its address says them. */
function linkTo({ min_timestamp: since, max_timestamp: until, ...same }: Filters): string {
  const days = { since: dayOf(since ?? null), until: dayOf(until ?? null) };
  const said = Object.entries({ ...same, ...days }).filter(([, value]) => value !== undefined && value !== '');
  const chosen = new URLSearchParams(said.toSorted(([a], [b]) => a.localeCompare(b)) as [string, string][]);
  return chosen.size === 0 ? '#/exports' : `#/exports?${chosen.toString()}`;
}
