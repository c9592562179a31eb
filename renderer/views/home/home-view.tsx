import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from 'react-aria-components';
import { type DetectedUrl, readOf, useChange } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';
import { AddressField } from '#renderer/views/home/address-field.tsx';
import { addressesIn, MAX_ADDRESSES } from '#renderer/views/home/addresses.ts';
import { NO_WISH, sharedSelectors, toOptions } from '#renderer/views/home/export-form.ts';
import { ExportOptions } from '#renderer/views/home/export-options.tsx';
import { useHandedOver } from '#renderer/views/home/handed-over.ts';
import { RecognisedList } from '#renderer/views/home/recognised-list.tsx';
import { SampleLinks } from '#renderer/views/home/sample-links.tsx';
import { RepeatButton } from '#renderer/views/schedules/repeat-button.tsx';

/** Paste, see what is recognised, start. */
export function HomeView() {
  const words = useWords();
  const [typed, setTyped] = useState('');
  useHandedOver(setTyped);
  const [wish, setWish] = useState(NO_WISH);
  const all = addressesIn(useDeferredValue(typed));
  const addresses = all.slice(0, MAX_ADDRESSES);
  const asked = useQueries({ queries: addresses.map((url) => readOf('platforms.detect', { url })) });
  const rows = addresses.map((url, index) => ({ url, found: asked[index]?.data, error: asked[index]?.error ?? null }));
  const usable = rows.filter((row): row is typeof row & { found: DetectedUrl } => row.found !== undefined);
  const found = usable.map((row) => row.found);
  const selectors = sharedSelectors(found);
  const chosen = { ...wish, selector: selectors.includes(wish.selector) ? wish.selector : (selectors[0] ?? 'own') };
  const create = useChange('jobs.create');
  const start = (): void =>
    create.mutate(
      { urls: usable.map(({ url }) => url), options: toOptions(chosen, found), attended: true },
      {
        onSuccess: ({ jobs }) => {
          const [only, second] = jobs;
          goTo(only !== undefined && second === undefined ? { view: 'export', guid: only.guid } : { view: 'exports' });
        },
      },
    );
  const remove = (url: string): void => setTyped(all.filter((other) => other !== url).join('\n'));
  return (
    <div className="home">
      <h1>{words.text('home.title')}</h1>
      <AddressField value={typed} onChange={setTyped} />
      {all.length > MAX_ADDRESSES && <p className="quiet">{words.text('home.tooMany', { count: MAX_ADDRESSES })}</p>}
      {addresses.length === 0 ? (
        <SampleLinks />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <RecognisedList rows={rows} onRemove={remove} />
          {found.length > 0 && <ExportOptions found={found} selectors={selectors} wish={chosen} onChange={setWish} />}
          {create.error !== null && <Problem error={create.error} />}
          <div className="form-end">
            {usable[0] !== undefined && usable.length === 1 && <RepeatButton url={usable[0].url} options={toOptions(chosen, found)} />}
            <Button type="submit" className="button button-main" isDisabled={usable.length === 0 || create.isPending}>
              {usable.length > 1 ? words.text('home.startMany', { count: usable.length }) : words.text('home.start')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
