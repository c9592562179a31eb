import { useQueries } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Button } from 'react-aria-components';
import { type DetectedUrl, readOf, useChange } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';
import { AddressField } from '#renderer/views/home/address-field.tsx';
import { addressesIn, MAX_ADDRESSES } from '#renderer/views/home/addresses.ts';
import { addToDraft, changeDraft, forgetDraft, handToDraft, useDraft } from '#renderer/views/home/draft.ts';
import { sharedSelectors, toOptions } from '#renderer/views/home/export-form.ts';
import { ExportOptions } from '#renderer/views/home/export-options.tsx';
import { useHandedOver } from '#renderer/views/home/handed-over.ts';
import { type AddressRow, RecognisedList } from '#renderer/views/home/recognised-list.tsx';
import { SampleLinks } from '#renderer/views/home/sample-links.tsx';
import { RepeatButton } from '#renderer/views/schedules/repeat-button.tsx';

type KnownRow = AddressRow & { readonly found: DetectedUrl };

/** Paste, see what is recognised, start. */
export function HomeView() {
  const { text } = useWords();
  const { typed, wish } = useDraft();
  useHandedOver(handToDraft);
  const looked = useDeferredValue(typed);
  const all = addressesIn(looked);
  const rows = useRows(all);
  const usable = rows.filter((row): row is KnownRow => row.found !== undefined);
  const found = usable.map((row) => row.found);
  const isKnown = looked === typed && rows.every((row) => row.found !== undefined || row.error !== null);
  const selectors = sharedSelectors(found);
  const chosen = { ...wish, selector: selectors.includes(wish.selector) ? wish.selector : (selectors[0] ?? 'own') };
  const create = useChange('jobs.create');
  const start = (): void =>
    create.mutate(
      { urls: usable.map(({ url }) => url), options: toOptions(chosen, found), attended: true },
      {
        onSuccess: ({ jobs }) => {
          const [only, second] = jobs;
          forgetDraft();
          goTo(only !== undefined && second === undefined ? { view: 'export', guid: only.guid } : { view: 'exports' });
        },
      },
    );
  const remove = (url: string): void => changeDraft(() => ({ typed: [...all.keys()].filter((other) => other !== url).join('\n') }));
  return (
    <div className="home">
      <h1>{text('home.title')}</h1>
      <AddressField value={typed} onChange={(value) => changeDraft(() => ({ typed: value }))} onAdd={addToDraft} />
      {all.size > MAX_ADDRESSES && <p className="quiet">{text('home.tooMany', { count: MAX_ADDRESSES })}</p>}
      <p role="status">{all.size === 0 && looked.trim() !== '' && text('home.noAddress')}</p>
      {all.size === 0 ? (
        <SampleLinks />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <RecognisedList rows={rows} onRemove={remove} />
          {found.length > 0 && (
            <ExportOptions found={found} selectors={selectors} wish={chosen} onChange={(next) => changeDraft(() => ({ wish: next }))} />
          )}
          {create.error !== null && <Problem error={create.error} />}
          <div className="form-end">
            {usable[0] !== undefined && usable.length === 1 && <RepeatButton url={usable[0].url} options={toOptions(chosen, found)} />}
            <Button type="submit" className="button button-main" isDisabled={!isKnown || usable.length === 0 || create.isPending}>
              {usable.length > 1 ? text('home.startMany', { count: usable.length }) : text('home.start')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

function useRows(times: ReadonlyMap<string, number>): readonly AddressRow[] {
  const addresses = [...times].slice(0, MAX_ADDRESSES);
  const asked = useQueries({ queries: addresses.map(([url]) => readOf('platforms.detect', { url })) });
  return addresses.map(([url, count], at) => ({ url, times: count, found: asked[at]?.data, error: asked[at]?.error ?? null }));
}
