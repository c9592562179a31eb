import { useQueries } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { type DetectedUrl, readOf, useChange } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';
import { MAX_ADDRESSES } from '#renderer/views/home/addresses.ts';
import { changeDraft, forgetDraft, useDraft } from '#renderer/views/home/draft.ts';
import { sharedSelectors, toOptions } from '#renderer/views/home/export-form.ts';
import { OptionsInWords } from '#renderer/views/home/options-in-words.tsx';
import { type AddressRow, RecognisedList } from '#renderer/views/home/recognised-list.tsx';
import { RepeatButton } from '#renderer/views/schedules/repeat-button.tsx';

type KnownRow = AddressRow & { readonly found: DetectedUrl };

interface PlanParts {
  /** Every address, with how often it stands there. */
  readonly all: ReadonlyMap<string, number>;
  /** Whether these are the addresses of what stands in the field. */
  readonly state: 'current' | 'behind';
}

/** What the addresses are, what of them is exported how, and the start of it. */
export function Plan({ all, state }: PlanParts) {
  const { text } = useWords();
  const { wish } = useDraft();
  const rows = useRows(all);
  const usable = rows.filter((row): row is KnownRow => row.found !== undefined);
  const found = usable.map((row) => row.found);
  const isKnown = state === 'current' && rows.every((row) => row.found !== undefined || row.error !== null);
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <RecognisedList rows={rows} onRemove={remove} />
      {found.length > 0 && (
        <OptionsInWords found={found} selectors={selectors} wish={chosen} onChange={(next) => changeDraft(() => ({ wish: next }))} />
      )}
      {create.error !== null && <Problem error={create.error} />}
      <div className="form-end">
        {usable[0] !== undefined && usable.length === 1 && <RepeatButton url={usable[0].url} options={toOptions(chosen, found)} />}
        <Button type="submit" className="button button-main" isDisabled={!isKnown || usable.length === 0 || create.isPending}>
          {usable.length > 1 ? text('home.startMany', { count: usable.length }) : text('home.start')}
        </Button>
      </div>
    </form>
  );
}

function useRows(times: ReadonlyMap<string, number>): readonly AddressRow[] {
  const addresses = [...times].slice(0, MAX_ADDRESSES);
  const asked = useQueries({ queries: addresses.map(([url]) => readOf('platforms.detect', { url })) });
  return addresses.map(([url, count], at) => ({ url, times: count, found: asked[at]?.data, error: asked[at]?.error ?? null }));
}
